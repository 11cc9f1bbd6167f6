#include "core/scores/pixel_span.h"

#include <cassert>

namespace rope {

std::vector<PixelSpan> pixelSpans(std::int64_t first, std::int64_t span, std::int64_t pixels)
{
    assert(pixels >= 1 && pixels <= span);
    std::vector<PixelSpan> spans;
    for (std::int64_t i = 0; i < pixels; ++i) {
        const std::int64_t begin = i * span;
        const std::int64_t end = begin + span;
        const double before = static_cast<double>(begin % pixels) / static_cast<double>(pixels);
        const std::int64_t rest = end % pixels;
        PixelSpan pixel{first + begin / pixels, first + end / pixels + (rest > 0 ? 1 : 0), 1.0 - before,
                        rest > 0 ? static_cast<double>(rest) / static_cast<double>(pixels) : 1.0};
        spans.push_back(pixel);
    }
    return spans;
}

} // namespace rope
