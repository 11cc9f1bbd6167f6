#include "core/lessons/task_parser.h"

#include "core/lessons/text_tools.h"

#include <map>

namespace rope {
namespace {

std::string placeOf(std::string_view file, int line)
{
    return std::string(file) + ':' + std::to_string(line);
}

/// `* text | reply` (right) or `text | reply`.
Result<void> addOption(Task& task, std::string_view text)
{
    TaskOption option;
    option.right = text.starts_with('*');
    if (option.right)
        text.remove_prefix(1);
    const std::size_t bar = text.find('|');
    if (bar == std::string_view::npos)
        return refuse("option", "needs a reply after |, for whoever picks it");
    option.text = trimmed(text.substr(0, bar));
    option.reply = trimmed(text.substr(bar + 1));
    task.options.push_back(std::move(option));
    return {};
}

Result<void> setKind(Task& task, std::string_view text)
{
    static const std::map<std::string_view, TaskKind> kinds = {
        {"reach", TaskKind::Reach}, {"predict", TaskKind::Predict}, {"choose", TaskKind::Choose}};
    const auto found = kinds.find(text);
    if (found == kinds.end())
        return refuse("kind", "must be reach, predict or choose");
    task.kind = found->second;
    return {};
}

Result<void> addCondition(Task& task, std::string_view text)
{
    Result<Condition> condition = parseCondition(text);
    if (!condition)
        return tl::unexpected(condition.error());
    task.conditions.push_back(std::move(*condition));
    return {};
}

Result<void> setQuantity(Task& task, std::string_view text)
{
    Result<QuantityReference> reference = parseQuantityReference(text);
    if (!reference)
        return tl::unexpected(reference.error());
    task.quantity = std::move(*reference);
    return {};
}

Result<void> setNumber(double& target, std::string_view text)
{
    const Result<double> number = parseNumber(text);
    if (!number)
        return tl::unexpected(number.error());
    target = *number;
    return {};
}

Result<void> setAssignments(std::vector<Assignment>& target, std::string_view text)
{
    Result<std::vector<Assignment>> assignments = parseAssignments(text);
    if (!assignments)
        return tl::unexpected(assignments.error());
    target = std::move(*assignments);
    return {};
}

/// A state to reach, or the number to say.
Result<void> setSolution(Task& task, std::string_view text)
{
    if (text.find('=') != std::string_view::npos)
        return setAssignments(task.solution, text);
    return setNumber(task.solutionNumber.emplace(), text);
}

Result<void> setText(std::string& target, std::string_view text)
{
    target = text;
    return {};
}

using Setter = Result<void> (*)(Task&, std::string_view);
const std::map<std::string_view, Setter> setters = {
    {"id",
     [](Task& task, std::string_view text) {
         return setText(task.id, text);
     }},
    {"kind", setKind},
    {"question",
     [](Task& task, std::string_view text) {
         return setText(task.question, text);
     }},
    {"hint",
     [](Task& task, std::string_view text) {
         return setText(task.hint, text);
     }},
    {"right",
     [](Task& task, std::string_view text) {
         return setText(task.right, text);
     }},
    {"require", addCondition},
    {"fact", addCondition},
    {"at",
     [](Task& task, std::string_view text) {
         return setAssignments(task.at, text);
     }},
    {"quantity", setQuantity},
    {"tolerance",
     [](Task& task, std::string_view text) {
         return setNumber(task.tolerance, text);
     }},
    {"option", addOption},
    {"solution", setSolution},
};

Result<void> setField(Task& task, std::string_view line)
{
    const auto [key, text] = splitField(line);
    const auto setter = setters.find(key);
    if (setter == setters.end())
        return refuse(std::string(key), "is not a field of a task");
    return setter->second(task, text);
}

std::string missingInReach(const Task& task)
{
    if (task.conditions.empty())
        return "a reach task needs at least one require";
    if (task.solution.empty())
        return "a reach task needs a solution key=value";
    return {};
}

std::string missingInPredict(const Task& task)
{
    if (task.quantity.id.empty())
        return "a predict task needs a quantity";
    if (!(task.tolerance > 0))
        return "a predict task needs a tolerance above 0";
    if (!task.solutionNumber)
        return "a predict task needs a number as solution";
    return {};
}

std::string missingInChoose(const Task& task)
{
    int right = 0;
    for (const TaskOption& option : task.options)
        right += option.right ? 1 : 0;
    if (task.options.size() < 2 || right != 1)
        return "a choose task needs two or more options, one of them marked right with *";
    return {};
}

/// What a complete task lacks, or an empty text.
std::string missing(const Task& task)
{
    if (task.id.empty() || task.question.empty() || task.right.empty())
        return "a task needs an id, a question and what to say when it is right";
    switch (task.kind) {
    case TaskKind::Reach:
        return missingInReach(task);
    case TaskKind::Predict:
        return missingInPredict(task);
    case TaskKind::Choose:
        return missingInChoose(task);
    }
    return {};
}

} // namespace

Result<Task> parseTask(std::string_view block, std::string_view file, int line)
{
    Task task;
    task.line = line;
    for (int at = line; !block.empty(); ++at) {
        const std::string_view text = trimmed(takeLine(block));
        if (text.empty())
            continue;
        if (const Result<void> set = setField(task, text); !set)
            return refuse(placeOf(file, at), describe(set.error()));
    }
    if (const std::string lack = missing(task); !lack.empty())
        return refuse(placeOf(file, line), lack);
    return task;
}

} // namespace rope
