#pragma once

#include "core/lessons/progress.h"
#include "ui/store/explorer_store.h"
#include "ui/widgets/appearance.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace rope {

class ControlBox;
class LessonText;
class ProgressDots;
class TaskCard;

/// The course: one lesson at a time with its text, live numbers, links that propose changes, and checked tasks.
class LessonPanel : public QWidget {
    Q_OBJECT
public:
    LessonPanel(ExplorerStore& store, const Appearance& appearance, QWidget* parent = nullptr);

    /// Requires at least one.
    const std::vector<Lesson>& lessons() const { return lessons_; }
    const Lesson& lesson() const { return lessons_[static_cast<std::size_t>(index_)]; }
    int index() const { return index_; }
    const Progress& progress() const { return progress_; }
    std::vector<TaskCard*> cards() const { return cards_; }
    std::vector<LessonText*> texts() const { return texts_; }
    std::vector<ControlBox*> controls() const { return controls_; }

    /// Takes up a reader's progress: shows its lesson, changes no state.
    void resume(const Progress& progress);

    /// Opens a lesson (0 is the first) and brings the explorer to its beginning, as one undoable change.
    void open(int index);

    void next();
    void previous();

    /// One page on, and at the end the next lesson: what a presenter's PgDn does.
    void advance();
    void goBack();

    /// The lesson's state again, its tasks open again.
    void startOver();

    /// Forgets all solved tasks.
    void resetProgress();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

Q_SIGNALS:
    void progressChanged(const rope::Progress& progress);
    /// Something for the window to say: a change that was refused.
    void messageRequested(const QString& text);

private:
    void buildHeader(QVBoxLayout* column);
    void buildFooter(QVBoxLayout* column);
    void buildOffer(QVBoxLayout* column);
    void showOffer();
    void showLesson(int index);
    void clearPage();
    void fill();
    void addText(const std::string& markdown);
    void addCard(const Task& task);
    void reveal(TaskCard& card);
    void addControls(const LessonControls& controls);
    void follow();
    void proposeStart();
    void propose(const std::vector<Assignment>& assignments, const QString& words);
    void taskSolved(const Task& task);
    void setProgress(Progress progress);
    void showProgress();
    bool scrollPage(int direction);

    ExplorerStore& store_;
    const Appearance& appearance_;
    std::vector<Lesson> lessons_;
    Progress progress_;
    int index_ = 0;
    QComboBox* chooser_ = nullptr;
    QLabel* place_ = nullptr;
    ProgressDots* dots_ = nullptr;
    QPushButton* offer_ = nullptr;
    QScrollArea* scroll_ = nullptr;
    QWidget* page_ = nullptr;
    QPushButton* previous_ = nullptr;
    QPushButton* next_ = nullptr;
    std::vector<LessonText*> texts_;
    std::vector<TaskCard*> cards_;
    std::vector<ControlBox*> controls_;
};

} // namespace rope
