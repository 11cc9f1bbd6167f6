#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace rope {

/// Bounds on a JSON text from a stranger.
struct JsonLimits {
    std::size_t bytes = 16U << 20U;
    int depth = 64;
};

/// The JSON value in a text, whole, or refused in one sentence with the byte where it goes wrong.
/// Size and nesting are checked before anything is parsed; numbers that no double holds are refused.
Result<nlohmann::json> parseJson(std::string_view text, const JsonLimits& limits = {});

/// A value as one line of at most about 80 characters, safe to print.
std::string shortJson(const nlohmann::json& value);

} // namespace rope
