#include "core/lessons/quantity_tables.h"

#include "core/state/derived.h"
#include "core/views/content_rows.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rope {
namespace {

constexpr std::int64_t longestRow = 1'000'000; ///< keys of one softmax row that a live number may sum
constexpr std::int64_t meterSpan = 96;         ///< rows and columns at the start of the matrix that the meter looks at

bool causal(const ExplorerState& state)
{
    return state.sequence.mask == Mask::Causal;
}

Result<void> requireInSequence(const ExplorerState& state, const char* field)
{
    const std::int64_t last = std::max(state.positions.query, state.positions.key);
    if (last < state.sequence.length)
        return {};
    return refuse(field, "position " + std::to_string(last) + " lies beyond the sequence of " +
                             std::to_string(state.sequence.length) + " tokens");
}

std::int64_t visibleKeys(const ExplorerState& state)
{
    return causal(state) ? std::min(state.positions.query + 1, state.sequence.length) : state.sequence.length;
}

bool keyIsVisible(const ExplorerState& state)
{
    return !causal(state) || state.positions.key <= state.positions.query;
}

/// Scores of identical content, always divided by sqrt(d), whatever quantity is on show.
RelativeScore scaledScore(const ExplorerState& state)
{
    ExplorerState scaled = state;
    scaled.sequence.quantity = Quantity::Score;
    return activeScore(scaled);
}

/// Softmax weight of key n for query m over identical content.
Result<double> attentionHere(const ExplorerState& state)
{
    if (const Result<void> inside = requireInSequence(state, "attention_here"); !inside)
        return tl::unexpected(inside.error());
    const std::int64_t visible = visibleKeys(state);
    if (visible > longestRow)
        return refuse("attention_here", "the sequence is too long to sum over all keys here");
    if (!keyIsVisible(state))
        return 0.0;
    const RelativeScore score = scaledScore(state);
    const Eigen::VectorXd row = profile(score, -state.positions.query, visible);
    const double here = scoreAt(score, state.positions.key - state.positions.query);
    const double largest = row.maxCoeff();
    return std::exp(here - largest) / (row.array() - largest).exp().sum();
}

/// Scores of identical content at places first, first + 1, ..., both vectors really turned.
RowMatrix turnedScores(const ExplorerState& state, std::int64_t first)
{
    const RotarySettings& rotary = activeRotary(state);
    const Schedule schedule = activeSchedule(state);
    const std::int64_t span = std::min(meterSpan, state.sequence.length);
    std::vector<std::int64_t> places(static_cast<std::size_t>(span));
    std::iota(places.begin(), places.end(), first);
    const auto turned = [&](const Eigen::VectorXd& head) {
        const RowMatrix rows = rotaryFirst(head, rotary).transpose().replicate(span, 1);
        return rotateRows(rows, places, signedFrequencies(rotary, schedule), rotary.pairing, schedule.attentionFactor);
    };
    return scoreMatrix(turned(queryVector(state)), turned(keyVector(state)), scoreScale(state, schedule));
}

/// Scores of the state's own content at the start of the sequence.
Result<RowMatrix> contentScores(const ShownState& state)
{
    if (state.sequence.content == ContentKind::Identical)
        return turnedScores(state, 0);
    const Result<ContentRows> content = contentRows(state);
    if (!content)
        return tl::unexpected(content.error());
    const RowRotation rotation = rowRotation(state);
    const std::int64_t span = std::min(meterSpan, content->length);
    const auto turned = [&](const RowSource& source) -> RowMatrix {
        return rotatedRows(source, 0, span, content->headDim, rotation).cast<double>();
    };
    return scoreMatrix(turned(content->queries), turned(content->keys), scoreScale(state, activeSchedule(state)));
}

double scoreRange(const RowMatrix& scores)
{
    return scores.maxCoeff() - scores.minCoeff();
}

double toeplitzDistanceOf(const RowMatrix& scores)
{
    return toeplitzDistance(scores);
}

using State = const ShownState&;
using Argument = std::int64_t;

} // namespace

std::vector<LiveQuantity> attentionQuantities()
{
    using enum QuantityArgument;
    return {
        {"visible_keys", "keys that the query sees", "keys", 0,
         [](State s, Argument) -> Result<double> {
             return static_cast<double>(visibleKeys(s));
         }},
        {"key_visible", "key n is visible to query m (1: yes, 0: no)", "", 0,
         [](State s, Argument) -> Result<double> {
             return keyIsVisible(s) ? 1.0 : 0.0;
         }},
        {"attention_here", "attention of query m to key n, identical content", "", 4,
         [](State s, Argument) {
             return attentionHere(s);
         }},
        {"attention_even", "attention if all visible keys shared alike", "", 4,
         [](State s, Argument) -> Result<double> {
             return 1.0 / static_cast<double>(visibleKeys(s));
         }},
        {"toeplitz_meter", "largest distance of a score from its diagonal's mean, identical content", "", 3,
         [](State s, Argument) -> Result<double> {
             return toeplitzDistance(turnedScores(s, 0));
         }},
        {"content_toeplitz", "largest distance of a score from its diagonal's mean, content on show", "", 3,
         [](State s, Argument) {
             return contentScores(s).map(toeplitzDistanceOf);
         }},
        {"score_range", "largest minus smallest score, identical content", "", 3,
         [](State s, Argument) -> Result<double> {
             return scoreRange(turnedScores(s, 0));
         }},
        {"matrix_shift_change", "largest change of a score when all positions move", "", 3,
         [](State s, Argument shift) -> Result<double> {
             return (turnedScores(s, shift) - turnedScores(s, 0)).cwiseAbs().maxCoeff();
         },
         Tokens},
    };
}

} // namespace rope
