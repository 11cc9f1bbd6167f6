#include "core/lessons/quantities.h"

#include "core/lessons/quantity_tables.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace rope {
namespace {

constexpr std::string_view minusSign = "\u2212";
constexpr std::string_view noNumber = "\u2013";
constexpr std::string_view groupSpace = "\u202F";
constexpr std::size_t groupedFrom = 5; ///< digits before the point: 4096 stays together, 54 410 does not

std::vector<LiveQuantity> allQuantities()
{
    std::vector<LiveQuantity> all;
    for (const auto& table : {rotationQuantities(), frequencyQuantities(), attentionQuantities(), labQuantities(),
                              contextQuantities(), portQuantities(), ruleQuantities()})
        all.insert(all.end(), table.begin(), table.end());
    return all;
}

std::string printed(const char* format, int digits, double value)
{
    char buffer[64] = {};
    std::snprintf(buffer, sizeof buffer, format, digits, value);
    return buffer;
}

/// 1.1e-16 for 1.1e-16, 3.5e-3 for 3.5e-03: one digit after the point, no zeros before the exponent.
std::string tiny(double size)
{
    std::string text = printed("%.*e", 1, size);
    const std::size_t sign = text.find_first_of("+-");
    while (sign != std::string::npos && sign + 2 < text.size() && text[sign + 1] == '0')
        text.erase(sign + 1, 1);
    return text;
}

/// Digits before the point in groups of three.
std::string grouped(const std::string& digits)
{
    const std::size_t whole = std::min(digits.find('.'), digits.size());
    if (whole < groupedFrom)
        return digits;
    std::string result;
    for (std::size_t i = 0; i < whole; ++i) {
        if (i > 0 && (whole - i) % 3 == 0)
            result += groupSpace;
        result += digits[i];
    }
    return result + digits.substr(whole);
}

std::string withUnit(const LiveQuantity& quantity, const std::string& number)
{
    if (quantity.unit.empty())
        return number;
    return number + (quantity.unit.starts_with("\u00B0") ? "" : " ") + std::string(quantity.unit);
}

} // namespace

const std::vector<LiveQuantity>& liveQuantities()
{
    static const std::vector<LiveQuantity> table = allQuantities();
    return table;
}

const LiveQuantity* findQuantity(std::string_view id)
{
    const auto found = std::ranges::find(liveQuantities(), id, &LiveQuantity::id);
    return found == liveQuantities().end() ? nullptr : &*found;
}

Result<QuantityReference> parseQuantityReference(std::string_view text)
{
    const std::size_t colon = text.find(':');
    QuantityReference reference{std::string(text.substr(0, colon)), std::nullopt};
    const LiveQuantity* quantity = findQuantity(reference.id);
    if (quantity == nullptr)
        return refuse(reference.id, "is not a quantity");
    if (colon == std::string_view::npos) {
        if (quantity->argument == QuantityArgument::Tokens)
            return refuse(reference.id, "needs a number of tokens: " + reference.id + ":100");
        return reference;
    }
    if (quantity->argument == QuantityArgument::None)
        return refuse(reference.id, "takes no argument");
    std::int64_t argument = 0;
    const char* const end = text.data() + text.size();
    const auto [next, failure] = std::from_chars(text.data() + colon + 1, end, argument);
    if (failure != std::errc{} || next != end)
        return refuse(reference.id, "the argument after the colon must be a whole number");
    reference.argument = argument;
    return reference;
}

Result<double> valueOf(const QuantityReference& reference, const ShownState& state)
{
    const LiveQuantity* quantity = findQuantity(reference.id);
    if (quantity == nullptr)
        return refuse(reference.id, "is not a quantity");
    const std::int64_t argument = reference.argument.value_or(state.highlightedPair);
    if (quantity->argument == QuantityArgument::Pair && (argument < 0 || argument >= pairCount(state)))
        return refuse(reference.id, "the model has no pair " + std::to_string(argument));
    return quantity->value(state, argument);
}

std::string formatQuantity(const LiveQuantity& quantity, double value)
{
    if (std::isnan(value))
        return std::string(noNumber);
    const std::string sign(value < 0 ? minusSign : "");
    const double size = std::abs(value);
    if (std::isinf(value))
        return sign + "\u221E";
    if (size == 0)
        return "0";
    if (size < 0.5 * std::pow(10.0, -quantity.digits))
        return sign + tiny(size);
    return sign + grouped(printed("%.*f", quantity.digits, size));
}

std::string textOf(const QuantityReference& reference, const ShownState& state)
{
    const LiveQuantity* quantity = findQuantity(reference.id);
    const Result<double> value = valueOf(reference, state);
    if (quantity == nullptr || !value)
        return std::string(noNumber);
    return withUnit(*quantity, formatQuantity(*quantity, *value));
}

} // namespace rope
