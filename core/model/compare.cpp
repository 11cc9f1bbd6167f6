#include "core/model/compare.h"

#include "core/state/derived.h"
#include "core/views/compared_state.h"

#include <algorithm>
#include <cassert>
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

ChannelTurns channelTurns(const RotarySettings& rotary, const Eigen::VectorXd& signedTheta)
{
    ChannelTurns turns;
    for (int channel = 0; channel < rotary.headDim; ++channel) {
        turns.partner.push_back(channel);
        turns.rate.push_back(0.0);
    }
    const int offset = rotary.rotatesTail ? rotary.headDim - rotary.rotaryDim : 0;
    for (int pair = 0; rotary.rotates && pair < signedTheta.size(); ++pair) {
        if (signedTheta[pair] == 0.0)
            continue;
        const PairChannels channels = pairChannels(rotary.pairing, rotary.rotaryDim, pair);
        const auto first = static_cast<std::size_t>(offset + channels.first);
        const auto second = static_cast<std::size_t>(offset + channels.second);
        turns.partner[first] = static_cast<int>(second);
        turns.partner[second] = static_cast<int>(first);
        turns.rate[first] = signedTheta[pair];
        turns.rate[second] = -signedTheta[pair];
    }
    return turns;
}

bool turnSamePairs(const RotarySettings& first, const RotarySettings& second)
{
    const auto start = [](const RotarySettings& rotary) {
        return rotary.rotatesTail ? rotary.headDim - rotary.rotaryDim : 0;
    };
    if (!first.rotates || !second.rotates)
        return first.rotates == second.rotates;
    const bool alike = first.pairing == second.pairing || (first.rotaryDim == 2 && second.rotaryDim == 2);
    return alike && first.rotaryDim == second.rotaryDim && start(first) == start(second);
}

std::string partnersSentence(const RotarySettings& first, const RotarySettings& second)
{
    return "Partners differ: in the first " + partnersOf(first) + "; in the second " + partnersOf(second) +
           ". Weights of one do not fit the other unpermuted.";
}

std::vector<std::string> notesOn(const RotarySettings& first, const RotarySettings& second)
{
    std::vector<std::string> notes;
    if (first.rotates != second.rotates)
        notes.emplace_back(first.rotates ? "The second does not rotate." : "The first does not rotate.");
    else if (!turnSamePairs(first, second))
        notes.push_back(partnersSentence(first, second));
    if (first.rotaryDim != second.rotaryDim)
        notes.push_back("They turn " + std::to_string(first.rotaryDim / 2) + " and " +
                        std::to_string(second.rotaryDim / 2) + " pairs; the pairs that both have are compared.");
    if (first.headDim != second.headDim)
        notes.push_back("Their heads have " + std::to_string(first.headDim) + " and " + std::to_string(second.headDim) +
                        " channels.");
    if (first.negativeAngle != second.negativeAngle)
        notes.emplace_back("They turn in opposite directions.");
    return notes;
}

double factorOnScores(const RotarySettings& rotary, const Schedule& schedule)
{
    return schedule.attentionFactor * schedule.attentionFactor * softmaxScale(rotary, schedule);
}

/// `i + 64`, and `i` alone for 0.
std::string plus(const std::string& name, int number)
{
    return number == 0 ? name : name + " + " + std::to_string(number);
}

} // namespace

std::string partnersOf(const RotarySettings& rotary)
{
    if (!rotary.rotates)
        return "no channel turns";
    const int start = rotary.rotatesTail ? rotary.headDim - rotary.rotaryDim : 0;
    const int half = rotary.rotaryDim / 2;
    const bool split = rotary.pairing == PairLayout::HalfSplit;
    const std::string name = split ? "i" : "2i";
    return "channel " + plus(name, start) + " turns with " + plus(name, start + (split ? half : 1)) +
           (half == 1 ? ", for i = 0" : ", for i from 0 to " + std::to_string(half - 1));
}

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
    result.difference = signedFrequencies(second, *b).head(pairs) - signedFrequencies(first, *a).head(pairs);
    const double most = result.difference.cwiseAbs().maxCoeff(&result.worstPair);
    result.tokensToTenth = tokensTo(0.1, most);
    result.tokensToOne = tokensTo(1.0, most);
    result.attentionFactorDifference = b->attentionFactor - a->attentionFactor;
    result.softmaxScaleDifference = softmaxScale(second, *b) - softmaxScale(first, *a);
    result.scoreRatio = factorOnScores(second, *b) / factorOnScores(first, *a);
    result.samePartners = turnSamePairs(first, second);
    if (!result.samePartners)
        result.partners = partnersSentence(first, second);
    result.notes = notesOn(first, second);
    return result;
}

std::vector<PartingPair> partingPairs(const RotaryComparison& comparison)
{
    std::vector<PartingPair> pairs;
    for (Eigen::Index j = 0; j < comparison.difference.size(); ++j)
        if (const double rate = std::abs(comparison.difference[j]); rate > 0.0)
            pairs.push_back({static_cast<int>(j), comparison.difference[j], 0.1 / rate, 1.0 / rate});
    std::ranges::stable_sort(pairs, {}, &PartingPair::one);
    return pairs;
}

RotationAgreement rotaryAgreement(const RotarySettings& first, const RotarySettings& second, double sequenceLength,
                                  const std::vector<std::int64_t>& positions)
{
    const auto a = scheduleOf(first, sequenceLength);
    const auto b = scheduleOf(second, sequenceLength);
    assert(a.has_value() && b.has_value());
    const Eigen::VectorXd one = signedFrequencies(first, *a);
    const Eigen::VectorXd other = signedFrequencies(second, *b);
    const Eigen::Index pairs = std::min(one.size(), other.size());
    RotationAgreement agreement = agreementOf(one.head(pairs), other.head(pairs), positions);
    if (first.headDim != second.headDim)
        return agreement;
    const ChannelTurns turns = channelTurns(first, one);
    const ChannelTurns otherTurns = channelTurns(second, other);
    for (const std::int64_t position : positions)
        agreement.unpermuted.push_back(channelAgreement(turns, otherTurns, position));
    return agreement;
}

Result<std::vector<LayerComparison>> compareModels(const ModelSettings& first, const ModelSettings& second,
                                                   double sequenceLength)
{
    std::vector<LayerComparison> comparisons;
    for (const RotarySettings& layer : first.layers) {
        const RotarySettings& other = counterpartOf(layer.layerType, second);
        auto rotary = compareRotary(layer, other, sequenceLength);
        if (!rotary)
            return tl::unexpected(rotary.error());
        comparisons.push_back({layer.layerType, other.layerType, *std::move(rotary)});
    }
    return comparisons;
}

} // namespace rope
