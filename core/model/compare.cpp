#include "core/model/compare.h"

#include "core/state/derived.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rope {
namespace {

double tokensTo(double radians, double perToken)
{
    return perToken == 0.0 ? std::numeric_limits<double>::infinity() : radians / perToken;
}

double softmaxScale(const RotarySettings& rotary, const Schedule& schedule)
{
    return schedule.softmaxScaleFactor / std::sqrt(static_cast<double>(rotary.headDim));
}

std::vector<std::string> notesOn(const RotarySettings& first, const RotarySettings& second)
{
    std::vector<std::string> notes;
    if (first.pairing != second.pairing)
        notes.emplace_back("They pair channels differently, so weights of one do not fit the other unpermuted.");
    if (first.rotaryDim != second.rotaryDim)
        notes.push_back("They turn " + std::to_string(first.rotaryDim / 2) + " and " +
                        std::to_string(second.rotaryDim / 2) + " pairs; the pairs that both have are compared.");
    if (first.headDim != second.headDim)
        notes.push_back("Their heads have " + std::to_string(first.headDim) + " and " + std::to_string(second.headDim) +
                        " channels.");
    if (first.rotates != second.rotates)
        notes.emplace_back("One of the two does not rotate.");
    if (first.negativeAngle != second.negativeAngle)
        notes.emplace_back("They turn in opposite directions.");
    return notes;
}

const RotarySettings& counterpart(const RotarySettings& layer, const ModelSettings& model)
{
    const auto found = std::ranges::find(model.layers, layer.layerType, &RotarySettings::layerType);
    return found == model.layers.end() ? model.layers.front() : *found;
}

} // namespace

Result<RotaryComparison> compareRotary(const RotarySettings& first, const RotarySettings& second, double sequenceLength)
{
    const auto a = scheduleOf(first, sequenceLength);
    if (!a)
        return tl::unexpected(a.error());
    const auto b = scheduleOf(second, sequenceLength);
    if (!b)
        return tl::unexpected(b.error());
    const Eigen::Index pairs = std::min(a->inverseFrequency.size(), b->inverseFrequency.size());
    RotaryComparison result;
    result.first = a->inverseFrequency.head(pairs);
    result.second = b->inverseFrequency.head(pairs);
    result.difference = result.second - result.first;
    const double most = result.difference.cwiseAbs().maxCoeff(&result.worstPair);
    result.tokensToTenth = tokensTo(0.1, most);
    result.tokensToOne = tokensTo(1.0, most);
    result.attentionFactorDifference = b->attentionFactor - a->attentionFactor;
    result.softmaxScaleDifference = softmaxScale(second, *b) - softmaxScale(first, *a);
    result.notes = notesOn(first, second);
    return result;
}

Result<std::vector<LayerComparison>> compareModels(const ModelSettings& first, const ModelSettings& second,
                                                   double sequenceLength)
{
    std::vector<LayerComparison> comparisons;
    for (const RotarySettings& layer : first.layers) {
        const RotarySettings& other = counterpart(layer, second);
        auto rotary = compareRotary(layer, other, sequenceLength);
        if (!rotary)
            return tl::unexpected(rotary.error());
        comparisons.push_back({layer.layerType, other.layerType, *std::move(rotary)});
    }
    return comparisons;
}

} // namespace rope
