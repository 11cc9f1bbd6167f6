#pragma once

#include "app/files/session_file.h"
#include "app/window/comparing.h"
#include "ui/store/explorer_store.h"
#include "ui/widgets/appearance.h"
#include "ui/widgets/figure/figure_grid.h"
#include "ui/widgets/figure/highlight_hub.h"
#include "ui/widgets/lesson/lesson_panel.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/model_report_view.h"
#include "ui/widgets/parameter_panel.h"
#include "ui/widgets/timeline.h"

#include <QHash>
#include <QMainWindow>
#include <QSettings>
#include <QTabWidget>

class QLabel;
class QSplitter;

namespace rope {

struct ActionRow;

/// The main window: parameters, figures, a side panel with pages, the timeline, and the commands over them.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    MainWindow(ExplorerStore& store, WindowFiles files, QWidget* parent = nullptr);
    ~MainWindow() override;

    Appearance& appearance() { return appearance_; }
    HighlightHub& highlightHub() { return hub_; }
    FigureGrid& figureGrid() { return *grid_; }
    ParameterPanel& parameterPanel() { return *parameters_; }
    Timeline& timeline() { return *timeline_; }
    Comparing& comparing() { return *comparing_; }
    MessageBar& messageBar() { return *messages_; }
    QTabWidget& sidePages() { return *side_; }

    /// Puts a page into the side panel at `place` (0: first) and returns its index. The window owns it.
    int addSidePage(QWidget* page, const QString& title, int place);
    /// Brings a page of the side panel forward, and the panel with it.
    void showSidePage(QWidget* page);

    /// Opens a session, an exported figure or a model file; what fails is told in the message bar.
    bool openFile(const QString& path);
    /// Takes the model in a pasted JSON text; what fails is told in the message bar.
    bool pasteModel(const QString& text);
    /// Takes the model of a preset.
    void usePreset(const QString& id);
    /// Takes queries and keys as content: the path of a .npy, or `capture:ID`; what fails is told in the message bar.
    bool useContent(const QString& source);
    /// Opens a state as one undo step.
    bool openState(const ExplorerState& state, const QString& label);

    /// Tells the user in a calm line.
    void notify(const QString& text, MessageBar::Kind kind = MessageBar::Kind::Notice);

    /// The command with this id, or nullptr.
    QAction* action(const QString& id) const { return actions_.value(id); }

    /// Writes the session and the layout now, as closing the window does.
    void saveEverything();

    // Commands of actions.cpp.
    void chooseFile();
    void saveSessionAs();
    void copyFigure();
    void exportFigure();
    void quit();
    void undo();
    void redo();
    void pasteFromClipboard();
    void useSystemTheme();
    void useLightTheme();
    void useDarkTheme();
    void toggleTheme();
    void toggleMaximised();
    void toggleDetached();
    void putFiguresBack();
    void toggleTable();
    void toggleParameters();
    void toggleSide();
    void toggleTimeline();
    void togglePresenting();
    void leavePresenting();
    void pickModel();
    void pickCompared();
    void openCompared();
    void exchangeModels();
    void copyComparison();
    void saveComparison();
    void stopComparing();
    void showModelReport();
    void resetEverything();
    void togglePlaying();
    void stepBack();
    void stepForward();
    void nextProofStep();
    void previousProofStep();
    void showShortcuts();
    void showAbout();

Q_SIGNALS:
    void presentingChanged(bool presenting);

protected:
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void goToProofStep(int step);
    void buildActions();
    void buildMenus();
    void buildFiguresMenu();
    void buildDataMenu();
    void buildWorkspacesMenu();
    void buildPanels();
    QWidget* buildTopBar();
    QWidget* buildSide();
    QToolButton* menuButton(QMenu* menu);
    void buildLessonsMenu();
    void addLessonStep(const QString& name, const QString& shortcut, void (LessonPanel::*step)());
    void keepProgress(const Progress& progress);
    void keepSession();
    QToolButton* topButton(const QString& actionId, const QString& text);
    QToolButton* setUp(QToolButton* button, const QString& actionId, const QString& text);
    void restoreLayout();
    void dress();
    void followState();
    void buildComparing();
    void followComparing();
    ModelFile fileOf(const ModelSettings& model);
    void takeModelFile(const ModelFile& file);
    void followReport();
    QString modelTitle() const;
    bool openSession(const QString& path);
    void copyPicture(const Figure* figure);
    void exportPictureOf(const Figure* figure);
    bool openModelFile(const QString& path);
    int currentCell() const;

    ExplorerStore& store_;
    WindowFiles files_;
    QSettings settings_;
    Appearance appearance_;
    HighlightHub hub_;
    QTimer autosave_;
    bool sessionIsKept_ = true; ///< whether the last autosave worked: a failing one is told once
    Progress savedProgress_;    ///< as this window last read or wrote it

    QHash<QString, QAction*> actions_;
    QWidget* topBar_ = nullptr;
    QLabel* programName_ = nullptr;
    QToolButton* modelButton_ = nullptr;
    QToolButton* compareButton_ = nullptr;
    QToolButton* workspaceButton_ = nullptr;
    QMenu* workspaceMenu_ = nullptr;
    MessageBar* messages_ = nullptr;
    QSplitter* panels_ = nullptr;
    ParameterPanel* parameters_ = nullptr;
    QWidget* parameterCard_ = nullptr;
    FigureGrid* grid_ = nullptr;
    QWidget* sideCard_ = nullptr;
    QTabWidget* side_ = nullptr;
    LessonPanel* lessons_ = nullptr;
    QMenu* lessonMenu_ = nullptr;
    QList<int> sizesBeforePresenting_;
    ModelReportView* report_ = nullptr;
    Comparing* comparing_ = nullptr;
    QHash<QString, ModelFile> reports_; ///< by source and name, of the models met so far
    Timeline* timeline_ = nullptr;
};

} // namespace rope
