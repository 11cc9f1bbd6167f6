#pragma once

#include "core/base/result.h"
#include "core/doctor/weight_rows.h"

#include <string>
#include <vector>

namespace rope {

/// Rows of the query and the key projection of the first layer that two files share; .safetensors or .gguf. Only the
/// first columns of each row are read, a few blocks of a quantised one. Refuses files without such a pair, shapes that
/// differ, fused projections and types that are not read.
Result<std::vector<ProjectionRows>> readProjections(const std::string& first, const std::string& second);

} // namespace rope
