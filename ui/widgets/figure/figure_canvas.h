#pragma once

#include "ui/figures/kit/figure.h"
#include "ui/paint/chart.h"
#include "ui/store/explorer_store.h"
#include "ui/widgets/appearance.h"
#include "ui/widgets/figure/highlight_hub.h"
#include "ui/widgets/figure/preparation.h"

#include <QElapsedTimer>
#include <QPixmap>
#include <QWidget>
#include <memory>

namespace rope {

/// The picture of one figure: paints the state, answers the pointer, the wheel and the arrow keys with proposals,
/// and shares what the pointer is on. Long work runs elsewhere; meanwhile the last finished picture stays.
class FigureCanvas : public QWidget {
    Q_OBJECT
public:
    FigureCanvas(ExplorerStore& store, HighlightHub& hub, const Appearance& appearance, QWidget* parent = nullptr);

    void setFigure(const Figure& figure);
    const Figure* figure() const { return figure_; }
    /// True while the focus that the keyboard brought is here: a ring shows it.
    bool hasKeyboardFocus() const { return keyboardFocus_ && hasFocus(); }
    bool isPreparing() const { return preparation_.isRunning(); }

    QSize minimumSizeHint() const override { return {180, 140}; }
    QSize sizeHint() const override { return {420, 320}; }

Q_SIGNALS:
    void readoutChanged(const QString& text); ///< what is under the pointer; empty: nothing
    void refused(const QString& message);     ///< why a gesture had no effect
    void pictureChanged();                    ///< other numbers are on show

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

private:
    void follow();
    void show(std::shared_ptr<const ShownState> state, std::shared_ptr<const Prepared> prepared);
    QRectF area() const;
    FigureContext context() const;
    void paintPicture(QPainter& painter) const;
    void paintProgress(QPainter& painter) const;
    void hoverAt(QPointF point);
    void dragTo(QPointF point, Qt::KeyboardModifiers modifiers);
    bool propose(const std::optional<Change>& change, int gesture);
    void describe();

    ExplorerStore& store_;
    HighlightHub& hub_;
    const Appearance& appearance_;
    const Figure* figure_ = nullptr;

    std::shared_ptr<const ShownState> shown_; ///< the state on the picture: behind the store's while work runs
    std::shared_ptr<const Prepared> prepared_;
    std::unique_ptr<ChartScenes> charts_ = std::make_unique<ChartScenes>();
    Preparation preparation_;
    QTimer progressDelay_;
    QTimer descriptionDelay_; ///< words for screen readers follow once the picture stands still
    double progress_ = -1.0; ///< share of the work done; negative: not shown

    struct Drag {
        ShownState start;
        QPointF press;
        int gesture;
    };
    std::optional<Drag> drag_;
    bool keyboardFocus_ = false; ///< focus came by the keyboard: the ring is shown
    int keyGesture_ = 0;
    int wheelGesture_ = 0;
    QElapsedTimer sinceWheel_;
};

} // namespace rope
