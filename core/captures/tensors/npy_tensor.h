#pragma once

#include "core/captures/tensors/tensor.h"

namespace rope {

/// The array of a .npy file, or of a member of an .npz.
Result<Tensor> npyTensor(std::shared_ptr<ByteSource> source, const std::string& name);

} // namespace rope
