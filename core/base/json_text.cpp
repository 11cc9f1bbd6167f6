#include "core/base/json_text.h"

#include "core/base/plain_text.h"

namespace rope {

namespace {

/// Byte at which nesting first exceeds the bound, or npos. Counts brackets outside of strings, without parsing.
std::size_t tooDeepAt(std::string_view text, int limit)
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
        } else if (c == '"') {
            inString = true;
        } else if ((c == '[' || c == '{') && ++depth > limit) {
            return i;
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
    return std::string_view::npos;
}

} // namespace

Result<nlohmann::json> parseJson(std::string_view text, const JsonLimits& limits)
{
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return refuse("", "is empty; it must hold a JSON object");
    if (text.size() > limits.bytes)
        return refuse("", "has " + std::to_string(text.size()) + " bytes; at most " + std::to_string(limits.bytes) +
                              " are read");
    if (const std::size_t byte = tooDeepAt(text, limits.depth); byte != std::string_view::npos)
        return refuse("byte " + std::to_string(byte),
                      "is nested deeper than the " + std::to_string(limits.depth) + " levels that are read");
    try {
        return nlohmann::json::parse(text);
    } catch (const nlohmann::json::parse_error& error) {
        return refuse("byte " + std::to_string(error.byte),
                      "the JSON is broken here; it must be one complete JSON object");
    } catch (const nlohmann::json::exception&) {
        return refuse("", "holds a number too large for a double; it must be finite");
    }
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
