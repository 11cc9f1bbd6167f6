#pragma once

#include "core/schemes/scheme.h"

namespace rope {

/// Every scheme, in the order in which a menu lists them.
std::span<const Scheme* const> schemes();

/// The scheme with this id, or nullptr.
const Scheme* findScheme(std::string_view id);

} // namespace rope
