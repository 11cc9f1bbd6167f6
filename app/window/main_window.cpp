#include "app/window/main_window.h"

#include "app/window/actions.h"
#include "app/window/figure_copy.h"
#include "app/window/menus.h"
#include "ui/widgets/elided_button.h"
#include "ui/widgets/export/export_dialog.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/live_numbers_panel.h"
#include "ui/widgets/plain_tool_tip.h"
#include "ui/widgets/preset_picker.h"

#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace rope {

namespace {

constexpr int pageMargin = 10;
constexpr int roomForProgramName = 1400; ///< pixels of window width

QString text(std::string_view words)
{
    return QString::fromUtf8(QByteArrayView(words));
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

/// Parameters hidden while presenting, the lesson a third of the width: its type is larger, too.
QList<int> presenterSizes(int width)
{
    return {0, width * 2 / 3, width / 3};
}

} // namespace

MainWindow::MainWindow(ExplorerStore& store, WindowFiles files, QWidget* parent)
    : QMainWindow(parent)
    , store_(store)
    , settings_(files.settings, QSettings::IniFormat)
    , documents_(store)
    , kept_(store, std::move(files))
{
    setAcceptDrops(true);
    setMinimumSize(960, 640);
    buildActions();
    buildPanels();
    buildMenus();
    followDocuments();
    connect(&store_, &ExplorerStore::stateChanged, this,
            [this](const ShownState&, StateParts parts) { followState(parts); });
    connect(&appearance_, &Appearance::changed, this, &MainWindow::dress);
    restoreLayout();
    followState(StatePart::All);
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

/// The menus of the action rows, and those of data, figures, lessons and workspaces among them.
void MainWindow::buildMenus()
{
    QHash<QString, QMenu*> menus;
    for (const ActionRow& row : actionRows()) {
        QMenu*& menu = menus[text(row.menu)];
        if (menu == nullptr) {
            if (row.menu == "&View")
                menuBar()->addMenu(makeDataMenu(
                    this, [this](const QString& source) { documents_.useContent(source); }, [this] { chooseFile(); }));
            if (row.menu == "&Playback")
                addFigureMenus();
            menu = menuBar()->addMenu(text(row.menu));
        }
        if (row.startsSection)
            menu->addSeparator();
        menu->addAction(action(text(row.id)));
    }
}

void MainWindow::addFigureMenus()
{
    menuBar()->addMenu(makeFiguresMenu(this, [this](const QString& id) {
        if (FigureView* view = grid_->currentView())
            Q_EMIT view->figureChosen(id);
    }));
    menuBar()->addMenu(lessonMenu_);
    menuBar()->addMenu(workspaceMenu_);
}

void MainWindow::followDocuments()
{
    connect(&documents_, &Documents::told, this, &MainWindow::notify);
    connect(&documents_, &Documents::opening, this, [this] { timeline_->setPlaying(false); });
    connect(&documents_, &Documents::baselineChanged, this, [this] { parameters_->setBaseline(store_.state()); });
    connect(&documents_, &Documents::modelTaken, messages_, &MessageBar::clear);
    connect(&documents_, &Documents::reportWanted, this, &MainWindow::showModelReport);
}

void MainWindow::buildPanels()
{
    workspaceMenu_ = makeWorkspacesMenu(this, [this](const Workspace& workspace) {
        documents_.openState(withWorkspace(store_.state(), workspace), tr("Workspace"));
        followState(StatePart::View); // the action's tick, where it was the same
    });
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
    lessonMenu_ = makeLessonsMenu(this, *lessons_, [this] { showSidePage(lessons_); });
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
    connect(lessons_, &LessonPanel::messageRequested, this, warn);
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
    connect(&kept_, &KeptWork::warned, this,
            [this](const QString& message) { notify(message, MessageBar::Kind::Warning); });
    lessons_->resume(kept_.loadedProgress());
    report_ = new ModelReportView(side_);
    addSidePage(lessons_, tr("Lesson"), 0);
    addSidePage(scroll, tr("Live numbers"), 1);
    addSidePage(report_, tr("Model"), 2);
    buildComparing();
    addSidePage(comparing_->view(), tr("Compare"), 3);
    side_->setTabVisible(3, false);
    connect(lessons_, &LessonPanel::progressChanged, &kept_, &KeptWork::keepProgress);
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

void MainWindow::followState(StateParts parts)
{
    if (parts.testFlag(StatePart::Model))
        showModel();
    if (parts.testFlag(StatePart::Model) || parts.testFlag(StatePart::Sequence))
        followComparing();
    if (parts.testFlag(StatePart::View))
        showWorkspace();
}

/// The model's name and what its file said: also after an undo.
void MainWindow::showModel()
{
    if (const ModelFile* file = documents_.report())
        report_->showReport(*file);
    else
        report_->showNoReport();
    parameters_->setOrigins(documents_.origins());
    const QString name = documents_.modelTitle();
    const QString fitting = fontMetrics().elidedText(name, Qt::ElideRight, fontMetrics().averageCharWidth() * 34);
    modelButton_->setText(tr("Model: %1  ▾").arg(QString(fitting).replace(u'&', QStringLiteral("&&"))));
    modelButton_->setToolTip(plainToolTip(name));
    setWindowTitle(tr("%1 – RoPE Explorer").arg(name));
}

void MainWindow::buildComparing()
{
    comparing_ = new Comparing(
        store_, [this](const ModelSettings& model) { return documents_.fileOf(model); }, this);
    for (const auto& [id, words] :
         {std::pair{"exchange", tr("Exchange")}, {"copy_comparison", tr("Copy")}, {"save_comparison", tr("Report…")}})
        comparing_->view()->offer(action(QLatin1String(id)), words);
    connect(comparing_, &Comparing::stateWanted, &documents_, &Documents::openState);
    connect(comparing_, &Comparing::refused, this,
            [this](const QString& sentence) { notify(sentence, MessageBar::Kind::Warning); });
    connect(comparing_, &Comparing::told, this, [this](const QString& sentence) { notify(sentence); });
}

/// The page of both models is there while there are two, and comes forward with a new second one.
void MainWindow::followComparing()
{
    const std::optional<ModelSettings>& second = store_.state().compared;
    const int page = side_->indexOf(comparing_->view());
    const bool isNew = second && !side_->isTabVisible(page);
    comparing_->follow();
    side_->setTabVisible(page, second.has_value());
    if (isNew)
        side_->setCurrentIndex(page);
    const QString name = second ? QString::fromStdString(second->name) : QString();
    const QString fitting = fontMetrics().elidedText(name, Qt::ElideRight, fontMetrics().averageCharWidth() * 22);
    compareButton_->setText(second ? tr("Compare: %1").arg(QString(fitting).replace(u'&', QStringLiteral("&&")))
                                   : tr("Compare"));
    compareButton_->setToolTip(plainToolTip(second ? tr("Compared with %1").arg(name)
                                                   : tr("A second model beside the first; drop a file here")));
    for (const char* id : {"exchange", "copy_comparison", "save_comparison", "stop_comparing"})
        action(QLatin1String(id))->setEnabled(second.has_value());
}

void MainWindow::showWorkspace()
{
    const std::string& workspace = store_.state().view.workspace;
    QString shown = workspace == lessonWorkspace ? tr("Lesson") : tr("own");
    for (QAction* each : workspaceMenu_->actions()) {
        each->setChecked(each->data().toString().toStdString() == workspace);
        if (each->isChecked())
            shown = each->text();
    }
    workspaceButton_->setText(tr("View: %1  ▾").arg(shown));
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

void MainWindow::saveEverything()
{
    if (appearance_.isPresenting())
        togglePresenting();
    settings_.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings_.setValue(QStringLiteral("window/panels"), panels_->saveState());
    for (const char* id : {"parameters", "side", "timeline"})
        settings_.setValue(QStringLiteral("window/") + QLatin1String(id), action(QLatin1String(id))->isChecked());
    settings_.setValue(QStringLiteral("window/page"), side_->currentIndex());
    settings_.setValue(QStringLiteral("window/theme"), static_cast<int>(appearance_.choice()));
    settings_.sync();
    kept_.keepSessionNow();
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

void MainWindow::quit()
{
    close();
}

void MainWindow::undo()
{
    timeline_->setPlaying(false);
    store_.history().undo();
}

void MainWindow::redo()
{
    timeline_->setPlaying(false);
    store_.history().redo();
}

void MainWindow::resetEverything()
{
    documents_.startOver();
}

void MainWindow::useSystemTheme()
{
    appearance_.setChoice(Appearance::Choice::System);
}

void MainWindow::useLightTheme()
{
    appearance_.setChoice(Appearance::Choice::Light);
}

void MainWindow::useDarkTheme()
{
    appearance_.setChoice(Appearance::Choice::Dark);
}

void MainWindow::toggleTheme()
{
    appearance_.setChoice(appearance_.theme() == Theme::Dark ? Appearance::Choice::Light : Appearance::Choice::Dark);
}

int MainWindow::currentCell() const
{
    for (int cell = 0; cell < grid_->count(); ++cell)
        if (grid_->view(cell) == grid_->currentView())
            return cell;
    return 0;
}

void MainWindow::toggleMaximised()
{
    grid_->toggleMaximised(currentCell());
}

void MainWindow::toggleDetached()
{
    grid_->toggleDetached(currentCell());
}

void MainWindow::putFiguresBack()
{
    grid_->putAllBack();
}

void MainWindow::toggleTable()
{
    if (FigureView* view = grid_->currentView())
        view->setTableShown(!view->isTableShown());
}

void MainWindow::toggleParameters()
{
    parameterCard_->setVisible(action(QStringLiteral("parameters"))->isChecked());
}

void MainWindow::toggleSide()
{
    sideCard_->setVisible(action(QStringLiteral("side"))->isChecked());
}

void MainWindow::toggleTimeline()
{
    timeline_->setVisible(action(QStringLiteral("timeline"))->isChecked());
}

void MainWindow::togglePlaying()
{
    timeline_->setPlaying(!timeline_->isPlaying());
}

void MainWindow::stepBack()
{
    timeline_->step(-1);
}

void MainWindow::nextProofStep()
{
    goToProofStep(store_.state().view.proofStep + 1);
}

void MainWindow::previousProofStep()
{
    goToProofStep(store_.state().view.proofStep - 1);
}

/// Step 0 puts the proof away; there is none after the last.
void MainWindow::goToProofStep(int step)
{
    const auto& shown = store_.state().view.figures;
    if (std::ranges::find(shown, "rotation") == shown.end())
        notify(tr("The proof is in the figure Rotation, which is not on show."), MessageBar::Kind::Warning);
    else if (step >= 0 && step <= lastProofStep)
        store_.propose(SetValue{"rotation.proof_step", static_cast<double>(step)},
                       tr("Step %1 of the proof").arg(step));
}

void MainWindow::stepForward()
{
    timeline_->step(1);
}

/// Full screen with larger type; the panels come back as they were.
void MainWindow::togglePresenting()
{
    const bool presenting = !appearance_.isPresenting();
    appearance_.setPresenting(presenting);
    action(QStringLiteral("present"))->setChecked(presenting);
    setWindowState(presenting ? windowState() | Qt::WindowFullScreen : windowState() & ~Qt::WindowFullScreen);
    menuBar()->setVisible(!presenting);
    topBar_->setVisible(!presenting);
    parameterCard_->setVisible(!presenting && action(QStringLiteral("parameters"))->isChecked());
    timeline_->setVisible(!presenting && action(QStringLiteral("timeline"))->isChecked());
    if (presenting)
        sizesBeforePresenting_ = panels_->sizes();
    panels_->setSizes(presenting ? presenterSizes(width()) : sizesBeforePresenting_);
    Q_EMIT presentingChanged(presenting);
}

void MainWindow::leavePresenting()
{
    if (appearance_.isPresenting())
        togglePresenting();
}

void MainWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && appearance_.isPresenting())
        leavePresenting();
    else if (event->key() == Qt::Key_Escape)
        messages_->clear();
    else if (event->key() == Qt::Key_PageDown)
        lessons_->advance();
    else if (event->key() == Qt::Key_PageUp)
        lessons_->goBack();
    else
        QMainWindow::keyPressEvent(event);
}

void MainWindow::showShortcuts()
{
    QString rows;
    for (const ActionRow& row : actionRows())
        if (!row.shortcut.empty())
            rows += QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td>%2</td></tr>")
                        .arg(action(text(row.id))->shortcut().toString(QKeySequence::NativeText),
                             text(row.text).remove(u'&'));
    QMessageBox box(QMessageBox::NoIcon, tr("Keyboard shortcuts"),
                    tr("<p>Tab reaches every control; arrow keys turn sliders and act in the focused figure.<br/>"
                       "Alt+1 … Alt+9: workspaces. Ctrl+PgDown, Ctrl+PgUp: next and previous lesson.<br/>"
                       "PgDown, PgUp: a page of the lesson, and past its end the next one. Esc leaves presenter "
                       "mode.</p><table>%1</table>")
                        .arg(rows),
                    QMessageBox::Close, this);
    box.exec();
}

void MainWindow::showAbout()
{
    QMessageBox box(QMessageBox::NoIcon, tr("About RoPE Explorer"),
                    tr("<h3>RoPE Explorer %1</h3><p>A desktop explorer of rotary positional embeddings: exact at any "
                       "length, offline.</p><p>Free software under the GNU General Public License, version 3 or "
                       "later.</p>")
                        .arg(QStringLiteral(ROPE_VERSION)),
                    QMessageBox::Close, this);
    box.exec();
}

void MainWindow::pickModel()
{
    auto* picker = new PresetPicker(this);
    picker->setAttribute(Qt::WA_DeleteOnClose);
    connect(picker, &PresetPicker::chosen, &documents_, &Documents::usePreset);
    picker->open();
}

void MainWindow::pickCompared()
{
    comparing_->choosePreset();
}

void MainWindow::openCompared()
{
    comparing_->chooseFile();
}

void MainWindow::exchangeModels()
{
    comparing_->exchange();
    parameters_->setBaseline(store_.state());
}

void MainWindow::copyComparison()
{
    comparing_->copyTable();
}

void MainWindow::saveComparison()
{
    comparing_->saveReport();
}

void MainWindow::stopComparing()
{
    comparing_->stop();
}

void MainWindow::showModelReport()
{
    showSidePage(report_);
}

void MainWindow::copyFigure()
{
    if (const FigureView* view = grid_->currentView())
        copyPicture(view->figure());
}

void MainWindow::exportFigure()
{
    if (const FigureView* view = grid_->currentView())
        exportPictureOf(view->figure());
}

void MainWindow::copyPicture(const Figure* figure)
{
    const Result<void> copied = copyFigureToClipboard(*figure, store_.state(), appearance_.theme());
    if (copied)
        notify(tr("%1 is in the clipboard, as PNG and SVG.").arg(figure->title()));
    else
        notify(QString::fromStdString(describe(copied.error())), MessageBar::Kind::Warning);
}

void MainWindow::exportPictureOf(const Figure* figure)
{
    auto* dialog = new ExportDialog(*figure, store_.state(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ExportDialog::written, this,
            [this](const QString& path) { notify(tr("Saved as %1.").arg(path)); });
    dialog->open();
}

void MainWindow::saveSessionAs()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Save session"), QStringLiteral("rope-session.json"),
                                                      tr("Sessions (*.json)"));
    if (!path.isEmpty())
        documents_.saveSession(path);
}

void MainWindow::chooseFile()
{
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Open"), {},
        tr("All that opens (*.json *.gguf *.npy *.png *.svg *.pdf *.tex *.gif *.mp4);;Model files (*.json *.gguf);;"
           "Sessions and exported figures (*.json *.png *.svg *.pdf *.tex *.gif *.mp4);;Queries and keys (*.npy);;All "
           "files (*)"));
    if (!path.isEmpty())
        documents_.openFile(path);
}

void MainWindow::pasteFromClipboard()
{
    const QString held = QApplication::clipboard()->text();
    if (held.trimmed().isEmpty())
        notify(tr("The clipboard holds no text; copy a config.json or its rope_scaling first."),
               MessageBar::Kind::Warning);
    else
        documents_.pasteModel(held);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls() || event->mimeData()->hasText())
        event->acceptProposedAction();
}

/// One model file becomes the model, on Compare or its page the second model; of two, one each.
void MainWindow::dropEvent(QDropEvent* event)
{
    event->acceptProposedAction();
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.isEmpty()) {
        documents_.pasteModel(event->mimeData()->text());
        return;
    }
    for (const QUrl& url : urls)
        if (!url.isLocalFile()) {
            notify(tr("%1 is not on this machine; download it and drop the file.").arg(url.toString()),
                   MessageBar::Kind::Warning);
            return;
        }
    const QWidget* under = childAt(event->position().toPoint());
    const bool onComparing = under != nullptr && (under == compareButton_ || under == comparing_->view() ||
                                                  comparing_->view()->isAncestorOf(under));
    if (urls.size() == 1 && onComparing)
        comparing_->takeFile(urls.front().toLocalFile());
    else if (documents_.openFile(urls.front().toLocalFile()) && urls.size() > 1)
        comparing_->takeFile(urls[1].toLocalFile());
}

} // namespace rope
