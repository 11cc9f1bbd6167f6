#include "core/views/score_window.h"

#include "core/state/content_choice.h"

#include <algorithm>
#include <cmath>

namespace rope {

namespace {

constexpr std::int64_t closestSpan = 4; ///< tokens: no closer zoom

/// First cell after a zoom that keeps the cell at this share of the span in place.
std::int64_t firstAfterZoom(std::int64_t first, std::int64_t before, std::int64_t after, double share,
                            std::int64_t length)
{
    const auto cells = [share](std::int64_t span) {
        return static_cast<std::int64_t>(std::floor(share * static_cast<double>(span)));
    };
    return std::clamp<std::int64_t>(first + cells(before) - cells(after), 0, length - after);
}

} // namespace

bool ScoreWindow::contains(const ScoreCell& cell) const
{
    return cell.query >= firstRow && cell.query < firstRow + span && cell.key >= firstColumn &&
           cell.key < firstColumn + span;
}

ScoreWindow scoreWindow(const ExplorerState& state)
{
    const std::int64_t length = std::max<std::int64_t>(1, contentLength(state));
    const std::int64_t asked = state.view.zoomSpan > 0 ? state.view.zoomSpan : length;
    const std::int64_t span = std::clamp<std::int64_t>(asked, 1, length);
    return {std::clamp<std::int64_t>(state.view.zoomRow, 0, length - span),
            std::clamp<std::int64_t>(state.view.zoomColumn, 0, length - span), span};
}

ScoreWindow zoomed(const ScoreWindow& window, double factor, double shareX, double shareY, std::int64_t length)
{
    const double wanted = static_cast<double>(window.span) * factor;
    auto span = static_cast<std::int64_t>(std::llround(std::min(wanted, static_cast<double>(length))));
    if (span == window.span)
        span += factor < 1.0 ? -1 : 1;
    span = std::clamp(span, std::min(closestSpan, length), length);
    return {firstAfterZoom(window.firstRow, window.span, span, shareY, length),
            firstAfterZoom(window.firstColumn, window.span, span, shareX, length), span};
}

} // namespace rope
