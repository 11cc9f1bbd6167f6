#include "core/model/presets.h"

#include "core/base/resources.h"
#include "core/model/config/config_json.h"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <sstream>

namespace rope {
namespace {

constexpr std::size_t namedSuggestions = 3;

Preset presetOf(std::string_view text)
{
    const nlohmann::json file = nlohmann::json::parse(text);
    return {file.at("id"),           file.at("name"), file.at("family"), file.at("source"), file.value("reference", ""),
            file.at("config").dump()};
}

std::vector<Preset> parsePresets()
{
    std::vector<Preset> list;
    for (const std::string_view path : resourcesIn("presets"))
        list.push_back(presetOf(resource(path)));
    std::ranges::sort(
        list, [](const Preset& a, const Preset& b) { return std::tie(a.family, a.id) < std::tie(b.family, b.id); });
    return list;
}

std::string lowered(std::string_view text)
{
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower;
}

/// Presets that share the longest beginning with an id that nobody has.
std::string nearestIds(std::string_view id)
{
    const std::string wanted = lowered(id);
    const auto shared = [&](const Preset& preset) {
        return std::ranges::mismatch(preset.id, wanted).in1 - preset.id.begin();
    };
    std::vector<const Preset*> near;
    for (const Preset& preset : presets())
        near.push_back(&preset);
    std::ranges::stable_sort(near, std::greater{}, [&](const Preset* preset) { return shared(*preset); });
    std::string list;
    for (std::size_t i = 0; i < std::min(namedSuggestions, near.size()); ++i)
        list += (list.empty() ? "" : ", ") + near[i]->id;
    return list;
}

} // namespace

std::span<const Preset> presets()
{
    static const std::vector<Preset> all = parsePresets();
    return all;
}

const Preset* findPreset(std::string_view id)
{
    const auto all = presets();
    const auto found = std::ranges::find(all, id, &Preset::id);
    return found == all.end() ? nullptr : &*found;
}

Result<ModelFile> loadPreset(std::string_view id)
{
    const Preset* preset = findPreset(id);
    if (preset == nullptr)
        return refuse("preset", "there is no preset \"" + std::string(id.substr(0, 60)) + "\"; near it are " +
                                    nearestIds(id) + " (`list presets` names all)");
    return readConfigJson(preset->config, preset->name).map([&](ModelFile file) {
        file.model.source = preset->id;
        return file;
    });
}

std::vector<const Preset*> searchPresets(std::string_view text)
{
    std::vector<std::string> words;
    std::istringstream stream(lowered(text));
    for (std::string word; stream >> word;)
        words.push_back(word);
    std::vector<const Preset*> found;
    for (const Preset& preset : presets()) {
        const std::string all = lowered(preset.id + " " + preset.name + " " + preset.family);
        if (std::ranges::all_of(words, [&](const std::string& word) { return all.find(word) != std::string::npos; }))
            found.push_back(&preset);
    }
    return found;
}

} // namespace rope
