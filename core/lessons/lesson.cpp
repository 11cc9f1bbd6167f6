#include "core/lessons/lesson.h"

#include "core/lessons/text_tools.h"
#include "core/state/change.h"

#include <algorithm>
#include <set>

namespace rope {

std::vector<const Task*> tasksOf(const Lesson& lesson)
{
    std::vector<const Task*> tasks;
    for (const auto& block : lesson.blocks)
        if (const Task* task = std::get_if<Task>(&block))
            tasks.push_back(task);
    return tasks;
}

Result<ExplorerState> startState(const Lesson& lesson)
{
    ExplorerState fresh;
    fresh.view.workspace = lessonWorkspace;
    if (!lesson.figures.empty())
        fresh.view.figures = lesson.figures;
    return withAssignments(fresh, lesson.start);
}

Result<Change> startChange(const Lesson& lesson, const ExplorerState& present)
{
    ExplorerState fresh;
    fresh.view.colorMap = present.view.colorMap;
    fresh.view.workspace = lessonWorkspace;
    fresh.view.figures = lesson.figures.empty() ? present.view.figures : lesson.figures;
    Result<ExplorerState> state = withAssignments(fresh, lesson.start);
    if (!state)
        return tl::unexpected(state.error());
    return ReplaceAll{std::move(*state)};
}

} // namespace rope
