#pragma once

#include "core/captures/tensors/tensor.h"

namespace rope {

/// The arrays of a .safetensors file. Refuses a header beyond 16 MiB or the file, arrays that overlap or leave the
/// file, and sizes that do not fit their shape; types that are not of NumberType are left out.
Result<std::vector<Tensor>> safetensorsTensors(const std::shared_ptr<ByteSource>& source, const std::string& path);

} // namespace rope
