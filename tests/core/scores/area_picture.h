#pragma once

#include "core/scores/score_image.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace rope {

/// Share of cell `cell` that lies in [first, last).
inline double shareInside(std::int64_t cell, double first, double last)
{
    const auto at = static_cast<double>(cell);
    return std::max(0.0, std::min(last, at + 1.0) - std::max(first, at));
}

/// The mean of a pixel over its visible area, cell by cell; not a number when nothing is visible.
template <class Score> double meanOfArea(const Score& score, const ImageWindow& window, int row, int column)
{
    const std::int64_t pixels = std::min<std::int64_t>(window.pixels, window.span);
    const auto edge = [&](std::int64_t first, int pixel) {
        return static_cast<double>(first) + static_cast<double>(pixel * window.span) / static_cast<double>(pixels);
    };
    double sum = 0.0;
    double area = 0.0;
    for (std::int64_t m = window.firstRow; m < window.firstRow + window.span; ++m) {
        const double high = shareInside(m, edge(window.firstRow, row), edge(window.firstRow, row + 1));
        for (std::int64_t n = window.firstColumn; high > 1e-9 && n < window.firstColumn + window.span; ++n) {
            const double wide = shareInside(n, edge(window.firstColumn, column), edge(window.firstColumn, column + 1));
            if (wide < 1e-9 || (window.mask == Mask::Causal && n > m))
                continue;
            sum += high * wide * score(m, n);
            area += high * wide;
        }
    }
    return area > 0.0 ? sum / area : std::numeric_limits<double>::quiet_NaN();
}

/// Largest distance of the values of a picture, given by row and column, from the means over its pixels' areas;
/// infinite where one hides what the other shows.
template <class Values, class Score> double worstPixel(const Values& at, const ImageWindow& window, const Score& score)
{
    const auto pixels = static_cast<int>(std::min<std::int64_t>(window.pixels, window.span));
    double worst = 0.0;
    for (int r = 0; r < pixels; ++r)
        for (int c = 0; c < pixels; ++c) {
            const double expected = meanOfArea(score, window, r, c);
            const double value = at(r, c);
            if (std::isnan(expected) != std::isnan(value))
                return std::numeric_limits<double>::infinity();
            if (!std::isnan(value))
                worst = std::max(worst, std::abs(value - expected));
        }
    return worst;
}

} // namespace rope
