#include "app/window/main_window.h"

#include "app/window/actions.h"
#include "ui/widgets/elided_button.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/lesson/progress_file.h"
#include "ui/widgets/live_numbers_panel.h"
#include "ui/widgets/plain_tool_tip.h"

#include <QApplication>
#include <QCloseEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QSplitter>
#include <QVBoxLayout>
#include <utility>

namespace rope {

namespace {

constexpr int autosaveDelay = 1500; ///< ms after the first change that is not saved yet
constexpr int pageMargin = 10;
constexpr int roomForProgramName = 1400; ///< pixels of window width

QString text(std::string_view words)
{
    return QString::fromUtf8(words.data(), static_cast<qsizetype>(words.size()));
}

QFrame* makeCard(QWidget* content, QWidget* parent, const QMargins& margins)
{
    auto* card = new QFrame(parent);
    card->setObjectName(QStringLiteral("card"));
    auto* column = new QVBoxLayout(card);
    column->setContentsMargins(margins);
    column->addWidget(content);
    return card;
}

} // namespace

MainWindow::MainWindow(ExplorerStore& store, WindowFiles files, QWidget* parent)
    : QMainWindow(parent)
    , store_(store)
    , files_(std::move(files))
    , settings_(files_.settings, QSettings::IniFormat)
{
    setAcceptDrops(true);
    setMinimumSize(960, 640);
    buildActions();
    buildPanels();
    buildMenus();
    autosave_.setSingleShot(true);
    autosave_.setInterval(autosaveDelay);
    connect(&autosave_, &QTimer::timeout, this, &MainWindow::keepSession);
    connect(&store_, &ExplorerStore::stateChanged, this, &MainWindow::followState);
    connect(&appearance_, &Appearance::changed, this, &MainWindow::dress);
    restoreLayout();
    followState();
}

MainWindow::~MainWindow()
{
    grid_->putAllBack();
}

void MainWindow::buildActions()
{
    for (const ActionRow& row : actionRows()) {
        auto* action = new QAction(text(row.text), this);
        action->setObjectName(text(row.id));
        action->setShortcut(QKeySequence(text(row.shortcut)));
        action->setCheckable(row.checkable);
        action->setStatusTip(text(row.tip));
        connect(action, &QAction::triggered, this, row.run);
        addAction(action);
        actions_.insert(text(row.id), action);
    }
    QAction* back = action(QStringLiteral("undo"));
    QAction* again = action(QStringLiteral("redo"));
    again->setShortcuts({QKeySequence(QStringLiteral("Ctrl+Shift+Z")), QKeySequence(QStringLiteral("Ctrl+Y"))});
    const QUndoStack* history = &store_.history();
    connect(history, &QUndoStack::canUndoChanged, back, &QAction::setEnabled);
    connect(history, &QUndoStack::canRedoChanged, again, &QAction::setEnabled);
    connect(history, &QUndoStack::undoTextChanged, back,
            [back](const QString& what) { back->setToolTip(what.isEmpty() ? tr("Undo") : tr("Undo: %1").arg(what)); });
    connect(history, &QUndoStack::redoTextChanged, again, [again](const QString& what) {
        again->setToolTip(what.isEmpty() ? tr("Redo") : tr("Redo: %1").arg(what));
    });
    back->setEnabled(history->canUndo());
    again->setEnabled(history->canRedo());
}

void MainWindow::buildPanels()
{
    buildWorkspacesMenu();
    auto* page = new QWidget(this);
    page->setObjectName(QStringLiteral("page"));
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(pageMargin, 6, pageMargin, pageMargin);
    column->setSpacing(pageMargin);
    messages_ = new MessageBar(page);
    panels_ = new QSplitter(Qt::Horizontal, page);
    panels_->setHandleWidth(pageMargin);
    panels_->setChildrenCollapsible(false);
    parameters_ = new ParameterPanel(store_, page);
    parameterCard_ = makeCard(parameters_, panels_, QMargins(1, 1, 1, 1));
    parameterCard_->setMinimumWidth(286);
    grid_ = new FigureGrid(store_, hub_, appearance_, panels_);
    panels_->addWidget(parameterCard_);
    panels_->addWidget(grid_);
    panels_->addWidget(buildSide());
    panels_->setStretchFactor(1, 1);
    timeline_ = new Timeline(store_, page);
    buildLessonsMenu();
    topBar_ = buildTopBar();
    column->addWidget(topBar_);
    column->addWidget(messages_);
    column->addWidget(panels_, 1);
    column->addWidget(timeline_);
    setCentralWidget(page);
    const auto warn = [this](const QString& message) {
        notify(message, MessageBar::Kind::Warning);
    };
    connect(timeline_, &Timeline::refused, this, warn);
    connect(grid_, &FigureGrid::copyRequested, this, &MainWindow::copyPicture);
    connect(grid_, &FigureGrid::exportRequested, this, &MainWindow::exportPictureOf);
}

QWidget* MainWindow::buildSide()
{
    side_ = new QTabWidget(this);
    side_->setDocumentMode(true);
    side_->setAccessibleName(tr("Side panel"));
    sideCard_ = makeCard(side_, panels_, QMargins(6, 4, 6, 6));
    sideCard_->setMinimumWidth(300);
    auto* scroll = new QScrollArea(side_);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto* live = new LiveNumbersPanel(store_, scroll);
    live->setObjectName(QStringLiteral("cardContent"));
    live->layout()->setContentsMargins(5, 10, 5, 8);
    scroll->setWidget(live);
    lessons_ = new LessonPanel(store_, appearance_, side_);
    KeptProgress kept = loadProgress(files_.progress);
    if (!kept.message.isEmpty())
        notify(kept.message, MessageBar::Kind::Warning);
    savedProgress_ = std::move(kept.progress);
    lessons_->resume(savedProgress_);
    report_ = new ModelReportView(side_);
    addSidePage(lessons_, tr("Lesson"), 0);
    addSidePage(scroll, tr("Live numbers"), 1);
    addSidePage(report_, tr("Model"), 2);
    buildComparing();
    addSidePage(comparing_->view(), tr("Compare"), 3);
    side_->setTabVisible(3, false);
    connect(lessons_, &LessonPanel::progressChanged, this, &MainWindow::keepProgress);
    connect(lessons_, &LessonPanel::messageRequested, this,
            [this](const QString& message) { notify(message, MessageBar::Kind::Warning); });
    return sideCard_;
}

int MainWindow::addSidePage(QWidget* page, const QString& title, int place)
{
    return side_->insertTab(place, page, title);
}

void MainWindow::showSidePage(QWidget* page)
{
    side_->setCurrentWidget(page);
    sideCard_->show();
    action(QStringLiteral("side"))->setChecked(true);
}

QToolButton* MainWindow::menuButton(QMenu* menu)
{
    auto* button = new QToolButton(this);
    button->setMenu(menu);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

QToolButton* MainWindow::topButton(const QString& actionId, const QString& text)
{
    return setUp(new QToolButton(this), actionId, text);
}

QToolButton* MainWindow::setUp(QToolButton* button, const QString& actionId, const QString& text)
{
    button->setDefaultAction(action(actionId));
    button->setText(text);
    if (text.isEmpty())
        button->setAccessibleName(action(actionId)->text().remove(u'&'));
    button->setToolButtonStyle(text.isEmpty() ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextOnly);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

QWidget* MainWindow::buildTopBar()
{
    action(QStringLiteral("undo"))->setIcon(lineIcon(IconName::Undo));
    action(QStringLiteral("redo"))->setIcon(lineIcon(IconName::Redo));
    action(QStringLiteral("toggle_theme"))->setIcon(lineIcon(IconName::Theme));
    auto* bar = new QWidget(this);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    programName_ = new QLabel(tr("RoPE Explorer"), bar);
    programName_->setObjectName(QStringLiteral("programName"));
    programName_->setContentsMargins(4, 0, 12, 0);
    modelButton_ = setUp(new ElidedButton(this), QStringLiteral("pick_model"), tr("Model"));
    modelButton_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    workspaceButton_ = menuButton(workspaceMenu_);
    QToolButton* lessons = menuButton(lessonMenu_);
    lessons->setText(tr("Lessons  ▾"));
    QToolButton* save = topButton(QStringLiteral("export_figure"), tr("Export figure…"));
    save->setObjectName(QStringLiteral("primary"));
    row->addWidget(programName_);
    row->addWidget(modelButton_);
    row->addWidget(topButton(QStringLiteral("open"), tr("Open…")));
    row->addSpacing(8);
    row->addWidget(topButton(QStringLiteral("undo"), {}));
    row->addWidget(topButton(QStringLiteral("redo"), {}));
    row->addSpacing(8);
    row->addWidget(lessons);
    compareButton_ = setUp(new ElidedButton(this), QStringLiteral("compare"), tr("Compare"));
    compareButton_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    row->addWidget(compareButton_);
    row->addWidget(workspaceButton_);
    row->addStretch(1);
    row->addWidget(topButton(QStringLiteral("toggle_theme"), {}));
    row->addWidget(topButton(QStringLiteral("copy_figure"), tr("Copy figure")));
    row->addWidget(save);
    return bar;
}

/// In a narrow window the title bar's name is enough.
void MainWindow::resizeEvent(QResizeEvent* event)
{
    programName_->setVisible(width() >= roomForProgramName);
    QMainWindow::resizeEvent(event);
}

void MainWindow::followState()
{
    const ExplorerState& state = store_.state();
    followReport();
    const QString name = modelTitle();
    const QString fitting = fontMetrics().elidedText(name, Qt::ElideRight, fontMetrics().averageCharWidth() * 34);
    modelButton_->setText(tr("Model: %1  ▾").arg(QString(fitting).replace(u'&', QStringLiteral("&&"))));
    modelButton_->setToolTip(plainToolTip(name));
    setWindowTitle(tr("%1 – RoPE Explorer").arg(name));
    QString shown = state.view.workspace == lessonWorkspace ? tr("Lesson") : tr("own");
    for (QAction* each : workspaceMenu_->actions()) {
        each->setChecked(each->data().toString().toStdString() == state.view.workspace);
        if (each->isChecked())
            shown = each->text();
    }
    workspaceButton_->setText(tr("View: %1  ▾").arg(shown));
    followComparing();
    if (!autosave_.isActive()) // not started again at each change: playing for minutes is saved all along
        autosave_.start();
}

void MainWindow::notify(const QString& message, MessageBar::Kind kind)
{
    messages_->showMessage(message, kind);
}

void MainWindow::restoreLayout()
{
    resize(1280, 800);
    restoreGeometry(settings_.value(QStringLiteral("window/geometry")).toByteArray());
    if (!panels_->restoreState(settings_.value(QStringLiteral("window/panels")).toByteArray()))
        panels_->setSizes({288, 676, 304});
    const auto shown = [this](const char* key) {
        return settings_.value(QLatin1String(key), true).toBool();
    };
    for (const auto& [id, widget] : {std::pair<const char*, QWidget*>{"parameters", parameterCard_},
                                     {"side", sideCard_},
                                     {"timeline", timeline_}}) {
        const bool visible = shown(qPrintable(QStringLiteral("window/") + QLatin1String(id)));
        widget->setVisible(visible);
        action(QLatin1String(id))->setChecked(visible);
    }
    side_->setCurrentIndex(settings_.value(QStringLiteral("window/page"), 0).toInt());
    const int choice = settings_.value(QStringLiteral("window/theme"), 0).toInt();
    if (FigureView* first = grid_->currentView())
        first->canvas()->setFocus();
    appearance_.setChoice(choice >= 0 && choice <= 2 ? static_cast<Appearance::Choice>(choice)
                                                     : Appearance::Choice::System);
}

void MainWindow::keepSession()
{
    const Result<void> written = writeSession(files_.session, store_.state());
    if (!written && sessionIsKept_)
        notify(tr("This session cannot be kept: %1").arg(QString::fromStdString(describe(written.error()))),
               MessageBar::Kind::Warning);
    sessionIsKept_ = written.has_value();
}

void MainWindow::saveEverything()
{
    autosave_.stop();
    if (appearance_.isPresenting())
        togglePresenting();
    settings_.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings_.setValue(QStringLiteral("window/panels"), panels_->saveState());
    for (const char* id : {"parameters", "side", "timeline"})
        settings_.setValue(QStringLiteral("window/") + QLatin1String(id), action(QLatin1String(id))->isChecked());
    settings_.setValue(QStringLiteral("window/page"), side_->currentIndex());
    settings_.setValue(QStringLiteral("window/theme"), static_cast<int>(appearance_.choice()));
    settings_.sync();
    if (const Result<void> written = writeSession(files_.session, store_.state()); !written)
        qWarning("%s", describe(written.error()).c_str());
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    saveEverything();
    grid_->putAllBack();
    QMainWindow::closeEvent(event);
}

/// Palette and style sheet of the whole program follow the theme.
void MainWindow::dress()
{
    QApplication::setPalette(paletteOf(appearance_.style()));
    qApp->setStyleSheet(styleSheetOf(appearance_.style()));
    const Appearance::Choice choice = appearance_.choice();
    action(QStringLiteral("theme_system"))->setChecked(choice == Appearance::Choice::System);
    action(QStringLiteral("theme_light"))->setChecked(choice == Appearance::Choice::Light);
    action(QStringLiteral("theme_dark"))->setChecked(choice == Appearance::Choice::Dark);
}

} // namespace rope
