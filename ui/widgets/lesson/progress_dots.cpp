#include "ui/widgets/lesson/progress_dots.h"

#include <QPainter>
#include <algorithm>

namespace rope {

namespace {

constexpr int diameter = 10;
constexpr int gap = 6;

} // namespace

ProgressDots::ProgressDots(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void ProgressDots::showTasks(const std::vector<bool>& done)
{
    done_ = done;
    const auto count = std::count(done_.begin(), done_.end(), true);
    const QString text = tr("%1 of %2 tasks solved").arg(count).arg(done_.size());
    setToolTip(text);
    setAccessibleName(text);
    updateGeometry();
    update();
}

QSize ProgressDots::sizeHint() const
{
    const int count = static_cast<int>(done_.size());
    return {count * (diameter + gap), diameter + 2};
}

void ProgressDots::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(palette().color(QPalette::Highlight), 1.5));
    double left = 1.0;
    for (const bool done : done_) {
        painter.setBrush(done ? QBrush(palette().color(QPalette::Highlight)) : QBrush(Qt::NoBrush));
        painter.drawEllipse(QRectF(left, (height() - diameter + 2) / 2.0, diameter - 2, diameter - 2));
        left += diameter + gap;
    }
}

} // namespace rope
