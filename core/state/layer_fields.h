#pragma once

#include "core/state/keys.h"

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace rope {

using LayerMember =
    std::variant<bool RotarySettings::*, int RotarySettings::*, double RotarySettings::*, std::string RotarySettings::*,
                 PairLayout RotarySettings::*, AxisRule RotarySettings::*, std::vector<int> RotarySettings::*,
                 std::vector<double> RotarySettings::*, std::map<std::string, double> RotarySettings::*>;

/// One thing that a kind of layer stores. From this row are made its name in a session and, where it has one, the key:
/// slider, `--set` and `list keys`.
struct LayerField {
    std::string name; ///< in a session: `head_dim`
    LayerMember member;
    std::optional<StateKey> key{}; ///< `model.head_dim`, of the active layer; its choices name an enumeration's values
};

/// Every member of RotarySettings, in the panel's order.
const std::vector<LayerField>& layerFields();

/// The name of a pairing in sessions, keys and files: `half` or `interleaved`.
std::string idOf(PairLayout pairing);

} // namespace rope
