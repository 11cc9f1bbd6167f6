#pragma once

#include "core/model/config/config_layer.h"
#include "core/model/config/config_scheme.h"

namespace rope {

/// The channels of one head.
struct HeadShape {
    int headDim = 128;
    int rotaryDim = 128;       ///< even
    bool rotatesTail = false;  ///< the last rotaryDim channels turn
    bool isLatent = false;     ///< multi-head latent attention (DeepSeek)
    double baseExponent = 1.0; ///< the base is raised to this where an odd rotary dimension was rounded up
};

/// head_dim, kv_channels, qk_rope_head_dim or hidden size / heads; rotary part from rotary_dim or a share of the head,
/// truncated.
HeadShape readHeadShape(const ConfigContext& context, const ConfigKeys& rope, const Scheme& scheme, bool globalHeadDim);

/// max_position_embeddings and its older names; original_max_position_embeddings at the top beats the inner one.
Contexts readContexts(const ConfigContext& context, const ConfigKeys& rope, const Scheme& scheme);

/// Which channels turn together: by the model's family, unless the file says it.
PairLayout readPairing(const ConfigContext& context, const ConfigKeys& rope);

} // namespace rope
