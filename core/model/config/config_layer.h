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
    std::string_view baseKey = {};        ///< the key that `base` stands under; empty: a default of the family
    std::vector<int> layers = {};         ///< which layers it has, 0-based; empty: not stated
    nlohmann::json merged = {};           ///< a dictionary of its own and what stands beside it for all kinds
    std::optional<double> share = {};     ///< partial rotary factor of its own
    bool isIndexer = false;               ///< of sparse attention: scores that choose the keys
    bool globalHeadDim = false;           ///< head dimension from global_head_dim
    bool rotates = true;
    bool unitAttentionFactor = false; ///< the model's code sets the attention factor to 1
};

/// What every layer of the model reads from.
struct ConfigContext {
    const ConfigKeys& config;
    const Family& family;
    nlohmann::json familyRope;         ///< the family's default rope_parameters; null when it has none
    std::string modelType = {};        ///< as the file names it
    AxisRule axes = AxisRule::None;    ///< positions with several axes, where the format has them
    std::vector<int> sections = {};    ///< pairs per axis
    bool translated = false;           ///< a maker's own format, whose silence has a meaning
    const ConfigKeys* whole = nullptr; ///< the whole file, where the language model is a part of it
    bool familyKnown = true;           ///< false: the family is llama because nobody knows better

    /// Whose default it is: the family's, or a guess after it where the family is not known.
    Origin familyDefault() const;
};

/// The base, or a failure that names its key and a base that anything can be computed with.
double checkedBase(const ConfigKeys& keys, std::string_view key, double base);

/// The rotary settings of one kind of layer; what is wrong fails in the log.
RotarySettings readLayer(const ConfigContext& context, const LayerPlan& plan);

} // namespace rope
