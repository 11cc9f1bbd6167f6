#pragma once

#include <string_view>
#include <vector>

namespace rope {

/// The bytes of a file below resources/ that travels inside the program, by its path there: `data/captures.json`.
/// Empty when there is none of this name.
std::string_view resource(std::string_view path);

/// The paths of all files of a folder below resources/ that travel inside the program, in their order.
std::vector<std::string_view> resourcesIn(std::string_view folder);

} // namespace rope
