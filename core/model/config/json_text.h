#pragma once

#include "core/base/result.h"

#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace rope {

inline constexpr std::size_t maximumConfigBytes = 16U << 20U;
inline constexpr int maximumConfigDepth = 64;

/// The JSON value in a text. Refuses texts over maximumConfigBytes, nesting over maximumConfigDepth (before parsing),
/// numbers beyond a double and bad syntax, each with the byte.
Result<nlohmann::json> parseJsonText(std::string_view text);

/// A value as one line of at most about 80 characters, safe to print.
std::string shortJson(const nlohmann::json& value);

/// A name or text from a file as one line of at most about 80 characters without control characters.
std::string printable(std::string_view text);

} // namespace rope
