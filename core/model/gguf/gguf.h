#pragma once

#include "core/model/gguf/gguf_header.h"
#include "core/model/report.h"

#include <functional>

namespace rope {

/// The numbers of a small float32 tensor, or a refusal.
using GgufTensorReader = std::function<Result<std::vector<double>>(const GgufTensor& tensor)>;

/// The model that a GGUF header describes: keys under the architecture's prefix with llama.cpp's defaults, pairing by
/// architecture as in llama.cpp. `readTensor` fetches the per-pair divisors (rope_freqs and the like) that the
/// metadata leave out; without it a warning says that they are missing.
Result<ModelFile> readGgufHeader(const GgufHeader& header, std::string name, const GgufTensorReader& readTensor = {});

/// Header and, as far as they lie within `bytes`, divisors of a GGUF file.
Result<ModelFile> readGguf(std::string_view bytes, std::string name);

} // namespace rope
