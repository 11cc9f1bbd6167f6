#include "core/state/score_range.h"

#include "core/state/content_choice.h"
#include "core/state/derived.h"

#include <algorithm>
#include <cmath>

namespace rope {

namespace {

constexpr double smallest = 1e-3;
constexpr double spread = 4.0; ///< standard deviations

double identicalLargest(const ExplorerState& state)
{
    const RelativeScore score = activeScore(state);
    return std::abs(score.scale) *
           (std::abs(score.tail) + (score.cosine.array().square() + score.sine.array().square()).sqrt().sum());
}

/// Gaussian rows of size 1, or rows as long as the file's.
double variedLargest(const ExplorerState& state)
{
    const Schedule schedule = activeSchedule(state);
    double size = spread * std::sqrt(static_cast<double>(activeRotary(state).headDim));
    if (showsFile(state) && state.sequence.contentFacts.isKnown())
        size = state.sequence.contentFacts.largestProduct;
    return size * scoreScale(state, schedule) * schedule.attentionFactor * schedule.attentionFactor;
}

} // namespace

double usualLargestScore(const ExplorerState& state)
{
    if (state.sequence.quantity == Quantity::Attention)
        return 1.0;
    const bool varied = state.sequence.content != ContentKind::Identical;
    const double mix = varied ? state.sequence.contentMix : 0.0;
    const double identical = mix < 1.0 ? identicalLargest(state) : 0.0;
    return std::max({smallest, identical, mix > 0.0 ? variedLargest(state) : 0.0});
}

double roundedUp(double value)
{
    const double decade = std::pow(10.0, std::floor(std::log10(value)));
    for (const double step : {1.0, 2.0, 5.0})
        if (value <= step * decade)
            return step * decade;
    return 10.0 * decade;
}

} // namespace rope
