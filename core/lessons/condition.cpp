#include "core/lessons/condition.h"

#include "core/lessons/text_tools.h"
#include "core/state/keys.h"

#include <array>
#include <cmath>

namespace rope {
namespace {

struct Operator {
    std::string_view sign;
    Relation relation;
};
/// Two-character signs first, so that `<=` is not read as `<`.
constexpr std::array<Operator, 6> operators = {{
    {"<=", Relation::AtMost},
    {">=", Relation::AtLeast},
    {"!=", Relation::NotEqual},
    {"<", Relation::Less},
    {">", Relation::Greater},
    {"=", Relation::Equal},
}};

bool related(double value, Relation relation, double bound)
{
    const bool equal = std::abs(value - bound) <= 1e-9;
    switch (relation) {
    case Relation::Less:
        return value < bound;
    case Relation::AtMost:
        return value <= bound;
    case Relation::Equal:
        return equal;
    case Relation::NotEqual:
        return !equal;
    case Relation::AtLeast:
        return value >= bound;
    case Relation::Greater:
        return value > bound;
    }
    return false;
}

Result<bool> holdsFor(const QuantityCondition& condition, const ShownState& state)
{
    const Result<double> value = valueOf(condition.quantity, state);
    if (!value)
        return tl::unexpected(value.error());
    return related(*value, condition.relation, condition.bound);
}

Result<bool> holdsFor(const KeyCondition& condition, const ShownState& state)
{
    const KeyHandle key = findKey(state, condition.key);
    if (!key)
        return refuse(condition.key, "is not a key of the state");
    const Result<Value> wanted = parseValue(*key, condition.text);
    if (!wanted)
        return tl::unexpected(wanted.error());
    return (key->get(state) == *wanted) == condition.equal;
}

Result<Condition> keyCondition(std::string_view name, Relation relation, std::string_view text)
{
    if (relation != Relation::Equal && relation != Relation::NotEqual)
        return refuse(std::string(name), "can be compared with = and != only");
    return KeyCondition{std::string(name), relation == Relation::Equal, std::string(text)};
}

Result<Condition> quantityCondition(std::string_view name, Relation relation, std::string_view text)
{
    const Result<QuantityReference> reference = parseQuantityReference(name);
    if (!reference)
        return tl::unexpected(reference.error());
    const Result<double> bound = parseNumber(text);
    if (!bound)
        return tl::unexpected(bound.error());
    return QuantityCondition{*reference, relation, *bound};
}

} // namespace

Result<Condition> parseCondition(std::string_view text)
{
    for (const Operator& candidate : operators) {
        const std::size_t at = text.find(candidate.sign);
        if (at == std::string_view::npos)
            continue;
        const std::string_view name = trimmed(text.substr(0, at));
        const std::string_view bound = trimmed(text.substr(at + candidate.sign.size()));
        const bool isKey = name.find('.') != std::string_view::npos;
        return isKey ? keyCondition(name, candidate.relation, bound)
                     : quantityCondition(name, candidate.relation, bound);
    }
    return refuse(std::string(text), "must compare with one of < <= = != >= >");
}

Result<bool> holds(const Condition& condition, const ShownState& state)
{
    return std::visit([&](const auto& alternative) { return holdsFor(alternative, state); }, condition);
}

} // namespace rope
