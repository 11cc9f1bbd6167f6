#include "core/doctor/section_story.h"

#include "core/rotation/multi_axis.h"
#include "core/state/axes.h"
#include "core/state/derived.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rope {

namespace {

using Complex = std::complex<double>;

constexpr Eigen::Index sampledTokens = 24;

/// A dealing of pairs to axes, and how it differs from the expected one.
struct Dealing {
    std::vector<int> axisOfPair;
    std::string difference; ///< empty for the expected one
};

std::string sectionsText(const std::vector<int>& sections)
{
    std::string text;
    for (const int count : sections)
        text += (text.empty() ? "" : ", ") + std::to_string(count);
    return text;
}

/// The expected dealing, its sections in another order, and the other rule.
std::vector<Dealing> dealingsOf(const RotarySettings& expected)
{
    std::vector<Dealing> dealings = {{axisIndexOfPair(expected), ""}};
    const auto add = [&](std::vector<int> axes, std::string difference) {
        if (axes.size() == dealings.front().axisOfPair.size() &&
            std::ranges::none_of(dealings, [&](const Dealing& other) { return other.axisOfPair == axes; }))
            dealings.push_back({std::move(axes), std::move(difference)});
    };
    std::vector<int> sections = expected.axisSections;
    if (sections.size() == 3) {
        const bool chunked = expected.axisRule == AxisRule::Chunked;
        std::ranges::sort(sections);
        do
            for (const bool inOrder : {chunked, !chunked})
                add(inOrder ? chunkedAxes(sections) : interleavedAxes(sections),
                    std::string("sections are dealt ") + (inOrder ? "one after the other" : "in turns") + " as " +
                        sectionsText(sections) + " and not as " + sectionsText(expected.axisSections));
        while (std::ranges::next_permutation(sections).found);
    }
    return dealings;
}

class Groups {
public:
    Groups(const TurnFit& fit, Eigen::VectorXd theta, int sign)
        : turns_(fit.turnsOfTokens)
        , theta_(sign * theta)
    {}

    /// The position of the pairs of one axis at a token, and the mean square of what it leaves.
    struct Fitted {
        std::int64_t position = 0;
        double left = 1e9;
    };
    Fitted position(Eigen::Index token, const std::vector<int>& axes, int axis) const
    {
        Fitted best;
        const std::int64_t last = 2 * turns_.rows() + 1024;
        for (std::int64_t at = 0; at <= last; ++at)
            if (const double left = leftBy(token, axes, axis, at, best.left); left < best.left)
                best = {at, left};
        return best;
    }

    /// Share of tokens at which an axis steps, of those at which some axis stands still.
    std::vector<double> changes(const std::vector<int>& axes, int axisCount, double tolerance) const
    {
        std::vector<double> steps(static_cast<std::size_t>(axisCount), 0.0);
        double counted = 0.0;
        for (Eigen::Index token = 0; token + 1 < turns_.rows(); ++token) {
            std::vector<bool> moved(steps.size(), false);
            for (Eigen::Index j = 0; j < turns_.cols(); ++j) {
                const Complex step = turns_(token + 1, j) * std::conj(turns_(token, j));
                if (std::abs(std::arg(step)) > std::max(0.3 * std::abs(theta_[j]), tolerance))
                    moved[static_cast<std::size_t>(axes[static_cast<std::size_t>(j)])] = true;
            }
            if (std::ranges::all_of(moved, std::identity()))
                continue;
            counted += 1.0;
            for (std::size_t axis = 0; axis < steps.size(); ++axis)
                steps[axis] += moved[axis] ? 1.0 : 0.0;
        }
        for (double& count : steps)
            count = counted > 0.0 ? count / counted : 0.0;
        return steps;
    }

private:
    double leftBy(Eigen::Index token, const std::vector<int>& axes, int axis, std::int64_t position, double worst) const
    {
        double left = 0.0;
        double pairs = 0.0;
        for (Eigen::Index j = 0; j < turns_.cols(); ++j) {
            if (axes[static_cast<std::size_t>(j)] != axis)
                continue;
            const Complex turn = turns_(token, j);
            const double size = std::abs(turn);
            left +=
                size > 0.0 ? std::norm(turn / size - std::polar(1.0, theta_[j] * static_cast<double>(position))) : 0.0;
            pairs += 1.0;
            if (left > worst * static_cast<double>(turns_.cols()))
                return left;
        }
        return pairs > 0.0 ? left / pairs : 0.0;
    }

    const Eigen::MatrixXcd& turns_;
    Eigen::VectorXd theta_;
};

std::vector<Eigen::Index> sampleOf(Eigen::Index tokens)
{
    std::vector<Eigen::Index> sample;
    const Eigen::Index count = std::min(tokens, sampledTokens);
    for (Eigen::Index i = 0; i < count; ++i)
        sample.push_back(count < tokens ? i * (tokens - 1) / (count - 1) : i);
    return sample;
}

/// Mean square of what a dealing leaves, over a sample of tokens.
double leftByDealing(const Groups& groups, const std::vector<int>& axes, int axisCount,
                     const std::vector<Eigen::Index>& sample)
{
    double left = 0.0;
    for (const Eigen::Index token : sample)
        for (int axis = 0; axis < axisCount; ++axis)
            left += groups.position(token, axes, axis).left;
    return left / static_cast<double>(sample.size());
}

/// Which axis steps more often than the next slower one should: height more than width, time more than height.
std::string exchangedAxes(const std::vector<std::string>& names, const std::vector<double>& changes)
{
    const auto changesOf = [&](const char* name) {
        const auto found = std::ranges::find(names, name);
        return found == names.end() ? -1.0 : changes[static_cast<std::size_t>(found - names.begin())];
    };
    for (const auto& [slow, fast] : {std::pair{"h", "w"}, {"t", "h"}, {"t", "w"}})
        if (changesOf(slow) >= 0.0 && changesOf(fast) >= 0.0 && changesOf(slow) > changesOf(fast) + 0.05)
            return std::string("the sections of ") + slow + " and " + fast + " are exchanged: the pairs of " + slow +
                   " step more often than those of " + fast + ", row by row";
    return {};
}

} // namespace

std::optional<SectionStory> sectionStory(const TurnFit& fit, const RotarySettings& expected)
{
    const std::vector<std::string> names = axisNames(expected);
    const Result<Schedule> schedule = scheduleOf(expected, 0.0);
    if (names.size() < 2 || !schedule || schedule->inverseFrequency.size() != fit.turnsOfTokens.cols())
        return std::nullopt;
    const auto axisCount = static_cast<int>(names.size());
    const Groups groups(fit, schedule->inverseFrequency, expected.negativeAngle ? -1 : 1);
    const std::vector<Eigen::Index> sample = sampleOf(fit.turnsOfTokens.rows());
    const Dealing* best = nullptr;
    double least = 1e9;
    const std::vector<Dealing> dealings = dealingsOf(expected);
    for (const Dealing& dealing : dealings) {
        const double left = leftByDealing(groups, dealing.axisOfPair, axisCount, sample);
        if (left < (best == nullptr ? 1e9 : 0.25 * least)) {
            best = &dealing;
            least = left;
        }
    }
    const double noise = std::max({fit.lengths.spread, fit.unit, 1e-6});
    if (best == nullptr || least > axisCount * 400.0 * noise * noise)
        return std::nullopt;
    SectionStory story;
    story.inverseFrequency = schedule->inverseFrequency;
    story.first = groups.position(0, best->axisOfPair, best->axisOfPair.front()).position;
    const std::vector<double> changes = groups.changes(best->axisOfPair, axisCount, 8.0 * noise);
    story.visible = std::ranges::any_of(changes, [](double share) { return share > 0.0; });
    story.sentence = best->difference.empty() ? exchangedAxes(names, changes) : best->difference;
    story.asExpected = story.sentence.empty();
    return story;
}

} // namespace rope
