#pragma once

#include <span>
#include <string_view>

namespace rope {

/// The files of resources/families, embedded when the program is built.
std::span<const std::string_view> familyTexts();

} // namespace rope
