#pragma once

#include "core/base/result.h"
#include "core/state/state.h"

#include <nlohmann/json.hpp>

namespace rope {

/// A model with every kind of its layers, as a session stores it.
nlohmann::ordered_json modelToJson(const ModelSettings& model);

/// The model in a session; each field of the right type, unknown fields refused. Not yet validated as a whole.
Result<ModelSettings> modelFromJson(const nlohmann::json& json);

} // namespace rope
