#pragma once

#include "core/base/result.h"
#include "core/state/state.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace rope {

inline constexpr int sessionVersion = 1;
inline constexpr std::string_view sessionFormat = "rope-explorer-session"; ///< what a session calls itself
inline constexpr std::size_t maximumSessionBytes = 4U << 20U;

/// The state as a JSON text with its format name and version; numbers keep all digits.
std::string toJson(const ExplorerState& state, int indent = 2);

/// The state in a JSON text: whole and validated, or refused with the key that is wrong.
/// Unknown keys, deep nesting, texts over maximumSessionBytes and later versions are refused.
Result<ExplorerState> stateFromJson(std::string_view text);

/// The same where the text has been parsed already.
Result<ExplorerState> stateOfSession(const nlohmann::json& json);

} // namespace rope
