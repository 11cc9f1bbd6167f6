#include "core/schemes/all_schemes.h"
#include "core/schemes/support.h"

#include <algorithm>
#include <cmath>

namespace rope {
namespace {

constexpr Parameter parameters[] = {
    {"factor", "s", "Sets the attention factor; 0 takes maximum context / original context.", 0.0, 1024.0, 0.0,
     Parameter::Kind::Real, false, "", Parameter::Missing::Default},
    {"attention_factor", "attention factor", "Multiplies cos and sin; -1 computes sqrt(1 + ln s / ln L).", -1.0, 100.0,
     -1.0, Parameter::Kind::Real, false, "", Parameter::Missing::Default, "", false, true},
    {"short_mscale", "short mscale", "Attention factor of the short list, in place of the rule; 0 means not given.",
     0.0, 100.0, 0.0, Parameter::Kind::Real, false, "", Parameter::Missing::Default, "", true},
    {"long_mscale", "long mscale", "Attention factor of the long list, in place of the rule; 0 means not given.", 0.0,
     100.0, 0.0, Parameter::Kind::Real, false, "", Parameter::Missing::Default, "", true},
};

constexpr std::string_view typeNames[] = {"su"};

double attentionFactorOf(const ScheduleInput& input, bool isLong)
{
    if (const double ofList = valueOf(input, parameters, isLong ? "long_mscale" : "short_mscale"); ofList != 0.0)
        return ofList;
    const double given = valueOf(input, parameters, "attention_factor");
    if (given >= 0.0)
        return given;
    const double stated = valueOf(input, parameters, "factor");
    const double factor = stated != 0.0 ? stated : input.maximumContext / input.originalContext;
    if (factor <= 1.0 || input.originalContext <= 1.0)
        return 1.0;
    return std::sqrt(1.0 + std::log(factor) / std::log(input.originalContext));
}

Result<void> checkFactors(const std::vector<double>& factors, Eigen::Index pairs, const std::string& list)
{
    if (!factors.empty() && static_cast<Eigen::Index>(factors.size()) != pairs)
        return refuse(list, "has " + std::to_string(factors.size()) + " entries; it needs " + std::to_string(pairs) +
                                ", one for each pair");
    if (std::ranges::any_of(factors, [](double factor) { return !std::isfinite(factor) || factor < smallestDivisor; }))
        return refuse(list, "holds a factor that is not a finite number from 1e-09 on");
    return {};
}

Result<Schedule> schedule(const ScheduleInput& input)
{
    auto result = unscaledSchedule(input);
    if (!result)
        return result;
    const Eigen::Index pairs = result->unscaled.size();
    for (const auto& [factors, list] :
         {std::pair{&input.shortFactors, "short_factor"}, {&input.longFactors, "long_factor"}})
        if (const auto checked = checkFactors(*factors, pairs, list); !checked)
            return tl::unexpected(checked.error());
    const bool isLong = input.sequenceLength > input.originalContext;
    const std::vector<double>& factors = isLong ? input.longFactors : input.shortFactors;
    result->attentionFactor = attentionFactorOf(input, isLong);
    const std::string list = isLong ? "long" : "short";
    if (factors.empty()) {
        result->notes.push_back("No " + list + " factors are given, so each of them is 1.");
        return result;
    }
    if (std::ranges::all_of(factors, [](double factor) { return factor == 1.0; })) {
        result->notes.push_back("Every one of the " + list + " factors is 1, so no frequency is scaled.");
        return result;
    }
    result->inverseFrequency.array() /= Eigen::Map<const Eigen::ArrayXd>(factors.data(), pairs);
    result->notes.push_back("The " + list + " factors act" +
                            (input.shortFactors == input.longFactors
                                 ? std::string(", and the other list is the same.")
                                 : ": they change beyond " + shortNumber(input.originalContext) + " tokens."));
    return result;
}

} // namespace

const Scheme longropeScheme{
    .id = "longrope",
    .title = "LongRoPE",
    .reference = "Ding et al. 2024, LongRoPE, section 3; transformers modeling_rope_utils, longrope",
    .lesson = "Each pair has its own divisor, found by a search that tries the model on long texts. One list serves "
              "texts within the original context and another serves longer ones, so short texts are not harmed. "
              "At the switch all frequencies jump at once, and keys cached before it no longer fit.",
    .parameters = parameters,
    .schedule = schedule,
    .reads = ContextRead::Original,
    .wantsOriginal = true,
    .takesLists = true,
    .followsLength = true,
    .typeNames = typeNames,
};

} // namespace rope
