#pragma once

#include "core/base/work.h"
#include "core/scores/pixel_span.h"
#include "core/scores/range_sums.h"
#include "core/scores/rotated_sum.h"
#include "core/scores/score_image.h"

#include <optional>
#include <vector>

namespace rope {

/// Rows first, first + 1, ... of a source, rotated. Requires [first, first + count) inside the sequence.
RowMatrixF rotatedRows(const RowSource& source, std::int64_t first, std::int64_t count, int headDim,
                       const RowRotation& rotation);

/// Exact pictures of scores of any content: the mean over a block of rows I and columns J is
/// (mean of R_m q_m over I) . (mean of R_n k_n over J), so that two lists of pixel means and one product of shape
/// (pixels, d) x (d, pixels) make a picture. build() passes over the content once, O(T d), and keeps running sums of
/// rotated rows at every chunk; a picture of any window then rotates at most one chunk per pixel edge.
/// Rows are rotated in float32 and sums kept in double: exact but for float32's rounding, 1e-6 of the rows' lengths.
class BlockMeans {
public:
    /// Nothing when cancelled. Memory: at most 2 x 16384 x headDim doubles.
    static std::optional<BlockMeans> build(ContentRows content, RowRotation rotation, const WorkControl& control = {});

    /// The picture of a window inside the sequence: every pixel the mean over its area, w x w cells with
    /// w = span / pixels, times `scale`; cells that its edge cuts count by the share inside. A pixel cut by the causal
    /// mask is the mean over the visible part of its area. Nothing when cancelled.
    std::optional<ScoreImage> image(const ImageWindow& window, double scale, const WorkControl& control = {}) const;

    /// The same numbers multiplied out in double. Shape (pixels, pixels).
    std::optional<RowMatrix> areaMeans(const ImageWindow& window, double scale, const WorkControl& control = {}) const;

    /// About how many rows of queries and keys image() makes and rotates for a picture of a span of a sequence.
    static double rowsOfPicture(std::int64_t length, std::int64_t span, std::int64_t pixels);

    /// One cell, times `scale`.
    double score(std::int64_t queryPosition, std::int64_t keyPosition, double scale) const;

    const ContentRows& content() const { return content_; }
    const RowRotation& rotation() const { return rotation_; }

private:
    BlockMeans(ContentRows content, RowRotation rotation);

    Eigen::RowVectorXd sumBetween(const RowSource& source, std::int64_t first, std::int64_t last) const;
    Eigen::RowVectorXd sumBefore(const RowSource& source, const RowMatrix& sums, std::int64_t row) const;
    RowMatrix pixelMeans(const RowSource& source, const RowMatrix& sums, const std::vector<PixelSpan>& pixels,
                         const WorkControl& control) const;
    template <class Matrix>
    std::optional<Matrix> means(const ImageWindow& window, double scale, const WorkControl& control) const;
    RangeSums rangeSums(std::int64_t first, std::int64_t last) const;

    ContentRows content_;
    RowRotation rotation_;
    RotatedSum rotated_;
    RangeSummer summer_;
    std::int64_t chunk_ = 1; ///< rows per running sum
    RowMatrix querySums_;    ///< row c: sum of rotated rows before row c * chunk_
    RowMatrix keySums_;
    Eigen::VectorXd chunkVisible_; ///< RangeSums::visible of every chunk
};

} // namespace rope
