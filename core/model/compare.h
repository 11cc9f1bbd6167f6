#pragma once

#include "core/base/result.h"
#include "core/state/state.h"

#include <Eigen/Core>
#include <string>
#include <vector>

namespace rope {

/// How far apart two rotary embeddings are, second minus first.
struct RotaryComparison {
    Eigen::VectorXd first;      ///< theta_j in rad/token, of the pairs that both have
    Eigen::VectorXd second;     ///< the same of the second
    Eigen::VectorXd difference; ///< second - first, rad/token: one token further, the phases part by this
    int worstPair = 0;          ///< the pair with the largest difference
    double tokensToTenth = 0;   ///< distance in tokens at which some pair's phases differ by 0.1 rad; infinite: never
    double tokensToOne = 0;     ///< by 1 rad
    double attentionFactorDifference = 0;
    double softmaxScaleDifference = 0; ///< of softmaxScaleFactor / sqrt(headDim)
    std::vector<std::string> notes;    ///< one sentence each: other pairing, other number of pairs and the like
};

/// Compares two layers at a sequence length in tokens (0: at load). Refuses a layer that its scheme refuses.
Result<RotaryComparison> compareRotary(const RotarySettings& first, const RotarySettings& second,
                                       double sequenceLength);

/// One kind of layer in two models.
struct LayerComparison {
    std::string firstLayer;  ///< layer type in the first model
    std::string secondLayer; ///< layer type in the second
    RotaryComparison rotary;
};

/// Compares each kind of layer of the first model with the one of the same name in the second, or else with the
/// second's first.
Result<std::vector<LayerComparison>> compareModels(const ModelSettings& first, const ModelSettings& second,
                                                   double sequenceLength);

} // namespace rope
