#pragma once

#include "ui/widgets/elided_label.h"
#include "ui/widgets/figure/data_table_model.h"
#include "ui/widgets/figure/figure_canvas.h"
#include "ui/widgets/icons.h"

#include <QFrame>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>

class QHBoxLayout;

namespace rope {

/// A card with one figure: title (a double click maximises, a right click opens the menu of figures), the menu's
/// button, what it shows, its buttons, the picture or its data table, and a strip with what the pointer is on (what the
/// figure shows, where there is room and no pointer).
class FigureView : public QFrame {
    Q_OBJECT
public:
    FigureView(ExplorerStore& store, HighlightHub& hub, const Appearance& appearance, QWidget* parent = nullptr);
    ~FigureView() override;

    void setFigure(const Figure& figure);
    const Figure* figure() const { return canvas_->figure(); }
    FigureCanvas* canvas() const { return canvas_; }

    void setTableShown(bool shown);
    bool isTableShown() const { return pages_->currentIndex() == 1; }

    /// What the buttons say about where the view is.
    void setMaximised(bool maximised);
    void setDetached(bool detached);

Q_SIGNALS:
    void figureChosen(const QString& id);
    void maximiseToggled();
    void detachToggled();
    void copyRequested();
    void exportRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    bool event(QEvent* event) override;

private:
    void buildTitleBar();
    void buildPages();
    QToolButton* addButton(QHBoxLayout* bar, IconName icon, const QString& name);
    void fillFigureMenu();
    void refresh();
    void showReadout(const QString& text);
    void placeReadout();
    void makeRoomForSubtitle();

    ExplorerStore& store_;
    FigureCanvas* canvas_;
    QWidget* titleBar_;
    QLabel* title_;
    QToolButton* chooser_; ///< its menu chooses another figure
    ElidedLabel* subtitle_;
    std::vector<QToolButton*> sideButtons_; ///< those that give way to a long subtitle
    QToolButton* table_ = nullptr;
    QToolButton* detach_ = nullptr;
    QToolButton* maximise_ = nullptr;
    QStackedWidget* pages_;
    QTableView* tableView_;
    DataTableModel* tableModel_;
    QLabel* tableNote_;
    ElidedLabel* readout_;
    bool pointedAt_ = false; ///< the strip says what the pointer is on, not what the figure shows
};

} // namespace rope
