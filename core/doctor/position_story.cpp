#include "core/doctor/position_story.h"

#include <algorithm>
#include <cmath>

namespace rope {

namespace {

constexpr int searchedTokens = 48; ///< so many tokens off the course are looked for by a full search

std::vector<std::optional<std::int64_t>> readPositions(const TurnFit& fit)
{
    const Eigen::Index tokens = fit.turnsOfTokens.rows();
    const std::int64_t length = tokens;
    const std::int64_t start = *fit.offset;
    const auto step = static_cast<std::int64_t>(fit.step);
    std::vector<std::optional<std::int64_t>> positions(static_cast<std::size_t>(tokens));
    int searches = 0;
    std::int64_t shift = 0; // of the course, where tokens follow one that was searched for
    for (Eigen::Index token = 0; token < tokens; ++token) {
        const std::int64_t course = step * token + start;
        auto& position = positions[static_cast<std::size_t>(token)];
        position = positionOf(fit, token, course, course, course);
        if (!position)
            position = positionOf(fit, token, course + shift, course + shift, course + shift);
        if (!position && searches < searchedTokens) {
            ++searches;
            const std::int64_t low = std::min<std::int64_t>({-64, start - length, 0});
            const std::int64_t high = std::max<std::int64_t>(start, 0) + 2 * length + 1024;
            position = positionOf(fit, token, course, low, high);
        }
        if (position)
            shift = *position - course;
    }
    return positions;
}

std::string named(std::int64_t value)
{
    return std::to_string(value);
}

/// The tokens after which the position does not grow by one.
struct Break {
    std::size_t token;   ///< the first one behind it
    std::int64_t growth; ///< of the position, from the token before
};

std::vector<Break> breaksOf(const std::vector<std::optional<std::int64_t>>& positions)
{
    std::vector<Break> breaks;
    for (std::size_t token = 1; token < positions.size(); ++token)
        if (positions[token] && positions[token - 1] && *positions[token] - *positions[token - 1] != 1)
            breaks.push_back({token, *positions[token] - *positions[token - 1]});
    return breaks;
}

void tellBreaks(const std::vector<Break>& breaks, PositionStory& story)
{
    const Break& first = breaks.front();
    const auto& positions = story.positions;
    const std::int64_t reached = *positions[first.token];
    const auto sameGrowth = std::ranges::count(breaks, first.growth, &Break::growth);
    const std::size_t rest = positions.size() - first.token;
    story.firstWrong = static_cast<Eigen::Index>(first.token);
    const bool fromStart = first.token <= 1;
    if (first.growth == 2 && static_cast<std::size_t>(sameGrowth) * 10 >= rest * 9 && rest > 1) {
        story.fault = "positions_doubled";
        story.sentence = fromStart ? "positions grow by two from token to token"
                                   : "from token " + std::to_string(first.token) + " on positions grow by two";
        return;
    }
    const auto still = std::ranges::count(breaks, 0, &Break::growth);
    if (static_cast<std::size_t>(still) * 10 >= positions.size() * 4) {
        story.fault = "positions_doubled";
        story.sentence = "each position is used for two tokens";
        return;
    }
    if (first.growth <= 0 && fromStart && breaks.back().token < positions.size()) {
        const std::size_t padding = breaks.back().token;
        story.fault = "left_padding";
        story.firstWrong = 0;
        story.sentence = "the first " + std::to_string(padding) +
                         " tokens stand at one position and counting begins at token " + std::to_string(padding) +
                         ": padding on the left";
        return;
    }
    if (first.growth <= 0 && (reached == 0 || reached == story.first)) {
        const bool leading =
            reached == 0 && first.token * 2 < positions.size() && breaks.size() == 1 && story.first == 1;
        story.fault = leading ? "left_padding" : "positions_reset";
        story.sentence = "positions begin again at " + named(reached) + " with token " + std::to_string(first.token);
        return;
    }
    story.fault = "positions_shifted";
    story.sentence = "from token " + std::to_string(first.token) + " on positions are shifted by " +
                     named(first.growth - 1) + " (token " + std::to_string(first.token) + " stands at " +
                     named(reached) + ")";
}

} // namespace

PositionStory positionStory(const TurnFit& fit)
{
    PositionStory story;
    story.positions = readPositions(fit);
    story.first = story.positions.front().value_or(*fit.offset);
    const std::vector<Break> breaks = breaksOf(story.positions);
    if (!breaks.empty())
        tellBreaks(breaks, story);
    if (!story.fault.empty())
        return story;
    const auto lost = std::ranges::find_if_not(story.positions, [](const auto& at) { return at.has_value(); });
    if (lost != story.positions.end() && fit.unit < 1e-2) {
        story.fault = "positions_irregular";
        story.firstWrong = lost - story.positions.begin();
        story.sentence = "token " + std::to_string(*story.firstWrong) + " stands at no whole position";
    }
    return story;
}

} // namespace rope
