#include "ui/widgets/figure/figure_canvas.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <utility>

namespace rope {

namespace {

constexpr int progressAfter = 500;   ///< ms of work before progress is shown
constexpr int describeAfter = 150;   ///< ms without a change before the words for screen readers follow
constexpr qint64 wheelPause = 700;   ///< ms without a turn that end a zoom gesture
constexpr double wheelNotch = 120.0; ///< angle units of one notch
constexpr double canvasMargin = 4.0;

struct ArrowStep {
    int steps;
    bool vertical;
};

std::optional<ArrowStep> arrowStep(int key)
{
    switch (key) {
    case Qt::Key_Left:
        return ArrowStep{-1, false};
    case Qt::Key_Right:
        return ArrowStep{1, false};
    case Qt::Key_Down:
        return ArrowStep{-1, true};
    case Qt::Key_Up:
        return ArrowStep{1, true};
    default:
        return std::nullopt;
    }
}

} // namespace

FigureCanvas::FigureCanvas(ExplorerStore& store, HighlightHub& hub, const Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , store_(store)
    , hub_(hub)
    , appearance_(appearance)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    progressDelay_.setSingleShot(true);
    progressDelay_.setInterval(progressAfter);
    descriptionDelay_.setSingleShot(true);
    descriptionDelay_.setInterval(describeAfter);
    connect(&descriptionDelay_, &QTimer::timeout, this, &FigureCanvas::describe);
    connect(&store, &ExplorerStore::stateChanged, this, &FigureCanvas::follow);
    connect(&hub, &HighlightHub::changed, this, qOverload<>(&QWidget::update));
    connect(&appearance, &Appearance::changed, this, qOverload<>(&QWidget::update));
    connect(&preparation_, &Preparation::finished, this, &FigureCanvas::show);
    connect(&preparation_, &Preparation::progressed, this, [this](double share) {
        if (progress_ < 0.0)
            return;
        progress_ = share;
        update();
    });
    connect(&progressDelay_, &QTimer::timeout, this, [this] {
        progress_ = preparation_.isRunning() ? 0.0 : -1.0;
        update();
    });
}

void FigureCanvas::setFigure(const Figure& figure)
{
    if (figure_ == &figure)
        return;
    figure_ = &figure;
    setAccessibleName(figure.title());
    preparation_.cancel();
    shown_.reset();
    prepared_.reset();
    follow();
}

void FigureCanvas::follow()
{
    if (figure_ == nullptr)
        return;
    const ShownState& state = store_.state();
    const bool needed = figure_->needsPreparation(state, prepared_.get());
    if (!needed || figure_->preparesQuickly(state)) {
        preparation_.cancel();
        show(std::make_shared<const ShownState>(state),
             needed ? figure_->prepare(state, {}, prepared_.get()) : prepared_);
        return;
    }
    if (!shown_)
        shown_ = std::make_shared<const ShownState>(state);
    preparation_.request(*figure_, state, prepared_);
    if (!progressDelay_.isActive() && progress_ < 0.0)
        progressDelay_.start();
}

void FigureCanvas::show(std::shared_ptr<const ShownState> state, std::shared_ptr<const Prepared> prepared)
{
    shown_ = std::move(state);
    prepared_ = std::move(prepared);
    if (!preparation_.isRunning()) {
        progressDelay_.stop();
        progress_ = -1.0;
    }
    descriptionDelay_.start();
    update();
    Q_EMIT pictureChanged();
}

void FigureCanvas::describe()
{
    setAccessibleDescription(figure_->describe(*shown_));
}

QRectF FigureCanvas::area() const
{
    return QRectF(rect()).adjusted(canvasMargin, canvasMargin, -canvasMargin, -canvasMargin);
}

FigureContext FigureCanvas::context() const
{
    return {.state = *shown_,
            .area = area(),
            .style = appearance_.style(),
            .highlight = hub_.highlight(),
            .prepared = prepared_.get(),
            .deviceScale = devicePixelRatioF(),
            .charts = charts_.get()};
}

void FigureCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), appearance_.style().background);
    if (figure_ == nullptr || !shown_)
        return;
    painter.save();
    paintPicture(painter);
    painter.restore();
    if (progress_ >= 0.0)
        paintProgress(painter);
    if (!hasKeyboardFocus())
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(appearance_.style().primary, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
}

void FigureCanvas::paintPicture(QPainter& painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(rect());
    figure_->paint(painter, context());
}

void FigureCanvas::paintProgress(QPainter& painter) const
{
    const QRectF bar(0, 0, width(), 3);
    painter.fillRect(bar, appearance_.style().grid);
    painter.fillRect(QRectF(0, 0, width() * progress_, 3), appearance_.style().primary);
}

void FigureCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !shown_) {
        QWidget::mousePressEvent(event);
        return;
    }
    drag_ = Drag{store_.state(), event->position(), store_.newGesture()};
    dragTo(event->position(), event->modifiers());
}

void FigureCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (!shown_)
        return;
    if (drag_ && (event->buttons() & Qt::LeftButton))
        dragTo(event->position(), event->modifiers());
    hoverAt(event->position());
}

void FigureCanvas::mouseReleaseEvent(QMouseEvent*)
{
    drag_.reset();
}

void FigureCanvas::leaveEvent(QEvent*)
{
    hub_.setHighlight({});
    Q_EMIT readoutChanged({});
}

void FigureCanvas::dragTo(QPointF point, Qt::KeyboardModifiers modifiers)
{
    const DragGesture gesture{.press = drag_->press,
                              .current = point,
                              .keepLength = modifiers.testFlag(Qt::ShiftModifier),
                              .snapAngle = modifiers.testFlag(Qt::ControlModifier),
                              .startState = drag_->start};
    propose(figure_->drag(context(), gesture), drag_->gesture);
}

void FigureCanvas::hoverAt(QPointF point)
{
    const Readout readout = figure_->hover(context(), point);
    hub_.setHighlight(readout.highlight);
    Q_EMIT readoutChanged(readout.text);
}

bool FigureCanvas::propose(const std::optional<Change>& change, int gesture)
{
    if (!change)
        return false;
    if (const std::optional<Error> error = store_.propose(*change, figure_->title(), gesture))
        Q_EMIT refused(QString::fromStdString(error->message));
    return true;
}

void FigureCanvas::focusInEvent(QFocusEvent* event)
{
    const Qt::FocusReason reason = event->reason();
    keyboardFocus_ =
        reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason || reason == Qt::ShortcutFocusReason;
    QWidget::focusInEvent(event);
}

void FigureCanvas::wheelEvent(QWheelEvent* event)
{
    const double steps = event->angleDelta().y() / wheelNotch;
    if (!shown_ || steps == 0.0)
        return;
    if (!sinceWheel_.isValid() || sinceWheel_.elapsed() > wheelPause)
        wheelGesture_ = store_.newGesture();
    sinceWheel_.restart();
    event->setAccepted(propose(figure_->wheel(context(), event->position(), steps), wheelGesture_));
}

void FigureCanvas::keyPressEvent(QKeyEvent* event)
{
    const std::optional<ArrowStep> arrow = arrowStep(event->key());
    if (!arrow || !shown_) {
        QWidget::keyPressEvent(event);
        return;
    }
    if (!event->isAutoRepeat())
        keyGesture_ = store_.newGesture();
    if (!propose(figure_->step(store_.state(), arrow->steps, arrow->vertical), keyGesture_))
        QWidget::keyPressEvent(event);
}

} // namespace rope
