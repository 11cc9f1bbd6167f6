#include "core/base/number_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace rope {

namespace {

constexpr std::array<std::string_view, 5> groupSeparators = {" ", "_", "\u2009", "\u202F", "\u00A0"};

/// The text without grouping characters between digits and around the number.
std::string withoutGrouping(std::string_view text)
{
    std::string plain;
    while (!text.empty()) {
        bool skipped = false;
        for (const std::string_view separator : groupSeparators) {
            if (text.starts_with(separator)) {
                text.remove_prefix(separator.size());
                skipped = true;
                break;
            }
        }
        if (skipped)
            continue;
        if (text.starts_with("\u2212")) { // the typographic minus
            plain += '-';
            text.remove_prefix(std::string_view("\u2212").size());
            continue;
        }
        plain += text.front();
        text.remove_prefix(1);
    }
    return plain;
}

std::optional<double> plainNumber(std::string_view text)
{
    if (text.starts_with('+'))
        text.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

double suffixFactor(char suffix)
{
    switch (suffix) {
    case 'k':
    case 'K':
        return 1e3;
    case 'M':
        return 1e6;
    case 'G':
        return 1e9;
    default:
        return 0;
    }
}

std::optional<double> numberOf(std::string_view text)
{
    if (const auto caret = text.find('^'); caret != std::string_view::npos) {
        const auto base = plainNumber(text.substr(0, caret));
        const auto exponent = plainNumber(text.substr(caret + 1));
        if (!base || !exponent)
            return std::nullopt;
        const double power = std::pow(*base, *exponent);
        return std::isfinite(power) ? std::optional(power) : std::nullopt;
    }
    if (!text.empty() && suffixFactor(text.back()) > 0) {
        const auto number = plainNumber(text.substr(0, text.size() - 1));
        return number ? std::optional(*number * suffixFactor(text.back())) : std::nullopt;
    }
    return plainNumber(text);
}

} // namespace

Result<double> parseNumber(std::string_view text)
{
    if (withoutGrouping(text).empty())
        return refuse("", "nothing is written; write a number such as 500000, 500k, 5e5 or 2^19");
    const std::optional<double> number = numberOf(withoutGrouping(text));
    if (!number)
        return refuse("", "'" + std::string(text.substr(0, 40)) + "' is not a number; write 500000, 500k, 5e5 or 2^19");
    return *number;
}

std::string shortestNumber(double value)
{
    std::array<char, 32> buffer{};
    char* const begin = buffer.data();
    char* const end = begin + buffer.size();
    const bool whole = value == std::round(value) && std::abs(value) < 1e15;
    return {begin, whole ? std::to_chars(begin, end, static_cast<long long>(value)).ptr
                         : std::to_chars(begin, end, value).ptr};
}

std::string roundedNumber(double value, int digits)
{
    std::array<char, 64> buffer{};
    char* const begin = buffer.data();
    return {begin, std::to_chars(begin, begin + buffer.size(), value, std::chars_format::general, digits).ptr};
}

std::string exactNumber(double value)
{
    return roundedNumber(value, 17);
}

std::string shortNumber(double value)
{
    return roundedNumber(value, 6);
}

} // namespace rope
