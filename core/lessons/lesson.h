#pragma once

#include "core/lessons/task.h"

#include <map>

namespace rope {

/// A link `[text](set:key=value&key=value)` that proposes changes.
struct LessonLink {
    std::string text;
    std::vector<Assignment> assignments;
    int line = 0;
};

/// An equation `![in words](equation:NAME)`: resources/equations/NAME.svg.
struct LessonEquation {
    std::string name;
    std::string words; ///< for who cannot see it
    int line = 0;
};

/// A live number `{{quantity}}` or `{{quantity:argument}}`.
struct LessonNumber {
    QuantityReference reference;
    int line = 0;
};

/// Markdown between two task blocks, as written.
struct Prose {
    std::string markdown;
    int line = 0;
};

/// Controls of the explorer in the middle of the text, a key on every line of the block. Keys that the state has only
/// at times (`scheme.factor`) show up when they are there.
struct LessonControls {
    std::vector<std::string> keys;
    int line = 0;
};

/// One lesson: text, controls and tasks in the order of reading.
struct Lesson {
    std::string id; ///< file name without folder and suffix: `03-one-pair-turns`
    std::string title;
    int order = 0;
    std::vector<std::string> figures; ///< ids of the figures it looks at
    std::vector<Assignment> start;    ///< from a fresh state to the one that it begins with
    std::vector<std::variant<Prose, Task, LessonControls>> blocks;
    std::string summary; ///< Markdown under the last heading `## Summary`; not part of blocks
    std::vector<LessonLink> links;
    std::vector<LessonEquation> equations;
    std::vector<LessonNumber> numbers;
};

/// The tasks of a lesson, in order.
std::vector<const Task*> tasksOf(const Lesson& lesson);

/// The name of a lesson's arrangement of figures (ViewSettings::workspace).
inline constexpr const char* lessonWorkspace = "lesson";

/// The state that the lesson begins with.
Result<ExplorerState> startState(const Lesson& lesson);

/// The change that takes any state to the lesson's beginning in one step. Figures and colours of `present` stay when
/// the lesson does not name them.
Result<Change> startChange(const Lesson& lesson, const ExplorerState& present);

} // namespace rope
