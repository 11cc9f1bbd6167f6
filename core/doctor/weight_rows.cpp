#include "core/doctor/weight_rows.h"

#include "core/rotation/layout.h"
#include "core/schemes/support.h"

#include <algorithm>
#include <cmath>

namespace rope {

namespace {

constexpr double sameRows = 0.3; ///< a residual above is another matrix; coarse quantisation leaves about 0.1
constexpr int smallestHead = 4;
constexpr int largestHead = 1024;

/// First row of the other file that row `row` is, in heads of `headDim` rows.
class Move {
public:
    Move(RowOrder order, int headDim)
        : headDim_(headDim)
    {
        if (order == RowOrder::ToInterleaved)
            within_ = layoutPermutation(PairLayout::HalfSplit, PairLayout::Interleaved, headDim, headDim);
        else if (order == RowOrder::ToHalfSplit)
            within_ = layoutPermutation(PairLayout::Interleaved, PairLayout::HalfSplit, headDim, headDim);
    }

    Eigen::Index source(Eigen::Index row) const
    {
        if (within_.empty())
            return row;
        const Eigen::Index head = row / headDim_;
        return head * headDim_ + within_[static_cast<std::size_t>(row % headDim_)];
    }

private:
    int headDim_;
    std::vector<int> within_;
};

/// Root of the squares of second - moved first over those of first, for rows first ... first + count - 1.
double residualOf(const ProjectionRows& rows, const Move& move, Eigen::Index first, Eigen::Index count)
{
    double left = 0.0;
    double whole = 0.0;
    for (Eigen::Index row = first; row < first + count; ++row) {
        left += static_cast<double>((rows.second.row(row) - rows.first.row(move.source(row))).squaredNorm());
        whole += static_cast<double>(rows.second.row(row).squaredNorm());
    }
    return whole > 0.0 ? std::sqrt(left / whole) : (left > 0.0 ? 1.0 : 0.0);
}

std::vector<int> headDims(Eigen::Index rows)
{
    std::vector<int> dims;
    for (int dim = smallestHead; dim <= std::min<Eigen::Index>(rows, largestHead); dim += 2)
        if (rows % dim == 0)
            dims.push_back(dim);
    return dims;
}

std::string orderWords(const RowFinding& finding)
{
    switch (finding.order) {
    case RowOrder::Same:
        return "rows are in the same order";
    case RowOrder::ToInterleaved:
        return "each head of " + std::to_string(finding.headDim) + " rows goes from half-split to interleaved";
    case RowOrder::ToHalfSplit:
        return "each head of " + std::to_string(finding.headDim) + " rows goes from interleaved to half-split";
    }
    return {};
}

std::string shortResidual(double residual)
{
    return shortNumber(residual < 1e-3 ? residual : std::round(1000.0 * residual) / 1000.0);
}

} // namespace

RowFinding findRowOrder(const ProjectionRows& rows)
{
    RowFinding found;
    found.name = rows.name;
    found.residual = residualOf(rows, Move(RowOrder::Same, 0), 0, rows.first.rows());
    found.nextResidual = 2.0;
    for (const RowOrder order : {RowOrder::ToInterleaved, RowOrder::ToHalfSplit})
        for (const int headDim : headDims(rows.first.rows())) {
            const double residual = residualOf(rows, Move(order, headDim), 0, rows.first.rows());
            if (residual < found.residual) {
                found.nextResidual = found.residual;
                found.residual = residual;
                found.order = order;
                found.headDim = headDim;
            } else {
                found.nextResidual = std::min(found.nextResidual, residual);
            }
        }
    const Move move(found.order, found.headDim);
    if (found.order == RowOrder::Same) {
        for (Eigen::Index row = 0; row < rows.first.rows() && found.residual < 1.0; ++row)
            if (residualOf(rows, move, row, 1) > 2.0 * sameRows)
                found.wrongRows.push_back(static_cast<int>(row));
        return found;
    }
    for (Eigen::Index head = 0; head < rows.first.rows() / found.headDim; ++head)
        if (residualOf(rows, move, head * found.headDim, found.headDim) > std::max(sameRows, 2.0 * found.residual))
            found.wrongHeads.push_back(static_cast<int>(head));
    return found;
}

namespace {

void tell(WeightDiagnosis& all, const std::string& fault, const std::string& words)
{
    if (!fault.empty() && std::ranges::find(all.faults, fault) == all.faults.end())
        all.faults.push_back(fault);
    all.verdict += (all.verdict.empty() ? "" : "; ") + words;
}

void tellOne(WeightDiagnosis& all, const RowFinding& rows, Eigen::Index count)
{
    const std::string evidence =
        " (residual " + shortResidual(rows.residual) + ", next reading " + shortResidual(rows.nextResidual) + ")";
    const bool most = rows.wrongRows.size() * 2 < static_cast<std::size_t>(count);
    if (rows.residual > sameRows && rows.wrongHeads.empty() && (rows.wrongRows.empty() || !most))
        return tell(all, "rows_differ", rows.name + ": no order of rows leads from one file to the other" + evidence);
    tell(all, "", rows.name + ": " + orderWords(rows) + evidence);
    std::string heads;
    for (const int head : rows.wrongHeads)
        heads += (heads.empty() ? "" : ", ") + std::to_string(head);
    if (!heads.empty())
        tell(all, "head_wrong", rows.name + ": but not in head " + heads);
    if (!rows.wrongRows.empty())
        tell(all, "head_wrong",
             rows.name + ": but not " + std::to_string(rows.wrongRows.size()) + " rows from " +
                 std::to_string(rows.wrongRows.front()) + " to " + std::to_string(rows.wrongRows.back()));
}

void tellBoth(WeightDiagnosis& all)
{
    const RowFinding& queries = all.rows[0];
    const RowFinding& keys = all.rows[1];
    if (!all.faults.empty())
        return;
    if (queries.order != keys.order)
        tell(all, "query_key_differ", "queries and keys were moved differently, so their scores are wrong");
    else if (queries.headDim != keys.headDim)
        tell(all, "key_heads",
             "keys were moved with the wrong number of heads: in heads of " + std::to_string(keys.headDim) +
                 " rows and not of " + std::to_string(queries.headDim));
    else if (queries.order == RowOrder::Same)
        tell(all, "", "both files must be run with the same pairing");
    else
        tell(all, "",
             std::string("the second file must be run with ") +
                 (queries.order == RowOrder::ToInterleaved ? "interleaved" : "half-split") + " pairs");
}

} // namespace

WeightDiagnosis diagnoseWeights(const std::vector<ProjectionRows>& projections)
{
    WeightDiagnosis all;
    for (const ProjectionRows& rows : projections)
        all.rows.push_back(findRowOrder(rows));
    for (std::size_t i = 0; i < all.rows.size(); ++i)
        tellOne(all, all.rows[i], projections[i].first.rows());
    if (all.rows.size() == 2)
        tellBoth(all);
    all.consistent = all.faults.empty();
    return all;
}

} // namespace rope
