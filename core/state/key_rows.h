#pragma once

#include "core/state/keys.h"

#include <algorithm>
#include <type_traits>

namespace rope {

/// A key whose value is a member reached by `member(state)`: integers, reals and texts.
template <class Member> StateKey plainKey(StateKey key, Member member)
{
    key.get = [member](const ExplorerState& state) -> Value {
        const auto& field = member(const_cast<ExplorerState&>(state));
        if constexpr (std::is_same_v<std::decay_t<decltype(field)>, std::string>)
            return field;
        else
            return static_cast<double>(field);
    };
    key.set = [member](ExplorerState& state, const Value& value) -> Result<void> {
        auto& field = member(state);
        using Field = std::decay_t<decltype(field)>;
        if constexpr (std::is_same_v<Field, std::string>)
            field = std::get<std::string>(value);
        else if constexpr (std::is_same_v<Field, bool>)
            field = std::get<double>(value) != 0.0;
        else
            field = static_cast<Field>(std::get<double>(value));
        return {};
    };
    return key;
}

/// A choice key over an enumeration: choice i is the enumerator with value i.
template <class Member> StateKey choiceKey(StateKey key, Member member)
{
    key.kind = ValueKind::Choice;
    const std::vector<KeyChoice> choices = key.choices;
    key.get = [member, choices](const ExplorerState& state) -> Value {
        return choices[static_cast<std::size_t>(member(const_cast<ExplorerState&>(state)))].id;
    };
    key.set = [member, choices](ExplorerState& state, const Value& value) -> Result<void> {
        const auto found = std::ranges::find(choices, std::get<std::string>(value), &KeyChoice::id);
        auto& field = member(state);
        field = static_cast<std::decay_t<decltype(field)>>(found - choices.begin());
        return {};
    };
    return key;
}

inline StateKey integer(std::string id, std::string group, std::string title, std::string unit, std::string help,
                        double minimum, double maximum, bool logarithmic = false)
{
    return {.id = std::move(id),
            .group = std::move(group),
            .title = std::move(title),
            .unit = std::move(unit),
            .help = std::move(help),
            .kind = ValueKind::Integer,
            .minimum = minimum,
            .maximum = maximum,
            .logarithmic = logarithmic};
}

inline StateKey real(std::string id, std::string group, std::string title, std::string unit, std::string help,
                     double minimum, double maximum, bool logarithmic = false)
{
    StateKey key = integer(std::move(id), std::move(group), std::move(title), std::move(unit), std::move(help), minimum,
                           maximum, logarithmic);
    key.kind = ValueKind::Real;
    return key;
}

inline StateKey named(ValueKind kind, std::string id, std::string group, std::string title, std::string help,
                      std::vector<KeyChoice> choices = {})
{
    return {.id = std::move(id),
            .group = std::move(group),
            .title = std::move(title),
            .help = std::move(help),
            .kind = kind,
            .choices = std::move(choices)};
}

/// A key whose slider offers less than its range, as the rest of the state decides.
inline StateKey offering(StateKey key, std::function<KeyRange(const ExplorerState&)> offered)
{
    key.offered = std::move(offered);
    return key;
}

inline StateKey withAccess(StateKey key, std::function<Value(const ExplorerState&)> get,
                           std::function<Result<void>(ExplorerState&, const Value&)> set)
{
    key.get = std::move(get);
    key.set = std::move(set);
    return key;
}

} // namespace rope
