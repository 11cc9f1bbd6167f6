#pragma once

#include "core/model/gguf/gguf.h"
#include "core/model/gguf/gguf_keys.h"

namespace rope {

/// Llama 3.1, Phi-3 and Gemma 4 keep their scaling out of the metadata, in small tensors with one divisor per pair.
/// Divisors that follow the rule of llama3 or proportional become that scheme; others become longrope's lists.
/// `readTensor` fetches the numbers; where it cannot, a warning says that they are missing.
void readDivisors(const GgufKeys& keys, const GgufTensorReader& readTensor, RotarySettings& layer);

} // namespace rope
