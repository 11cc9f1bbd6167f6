#include "app/commands/text.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace rope::cli {

namespace {

std::size_t displayWidth(std::string_view text)
{
    const auto isStart = [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    };
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), isStart));
}

bool looksNumeric(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("0123456789.+-e") == std::string_view::npos;
}

std::string padded(const std::string& cell, std::size_t width, bool right)
{
    const std::string gap(width - std::min(width, displayWidth(cell)), ' ');
    return right ? gap + cell : cell + gap;
}

std::string tableLine(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths,
                      const std::vector<bool>& right)
{
    std::string line;
    for (std::size_t c = 0; c < cells.size(); ++c)
        line += (c == 0 ? "" : "  ") + padded(cells[c], widths[c], right[c]);
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
}

Result<std::int64_t> rangeEnd(std::string_view field, std::string_view text, std::int64_t missing)
{
    if (text.empty())
        return missing;
    const Result<double> number = parseNumber(text);
    if (!number || *number != std::floor(*number) || std::abs(*number) > 1e15)
        return refuse(std::string(field), "'" + std::string(text) + "' is not a whole number; write A:B, such as 0:64");
    return static_cast<std::int64_t>(*number);
}

std::string rangeText(Range range)
{
    return std::to_string(range.first) + ":" + std::to_string(range.last);
}

} // namespace

std::string jsonNumber(double value)
{
    return std::isfinite(value) ? exactNumber(value) : "null";
}

std::string jsonNumbers(const std::vector<double>& values)
{
    std::string text = "[";
    for (const double value : values)
        text += (text.size() > 1 ? ", " : "") + jsonNumber(value);
    return text + "]";
}

std::string jsonText(std::string_view text)
{
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string csvField(std::string_view text)
{
    if (text.find_first_of(",\"\r\n") == std::string_view::npos)
        return std::string(text);
    std::string quoted = "\"";
    for (const char c : text)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
}

JsonObject& JsonObject::add(std::string_view key, std::string_view jsonValue)
{
    members_.push_back(jsonText(key) + ": " + std::string(jsonValue));
    return *this;
}

std::string JsonObject::text(int indent) const
{
    const std::string margin(static_cast<std::size_t>(indent), ' ');
    std::string text = "{\n";
    for (std::size_t i = 0; i < members_.size(); ++i)
        text += margin + "  " + members_[i] + (i + 1 < members_.size() ? ",\n" : "\n");
    return text + margin + "}";
}

std::string jsonLines(const std::vector<std::string>& values, int indent)
{
    if (values.empty())
        return "[]";
    const std::string margin(static_cast<std::size_t>(indent), ' ');
    std::string text = "[\n";
    for (std::size_t i = 0; i < values.size(); ++i)
        text += margin + "  " + values[i] + (i + 1 < values.size() ? ",\n" : "\n");
    return text + margin + "]";
}

std::string alignedTable(const std::vector<std::string>& headings, const std::vector<std::vector<std::string>>& rows)
{
    std::vector<std::size_t> widths;
    std::vector<bool> right(headings.size(), true);
    for (const std::string& heading : headings)
        widths.push_back(displayWidth(heading));
    for (const auto& row : rows)
        for (std::size_t c = 0; c < row.size(); ++c) {
            widths[c] = std::max(widths[c], displayWidth(row[c]));
            right[c] = right[c] && looksNumeric(row[c]);
        }
    std::string text = tableLine(headings, widths, right);
    for (const auto& row : rows)
        text += tableLine(row, widths, right);
    return text;
}

Result<Range> parseRange(std::string_view field, std::string_view text, Range whole, bool inside)
{
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos)
        return refuse(std::string(field),
                      "'" + std::string(text) + "' is not a range; write A:B, from A up to but not including B");
    const Result<std::int64_t> first = rangeEnd(field, text.substr(0, colon), whole.first);
    const Result<std::int64_t> last = rangeEnd(field, text.substr(colon + 1), whole.last);
    if (!first || !last)
        return tl::unexpected(first ? last.error() : first.error());
    const Range range{*first, *last};
    if (range.count() < 1)
        return refuse(std::string(field), rangeText(range) + " is empty; B must be above A");
    if (inside && (range.first < whole.first || range.last > whole.last))
        return refuse(std::string(field),
                      rangeText(range) + " leaves " + rangeText(whole) + ", which is what there is");
    return range;
}

} // namespace rope::cli
