#pragma once

#include "core/model/report.h"

#include <span>
#include <string_view>

namespace rope {

/// A real model, written as a config.json that goes through the same reader as a file.
struct Preset {
    std::string id;        ///< `llama-3.1-8b`
    std::string name;      ///< `Llama 3.1 8B`
    std::string family;    ///< heading in the menu: `Llama`
    std::string source;    ///< where the values come from
    std::string reference; ///< id of the reference case with the same frequencies, or empty
    std::string config;    ///< the config.json text
};

/// Every preset, grouped by family and sorted by id within it. Part of the program: no file is read.
std::span<const Preset> presets();

/// The preset with this id, or nullptr.
const Preset* findPreset(std::string_view id);

/// The model of a preset. Refuses an unknown id and names the nearest ones.
Result<ModelFile> loadPreset(std::string_view id);

/// Presets whose id, name or family holds every word of `text`, upper and lower case alike; all of them for no word.
std::vector<const Preset*> searchPresets(std::string_view text);

} // namespace rope
