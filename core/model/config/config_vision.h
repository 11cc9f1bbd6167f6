#pragma once

#include "core/model/report.h"

#include <nlohmann/json.hpp>
#include <string>

namespace rope {

/// The part of a file that describes a vision tower: vision_config and its other names.
struct VisionConfig {
    const nlohmann::json* object = nullptr; ///< nullptr: the file has none
    std::string path{};
};
VisionConfig visionConfigOf(const nlohmann::json& document);

/// Adds the vision tower of a model of several parts, by the family of its model_type: a part of its own named
/// visionPart where it turns; else a row that says what it has instead. A tower that nobody here knows, or that does
/// not fit together, is named in a remark and never stops the reading. Returns whether anything was read from it.
bool readVision(const nlohmann::json& document, const VisionConfig& vision, ReadLog& log,
                std::vector<RotarySettings>& layers);

} // namespace rope
