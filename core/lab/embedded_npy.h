#pragma once

#include "core/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace rope {

/// A float32 array of resources/data.
struct EmbeddedArray {
    std::vector<int> shape;
    std::vector<float> values; ///< C order
};

/// Reads an embedded .npy file of float32 in C order, the one form in which resources/data keeps arrays.
Result<EmbeddedArray> readEmbeddedNpy(std::string_view fileName);

} // namespace rope
