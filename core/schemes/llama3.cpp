#include "core/schemes/all_schemes.h"
#include "core/schemes/support.h"

#include <numbers>

namespace rope {
namespace {

constexpr Parameter parameters[] = {
    {"factor", "s", "Long wavelengths are stretched by this.", 0.25, 1024.0, 8.0, Parameter::Kind::Real, true, "",
     Parameter::Missing::Refused},
    {"low_freq_factor", "low", "Pairs with fewer turns than this in the original context are fully scaled.", 0.0001,
     1024.0, 1.0, Parameter::Kind::Real, true, "turns", Parameter::Missing::Refused},
    {"high_freq_factor", "high", "Pairs with more turns than this in the original context are kept.", 0.0001, 1024.0,
     4.0, Parameter::Kind::Real, true, "turns", Parameter::Missing::Refused},
};

/// Share of the scaled frequency at one wavelength; the band's two ends belong to the band.
double scaledShare(double wavelength, double context, double low, double high)
{
    if (wavelength < context / high)
        return 0.0;
    if (wavelength > context / low)
        return 1.0;
    return low == high ? 0.0 : 1.0 - (context / wavelength - low) / (high - low);
}

std::string bandNote(const Eigen::VectorXd& ramp)
{
    const Eigen::Index kept = (ramp.array() == 0.0).count();
    const Eigen::Index divided = (ramp.array() == 1.0).count();
    return std::to_string(kept) + " pairs are kept, " + std::to_string(ramp.size() - kept - divided) + " blended and " +
           std::to_string(divided) + " divided.";
}

Result<Schedule> schedule(const ScheduleInput& input)
{
    auto result = unscaledSchedule(input);
    if (!result)
        return result;
    const double factor = valueOf(input, parameters, "factor");
    const double low = valueOf(input, parameters, "low_freq_factor");
    const double high = valueOf(input, parameters, "high_freq_factor");
    if (factor <= 0.0 || low <= 0.0 || high <= 0.0)
        return refuse("scheme.factor", "and the two frequency factors must be above 0");
    result->ramp = result->unscaled.unaryExpr(
        [&](double theta) { return scaledShare(2.0 * std::numbers::pi / theta, input.originalContext, low, high); });
    result->inverseFrequency = blendByRamp(result->unscaled, result->ramp, factor);
    result->notes.push_back(bandNote(result->ramp));
    if (low == high)
        result->notes.emplace_back("The two frequency factors are equal, so there is no band in between.");
    else if (low > high)
        result->notes.emplace_back("low_freq_factor is above high_freq_factor, so there is no band in between.");
    return result;
}

} // namespace

const Scheme llama3Scheme{
    .id = "llama3",
    .title = "Llama 3.1",
    .reference = "Grattafiori et al. 2024, The Llama 3 herd of models; transformers modeling_rope_utils, llama3",
    .lesson = "Wavelengths much shorter than the original context are kept and much longer ones are stretched by the "
              "factor. A narrow band between them is blended by how many turns fit the context. It is YaRN's idea "
              "with the ramp measured in turns and no attention factor, and it comes with further training.",
    .parameters = parameters,
    .schedule = schedule,
    .reads = ContextRead::Original,
    .wantsOriginal = true,
};

} // namespace rope
