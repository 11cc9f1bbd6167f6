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
    family.length = family.factor * trainedContext(rotary);
}

ScheduleInput inputFor(const Scheme& scheme, const RotarySettings& rotary, const SchemeFamily& family)
{
    ScheduleInput input = scheduleInput(rotary, family.length);
    if (&scheme == findScheme(rotary.scheme))
        return input;
    input.parameters.clear();
    if (hasFactor(scheme))
        input.parameters.emplace("factor", family.factor);
    input.maximumContext = trainedContext(rotary);
    return input;
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
    family.unscaled =
        dealtSchedule(*findScheme("default"), scheduleInput(rotary, 0), rotary.axisRule, rotary.axisSections)->unscaled;
    for (const Scheme* scheme : schemes()) {
        const bool active = scheme->id == rotary.scheme;
        Result<Schedule> schedule =
            dealtSchedule(*scheme, inputFor(*scheme, rotary, family), rotary.axisRule, rotary.axisSections);
        if (!schedule || (lacksFactors(*scheme, rotary) && !active))
            family.leftOut.push_back(scheme);
        else
            family.cases.push_back({scheme, std::move(*schedule), active});
    }
    return family;
}

RelativeScore scoreUnder(const ExplorerState& state, const Schedule& schedule)
{
    const RotarySettings& rotary = activeRotary(state);
    return relativeScore(rotaryFirst(queryVector(state), rotary), rotaryFirst(keyVector(state), rotary),
                         signedFrequencies(rotary, schedule), rotary.pairing, schedule.attentionFactor,
                         scoreScale(state, schedule));
}

} // namespace rope
