#pragma once

#include "core/lessons/assignment.h"
#include "core/lessons/condition.h"

namespace rope {

enum class TaskKind {
    Reach,   ///< bring the explorer to a state in which all conditions hold
    Predict, ///< say a number before seeing it
    Choose,  ///< pick one of several answers
};

/// One answer of a Choose task.
struct TaskOption {
    std::string text;
    std::string reply; ///< what to say when it is picked: why it is right, or what speaks against it
    bool right = false;
};

/// Something to do, checked against the state. Texts are Markdown and may hold live numbers `{{...}}`.
struct Task {
    std::string id; ///< unique in its lesson
    TaskKind kind = TaskKind::Reach;
    std::string question;
    std::string hint;                  ///< a first help, said when it is asked for
    std::string right;                 ///< said when solved
    std::vector<Condition> conditions; ///< Reach: all must hold. Choose: facts behind the right answer, proved by tests
    std::vector<Assignment> at;        ///< Predict and Choose: the state asked about, as changes of the present one
    QuantityReference quantity;        ///< Predict: what is asked for
    double tolerance = 0;              ///< Predict: how far off still counts, in the quantity's unit
    std::vector<TaskOption> options;   ///< Choose
    std::vector<Assignment> solution;  ///< Reach: changes of the lesson's start that solve it; never shown
    std::optional<double> solutionNumber; ///< Predict: an answer that is right from the lesson's start; never shown
    int line = 0;                         ///< where the block begins in its file, from 1
};

/// What the reader answered: nothing (Reach), a typed number (Predict) or the index of an option (Choose).
using Answer = std::variant<std::monostate, std::string, int>;

struct TaskResult {
    bool solved = false;
    std::string message; ///< Markdown: why it is right, or one sentence that helps on
};

/// Whether the answer, or the state for a Reach task, solves the task.
TaskResult check(const Task& task, const ShownState& state, const Answer& answer = {});

/// Text with every `{{quantity}}` replaced by its value now.
std::string withLiveNumbers(std::string_view text, const ShownState& state);

} // namespace rope
