#pragma once

#include "core/base/work.h"
#include "core/lab/attention_lab.h"
#include "core/studies/encodings.h"
#include "core/studies/offset_bias.h"

#include <Eigen/Core>
#include <optional>
#include <span>
#include <vector>

namespace rope {

/// How places enter the scores of one head, at any length: LabPositions as formulas instead of matrices.
struct PlacedEncoding {
    bool sinusoidal = false;           ///< rows of sinusoidalTable(..., Interleaved) are added to the content
    std::optional<LearnedTable> table; ///< its rows are added: from its end on there are no scores
    double tableGrowth = 1.0;          ///< times its entries
    OffsetBias bias;                   ///< added to the scaled score
    Eigen::VectorXd inverseFrequency;  ///< turns query and key, theta_j in rad/token; empty: nothing turns
    PairLayout layout = PairLayout::HalfSplit;
    double attentionFactor = 1.0;
};

/// Running sums of turned rows that only a learned table needs: it has no formula to sum.
struct TableSums {
    Eigen::MatrixXcd query; ///< column m: sum of the turned queries before place m; shape (planes, places + 1)
    Eigen::MatrixXcd key;
};

/// One and the same content at every place of a long sequence, and the scores that its places alone give it. Every
/// score is (turned query of m) . (turned key of n) / sqrt(headDim) + bias(n - m), so the mean over a block of cells is
/// the product of two mean rows, which are closed sums of waves, plus the mean of the bias: exact at any length.
class PlacedContent {
public:
    /// Requires one row of content, as wide as the projections are high.
    PlacedContent(const RowMatrix& content, const LabHead& head, PlacedEncoding encoding);

    /// First place that has no entry in a learned table; nothing where all places have scores.
    std::optional<std::int64_t> end() const;

    /// The score of one cell; not a number past the table's end.
    double score(std::int64_t queryPlace, std::int64_t keyPlace) const;
    /// The scores of some places with each other. Shape (places, places).
    RowMatrix scores(std::span<const std::int64_t> places) const;

    /// The sums over the first `length` places, or as many as the table has. O(length * headDim); nothing when
    /// cancelled. Without a table they are empty and cost nothing.
    std::optional<TableSums> tableSums(std::int64_t length, const WorkControl& control = {}) const;

    /// Means over the blocks of cells between edges, rows and columns alike: cell (i, j) belongs to queries
    /// [edges[i], edges[i + 1]) and keys [edges[j], edges[j + 1]). Of a block that the table's end cuts, the cells
    /// that have scores; not a number where none has. Requires rising edges, and sums up to the last one.
    RowMatrix means(std::span<const std::int64_t> edges, const TableSums& sums) const;
    /// One query against blocks of keys. Shape: edges.size() - 1.
    Eigen::RowVectorXd rowMeans(std::int64_t queryPlace, std::span<const std::int64_t> edges,
                                const TableSums& sums) const;

private:
    /// Two channels as one complex number, turned by theta a place.
    struct Plane {
        int first;
        int second;
        double theta;
        double factor; ///< of query and of key
    };
    /// What stands in the planes before they turn: the content, and the waves and rows that places add to it.
    struct Side {
        Eigen::VectorXcd content;
        Eigen::MatrixXcd rising;  ///< shape (planes, waves): of exp(i m omega)
        Eigen::MatrixXcd falling; ///< of exp(-i m omega)
        RowMatrix projection;     ///< of a table's rows
    };

    Side side(const RowMatrix& content, const RowMatrix& projection) const;
    Eigen::VectorXcd complexRow(const Eigen::RowVectorXd& channels) const;
    Eigen::VectorXcd turnedRow(const Side& side, std::int64_t place) const;
    Eigen::VectorXcd turns(std::int64_t place) const;
    Eigen::VectorXcd waves(std::int64_t place) const;
    Eigen::MatrixXcd meanRows(const Side& side, std::span<const std::int64_t> edges,
                              const Eigen::MatrixXcd& sums) const;
    Eigen::MatrixXcd formulaMeans(const Side& side, std::span<const std::int64_t> edges) const;
    std::vector<std::int64_t> insideTable(std::span<const std::int64_t> edges) const;

    PlacedEncoding encoding_;
    double scale_;
    int modelDim_;
    std::vector<Plane> planes_;
    Eigen::VectorXd waves_; ///< omega of the sinusoidal rows, rad/place
    Side query_;
    Side key_;
};

/// The edges of `blocks` blocks of a sequence: edge i is floor(i * length / blocks). Requires blocks <= length.
std::vector<std::int64_t> blockEdges(std::int64_t length, int blocks);

} // namespace rope
