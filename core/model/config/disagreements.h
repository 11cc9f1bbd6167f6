#pragma once

#include "core/model/config/config_keys.h"

namespace rope {

/// Names, with numbers, where vLLM, llama.cpp and others read this rope dictionary differently from transformers, which
/// the layer follows. The numbers are ours; who differs was found by running transformers decba1d2, vLLM 017e9f44,
/// llama.cpp 3f545bec, mlx-lm d78bf58e and text-generation-inference db931fcf on the same configs.
/// Requires a layer whose scheme accepts it.
void reportDisagreements(const ConfigKeys& rope, const RotarySettings& layer);

/// Warns of what is usually a mistake: a factor without effect or at odds with the contexts, queries that also grow.
/// The maximum context is held against the rest only where the file states it.
void warnOfTrouble(const ConfigKeys& rope, const RotarySettings& layer, bool maximumGiven);

} // namespace rope
