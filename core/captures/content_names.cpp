#include "core/captures/content_names.h"

#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace rope {
namespace {

/// Words that stand for queries and for keys in a file's name.
constexpr std::pair<std::string_view, std::string_view> words[] = {
    {"q", "k"}, {"Q", "K"}, {"query", "key"}, {"queries", "keys"}};

std::optional<std::string_view> otherWord(std::string_view word, bool toKeys)
{
    for (const auto& [query, key] : words)
        if (word == (toKeys ? query : key))
            return toKeys ? key : query;
    return std::nullopt;
}

/// `x_q` becomes `x_k`: the last word of the name that stands for queries (or keys) is exchanged.
std::optional<std::string> otherStem(const std::string& stem, bool toKeys)
{
    for (std::size_t end = stem.size(); end != std::string::npos && end > 0;) {
        const std::size_t separator = stem.find_last_of("_-.", end - 1);
        const std::size_t begin = separator == std::string::npos ? 0 : separator + 1;
        if (const auto other = otherWord(std::string_view(stem).substr(begin, end - begin), toKeys))
            return stem.substr(0, begin) + std::string(*other) + stem.substr(end);
        end = separator;
    }
    return std::nullopt;
}

std::optional<std::string> partner(const std::filesystem::path& path, bool toKeys)
{
    const auto stem = otherStem(path.stem().string(), toKeys);
    if (!stem)
        return std::nullopt;
    std::filesystem::path other = path;
    other.replace_filename(*stem + path.extension().string());
    std::error_code ignored;
    return std::filesystem::exists(other, ignored) ? std::optional(other.string()) : std::nullopt;
}

} // namespace

ContentPaths contentPaths(const std::string& path)
{
    if (const auto keys = partner(path, true))
        return {path, *keys};
    if (const auto queries = partner(path, false))
        return {*queries, path};
    return {path, path};
}

} // namespace rope
