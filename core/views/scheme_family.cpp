#include "core/views/scheme_family.h"

#include "core/schemes/registry.h"
#include "core/state/axes.h"
#include "core/state/derived.h"

#include <algorithm>

namespace rope {

namespace {

constexpr double exampleFactor = 4.0;

bool hasFactor(const Scheme& scheme)
{
    return std::ranges::any_of(scheme.parameters, [](const Parameter& parameter) { return parameter.id == "factor"; });
}

double trainedContext(const RotarySettings& rotary)
{
    return findScheme(rotary.scheme)->reads == ContextRead::Maximum ? rotary.maximumContext : rotary.originalContext;
}

void chooseFactor(SchemeFamily& family, const RotarySettings& rotary)
{
    const auto own = rotary.parameters.find("factor");
    if (own != rotary.parameters.end() && own->second > 1.0) {
        family.factor = own->second;
        family.source = SchemeFamily::Source::ActiveScheme;
    } else if (rotary.maximumContext > rotary.originalContext) {
        family.factor = rotary.maximumContext / rotary.originalContext;
        family.source = SchemeFamily::Source::Contexts;
    } else {
        family.factor = exampleFactor;
        family.source = SchemeFamily::Source::Example;
    }
    family.trained = trainedContext(rotary);
    family.length = family.factor * family.trained;
    family.maximum = rotary.maximumContext;
}

ScheduleInput inputFor(const Scheme& scheme, const RotarySettings& rotary, const SchemeFamily& family)
{
    ScheduleInput input = scheduleInput(rotary, family.length);
    if (&scheme == findScheme(rotary.scheme))
        return input;
    input.parameters.clear();
    if (hasFactor(scheme))
        input.parameters.emplace("factor", family.factor);
    input.maximumContext = family.trained;
    return input;
}

/// The schedule with the pairs at rest that are at rest in the layer.
Schedule turningAs(const Eigen::VectorXd& unscaled, Schedule schedule)
{
    schedule.inverseFrequency = (unscaled.array() > 0.0).select(schedule.inverseFrequency, 0.0);
    schedule.unscaled = unscaled;
    return schedule;
}

bool lacksFactors(const Scheme& scheme, const RotarySettings& rotary)
{
    return scheme.takesLists && rotary.longFactors.empty();
}

} // namespace

SchemeFamily schemeFamily(const ExplorerState& state)
{
    const RotarySettings& rotary = activeRotary(state);
    SchemeFamily family;
    chooseFactor(family, rotary);
    family.unscaled = scheduleOf(rotary, family.length)->unscaled;
    for (const Scheme* scheme : schemes()) {
        const bool active = scheme->id == rotary.scheme;
        Result<Schedule> schedule =
            dealtSchedule(*scheme, inputFor(*scheme, rotary, family), rotary.axisRule, rotary.axisSections);
        if (!schedule || (lacksFactors(*scheme, rotary) && !active))
            family.leftOut.push_back(scheme);
        else
            family.cases.push_back({scheme, turningAs(family.unscaled, std::move(*schedule)), active});
    }
    return family;
}

std::string shortTitle(const Scheme& scheme)
{
    return std::string(scheme.title.substr(0, scheme.title.find(" (")));
}

const Scheme* growsFromTrained(const SchemeFamily& family)
{
    if (family.maximum == family.trained)
        return nullptr;
    const auto found = std::ranges::find_if(
        family.cases, [](const SchemeCase& one) { return !one.active && one.scheme->reads == ContextRead::Maximum; });
    return found == family.cases.end() ? nullptr : found->scheme;
}

RelativeScore scoreUnder(const ExplorerState& state, const Schedule& schedule)
{
    const RotarySettings& rotary = activeRotary(state);
    return relativeScore(rotaryFirst(queryVector(state), rotary), rotaryFirst(keyVector(state), rotary),
                         signedFrequencies(rotary, schedule), rotary.pairing, schedule.attentionFactor,
                         scoreScale(state, schedule));
}

} // namespace rope
