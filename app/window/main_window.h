#pragma once

#include "app/window/comparing.h"
#include "app/window/documents.h"
#include "app/window/kept_work.h"
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
#include <functional>

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
    Documents& documents() { return documents_; }
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
    void addFigureMenus();
    void followDocuments();
    void buildPanels();
    QWidget* buildTopBar();
    QWidget* buildSide();
    QToolButton* menuButton(QMenu* menu);
    QToolButton* topButton(const QString& actionId, const QString& text);
    QToolButton* setUp(QToolButton* button, const QString& actionId, const QString& text);
    void restoreLayout();
    void dress();
    void buildComparing();
    void followComparing();
    void followState(StateParts parts);
    void showModel();
    void showWorkspace();
    void copyPicture(const Figure* figure);
    void exportPictureOf(const Figure* figure);
    int currentCell() const;

    ExplorerStore& store_;
    QSettings settings_;
    Appearance appearance_;
    HighlightHub hub_;
    Documents documents_;
    KeptWork kept_;

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
    Timeline* timeline_ = nullptr;
};

} // namespace rope
