#include "core/state/axes.h"

#include "core/rotation/multi_axis.h"
#include "core/schemes/support.h"

#include <algorithm>
#include <numeric>

namespace rope {

namespace {

constexpr std::size_t maximumAxes = 8;

std::string listed(const std::vector<int>& sections)
{
    std::string text;
    for (const int section : sections)
        text += (text.empty() ? "" : ", ") + std::to_string(section);
    return text.empty() ? "empty" : text;
}

/// What the rule asks of its sections beyond their sum; empty when they have it.
std::string shapeWanted(AxisRule rule, const std::vector<int>& sections)
{
    if (rule == AxisRule::Interleaved && sections.size() != 3)
        return "alternating axes need three sections, of time, height and width";
    if (rule == AxisRule::HeightWidthThenTime && (sections.size() != 3 || sections[0] != sections[1]))
        return "this rule needs three sections, of height, width and time, with as many pairs of height as of width";
    return sections.size() > maximumAxes ? "there are at most 8 axes" : "";
}

Eigen::VectorXd twice(const Eigen::VectorXd& ladder)
{
    return ladder.replicate(2, 1);
}

/// A schedule with every list of pairs dealt anew.
Schedule dealt(Schedule schedule, Eigen::VectorXd (*deal)(const Eigen::VectorXd&))
{
    for (Eigen::VectorXd* list : {&schedule.inverseFrequency, &schedule.unscaled, &schedule.ramp})
        *list = deal(*list);
    return schedule;
}

Eigen::VectorXd joined(const Eigen::VectorXd& first, const Eigen::VectorXd& second)
{
    Eigen::VectorXd both(first.size() + second.size());
    both << first, second;
    return both;
}

/// One ladder after another, as long as the sections are. Both factors are those of the last.
Result<Schedule> ladderPerSection(const Scheme& scheme, ScheduleInput input, std::span<const int> sections)
{
    Schedule all;
    for (const int section : sections) {
        if (section < 1)
            continue;
        input.rotaryDim = 2 * section;
        Result<Schedule> part = scheme.schedule(input).and_then(usableSchedule);
        if (!part)
            return part;
        part->inverseFrequency = joined(all.inverseFrequency, part->inverseFrequency);
        part->unscaled = joined(all.unscaled, part->unscaled);
        part->ramp = joined(all.ramp, part->ramp);
        all = *std::move(part);
    }
    return all;
}

} // namespace

bool isGrid(AxisRule rule)
{
    return rule == AxisRule::Axial2D || rule == AxisRule::Axial2DWidthFirst || rule == AxisRule::Axial2DOneLadder;
}

Result<void> requireAxesFit(const RotarySettings& rotary)
{
    const std::vector<int>& sections = rotary.axisSections;
    if (isGrid(rotary.axisRule) && rotary.rotaryDim % 4 != 0)
        return refuse("model.axes", "a grid needs a rotary dimension that is a multiple of 4; it is " +
                                        std::to_string(rotary.rotaryDim));
    if (rotary.axisRule == AxisRule::None || isGrid(rotary.axisRule))
        return sections.empty() ? Result<void>{}
                                : refuse("model.axis_sections", "the axes of this model have no sections");
    const int pairs = rotary.rotaryDim / 2;
    const bool isCount = std::ranges::all_of(sections, [&](int section) { return section >= 0 && section <= pairs; });
    if (!isCount || std::accumulate(sections.begin(), sections.end(), 0) != pairs)
        return refuse("model.axis_sections", "is " + listed(sections) +
                                                 "; the parts must be 0 or more and add up to the " +
                                                 std::to_string(pairs) + " pairs");
    const std::string wanted = shapeWanted(rotary.axisRule, sections);
    return wanted.empty() ? Result<void>{} : refuse("model.axis_sections", "is " + listed(sections) + "; " + wanted);
}

void dropUnfitAxes(RotarySettings& rotary)
{
    if (requireAxesFit(rotary))
        return;
    rotary.axisRule = AxisRule::None;
    rotary.axisSections.clear();
}

std::vector<int> axisOfPair(const RotarySettings& rotary)
{
    const int pairs = rotary.rotaryDim / 2;
    switch (rotary.axisRule) {
    case AxisRule::None:
        return {};
    case AxisRule::Chunked:
    case AxisRule::OwnLadders:
        return chunkedAxes(rotary.axisSections);
    case AxisRule::Interleaved:
        return interleavedAxes(rotary.axisSections);
    case AxisRule::HeightWidthThenTime:
        return heightWidthTimeAxes(rotary.axisSections);
    case AxisRule::Axial2D:
    case AxisRule::Axial2DOneLadder:
        return axialAxes(pairs);
    case AxisRule::Axial2DWidthFirst:
        return axialAxes(pairs, widthAxis);
    }
    return {};
}

std::vector<std::string> axisNames(const RotarySettings& rotary)
{
    if (rotary.axisRule == AxisRule::None)
        return {};
    if (isGrid(rotary.axisRule))
        return {"h", "w"};
    std::vector<std::string> names = {"t", "h", "w"};
    names.resize(std::min(names.size(), rotary.axisSections.size()));
    while (names.size() < rotary.axisSections.size())
        names.push_back("axis " + std::to_string(names.size()));
    return names;
}

std::vector<int> axisIndexOfPair(const RotarySettings& rotary)
{
    std::vector<int> axes = axisOfPair(rotary);
    if (isGrid(rotary.axisRule)) // the first axis of a grid is height
        for (int& axis : axes)
            axis -= heightAxis;
    return axes;
}

Result<Schedule> dealtSchedule(const Scheme& scheme, ScheduleInput input, AxisRule rule, std::span<const int> sections)
{
    if (rule == AxisRule::OwnLadders)
        return ladderPerSection(scheme, std::move(input), sections);
    if (!isGrid(rule))
        return scheme.schedule(input).and_then(usableSchedule);
    const bool hasOneLadder = rule == AxisRule::Axial2DOneLadder;
    if (!hasOneLadder)
        input.rotaryDim /= 2;
    return scheme.schedule(input).and_then(usableSchedule).map([&](Schedule schedule) {
        return dealt(std::move(schedule), hasOneLadder ? evenThenOdd : twice);
    });
}

} // namespace rope
