#pragma once

#include "core/base/work.h"
#include "core/scores/pixel_span.h"

#include <Eigen/Core>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

namespace rope {

/// rows columns^T in the precision of the result: quick in float32, exact in double.
template <class Matrix> Matrix productOf(const RowMatrix& rows, const RowMatrix& columns)
{
    using Scalar = typename Matrix::Scalar;
    return Matrix(rows.cast<Scalar>()) * Matrix(columns.cast<Scalar>()).transpose();
}

/// Neighbouring cells of one axis that a pixel takes with the same share.
struct EqualCells {
    std::int64_t first;
    std::int64_t last; ///< one past the end
    double share;
};

/// The up to three runs of equal cells of a pixel; the last ones may be empty.
inline std::array<EqualCells, 3> equalCells(const PixelSpan& pixel)
{
    if (pixel.last - pixel.first == 1)
        return {{{pixel.first, pixel.last, pixel.firstShare},
                 {pixel.last, pixel.last, 0.0},
                 {pixel.last, pixel.last, 0.0}}};
    return {{{pixel.first, pixel.first + 1, pixel.firstShare},
             {pixel.first + 1, pixel.last - 1, 1.0},
             {pixel.last - 1, pixel.last, pixel.lastShare}}};
}

/// What a causal mask leaves of a block of cells: the sum of their scores, and how many they are.
struct VisibleSum {
    double scores = 0.0;
    double cells = 0.0;
};

/// Over the cells with n <= m of whole rows and columns. `sums` knows two sums of scores: product(rows, columns) over
/// all cells of a block, triangle(first, last) over the visible ones of a square on the diagonal.
template <class Sums> VisibleSum visibleSum(const EqualCells& rows, const EqualCells& columns, Sums& sums)
{
    const auto count = [](std::int64_t first, std::int64_t last) {
        return static_cast<double>(last - first);
    };
    if (rows.first >= rows.last || columns.first >= columns.last || columns.first >= rows.last)
        return {};
    if (columns.last - 1 <= rows.first)
        return {sums.product(rows.first, rows.last, columns.first, columns.last),
                count(rows.first, rows.last) * count(columns.first, columns.last)};
    // Positions that are rows and columns both see each other as the mask says, and the columns before; rows after the
    // last column see every column; rows before the first column see none.
    const std::int64_t first = std::max(rows.first, columns.first);
    const std::int64_t last = std::min(rows.last, columns.last);
    const double shared = count(first, last);
    VisibleSum visible{sums.triangle(first, last), shared * (shared + 1.0) / 2.0};
    if (first > columns.first) {
        visible.scores += sums.product(first, last, columns.first, first);
        visible.cells += shared * count(columns.first, first);
    }
    if (rows.last > last) {
        visible.scores += sums.product(last, rows.last, columns.first, last);
        visible.cells += count(last, rows.last) * count(columns.first, last);
    }
    return visible;
}

/// Mean over the visible part of a pixel's area; not a number where there is none.
template <class Sums> double visibleMean(const PixelSpan& rows, const PixelSpan& columns, Sums& sums)
{
    VisibleSum visible;
    for (const EqualCells& some : equalCells(rows))
        for (const EqualCells& others : equalCells(columns)) {
            const VisibleSum part = visibleSum(some, others, sums);
            visible.scores += some.share * others.share * part.scores;
            visible.cells += some.share * others.share * part.cells;
        }
    return visible.cells > 0.0 ? visible.scores / visible.cells : std::numeric_limits<double>::quiet_NaN();
}

/// Hides the pixels of a picture without a visible cell and sets those that the causal mask cuts. `means` holds the
/// means of whole pixels, each times `scale` already. False when cancelled.
template <class Matrix, class Sums>
bool hideFuture(Matrix& means, const std::vector<PixelSpan>& rows, const std::vector<PixelSpan>& columns, Sums& sums,
                double scale, const WorkControl& control)
{
    using Scalar = typename Matrix::Scalar;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        if (control.cancelled())
            return false;
        for (std::size_t c = 0; c < columns.size(); ++c) {
            if (columns[c].last - 1 <= rows[r].first)
                continue;
            const bool hidden = columns[c].first >= rows[r].last;
            means(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c)) =
                hidden ? std::numeric_limits<Scalar>::quiet_NaN()
                       : static_cast<Scalar>(scale * visibleMean(rows[r], columns[c], sums));
        }
    }
    return true;
}

} // namespace rope
