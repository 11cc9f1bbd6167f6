#include "core/lessons/task.h"

#include "core/lessons/text_tools.h"

#include <cmath>

namespace rope {
namespace {

std::string joined(std::string_view first, std::string_view second)
{
    if (first.empty() || second.empty())
        return std::string(first.empty() ? second : first);
    return std::string(first) + ' ' + std::string(second);
}

/// "Now wavelength is 6.283 tokens; it should be at least 10."
std::string shortfall(const QuantityCondition& condition, const ShownState& state)
{
    static constexpr std::string_view words[] = {"below", "at most", "", "other than", "at least", "above"};
    const LiveQuantity* quantity = findQuantity(condition.quantity.id);
    const std::string_view word = words[static_cast<std::size_t>(condition.relation)];
    return "Now the " + std::string(quantity->title) + " is " + textOf(condition.quantity, state) + "; it should be " +
           (word.empty() ? "" : std::string(word) + " ") + formatQuantity(*quantity, condition.bound) + ".";
}

/// A value as its control shows it: a choice by its title, a switch as on or off.
std::string shownValue(const StateKey& key, const std::string& text)
{
    for (const KeyChoice& choice : key.choices)
        if (choice.id == text)
            return choice.title;
    if (key.kind == ValueKind::Switch)
        return text == "0" || text == "off" ? "off" : "on";
    return text;
}

std::string shortfall(const KeyCondition& condition, const ShownState& state)
{
    const KeyHandle key = findKey(state, condition.key);
    if (!key)
        return "The present model has no setting " + condition.key + ".";
    return "Now *" + key->title + "* is *" + shownValue(*key, formatValue(key->get(state))) + "*; it should " +
           (condition.equal ? "" : "not ") + "be *" + shownValue(*key, condition.text) + "*.";
}

/// The state that a task asks about; the content file on show stays open.
Result<ShownState> askedState(const Task& task, const ShownState& state)
{
    return withAssignments(state, task.at).map([&](ExplorerState asked) {
        return withContentOf(std::move(asked), state);
    });
}

TaskResult checkReach(const Task& task, const ShownState& state)
{
    for (const Condition& condition : task.conditions) {
        const Result<bool> met = holds(condition, state);
        if (!met)
            return {false, describe(met.error()) + "."};
        if (!*met) {
            return {false, std::visit([&](const auto& c) { return shortfall(c, state); }, condition)};
        }
    }
    return {true, withLiveNumbers(task.right, state)};
}

TaskResult checkPredict(const Task& task, const ShownState& state, const Answer& answer)
{
    const std::string* typed = std::get_if<std::string>(&answer);
    if (typed == nullptr || trimmed(*typed).empty())
        return {false, "Write a number first: a guess costs nothing."};
    const Result<double> number = parseNumber(trimmed(*typed));
    if (!number)
        return {false, "This is not a number that can be read; write for instance 0.5, -3 or 1e-3."};
    const Result<ShownState> asked = askedState(task, state);
    if (!asked)
        return {false, "This cannot be asked of the present state: " + describe(asked.error()) + "."};
    const Result<double> truth = valueOf(task.quantity, *asked);
    if (!truth)
        return {false, "This cannot be asked of the present state: " + describe(truth.error()) + "."};
    if (std::abs(*number - *truth) <= task.tolerance)
        return {true, joined("It is " + textOf(task.quantity, *asked) + ".", withLiveNumbers(task.right, *asked))};
    return {false, *number > *truth ? "Too high." : "Too low."};
}

TaskResult checkChoose(const Task& task, const ShownState& state, const Answer& answer)
{
    const int* index = std::get_if<int>(&answer);
    if (index == nullptr || *index < 0 || static_cast<std::size_t>(*index) >= task.options.size())
        return {false, "Pick one of the answers first."};
    const TaskOption& option = task.options[static_cast<std::size_t>(*index)];
    const Result<ShownState> asked = askedState(task, state);
    const std::string reply = withLiveNumbers(option.reply, asked ? *asked : state);
    return {option.right, option.right ? joined(reply, withLiveNumbers(task.right, asked ? *asked : state)) : reply};
}

} // namespace

TaskResult check(const Task& task, const ShownState& state, const Answer& answer)
{
    switch (task.kind) {
    case TaskKind::Reach:
        return checkReach(task, state);
    case TaskKind::Predict:
        return checkPredict(task, state, answer);
    case TaskKind::Choose:
        return checkChoose(task, state, answer);
    }
    return {};
}

std::string withLiveNumbers(std::string_view text, const ShownState& state)
{
    return replaceBraces(text, [&](std::string_view inside) {
        const Result<QuantityReference> reference = parseQuantityReference(inside);
        return reference ? textOf(*reference, state) : std::string(inside);
    });
}

} // namespace rope
