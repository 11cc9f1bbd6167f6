#pragma once

#include "core/base/number_text.h"
#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rope::cli {

/// How a command prints what it found.
enum class TextFormat { Table, Csv, Json };

/// As exactNumber, but `null` where JSON has no number (infinite, not a number).
std::string jsonNumber(double value);

/// `[a, b, ...]` of jsonNumber.
std::string jsonNumbers(const std::vector<double>& values);

/// A JSON string with its quotes.
std::string jsonText(std::string_view text);

/// A field of a CSV row: quoted where it holds a comma, a quote or a line break.
std::string csvField(std::string_view text);

/// The members of one JSON object, in the order in which they were added; values are JSON texts.
class JsonObject {
public:
    JsonObject& add(std::string_view key, std::string_view jsonValue);
    std::string text(int indent = 0) const;

private:
    std::vector<std::string> members_;
};

/// `[` one value a line `]`.
std::string jsonLines(const std::vector<std::string>& values, int indent = 0);

/// Rows under headings with aligned columns; numbers stand right, words left. Every row has as many cells as headings.
std::string alignedTable(const std::vector<std::string>& headings, const std::vector<std::vector<std::string>>& rows);

/// Half-open range first .. last - 1, as in Python's slices.
struct Range {
    std::int64_t first = 0;
    std::int64_t last = 0;
    std::int64_t count() const { return last - first; }
};

/// `A:B`, `A:`, `:B` or `:`; a missing end takes the one of `whole`. `field` names the option in the refusal.
/// Refuses an empty range, and one that does not lie in `whole` when `inside` is set.
Result<Range> parseRange(std::string_view field, std::string_view text, Range whole, bool inside);

} // namespace rope::cli
