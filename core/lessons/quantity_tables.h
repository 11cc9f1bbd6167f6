#pragma once

#include "core/lessons/quantities.h"

namespace rope {

/// The rows of the registry, by topic.
std::vector<LiveQuantity> rotationQuantities();  ///< m, n, phases, norms, scores of the two positions
std::vector<LiveQuantity> frequencyQuantities(); ///< the ladder, what several frequencies tell apart
std::vector<LiveQuantity> attentionQuantities(); ///< the score matrix, mask and probabilities
std::vector<LiveQuantity> labQuantities();       ///< the sentence in the attention lab
std::vector<LiveQuantity> contextQuantities();   ///< scaling schemes, phases beyond training, measured losses
std::vector<LiveQuantity> portQuantities();      ///< conventions of pairs, cached keys, positions on axes
std::vector<LiveQuantity> ruleQuantities();      ///< rules made by hand, two layers, why after the projections

} // namespace rope
