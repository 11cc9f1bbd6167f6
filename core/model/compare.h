#pragma once

#include "core/base/result.h"
#include "core/rotation/agreement.h"
#include "core/state/state.h"

#include <Eigen/Core>
#include <string>
#include <vector>

namespace rope {

/// Where the phases of one pair part.
struct PartingPair {
    int pair = 0;
    double difference = 0; ///< second - first, rad/token: one token further, the phases part by this
    double tenth = 0;      ///< distance in tokens at which the phases differ by 0.1 rad; infinite: never
    double one = 0;        ///< by 1 rad

    bool operator==(const PartingPair&) const = default;
};

/// How far apart two rotary embeddings are, second minus first.
struct RotaryComparison {
    Eigen::VectorXd first;      ///< theta_j in rad/token, of the pairs that both have
    Eigen::VectorXd second;     ///< the same of the second
    Eigen::VectorXd difference; ///< second - first, rad/token, with the signs of the turns
    int worstPair = 0;          ///< the pair with the largest difference
    double tokensToTenth = 0;   ///< distance in tokens at which some pair's phases differ by 0.1 rad; infinite: never
    double tokensToOne = 0;     ///< by 1 rad
    double attentionFactorDifference = 0;
    double softmaxScaleDifference = 0; ///< of softmaxScaleFactor / sqrt(headDim)
    double scoreRatio = 1;             ///< rotated scores of the second over those of the first, by the factors alone
    bool samePartners = true;          ///< each channel turns with the same one in both
    std::string partners;              ///< where they differ: one sentence with both
    std::vector<std::string> notes;    ///< one sentence each: other partners, other number of pairs and the like
};

/// Compares two layers at a sequence length in tokens (0: at load). Refuses a layer that its scheme refuses.
Result<RotaryComparison> compareRotary(const RotarySettings& first, const RotarySettings& second,
                                       double sequenceLength);

/// Pairs whose phases part, the first to do so first; pairs that part together by their number.
std::vector<PartingPair> partingPairs(const RotaryComparison& comparison);

/// How alike the two leave one vector, over the pairs that both have and channel by channel. Requires settings that
/// compareRotary takes at this length.
RotationAgreement rotaryAgreement(const RotarySettings& first, const RotarySettings& second, double sequenceLength,
                                  const std::vector<std::int64_t>& positions);

/// Which channels turn together: `channel i turns with i + 64, for i from 0 to 63`.
std::string partnersOf(const RotarySettings& rotary);

/// One kind of layer in two models.
struct LayerComparison {
    std::string firstLayer;  ///< layer type in the first model
    std::string secondLayer; ///< layer type in the second
    RotaryComparison rotary;
};

/// Compares each kind of layer of the first model with its counterpart in the second.
Result<std::vector<LayerComparison>> compareModels(const ModelSettings& first, const ModelSettings& second,
                                                   double sequenceLength);

} // namespace rope
