#include "core/views/lab_of_state.h"

#include "core/rotation/frequency.h"
#include "core/scores/content.h"
#include "core/state/content_choice.h"
#include "core/state/derived.h"
#include "core/studies/encodings.h"
#include "core/views/content_rows.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace rope {
namespace {

constexpr std::uint64_t labSeed = 7;

/// The lab's tokens have entries of size 1 and the stand-in for a learned table has entries of 0.02; in trained models
/// both are of one size, and so they are here.
constexpr double tableGrowth = 50.0;

Result<RowMatrix> absoluteRows(const EncodingSettings& encoding, Eigen::Index length)
{
    if (encoding.absolute == AbsoluteEncoding::None)
        return RowMatrix();
    if (encoding.absolute == AbsoluteEncoding::Sinusoidal)
        return sinusoidalTable(0, length, labDim, SinusoidalLayout::Interleaved);
    return LearnedTable(encoding.tableLength, labDim, labSeed).rows(0, length).map([](const RowMatrix& rows) {
        return RowMatrix(tableGrowth * rows);
    });
}

OffsetBias offsetBiasOf(const ExplorerState& state)
{
    if (state.encoding.relative == RelativeEncoding::Alibi)
        return alibiOffsetBias(alibiSlopes(8)[0]);
    if (state.encoding.relative != RelativeEncoding::T5)
        return {};
    T5Buckets layout;
    layout.bidirectional = state.sequence.mask == Mask::None;
    return t5OffsetBias(layout, t5Biases(layout, labSeed));
}

RowMatrix biasOf(const ExplorerState& state, Eigen::Index length)
{
    const OffsetBias bias = offsetBiasOf(state);
    if (bias.isEmpty())
        return {};
    RowMatrix matrix(length, length);
    for (Eigen::Index m = 0; m < length; ++m)
        for (Eigen::Index n = 0; n < length; ++n)
            matrix(m, n) = bias.at(n - m);
    return matrix;
}

LabPositions rotaryPositionsOf(const ExplorerState& state)
{
    LabPositions positions;
    if (state.encoding.relative == RelativeEncoding::Rotary)
        positions.inverseFrequency = inverseFrequencies(activeRotary(state).base, labDim);
    positions.layout = activeRotary(state).pairing;
    return positions;
}

/// A token without the blanks around it; line breaks and blanks alone are made visible.
std::string visibleToken(std::string token)
{
    for (std::size_t at = token.find('\n'); at != std::string::npos; at = token.find('\n'))
        token.replace(at, 1, "\u21B5");
    const std::size_t first = token.find_first_not_of(' ');
    return first == std::string::npos ? "\u2423" : token.substr(first, token.find_last_not_of(' ') + 1 - first);
}

std::vector<std::string> fileTokens(const Capture& capture, int count)
{
    std::vector<std::string> tokens;
    for (int place = 0; place < count; ++place) {
        const auto at = static_cast<std::size_t>(place);
        tokens.push_back(at < capture.tokens.size() ? visibleToken(capture.tokens[at]) : std::to_string(place));
    }
    return tokens;
}

/// Projections that take query, key and value out of rows that hold them side by side.
LabHead takingHead(int headDim, double queryScale)
{
    const int width = 2 * headDim + labDim;
    LabHead head{RowMatrix::Zero(width, headDim), RowMatrix::Zero(width, headDim), RowMatrix::Zero(width, labDim)};
    head.query.topRows(headDim).diagonal().setConstant(queryScale);
    head.key.middleRows(headDim, headDim).diagonal().setOnes();
    head.value.bottomRows(labDim).diagonal().setOnes();
    return head;
}

Result<Lab> fileLab(const ShownState& state)
{
    const auto content = contentFileOf(state);
    const Result<ContentRows> rows = contentRows(state);
    if (!content || !rows)
        return tl::unexpected(content ? rows.error() : content.error());
    Lab lab;
    lab.fromFile = true;
    const auto count = static_cast<int>(std::min<std::int64_t>(rows->length, longestLabText));
    lab.tokens = fileTokens((*content)->capture, count);
    RowMatrixF queries(count, rows->headDim);
    RowMatrixF keys(count, rows->headDim);
    rows->queries(0, queries);
    rows->keys(0, keys);
    lab.embeddings.resize(count, 2 * rows->headDim + labDim);
    lab.embeddings << queries.cast<double>(), keys.cast<double>(), tokenEmbeddings(lab.tokens, labDim, labSeed);
    ExplorerState scores = state;
    scores.sequence.quantity = Quantity::Score;
    lab.head = takingHead(rows->headDim,
                          scoreScale(scores, activeSchedule(scores)) * std::sqrt(static_cast<double>(rows->headDim)));
    lab.mask = state.sequence.mask;
    lab.order = wordOrder(state.sequence.order, count);
    lab.positions.bias = biasOf(state, count);
    if (state.encoding.relative == RelativeEncoding::Rotary) {
        const RowRotation rotation = rowRotation(state);
        lab.positions.inverseFrequency = rotation.inverseFrequency;
        lab.positions.layout = rotation.layout;
        lab.positions.attentionFactor = rotation.attentionFactor;
    }
    return lab;
}

/// Tokens, embeddings and head of the sentence; nothing of its places.
Result<Lab> wordsOf(const ExplorerState& state)
{
    Lab lab;
    lab.tokens = tokensOf(state.sequence.text);
    if (lab.tokens.front().empty() || lab.tokens.size() > static_cast<std::size_t>(longestLabText))
        return refuse("sequence.text",
                      "the attention lab runs sentences of 1 to " + std::to_string(longestLabText) + " words");
    lab.embeddings = tokenEmbeddings(lab.tokens, labDim, labSeed);
    lab.head = labHead(labDim, labDim, labSeed);
    lab.mask = state.sequence.mask;
    lab.order = wordOrder(state.sequence.order, static_cast<int>(lab.tokens.size()));
    return lab;
}

} // namespace

Result<LabPositions> labPositionsOf(const ExplorerState& state, Eigen::Index length)
{
    Result<RowMatrix> absolute = absoluteRows(state.encoding, length);
    if (!absolute)
        return tl::unexpected(absolute.error());
    LabPositions positions = rotaryPositionsOf(state);
    positions.absolute = std::move(*absolute);
    positions.bias = biasOf(state, length);
    return positions;
}

Result<Lab> labOf(const ExplorerState& state)
{
    Result<Lab> lab = wordsOf(state);
    if (!lab)
        return lab;
    Result<LabPositions> positions = labPositionsOf(state, lab->embeddings.rows());
    if (!positions)
        return tl::unexpected(positions.error());
    lab->positions = std::move(*positions);
    return lab;
}

Result<Lab> shownLabOf(const ShownState& state)
{
    return showsFile(state) ? fileLab(state) : labOf(state);
}

Result<PlacedContent> placedContentOf(const ShownState& state)
{
    const Result<Lab> lab = showsFile(state) ? fileLab(state) : wordsOf(state);
    if (!lab)
        return tl::unexpected(lab.error());
    PlacedEncoding encoding;
    encoding.bias = offsetBiasOf(state);
    const LabPositions positions = lab->fromFile ? lab->positions : rotaryPositionsOf(state);
    encoding.inverseFrequency = positions.inverseFrequency;
    encoding.layout = positions.layout;
    encoding.attentionFactor = positions.attentionFactor;
    encoding.sinusoidal = !lab->fromFile && state.encoding.absolute == AbsoluteEncoding::Sinusoidal;
    if (!lab->fromFile && state.encoding.absolute == AbsoluteEncoding::Learned) {
        encoding.table.emplace(state.encoding.tableLength, labDim, labSeed);
        encoding.tableGrowth = tableGrowth;
    }
    return PlacedContent(lab->embeddings.topRows(1), lab->head, std::move(encoding));
}

namespace {

/// Places spread evenly over [0, known), equally far apart, so that their cells have common diagonals.
std::vector<std::int64_t> spread(std::int64_t known)
{
    const std::int64_t count = std::min<std::int64_t>(measuredPlaces, known);
    const std::int64_t stride = count < 2 ? 1 : (known - 1) / (count - 1);
    std::vector<std::int64_t> places;
    for (std::int64_t i = 0; i < count; ++i)
        places.push_back(i * stride);
    return places;
}

} // namespace

Result<PlacedScores> placedScoresOf(const ShownState& state)
{
    return placedContentOf(state).map([&](PlacedContent content) {
        const std::int64_t length = state.sequence.length;
        const std::int64_t known = std::min(length, content.end().value_or(length));
        std::vector<std::int64_t> places = spread(known);
        RowMatrix cells = content.scores(places);
        const PositionDependence dependence = positionDependence(cells);
        return PlacedScores{std::move(content), std::move(places), std::move(cells), dependence, known};
    });
}

LabRun runOf(const Lab& lab)
{
    return runAttention(lab.embeddings, lab.head, lab.positions, lab.mask);
}

std::vector<int> exchangedEnds(int count)
{
    std::vector<int> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), 0);
    if (count > 1)
        std::swap(order.front(), order.back());
    return order;
}

std::vector<int> wordOrder(const std::vector<int>& asked, int count)
{
    if (asked.empty())
        return exchangedEnds(count);
    std::vector<int> order;
    std::ranges::copy_if(asked, std::back_inserter(order), [count](int place) { return place < count; });
    for (auto place = static_cast<int>(asked.size()); place < count; ++place)
        order.push_back(place);
    return order;
}

std::vector<int> inverseOrder(const std::vector<int>& order)
{
    std::vector<int> inverse(order.size());
    for (std::size_t place = 0; place < order.size(); ++place)
        inverse[static_cast<std::size_t>(order[place])] = static_cast<int>(place);
    return inverse;
}

std::vector<int> movedWord(std::vector<int> order, int from, int to)
{
    const auto at = [&order](int place) {
        return order.begin() + place;
    };
    if (from < to)
        std::rotate(at(from), at(from + 1), at(to + 1));
    else
        std::rotate(at(to), at(from), at(from + 1));
    return order;
}

double permutationResidual(const Lab& lab)
{
    return permutationResidual(lab.embeddings, lab.head, lab.positions, lab.mask, lab.order);
}

} // namespace rope
