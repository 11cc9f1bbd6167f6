#pragma once

#include "core/captures/tensors/tensor.h"

namespace rope {

/// The arrays of a file, by what the file is, not by its ending: .npy, .npz, .safetensors, PyTorch's .pt, .pth or .bin
/// (the zip format of torch.save). Of a folder: those of all such files in it, each with the file's name before its
/// own (`keys.npy`, `dump.safetensors/layers.0.k`). Reads headers alone. Refuses, naming the file and what would be
/// right: other files, headers that do not fit their file, arrays that overlap, and pickles with anything but tensors,
/// lists and dictionaries in them, which are never executed.
Result<std::vector<Tensor>> openTensors(const std::string& path);

/// True for a name that ends as one of these files do; what the file holds is another question.
bool isTensorFileName(std::string_view path);

} // namespace rope
