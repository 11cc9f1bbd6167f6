#pragma once

#include "core/captures/tensors/tensor.h"
#include "core/captures/tensors/zip_archive.h"

namespace rope {

/// The tensors of an archive that torch.save wrote: `NAME/data.pkl` says where each lies in `NAME/data/KEY`. Refuses
/// pickles with anything else in them, types that are not read, and tensors that leave their storage.
Result<std::vector<Tensor>> torchTensors(const std::vector<ZipMember>& members, const std::string& path);

/// True for an archive with a data.pkl.
bool isTorchArchive(const std::vector<ZipMember>& members);

} // namespace rope
