#include "core/model/config/json_text.h"

#include "core/base/plain_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace rope {
namespace {

constexpr std::size_t shownCharacters = 80;

/// Byte at which nesting first exceeds the bound, or npos. Counts brackets outside of strings.
std::size_t tooDeepAt(std::string_view text)
{
    int depth = 0;
    bool inString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inString) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                inString = false;
            continue;
        }
        if (c == '"')
            inString = true;
        else if ((c == '[' || c == '{') && ++depth > maximumConfigDepth)
            return i;
        else if (c == ']' || c == '}')
            --depth;
    }
    return std::string_view::npos;
}

Error syntaxError(const nlohmann::json::parse_error& error)
{
    return {"byte " + std::to_string(error.byte), "the JSON is broken here; it must be one complete JSON object",
            Error::Kind::Input};
}

} // namespace

Result<nlohmann::json> parseJsonText(std::string_view text)
{
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return refuse("", "is empty; it must hold a JSON object");
    if (text.size() > maximumConfigBytes)
        return refuse("", "is larger than 16 MiB; a config.json has a few kilobytes");
    if (const std::size_t byte = tooDeepAt(text); byte != std::string_view::npos)
        return refuse("byte " + std::to_string(byte),
                      "is nested more than 64 deep; a config.json is nested a few deep");
    try {
        return nlohmann::json::parse(text);
    } catch (const nlohmann::json::parse_error& error) {
        return tl::unexpected(syntaxError(error));
    } catch (const nlohmann::json::exception&) {
        return refuse("", "holds a number too large for a double; it must be finite");
    }
}

std::string printable(std::string_view text)
{
    const std::string line = plainText(beginningOf(text, shownCharacters));
    return text.size() > shownCharacters ? line + "..." : line;
}

std::string shortJson(const nlohmann::json& value)
{
    if (value.is_array() && value.size() > 8)
        return "[" + std::to_string(value.size()) + " entries]";
    if (value.is_object() && value.size() > 8)
        return "{" + std::to_string(value.size()) + " keys}";
    return printable(value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

} // namespace rope
