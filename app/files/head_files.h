#pragma once

#include "core/base/result.h"
#include "core/doctor/head_rows.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rope {

/// One array of a file, in C order.
struct NamedTensor {
    std::string name;
    std::vector<std::int64_t> shape;
    HeadRows::Values values;
};

/// The arrays of floats with two or more axes in a file of openTensors(), complex numbers as two channels each. At most
/// 4 GiB are read. Refuses files without any, and values that are not finite.
Result<std::vector<NamedTensor>> readTensors(const std::string& path);

/// An array as rows of tokens and heads. `axes` names its axes in order: t tokens, h heads, d channels, and b or l,
/// which count as further heads; without it they are td, thd, bthd or lbthd. Refuses names that do not fit the shape.
Result<HeadRows> headRowsOf(NamedTensor tensor, const std::optional<std::string>& axes);

} // namespace rope
