#pragma once

#include "core/model/report.h"

#include <string_view>

namespace rope {

/// The model that a config.json describes, with a row for each key that decided something.
/// Old rope_scaling and new rope_parameters (also per layer type), nested text_config, families by model_type.
/// Refuses texts that are no JSON object, values of the wrong kind or out of range, and unknown rope types: the key is
/// the field. `name` is the model's name on show.
Result<ModelFile> readConfigJson(std::string_view text, std::string name);

/// A pasted piece: a lone rope_scaling object, `"rope_scaling": {...}`, or a whole config.json. A lone object is laid
/// on `shape`, whose head, base, pairing and contexts it keeps unless it names them.
Result<ModelFile> readRopeFragment(std::string_view text, const RotarySettings& shape);

} // namespace rope
