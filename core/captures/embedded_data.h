#pragma once

#include <string_view>
#include <vector>

namespace rope {

/// The bytes of a file of resources/data or resources/recipes, compiled into the program; empty when there is none of this name.
std::string_view embeddedData(std::string_view fileName);

/// The names of all of them.
std::vector<std::string_view> embeddedDataNames();

} // namespace rope
