#include "ui/widgets/figure/figure_grid.h"

#include "ui/figures/registry.h"

#include <QApplication>
#include <QGridLayout>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

namespace rope {

namespace {

constexpr int columns = 2;
constexpr int maximumCells = 6;
constexpr int gapBetween = 10;

} // namespace

FigureGrid::FigureGrid(ExplorerStore& store, HighlightHub& hub, const Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , store_(store)
    , hub_(hub)
    , appearance_(appearance)
    , grid_(new QGridLayout(this))
{
    grid_->setContentsMargins(0, 0, 0, 0);
    grid_->setSpacing(gapBetween);
    follow();
    connect(&store, &ExplorerStore::stateChanged, this, [this](const ExplorerState&, StateParts parts) {
        if (parts.testFlag(StatePart::View))
            follow();
    });
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { trackFocus(now); });
}

FigureGrid::~FigureGrid()
{
    disconnect(qApp, nullptr, this, nullptr); // a closing window moves the focus while its parts go
    for (const Cell& cell : cells_)
        delete cell.window;
}

/// Ids that no figure has (a file of a later version) leave no cell.
void FigureGrid::follow()
{
    std::vector<const Figure*> shown;
    for (const std::string& id : store_.state().view.figures)
        if (const Figure* figure = findFigure(QString::fromStdString(id)); figure && shown.size() < maximumCells)
            shown.push_back(figure);
    if (shown.empty() && !figures().empty())
        shown.push_back(figures().front());
    const std::size_t before = cells_.size();
    while (cells_.size() > shown.size())
        removeLastCell();
    while (cells_.size() < shown.size())
        addCell();
    for (std::size_t i = 0; i < shown.size(); ++i)
        cells_[i].view->setFigure(*shown[i]);
    if (cells_.size() != before)
        arrange();
}

void FigureGrid::addCell()
{
    const int index = count();
    auto* view = new FigureView(store_, hub_, appearance_, this);
    connect(view, &FigureView::figureChosen, this, [this, index](const QString& id) { chooseFigure(index, id); });
    connect(view, &FigureView::maximiseToggled, this, [this, index] { toggleMaximised(index); });
    connect(view, &FigureView::detachToggled, this, [this, index] { toggleDetached(index); });
    connect(view, &FigureView::copyRequested, this, [this, view] { Q_EMIT copyRequested(view->figure()); });
    connect(view, &FigureView::exportRequested, this, [this, view] { Q_EMIT exportRequested(view->figure()); });
    cells_.push_back({view, nullptr, nullptr});
}

void FigureGrid::removeLastCell()
{
    const Cell cell = cells_.back();
    cells_.pop_back();
    delete cell.gap;
    delete cell.view;
    delete cell.window;
    if (maximised_ >= count())
        maximised_ = -1;
    current_ = std::min(current_, std::max(0, count() - 1));
}

/// Row by row; of three the first has the whole left column, and a last one alone in its row has all of it.
QRect FigureGrid::placeOf(int index) const
{
    if (maximised_ >= 0 || count() == 1)
        return {0, 0, 1, 1};
    if (count() == 3)
        return index == 0 ? QRect(0, 0, 1, 2) : QRect(1, index - 1, 1, 1);
    const bool lastAlone = index == count() - 1 && index % columns == 0;
    return {index % columns, index / columns, lastAlone ? columns : 1, 1};
}

void FigureGrid::arrange()
{
    const int width = count() == 1 || maximised_ >= 0 ? 1 : columns;
    for (int index = 0; index < count(); ++index) {
        const Cell& cell = cells_[static_cast<std::size_t>(index)];
        QWidget* widget = cell.gap ? cell.gap : cell.view;
        const bool visible = maximised_ < 0 || maximised_ == index;
        grid_->removeWidget(widget);
        widget->setVisible(visible);
        if (const QRect place = placeOf(index); visible)
            grid_->addWidget(widget, place.y(), place.x(), place.height(), place.width());
        cell.view->setMaximised(maximised_ == index);
    }
    const int rows = maximised_ >= 0 ? 1 : (count() + width - 1) / width;
    for (int row = 0; row < maximumCells; ++row)
        grid_->setRowStretch(row, row < rows ? 1 : 0);
    for (int column = 0; column < columns; ++column)
        grid_->setColumnStretch(column, column < width ? 1 : 0);
}

FigureView* FigureGrid::currentView() const
{
    if (cells_.empty())
        return nullptr;
    return view(maximised_ >= 0 ? maximised_ : std::min(current_, count() - 1));
}

void FigureGrid::trackFocus(QWidget* now)
{
    for (int index = 0; now != nullptr && index < count(); ++index)
        if (view(index) == now || view(index)->isAncestorOf(now))
            current_ = index;
}

void FigureGrid::toggleMaximised(int cell)
{
    if (isDetached(cell))
        return;
    maximised_ = maximised_ == cell ? -1 : cell;
    current_ = cell;
    arrange();
}

void FigureGrid::chooseFigure(int cell, const QString& id)
{
    ExplorerState next = store_.state();
    next.view.figures.clear();
    for (int index = 0; index < count(); ++index)
        next.view.figures.push_back((index == cell ? id : view(index)->figure()->id()).toStdString());
    store_.propose(ReplaceAll{next}, tr("Choose figure"));
}

void FigureGrid::toggleDetached(int cell)
{
    Cell& each = cells_[static_cast<std::size_t>(cell)];
    if (maximised_ == cell)
        maximised_ = -1;
    if (each.window)
        putBack(each);
    else
        detach(each, cell);
    arrange();
}

void FigureGrid::putAllBack()
{
    for (Cell& cell : cells_)
        if (cell.window)
            putBack(cell);
    arrange();
}

QWidget* FigureGrid::makeGap(int cell)
{
    auto* gap = new QFrame(this);
    gap->setObjectName(QStringLiteral("card"));
    auto* column = new QVBoxLayout(gap);
    auto* note = new QLabel(tr("%1 is in its own window.").arg(view(cell)->figure()->title()), gap);
    note->setObjectName(QStringLiteral("muted"));
    auto* back = new QPushButton(tr("Put back"), gap);
    connect(
        back, &QPushButton::clicked, this, [this, cell] { toggleDetached(cell); }, Qt::QueuedConnection);
    column->addStretch(1);
    column->addWidget(note, 0, Qt::AlignCenter);
    column->addWidget(back, 0, Qt::AlignCenter);
    column->addStretch(1);
    return gap;
}

void FigureGrid::detach(Cell& cell, int index)
{
    cell.gap = makeGap(index);
    cell.window = new QWidget(window(), Qt::Window);
    cell.window->setObjectName(QStringLiteral("page"));
    cell.window->setAttribute(Qt::WA_StyledBackground);
    cell.window->setWindowTitle(tr("%1 – RoPE Explorer").arg(cell.view->figure()->title()));
    cell.window->installEventFilter(this);
    auto* column = new QVBoxLayout(cell.window);
    column->setContentsMargins(gapBetween, gapBetween, gapBetween, gapBetween);
    grid_->removeWidget(cell.view);
    column->addWidget(cell.view);
    cell.view->setDetached(true);
    cell.view->show();
    cell.window->resize(760, 620);
    cell.window->show();
}

void FigureGrid::putBack(Cell& cell)
{
    cell.view->setParent(this);
    cell.view->setDetached(false);
    cell.window->removeEventFilter(this);
    cell.window->hide();
    cell.window->deleteLater();
    delete cell.gap;
    cell.gap = nullptr;
    cell.window = nullptr;
}

/// Closing a figure's window puts the figure back.
bool FigureGrid::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Close)
        for (int index = 0; index < count(); ++index)
            if (cells_[static_cast<std::size_t>(index)].window == watched) {
                QMetaObject::invokeMethod(
                    this, [this, index] { toggleDetached(index); }, Qt::QueuedConnection);
                event->ignore();
                return true;
            }
    return QWidget::eventFilter(watched, event);
}

} // namespace rope
