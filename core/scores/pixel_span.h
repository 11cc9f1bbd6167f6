#pragma once

#include <cstdint>
#include <vector>

namespace rope {

/// The cells of one axis that a pixel of a picture touches. A cell that the pixel's edge cuts belongs to it with the
/// share of its length that lies inside.
struct PixelSpan {
    std::int64_t first = 0;  ///< first cell touched
    std::int64_t last = 1;   ///< one past the last
    double firstShare = 1.0; ///< of the first cell, in (0, 1]
    double lastShare = 1.0;  ///< of the last cell; the first one's where it is the only one
};

/// `pixels` equal pixels over cells first, first + 1, ..., first + span - 1. Requires 1 <= pixels <= span.
std::vector<PixelSpan> pixelSpans(std::int64_t first, std::int64_t span, std::int64_t pixels);

} // namespace rope
