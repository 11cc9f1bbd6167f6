#pragma once

#include "core/model/config/config_keys.h"
#include "core/model/config/families.h"

namespace rope {

/// One kind of layer as a config.json describes it.
struct LayerPlan {
    std::string layerType = {};           ///< empty when all layers are alike
    const nlohmann::json* rope = nullptr; ///< its rope dictionary; nullptr: none
    std::string ropePath = {};            ///< where that dictionary stands
    std::optional<double> base = {};      ///< a base of its own, before the dictionary's and the model's
    bool globalHeadDim = false;           ///< head dimension from global_head_dim
    bool rotates = true;
    bool unitAttentionFactor = false; ///< the model's code sets the attention factor to 1
};

/// What every layer of the model reads from.
struct ConfigContext {
    const ConfigKeys& config;
    const Family& family;
    nlohmann::json familyRope; ///< the family's default rope_parameters; null when it has none
};

/// The base, or a failure that names its key and a base that anything can be computed with.
double checkedBase(const ConfigKeys& keys, std::string_view key, double base);

/// The rotary settings of one kind of layer; what is wrong fails in the log.
RotarySettings readLayer(const ConfigContext& context, const LayerPlan& plan);

} // namespace rope
