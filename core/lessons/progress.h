#pragma once

#include "core/lessons/lesson.h"

#include <set>

namespace rope {

/// How far a reader has come. A value; where it is kept is the program's business.
struct Progress {
    std::string lesson;         ///< id of the one being read; empty: none yet
    std::set<std::string> done; ///< solved tasks, `lesson/task`

    bool operator==(const Progress&) const = default;
};

/// Progress with one more solved task.
Progress withDone(const Progress& progress, const Lesson& lesson, const Task& task);

bool isDone(const Progress& progress, const Lesson& lesson, const Task& task);

/// Solved tasks of the lesson, and all of them.
struct LessonScore {
    int done = 0;
    int tasks = 0;
    bool operator==(const LessonScore&) const = default;
};
LessonScore scoreOf(const Progress& progress, const Lesson& lesson);

/// Progress with the tasks of one lesson open again.
Progress withoutLesson(const Progress& progress, const Lesson& lesson);

/// What changed from `before` to `now`, made on `kept`: tasks solved since are solved, tasks opened again since are
/// open, all others stay as they are there.
Progress withChanges(const Progress& kept, const Progress& before, const Progress& now);

std::string toJson(const Progress& progress);

inline constexpr std::size_t maximumProgressBytes = 1U << 20U;

/// Progress from JSON. Refuses what is not ours: another shape, a later version, a text over maximumProgressBytes.
Result<Progress> progressFromJson(std::string_view text);

} // namespace rope
