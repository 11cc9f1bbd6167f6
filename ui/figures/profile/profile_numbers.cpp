#include "ui/figures/profile/profile_numbers.h"

#include "core/state/derived.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rope {
namespace {

constexpr std::int64_t longestAttention = 1'000'000; // visible keys of one softmax
constexpr std::int64_t blockOffsets = 1 << 16;       // computed at a time
constexpr double frameWork = 4e7;                    // offsets x pairs in about 5 ms

/// Keys that query m sees, as offsets.
struct Visible {
    std::int64_t first;
    std::int64_t last;
};

Visible visibleOffsets(const ExplorerState& state)
{
    const std::int64_t m = state.positions.query;
    const bool causal = state.sequence.mask == Mask::Causal;
    return {-m, causal ? 0 : state.sequence.length - 1 - m};
}

/// Turns scores into probabilities of one query: exp(score - shift).
struct Softmax {
    double shift = 0.0; ///< maximum + log of the sum
    Visible visible{0, 0};

    double at(double score, std::int64_t offset) const
    {
        const bool seen = offset >= visible.first && offset <= visible.last;
        return seen ? std::exp(score - shift) : std::numeric_limits<double>::quiet_NaN();
    }
};

Softmax softmaxOf(const RelativeScore& score, Visible visible)
{
    const Eigen::VectorXd scores = profile(score, visible.first, visible.last - visible.first + 1);
    const double largest = scores.maxCoeff();
    return {largest + std::log((scores.array() - largest).exp().sum()), visible};
}

bool isTooLong(const ExplorerState& state)
{
    const Visible visible = visibleOffsets(state);
    return state.sequence.quantity == Quantity::Attention && visible.last - visible.first >= longestAttention;
}

bool isAttention(const ExplorerState& state)
{
    return state.sequence.quantity == Quantity::Attention && !isTooLong(state);
}

/// Reduces a run of values that begins with a whole column to lowest and highest per column.
void appendColumns(OffsetCurve& curve, const Eigen::VectorXd& values, std::int64_t first, std::int64_t perColumn)
{
    for (Eigen::Index at = 0; at < values.size(); at += perColumn) {
        const Eigen::Index count = std::min<Eigen::Index>(perColumn, values.size() - at);
        double lowest = std::numeric_limits<double>::infinity();
        double highest = -lowest;
        for (Eigen::Index index = at; index < at + count; ++index) { // what is not a number is passed over
            lowest = values[index] < lowest ? values[index] : lowest;
            highest = values[index] > highest ? values[index] : highest;
        }
        const bool nothing = lowest > highest;
        curve.offset.push_back(static_cast<double>(first + at) + 0.5 * static_cast<double>(count - 1));
        curve.lowest.push_back(nothing ? std::numeric_limits<double>::quiet_NaN() : lowest);
        curve.highest.push_back(nothing ? std::numeric_limits<double>::quiet_NaN() : highest);
    }
}

/// Goes over the span block by block: `add` takes the first offset of a block and how many there are. False when
/// cancelled.
template <class Add> bool overBlocks(const ProfileNumbers& numbers, const WorkControl& control, Add add)
{
    const std::int64_t block = std::max<std::int64_t>(1, blockOffsets / numbers.perColumn) * numbers.perColumn;
    for (std::int64_t first = -numbers.span; first <= numbers.span; first += block) {
        if (control.cancelled())
            return false;
        add(first, std::min(block, numbers.span - first + 1));
    }
    return true;
}

/// Every `merged` columns become one: nothing between two pixels is lost.
OffsetCurve mergedColumns(const OffsetCurve& curve, std::size_t merged)
{
    OffsetCurve coarse;
    for (std::size_t at = 0; at < curve.offset.size(); at += merged) {
        const std::size_t last = std::min(at + merged, curve.offset.size()) - 1;
        coarse.offset.push_back(0.5 * (curve.offset[at] + curve.offset[last]));
        coarse.lowest.push_back(curve.lowest[at]);
        coarse.highest.push_back(curve.highest[at]);
        for (std::size_t i = at + 1; i <= last; ++i) {
            coarse.lowest.back() = std::fmin(coarse.lowest.back(), curve.lowest[i]);
            coarse.highest.back() = std::fmax(coarse.highest.back(), curve.highest[i]);
        }
    }
    return coarse;
}

/// 1, 2, 5, 10, ...: makes a curve of this size about a third of the whole.
double niceMagnification(double part, double whole)
{
    if (!(part > 0.0) || !(whole > 0.0))
        return 1.0;
    const double wanted = 0.33 * whole / part;
    double factor = 1.0;
    for (const double step : {2.0, 2.5, 2.0, 2.0, 2.5, 2.0, 2.0, 2.5, 2.0})
        if (factor * step <= wanted)
            factor *= step;
        else
            break;
    return factor;
}

double amplitudeOf(const RelativeScore& score)
{
    return score.scale * (score.cosine.cwiseAbs2() + score.sine.cwiseAbs2()).cwiseSqrt().sum();
}

bool addScores(ProfileNumbers& numbers, const RelativeScore& score, int pair, const WorkControl& control)
{
    const RelativeScore alone = pairAlone(score, pair);
    const RelativeScore quarter = quarterTurned(score);
    const double tail = score.scale * score.tail;
    numbers.magnification = niceMagnification(amplitudeOf(alone), amplitudeOf(score));
    return overBlocks(numbers, control, [&](std::int64_t first, std::int64_t count) {
        const Eigen::VectorXd real = profile(score, first, count);
        const Eigen::VectorXd imaginary = profile(quarter, first, count);
        const Eigen::VectorXd size = tail + ((real.array() - tail).square() + imaginary.array().square()).sqrt();
        appendColumns(numbers.all, real, first, numbers.perColumn);
        appendColumns(numbers.one, profile(alone, first, count), first, numbers.perColumn);
        appendColumns(numbers.envelope, size, first, numbers.perColumn);
    });
}

bool addAttention(ProfileNumbers& numbers, const ExplorerState& state, const RelativeScore& score,
                  const WorkControl& control)
{
    const Softmax softmax = softmaxOf(score, visibleOffsets(state));
    return overBlocks(numbers, control, [&](std::int64_t first, std::int64_t count) {
        Eigen::VectorXd values = profile(score, first, count);
        for (Eigen::Index at = 0; at < values.size(); ++at)
            values[at] = softmax.at(values[at], first + at);
        appendColumns(numbers.all, values, first, numbers.perColumn);
    });
}

} // namespace

RelativeScore pairAlone(const RelativeScore& score, int pair)
{
    RelativeScore alone = score;
    alone.inverseFrequency = score.inverseFrequency.segment(pair, 1);
    alone.cosine = score.cosine.segment(pair, 1);
    alone.sine = score.sine.segment(pair, 1);
    alone.tail = 0.0;
    return alone;
}

RelativeScore quarterTurned(const RelativeScore& score)
{
    RelativeScore turned = score;
    turned.cosine = -score.sine;
    turned.sine = score.cosine;
    turned.tail = 0.0;
    return turned;
}

std::optional<double> profileValue(const ExplorerState& state, std::int64_t offset)
{
    if (state.sequence.mask == Mask::Causal && offset > 0)
        return std::nullopt;
    const RelativeScore score = activeScore(state);
    const double value = scoreAt(score, offset);
    if (!isAttention(state))
        return value;
    const double probability = softmaxOf(score, visibleOffsets(state)).at(value, offset);
    return std::isnan(probability) ? std::nullopt : std::optional(probability);
}

std::optional<ProfileNumbers> profileNumbers(const ExplorerState& state, std::int64_t columns,
                                             const WorkControl& control)
{
    ProfileNumbers numbers;
    numbers.span = state.view.profileSpan;
    const std::int64_t offsets = 2 * numbers.span + 1;
    numbers.perColumn = offsets > 2 * columns ? (offsets + columns - 1) / columns : 1;
    numbers.attentionTooLong = isTooLong(state);
    numbers.quantity = numbers.attentionTooLong ? Quantity::Score : state.sequence.quantity;
    const RelativeScore score = activeScore(state);
    const int pair = std::clamp(state.highlightedPair, 0, pairCount(state) - 1);
    const bool done =
        isAttention(state) ? addAttention(numbers, state, score, control) : addScores(numbers, score, pair, control);
    if (!done)
        return std::nullopt;
    numbers.current = profileValue(state, state.positions.key - state.positions.query);
    return numbers;
}

ProfileNumbers withColumns(ProfileNumbers numbers, std::int64_t columns)
{
    const auto shown = static_cast<std::int64_t>(numbers.all.offset.size());
    const std::int64_t merged = (shown + columns - 1) / columns;
    if (merged < 2 || numbers.perColumn == 1)
        return numbers;
    for (OffsetCurve* curve : {&numbers.all, &numbers.one, &numbers.envelope})
        *curve = mergedColumns(*curve, static_cast<std::size_t>(merged));
    numbers.perColumn *= merged;
    return numbers;
}

bool profileTakesLong(const ExplorerState& state)
{
    const double offsets = 2.0 * static_cast<double>(state.view.profileSpan) + 1.0;
    const Visible visible = visibleOffsets(state);
    const double softmax = isAttention(state) ? static_cast<double>(visible.last - visible.first) : 0.0;
    return (2.0 * offsets + softmax) * pairCount(state) > frameWork;
}

} // namespace rope
