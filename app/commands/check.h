#pragma once

#include "app/commands/text.h"
#include "core/base/result.h"

#include <optional>
#include <string>
#include <vector>

namespace rope::cli {

/// `rope-explorer check`: which rotation arrays hold, and whether it is the one that was meant.
struct CheckRequest {
    std::string before;                  ///< queries or keys before their rotation
    std::string after;                   ///< the same after it
    std::string rotated;                 ///< blind: after it alone
    std::vector<std::string> weights;    ///< two files with rows of q_proj and k_proj
    std::optional<std::string> axes;     ///< `thd`, `bhtd`
    std::optional<std::string> expected; ///< a preset's id or a model file
    TextFormat format = TextFormat::Table;
};

/// Prints the diagnosis; the exit code is 0 when all is as expected (without a model to expect: without a fault), else
/// 1. Refuses what cannot be read or compared.
Result<int> runCheck(const CheckRequest& request);

} // namespace rope::cli
