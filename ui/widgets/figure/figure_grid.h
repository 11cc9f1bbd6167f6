#pragma once

#include "ui/widgets/figure/figure_view.h"

#include <QPointer>
#include <QWidget>
#include <vector>

class QGridLayout;

namespace rope {

/// The figures of state.view.figures, two by two. Any can fill the whole grid, or leave it for a window of its own
/// and come back.
class FigureGrid : public QWidget {
    Q_OBJECT
public:
    FigureGrid(ExplorerStore& store, HighlightHub& hub, const Appearance& appearance, QWidget* parent = nullptr);
    ~FigureGrid() override;

    int count() const { return static_cast<int>(cells_.size()); }
    FigureView* view(int cell) const { return cells_[static_cast<std::size_t>(cell)].view; }
    /// The view that was used last: what copy and export of the window mean.
    FigureView* currentView() const;

    void toggleMaximised(int cell);
    int maximisedCell() const { return maximised_; } ///< -1: none
    void toggleDetached(int cell);
    bool isDetached(int cell) const { return cells_[static_cast<std::size_t>(cell)].window != nullptr; }
    void putAllBack();

Q_SIGNALS:
    void copyRequested(const rope::Figure* figure);
    void exportRequested(const rope::Figure* figure);

private:
    struct Cell {
        FigureView* view = nullptr;
        QWidget* gap = nullptr;    ///< what stands in the grid while the view is away
        QWidget* window = nullptr; ///< the view's own window
    };

    void follow();
    void addCell();
    void removeLastCell();
    void arrange();
    /// Column, row, columns and rows that a cell takes.
    QRect placeOf(int index) const;
    void chooseFigure(int cell, const QString& id);
    QWidget* makeGap(int cell);
    void detach(Cell& cell, int index);
    void putBack(Cell& cell);
    bool eventFilter(QObject* watched, QEvent* event) override;
    void trackFocus(QWidget* now);

    ExplorerStore& store_;
    HighlightHub& hub_;
    const Appearance& appearance_;
    QGridLayout* grid_;
    std::vector<Cell> cells_;
    int maximised_ = -1;
    int current_ = 0;
};

} // namespace rope
