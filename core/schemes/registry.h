#pragma once

#include "core/schemes/scheme.h"

namespace rope {

/// Every scheme, in the order in which a menu lists them.
std::span<const Scheme* const> schemes();

/// The scheme with this id, or nullptr.
const Scheme* findScheme(std::string_view id);

/// The scheme that a rope dictionary means by this type: its id or one of its further names; nullptr when none does.
const Scheme* schemeOfType(std::string_view written);

} // namespace rope
