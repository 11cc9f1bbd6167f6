#pragma once

#include "core/lessons/task.h"
#include "ui/paint/style.h"

#include <QFrame>

class QButtonGroup;
class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace rope {

/// One task of a lesson: its question, a way to answer, and what the check said.
class TaskCard : public QFrame {
    Q_OBJECT
public:
    TaskCard(const Task& task, int number, const PaintStyle& style, QWidget* parent = nullptr);

    const Task& task() const { return task_; }
    bool isDone() const { return done_; }
    QString message() const;

    /// Marks it as solved earlier: the answer is given away no further than "solved".
    void showDone();

    /// Live numbers in the question as they are in this state; nothing is solved by it.
    void showState(const ShownState& state);

    /// The state has changed: the question follows, and a Reach task notices when this change solves it.
    void follow(const ShownState& state);

    /// Checks the present answer against the state last followed and says what came out.
    void checkAnswer();

Q_SIGNALS:
    void solved();
    /// The reader asked, by `Check` or `Hint`, and the card has said something.
    void answered();
    /// `See it` was pressed: the state that a Predict or Choose task asks about.
    void stateRequested(const std::vector<rope::Assignment>& assignments);

private:
    QLabel* addText(QVBoxLayout* column, const QString& text);
    void addHeading(QVBoxLayout* column, int number);
    void addOptions(QVBoxLayout* column);
    void addField(QVBoxLayout* column);
    void addButtons(QVBoxLayout* column);
    Answer answer() const;
    void showResult(const TaskResult& result);
    void dropResult();
    void showHint();
    void markDone();

    Task task_;
    PaintStyle style_;
    ShownState state_;
    bool done_ = false;
    bool reached_ = false; ///< the state last followed is one that a Reach task asks for
    QLabel* heading_ = nullptr;
    QLabel* question_ = nullptr;
    QLabel* result_ = nullptr;
    QLineEdit* field_ = nullptr;
    QButtonGroup* options_ = nullptr;
    QPushButton* see_ = nullptr;
};

} // namespace rope
