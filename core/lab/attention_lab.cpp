#include "core/lab/attention_lab.h"

#include "core/lab/seeded_gaussian.h"
#include "core/score.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <sstream>

namespace rope {
namespace {

RowMatrix turned(const RowMatrix& x, const LabPositions& positions, std::int64_t first)
{
    if (positions.inverseFrequency.size() == 0)
        return x;
    std::vector<std::int64_t> places(static_cast<std::size_t>(x.rows()));
    std::iota(places.begin(), places.end(), first);
    return rotateRows(x, places, positions.inverseFrequency, positions.layout, positions.attentionFactor);
}

} // namespace

std::vector<std::string> labTokens(const std::string& sentence)
{
    std::istringstream words(sentence);
    std::vector<std::string> tokens;
    for (std::string word; words >> word;)
        tokens.push_back(word);
    return tokens;
}

RowMatrix tokenEmbeddings(std::span<const std::string> tokens, int modelDim, std::uint64_t seed)
{
    RowMatrix rows(static_cast<Eigen::Index>(tokens.size()), modelDim);
    const double scale = 1.0 / std::sqrt(static_cast<double>(modelDim));
    for (std::size_t t = 0; t < tokens.size(); ++t)
        rows.row(static_cast<Eigen::Index>(t)) = gaussianMatrix(1, modelDim, scale, seedOf(tokens[t], seed));
    return rows;
}

LabHead labHead(int modelDim, int headDim, std::uint64_t seed, double sharpness)
{
    const double scale = 1.0 / std::sqrt(static_cast<double>(modelDim));
    const double unit = std::sqrt(static_cast<double>(headDim)); // rows of length about 1 give entries of size about 1
    return {gaussianMatrix(modelDim, headDim, sharpness * unit * scale, seedOf("query", seed)),
            gaussianMatrix(modelDim, headDim, unit * scale, seedOf("key", seed)),
            gaussianMatrix(modelDim, headDim, unit * scale, seedOf("value", seed))};
}

LabRun runAttention(const RowMatrix& embeddings, const LabHead& head, const LabPositions& positions, Mask mask,
                    std::int64_t first)
{
    assert(embeddings.cols() == head.query.rows());
    LabRun run;
    run.x = embeddings;
    if (positions.absolute.size() > 0)
        run.x += positions.absolute;
    run.queries = run.x * head.query;
    run.keys = run.x * head.key;
    run.values = run.x * head.value;
    run.turnedQueries = turned(run.queries, positions, first);
    run.turnedKeys = turned(run.keys, positions, first);
    const double scale = 1.0 / std::sqrt(static_cast<double>(head.query.cols()));
    run.scores = scoreMatrix(run.turnedQueries, run.turnedKeys, scale);
    if (positions.bias.size() > 0)
        run.scores += positions.bias;
    run.weights = softmaxRows(run.scores, mask);
    run.output = run.weights * run.values;
    return run;
}

RowMatrix permutedRows(const RowMatrix& x, std::span<const int> permutation)
{
    assert(permutation.size() == static_cast<std::size_t>(x.rows()));
    RowMatrix result(x.rows(), x.cols());
    for (Eigen::Index r = 0; r < x.rows(); ++r)
        result.row(r) = x.row(permutation[static_cast<std::size_t>(r)]);
    return result;
}

std::vector<int> reversedOrder(int count)
{
    std::vector<int> order(static_cast<std::size_t>(count));
    std::iota(order.rbegin(), order.rend(), 0);
    return order;
}

std::vector<int> shuffledOrder(int count, std::uint64_t seed)
{
    std::vector<int> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), 0);
    SeededGaussian source(seed);
    for (std::size_t last = order.size(); last > 1; --last)
        std::swap(order[last - 1], order[static_cast<std::size_t>(source.bits() % last)]);
    if (count >= 2 && std::is_sorted(order.begin(), order.end()))
        std::swap(order.front(), order.back());
    return order;
}

double permutationResidual(const RowMatrix& embeddings, const LabHead& head, const LabPositions& positions, Mask mask,
                           std::span<const int> permutation)
{
    const RowMatrix before = runAttention(embeddings, head, positions, mask).output;
    const RowMatrix after = runAttention(permutedRows(embeddings, permutation), head, positions, mask).output;
    return before.size() == 0 ? 0.0 : (after - permutedRows(before, permutation)).cwiseAbs().maxCoeff();
}

} // namespace rope
