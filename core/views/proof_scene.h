#pragma once

#include "core/rotation/rotation_proof.h"
#include "core/state/state.h"
#include "core/views/turned_pair.h"

namespace rope {

/// The numbers of the proof that only the offset counts, for one pair.
struct ProofScene {
    TurnedPair pair;
    RotationProof proof;   ///< at m and n
    RotationProof further; ///< at m + proofShift and n + proofShift
    int headDim = 2;
    double scoreFactor = 1.0; ///< of scores beside 1 / sqrt(d): attention factor squared times softmax scale factor

    double scale() const; ///< scoreFactor / sqrt(headDim): what multiplies the products
};
inline constexpr std::int64_t proofShift = 1000; ///< tokens: how far the last step moves both positions

/// Scores in it are those of the model: with the scheme's factors. Requires a pair of the active layer.
ProofScene proofScene(const ExplorerState& state, const TurnedPair& pair);

} // namespace rope
