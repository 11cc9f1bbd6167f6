#include "ui/widgets/figure/figure_view.h"

#include "ui/figures/registry.h"
#include "ui/widgets/plain_tool_tip.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QMouseEvent>
#include <QVBoxLayout>

namespace rope {
namespace {

constexpr QMargins margins{10, 6, 10, 6};
constexpr int tallLines = 26; ///< of text: a card as high as this has room for the strip below the picture

} // namespace

FigureView::FigureView(ExplorerStore& store, HighlightHub& hub, const Appearance& appearance, QWidget* parent)
    : QFrame(parent)
    , store_(store)
    , canvas_(new FigureCanvas(store, hub, appearance, this))
    , titleBar_(new QWidget(this))
    , title_(new QLabel(titleBar_))
    , chooser_(new QToolButton(titleBar_))
    , subtitle_(new ElidedLabel(titleBar_))
    , pages_(new QStackedWidget(this))
    , tableView_(new QTableView(this))
    , tableModel_(new DataTableModel(this))
    , tableNote_(new QLabel(this))
    , readout_(new ElidedLabel(this))
{
    setObjectName(QStringLiteral("card"));
    buildTitleBar();
    buildPages();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(margins);
    column->setSpacing(2);
    column->addWidget(titleBar_);
    column->addWidget(pages_, 1);
    connect(canvas_, &FigureCanvas::pictureChanged, this, &FigureView::refresh);
    connect(canvas_, &FigureCanvas::readoutChanged, this, &FigureView::showReadout);
    connect(canvas_, &FigureCanvas::refused, this, &FigureView::showReadout);
    connect(qApp, &QApplication::focusChanged, this, &FigureView::makeRoomForSubtitle);
}

/// A closing window moves the focus while its views go.
FigureView::~FigureView()
{
    disconnect(qApp, nullptr, this, nullptr);
}

void FigureView::buildTitleBar()
{
    auto* bar = new QHBoxLayout(titleBar_);
    bar->setContentsMargins(0, 0, 0, 0);
    bar->setSpacing(2);
    title_->setObjectName(QStringLiteral("figureTitle"));
    title_->setTextFormat(Qt::PlainText);
    chooser_->setObjectName(QStringLiteral("figureChooser"));
    chooser_->setText(QStringLiteral("▾"));
    chooser_->setPopupMode(QToolButton::InstantPopup);
    chooser_->setToolTip(tr("Choose another figure"));
    chooser_->setMenu(new QMenu(chooser_));
    connect(chooser_->menu(), &QMenu::aboutToShow, this, &FigureView::fillFigureMenu);
    subtitle_->setObjectName(QStringLiteral("subtitle"));
    subtitle_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    bar->addWidget(title_);
    bar->addWidget(chooser_);
    bar->addWidget(subtitle_, 1);
    bar->addSpacing(6);
    table_ = addButton(bar, IconName::Table, tr("Data table"));
    table_->setCheckable(true);
    QToolButton* copy = addButton(bar, IconName::Copy, tr("Copy figure"));
    QToolButton* save = addButton(bar, IconName::Export, tr("Export figure"));
    detach_ = addButton(bar, IconName::Detach, tr("Detach"));
    maximise_ = addButton(bar, IconName::Maximise, tr("Maximise"));
    connect(table_, &QToolButton::toggled, this, &FigureView::setTableShown);
    connect(copy, &QToolButton::clicked, this, &FigureView::copyRequested);
    connect(save, &QToolButton::clicked, this, &FigureView::exportRequested);
    connect(detach_, &QToolButton::clicked, this, &FigureView::detachToggled);
    connect(maximise_, &QToolButton::clicked, this, &FigureView::maximiseToggled);
    sideButtons_ = {table_, copy, save, detach_};
    titleBar_->installEventFilter(this);
    subtitle_->installEventFilter(this);
    title_->installEventFilter(this);
}

QToolButton* FigureView::addButton(QHBoxLayout* bar, IconName icon, const QString& name)
{
    auto* button = new QToolButton(titleBar_);
    button->setObjectName(QStringLiteral("flat"));
    button->setIcon(lineIcon(icon));
    button->setIconSize({15, 15});
    button->setToolTip(name);
    button->setAccessibleName(name);
    bar->addWidget(button);
    return button;
}

void FigureView::buildPages()
{
    auto* page = new QWidget(pages_);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 4, 0, 0);
    tableView_->setModel(tableModel_);
    tableView_->setAlternatingRowColors(true);
    tableView_->horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
    tableView_->horizontalHeader()->setStretchLastSection(true);
    tableView_->verticalHeader()->setDefaultSectionSize(22);
    tableNote_->setObjectName(QStringLiteral("muted"));
    tableNote_->setTextFormat(Qt::PlainText);
    tableNote_->setWordWrap(true);
    column->addWidget(tableView_, 1);
    column->addWidget(tableNote_);
    pages_->addWidget(canvas_);
    pages_->addWidget(page);
    readout_->setObjectName(QStringLiteral("readout"));
    readout_->setAttribute(Qt::WA_TransparentForMouseEvents);
}

void FigureView::fillFigureMenu()
{
    chooser_->menu()->clear();
    for (const Figure* each : figures()) {
        QAction* action = chooser_->menu()->addAction(each->title());
        action->setToolTip(each->description());
        action->setCheckable(true);
        action->setChecked(each == figure());
        connect(action, &QAction::triggered, this, [this, id = each->id()] { Q_EMIT figureChosen(id); });
    }
}

void FigureView::setFigure(const Figure& figure)
{
    if (&figure == canvas_->figure())
        return;
    title_->setText(figure.title());
    chooser_->setAccessibleName(tr("%1: choose another figure").arg(figure.title()));
    tableView_->setAccessibleName(tr("Numbers behind %1").arg(figure.title()));
    canvas_->setFigure(figure);
    showReadout({});
}

void FigureView::refresh()
{
    const ShownState& state = store_.state();
    const QString subtitle = figure()->subtitle(state);
    subtitle_->showText(subtitle);
    // The whole subtitle, which may be shortened beside the title, and what the title answers.
    title_->setToolTip(plainToolTip(subtitle + (subtitle.isEmpty() ? QString() : QStringLiteral("\n")) +
                                    tr("Double click to maximise, right click to choose another figure")));
    makeRoomForSubtitle();
    if (!isTableShown())
        return;
    DataTable table = figure()->data(state);
    tableNote_->setText(table.note);
    tableModel_->setTable(std::move(table));
}

void FigureView::setTableShown(bool shown)
{
    table_->setChecked(shown);
    pages_->setCurrentIndex(shown ? 1 : 0);
    refresh();
    tableView_->setAccessibleDescription(tableNote_->text());
    if (shown)
        tableView_->resizeColumnsToContents();
}

void FigureView::showReadout(const QString& text)
{
    pointedAt_ = !text.isEmpty();
    readout_->showText(!pointedAt_ && figure() != nullptr ? figure()->description() : text);
    placeReadout();
}

/// A low card leaves all its height to the picture: the strip lies over the title bar, while there is something to say.
/// Beside the title where it fits, else over the whole bar: it never cuts a line of the picture.
void FigureView::placeReadout()
{
    const int line = fontMetrics().height();
    const int strip = line + 4;
    const bool tall = height() > tallLines * line;
    layout()->setContentsMargins(margins + QMargins(0, 0, 0, tall ? strip : 0));
    const int whole = width() - margins.left() - margins.right();
    if (tall) {
        readout_->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
        readout_->setGeometry(margins.left(), height() - margins.bottom() - strip, whole, strip);
    } else {
        const int beside = whole - title_->sizeHint().width() - 8;
        const int wanted = readout_->wholeWidth() + 12;
        readout_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        readout_->setGeometry(margins.left() + (wanted <= beside ? whole - beside : 0), titleBar_->y(),
                              wanted <= beside ? beside : whole, std::max(strip, titleBar_->height()));
    }
    readout_->raise();
    readout_->setVisible(tall || pointedAt_);
}

void FigureView::setMaximised(bool maximised)
{
    const QString name = maximised ? tr("Restore") : tr("Maximise");
    maximise_->setIcon(lineIcon(maximised ? IconName::Restore : IconName::Maximise));
    maximise_->setToolTip(name);
    maximise_->setAccessibleName(name);
}

void FigureView::setDetached(bool detached)
{
    const QString name = detached ? tr("Put back") : tr("Detach");
    detach_->setIcon(lineIcon(detached ? IconName::PutBack : IconName::Detach));
    detach_->setToolTip(name);
    detach_->setAccessibleName(name);
    maximise_->setVisible(!detached);
}

/// In a narrow cell the buttons show while the pointer or the focus is here; else the words have the room.
void FigureView::makeRoomForSubtitle()
{
    const int buttons = static_cast<int>(sideButtons_.size()) * (maximise_->sizeHint().width() + 2);
    const int title = title_->sizeHint().width() + chooser_->sizeHint().width();
    const int free = width() - title - maximise_->sizeHint().width() - buttons - 48;
    const QWidget* focus = QApplication::focusWidget();
    const bool inUse = underMouse() || (focus != nullptr && focus != canvas_ && isAncestorOf(focus));
    const bool roomy = free >= subtitle_->wholeWidth();
    for (QToolButton* button : sideButtons_)
        button->setVisible(roomy || inUse || canvas_->hasKeyboardFocus());
}

bool FigureView::event(QEvent* event)
{
    const bool handled = QFrame::event(event);
    if (event->type() == QEvent::Enter || event->type() == QEvent::Leave || event->type() == QEvent::Resize)
        makeRoomForSubtitle();
    if (event->type() == QEvent::Resize || event->type() == QEvent::FontChange)
        placeReadout();
    return handled;
}

bool FigureView::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ContextMenu) {
        chooser_->showMenu();
        return true;
    }
    if (event->type() != QEvent::MouseButtonDblClick)
        return QFrame::eventFilter(watched, event);
    Q_EMIT maximiseToggled();
    return true;
}

} // namespace rope
