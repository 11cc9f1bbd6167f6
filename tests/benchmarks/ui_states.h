#pragma once

#include "core/state/state.h"

#include <string>
#include <utility>
#include <vector>

namespace rope {

/// A state that a benchmark runs at, with the name it carries in the report.
struct BenchmarkState {
    std::string name;
    ExplorerState state;
};

/// The states every figure is painted at: Llama 3.1 8B, and from there the most pairs, the most tokens and the
/// most work.
std::vector<BenchmarkState> benchmarkStates();

/// `state` after `--set`-like pairs of key and text. Requires that each is accepted.
ExplorerState withValues(ExplorerState state, const std::vector<std::pair<std::string, std::string>>& values);

} // namespace rope
