#pragma once

#include "app/commands/state_options.h"

#include <string>

namespace rope::cli {

/// `rope-explorer rotate`: the rows of an array turned to their positions.
struct RotateRequest {
    std::vector<StateOption> state;
    std::string input;     ///< .npy, (T, d)
    std::string positions; ///< `A:B`, an .npy of T whole numbers, or one with a row of T for each axis
    std::string output;    ///< .npy
};
Result<void> runRotate(const RotateRequest& request);

} // namespace rope::cli
