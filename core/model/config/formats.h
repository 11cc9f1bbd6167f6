#pragma once

#include "core/model/report.h"

#include <nlohmann/json.hpp>

namespace rope {

/// A maker's own file, written as a config.json of transformers.
struct Translation {
    nlohmann::json config;
    std::string format;                     ///< what the file is
    std::string family;                     ///< as the file names it, or the maker's name
    bool familyKnown = true;                ///< what is not translated has known defaults
    std::map<std::string, Origin> written;  ///< for each key put in or renamed, by its path: where it came from
    std::vector<std::string> remarks;       ///< one sentence each
    AxisRule axes = AxisRule::None;         ///< positions with several axes
    std::vector<int> sections;              ///< pairs per axis
    std::string refused;                    ///< not empty: why this model has no rotation that can be shown
    std::string refusedFor = "_class_name"; ///< the key that says so
};

/// The file as a config.json, where its keys show that it is one of the known other formats; else nothing.
std::optional<Translation> translate(const nlohmann::json& document);

/// What a JSON object is that is no model's (`a generation_config.json: how text is drawn, not the model`), or empty.
std::string whatJsonItIs(const nlohmann::json& document);

} // namespace rope
