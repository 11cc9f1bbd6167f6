#pragma once

#include "app/commands/state_options.h"

#include <optional>
#include <string>

namespace rope::cli {

/// `rope-explorer scores`: the score matrix, or a window of it.
struct ScoresRequest {
    std::vector<StateOption> state;
    std::optional<std::string> query;   ///< .npy, (T, d) before rotation; nothing: the state's content
    std::optional<std::string> key;     ///< .npy of the same shape
    std::optional<std::string> rows;    ///< `A:B` query positions; nothing: all
    std::optional<std::string> columns; ///< `C:D` key positions; nothing: all
    std::optional<std::string> output;  ///< .npy or .csv; nothing: CSV on standard output
};
Result<void> runScores(const ScoresRequest& request);

} // namespace rope::cli
