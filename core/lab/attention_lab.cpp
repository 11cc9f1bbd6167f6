#include "core/lab/attention_lab.h"

#include "core/scores/content.h"
#include "core/scores/score.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

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

RowMatrix projection(int rows, int columns, std::uint64_t seed, ContentStream stream)
{
    RowMatrixF entries(rows, columns);
    gaussianRows(seed, stream)(0, entries);
    return entries.cast<double>();
}

} // namespace

RowMatrix tokenEmbeddings(const std::vector<std::string>& tokens, int modelDim, std::uint64_t seed)
{
    RowMatrixF rows(static_cast<Eigen::Index>(tokens.size()), modelDim);
    if (!tokens.empty())
        tokenRows(tokens, modelDim, seed, ContentStream::Table)(0, rows);
    return rows.cast<double>();
}

LabHead labHead(int modelDim, int headDim, std::uint64_t seed, double sharpness)
{
    const double scale = 1.0 / std::sqrt(static_cast<double>(modelDim)); // entries of size 1 stay of size 1
    return {sharpness * scale * projection(modelDim, headDim, seed, ContentStream::Query),
            scale * projection(modelDim, headDim, seed, ContentStream::Key),
            scale * projection(modelDim, headDim, seed, ContentStream::Value)};
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

double permutationResidual(const RowMatrix& embeddings, const LabHead& head, const LabPositions& positions, Mask mask,
                           std::span<const int> permutation)
{
    const RowMatrix before = runAttention(embeddings, head, positions, mask).output;
    const RowMatrix after = runAttention(permutedRows(embeddings, permutation), head, positions, mask).output;
    return before.size() == 0 ? 0.0 : (after - permutedRows(before, permutation)).cwiseAbs().maxCoeff();
}

} // namespace rope
