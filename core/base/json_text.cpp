#include "core/base/json_text.h"

namespace rope {

namespace {

/// Deepest nesting of brackets outside strings, counted without parsing; stops once `limit` is passed.
int nestingDepth(std::string_view text, int limit)
{
    int depth = 0;
    int deepest = 0;
    bool inString = false;
    for (std::size_t i = 0; i < text.size() && deepest <= limit; ++i) {
        const char c = text[i];
        if (inString) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                inString = false;
        } else if (c == '"') {
            inString = true;
        } else if (c == '[' || c == '{') {
            deepest = std::max(deepest, ++depth);
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
    return deepest;
}

} // namespace

Result<nlohmann::json> parseJson(std::string_view text, const JsonLimits& limits)
{
    if (text.empty())
        return refuse("", "the text is empty; it must be a JSON object");
    if (text.size() > limits.bytes)
        return refuse("", "the text has " + std::to_string(text.size()) + " bytes; at most " +
                              std::to_string(limits.bytes) + " are read");
    if (nestingDepth(text, limits.depth) > limits.depth)
        return refuse("", "the text is nested deeper than " + std::to_string(limits.depth) + " levels");
    try {
        return nlohmann::json::parse(text);
    } catch (const nlohmann::json::parse_error& error) {
        return refuse("byte " + std::to_string(error.byte),
                      "this is not JSON: a bracket, quote or comma is wrong here");
    } catch (const nlohmann::json::out_of_range&) {
        return refuse("", "a number is beyond what a double holds (about 1.8e308)");
    }
}

} // namespace rope
