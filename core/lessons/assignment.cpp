#include "core/lessons/assignment.h"

#include <charconv>

namespace rope {
namespace {

/// Text with `%xx` replaced by the byte it stands for; a `%` that starts no such pair stays as it is.
std::string decoded(std::string_view text)
{
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned code = 0;
        const bool escape = text[i] == '%' && i + 2 < text.size();
        const char* const end = escape ? text.data() + i + 3 : nullptr;
        if (escape && std::from_chars(text.data() + i + 1, end, code, 16).ptr == end) {
            result += static_cast<char>(code);
            i += 2;
        } else {
            result += text[i];
        }
    }
    return result;
}

Result<Assignment> parseAssignment(std::string_view part)
{
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos || equals == 0)
        return refuse(std::string(part), "must be written as key=value");
    return Assignment{decoded(part.substr(0, equals)), decoded(part.substr(equals + 1))};
}

} // namespace

Result<std::vector<Assignment>> parseAssignments(std::string_view text)
{
    std::vector<Assignment> result;
    while (true) {
        const std::size_t end = text.find('&');
        const Result<Assignment> assignment = parseAssignment(text.substr(0, end));
        if (!assignment)
            return tl::unexpected(assignment.error());
        result.push_back(*assignment);
        if (end == std::string_view::npos)
            return result;
        text.remove_prefix(end + 1);
    }
}

Result<ExplorerState> withAssignments(const ExplorerState& state, const std::vector<Assignment>& assignments)
{
    return withChange(state, SetTexts{assignments});
}

} // namespace rope
