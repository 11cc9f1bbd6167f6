#include "core/base/loose_json.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace rope {
namespace {

/// The text made JSON, and where bytes were put in, to count columns as the file has them.
struct Cleaned {
    std::string text;
    std::vector<std::size_t> inserted; ///< one entry a byte, ascending
    bool mark = false, comments = false, commas = false, numbers = false;
};

bool startsAt(std::string_view text, std::size_t at, std::string_view word)
{
    return text.substr(at, word.size()) == word;
}

/// Length of the comment that begins here, or 0.
std::size_t commentAt(std::string_view text, std::size_t at)
{
    if (startsAt(text, at, "//"))
        return std::min(text.find('\n', at), text.size()) - at;
    if (!startsAt(text, at, "/*"))
        return 0;
    const std::size_t end = text.find("*/", at + 2);
    return end == std::string_view::npos ? 0 : end + 2 - at;
}

/// The text with blanks for its comments, so that lines and columns stay.
void blankComments(Cleaned& cleaned)
{
    std::string& text = cleaned.text;
    bool inString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (inString) {
            if (text[i] == '\\')
                ++i;
            else if (text[i] == '"')
                inString = false;
        } else if (text[i] == '"') {
            inString = true;
        } else if (const std::size_t length = commentAt(text, i); length > 0) {
            std::replace_if(
                text.begin() + static_cast<std::ptrdiff_t>(i), text.begin() + static_cast<std::ptrdiff_t>(i + length),
                [](char c) { return c != '\n'; }, ' ');
            cleaned.comments = true;
        }
    }
}

bool isWordByte(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

std::string_view pythonNumberAt(std::string_view text, std::size_t at)
{
    for (const std::string_view word : {"-Infinity", "Infinity", "NaN"})
        if (startsAt(text, at, word) && (at == 0 || !isWordByte(text[at - 1])) &&
            (at + word.size() == text.size() || !isWordByte(text[at + word.size()])))
            return word;
    return {};
}

/// Whether this comma follows a value and stands before a closing bracket.
bool closesNext(std::string_view text, std::size_t comma)
{
    const std::size_t last = comma == 0 ? std::string_view::npos : text.find_last_not_of(" \t\r\n", comma - 1);
    if (last == std::string_view::npos || text[last] == '{' || text[last] == '[' || text[last] == ',')
        return false;
    const std::size_t next = text.find_first_not_of(" \t\r\n", comma + 1);
    return next != std::string_view::npos && (text[next] == '}' || text[next] == ']');
}

/// Python's numbers as texts, and no comma before a closing bracket.
void mendNumbersAndCommas(Cleaned& cleaned)
{
    const std::string text = std::move(cleaned.text);
    std::string out;
    out.reserve(text.size() + 64);
    bool inString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inString && c == '\\' && i + 1 < text.size()) {
            out += c;
            out += text[++i];
            continue;
        }
        if (c == '"')
            inString = !inString;
        const std::string_view word = inString ? std::string_view{} : pythonNumberAt(text, i);
        if (!word.empty()) {
            cleaned.inserted.push_back(out.size());
            out.append("\"").append(word).append("\"");
            cleaned.inserted.push_back(out.size() - 1);
            cleaned.numbers = true;
            i += word.size() - 1;
        } else if (!inString && c == ',' && closesNext(text, i)) {
            out += ' ';
            cleaned.commas = true;
        } else {
            out += c;
        }
    }
    cleaned.text = std::move(out);
}

Cleaned clean(std::string_view text)
{
    Cleaned cleaned;
    cleaned.mark = text.starts_with("\xEF\xBB\xBF");
    cleaned.text = text.substr(cleaned.mark ? 3 : 0);
    blankComments(cleaned);
    mendNumbersAndCommas(cleaned);
    return cleaned;
}

std::vector<std::string> remarksOn(const Cleaned& cleaned)
{
    std::vector<std::string> remarks;
    if (cleaned.mark)
        remarks.emplace_back("The text begins with a byte order mark, which JSON does not know; it is left out.");
    if (cleaned.comments)
        remarks.emplace_back("The text has comments, which JSON does not know; they are left out.");
    if (cleaned.commas)
        remarks.emplace_back("The text has commas before closing brackets, which JSON does not know; they are left "
                             "out.");
    if (cleaned.numbers)
        remarks.emplace_back("The text has NaN or Infinity, which Python writes and JSON does not know.");
    return remarks;
}

/// `line 3, column 7` for a byte of the cleaned text, counted from 0.
std::string placeOf(const Cleaned& cleaned, std::size_t byte)
{
    const std::string_view before = std::string_view(cleaned.text).substr(0, std::min(byte, cleaned.text.size()));
    const auto line = 1 + std::ranges::count(before, '\n');
    const std::size_t lineStart = before.rfind('\n') + 1; // 0 where there is none
    const auto added =
        std::ranges::count_if(cleaned.inserted, [&](std::size_t at) { return at >= lineStart && at < before.size(); });
    return "line " + std::to_string(line) + ", column " +
           std::to_string(before.size() - lineStart - static_cast<std::size_t>(added) + 1);
}

/// The byte in an error of parseJson, `byte 17`, or npos.
std::size_t byteIn(const std::string& field)
{
    std::size_t byte = std::string::npos;
    if (field.starts_with("byte "))
        std::from_chars(field.data() + 5, field.data() + field.size(), byte);
    return byte;
}

} // namespace

Result<LooseJson> parseLooseJson(std::string_view text, const JsonLimits& limits)
{
    if (text.size() > limits.bytes)
        return parseJson(text, limits).map([](nlohmann::json value) { return LooseJson{std::move(value), {}}; });
    const Cleaned cleaned = clean(text);
    auto value = parseJson(cleaned.text, {2 * limits.bytes, limits.depth});
    if (value)
        return LooseJson{*std::move(value), remarksOn(cleaned)};
    Error error = value.error();
    if (const std::size_t byte = byteIn(error.field); byte != std::string::npos)
        error.field = placeOf(cleaned, byte > 0 ? byte - 1 : 0);
    return tl::unexpected(std::move(error));
}

std::string whatItIs(std::string_view text)
{
    struct Kind {
        std::string_view beginning, name;
    };
    using namespace std::string_view_literals;
    constexpr std::array kinds = {
        Kind{"version https://git-lfs", "a Git LFS pointer: the file itself was not fetched (git lfs pull)"},
        Kind{"\x1f\x8b"sv, "a gzip archive; unpack it first"},
        Kind{"PK\x03\x04"sv, "a zip archive, such as a checkpoint of PyTorch"},
        Kind{"\x93NUMPY"sv, "an .npy array"},
        Kind{"\x80\x02"sv, "a pickle of Python"},
        Kind{"\x80\x04"sv, "a pickle of Python"},
        Kind{"%PDF", "a PDF"},
        Kind{"\x89PNG"sv, "a PNG picture"},
    };
    for (const Kind& kind : kinds)
        if (text.starts_with(kind.beginning))
            return std::string(kind.name);
    if (text.size() > 9 && text[8] == '{' && text.substr(3, 5) == "\0\0\0\0\0"sv)
        return "a .safetensors file; its model's config.json lies beside it";
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    const std::string_view shown = first == std::string_view::npos ? std::string_view{} : text.substr(first, 400);
    if (shown.starts_with("<"))
        return "a page of HTML or XML, perhaps an error page saved as a file";
    if (shown.starts_with("# ") || shown.starts_with("## "))
        return "Markdown or YAML";
    const std::string_view line = shown.substr(0, shown.find('\n'));
    if (!line.empty() && (std::isalpha(static_cast<unsigned char>(line[0])) != 0 || line.starts_with("---")) &&
        (line.starts_with("---") || line.find(": ") != std::string_view::npos || line.ends_with(':')))
        return "YAML; a config.json is JSON";
    return "";
}

} // namespace rope
