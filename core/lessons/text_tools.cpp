#include "core/lessons/text_tools.h"

namespace rope {

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string_view takeLine(std::string_view& rest)
{
    const std::size_t end = rest.find('\n');
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    if (!line.empty() && line.back() == '\r')
        line.remove_suffix(1);
    return line;
}

std::pair<std::string_view, std::string_view> splitField(std::string_view line)
{
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos)
        return {{}, trimmed(line)};
    return {trimmed(line.substr(0, colon)), trimmed(line.substr(colon + 1))};
}

std::string replaceBraces(std::string_view text, const std::function<std::string(std::string_view)>& replace)
{
    std::string result;
    while (true) {
        const std::size_t open = text.find("{{");
        const std::size_t close = open == std::string_view::npos ? open : text.find("}}", open);
        if (close == std::string_view::npos)
            return result.append(text);
        result.append(text.substr(0, open));
        result += replace(trimmed(text.substr(open + 2, close - open - 2)));
        text.remove_prefix(close + 2);
    }
}

} // namespace rope
