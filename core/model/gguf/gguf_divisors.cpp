#include "core/model/gguf/gguf_divisors.h"

#include "core/model/config/layer_scheme.h"
#include "core/schemes/registry.h"
#include "core/schemes/support.h"
#include "core/state/derived.h"

#include <algorithm>
#include <cmath>

namespace rope {
namespace {

constexpr double stopped = 1e20; ///< a divisor from here on stops its pair (converters write 1e30)
constexpr double sameDivisor = 1e-5;

bool isUsable(const std::vector<double>& divisors)
{
    return std::ranges::all_of(divisors,
                               [](double divisor) { return std::isfinite(divisor) && divisor >= smallestDivisor; });
}

/// One divisor per pair from a tensor; empty when there is none or it cannot be read.
std::vector<double> divisors(const GgufKeys& keys, const GgufTensorReader& readTensor, std::string_view name, int pairs)
{
    const std::vector<GgufTensor>& tensors = keys.header().ropeTensors;
    const auto tensor = std::ranges::find(tensors, name, &GgufTensor::name);
    if (tensor == tensors.end())
        return {};
    const bool fits = tensor->shape.size() == 1 && tensor->shape.front() == static_cast<std::uint64_t>(pairs);
    if (fits && readTensor)
        if (auto values = readTensor(*tensor); values && isUsable(*values)) {
            keys.log().note(std::string(name), "[" + std::to_string(pairs) + " entries]", "divisors, one per pair");
            return *std::move(values);
        }
    keys.log().warn("The divisors in the tensor " + std::string(name) +
                    " cannot be read, so the frequencies are shown without them.");
    return {};
}

bool follows(const RotarySettings& layer, const std::vector<double>& divisors)
{
    const auto schedule = scheduleOf(layer, 0);
    if (!schedule)
        return false;
    for (std::size_t pair = 0; pair < divisors.size(); ++pair) {
        const auto j = static_cast<Eigen::Index>(pair);
        const double ours = schedule->unscaled[j] / schedule->inverseFrequency[j];
        if (!(std::abs(ours / divisors[pair] - 1.0) < sameDivisor))
            return false;
    }
    return true;
}

/// Llama 3.1's rule with the numbers of 3.1, 3.2 and 4.
bool becomesLlama3(const GgufKeys& keys, const std::vector<double>& divisors, RotarySettings& layer)
{
    for (const auto& [factor, high] : {std::pair{8.0, 4.0}, {32.0, 4.0}, {16.0, 1.0}}) {
        RotarySettings scaled = layer;
        useScheme(scaled, "llama3");
        scaled.originalContext = 8192;
        scaled.parameters = {{"factor", factor}, {"low_freq_factor", 1.0}, {"high_freq_factor", high}};
        if (!follows(scaled, divisors))
            continue;
        layer = std::move(scaled);
        for (const char* value :
             {"scheme", "original_context", "scheme.factor", "scheme.low_freq_factor", "scheme.high_freq_factor"})
            keys.log().setOrigin(value, {"the divisors in rope_freqs.weight follow this rule", Origin::Kind::Rule});
        keys.log().note("rope_freqs.weight", "factor " + shortNumber(factor), "llama3: the divisors follow its rule",
                        KeyReport::Use::Given);
        return true;
    }
    return false;
}

/// The first pairs turn unscaled and the rest stand still.
bool becomesProportional(const GgufKeys& keys, const std::vector<double>& divisors, RotarySettings& layer)
{
    const auto still = std::ranges::find_if(divisors, [](double divisor) { return divisor >= stopped; });
    const bool isSplit = still != divisors.end() &&
                         std::all_of(divisors.begin(), still, [](double divisor) { return divisor == 1.0; }) &&
                         std::all_of(still, divisors.end(), [](double divisor) { return divisor >= stopped; });
    if (!isSplit)
        return false;
    useScheme(layer, "proportional");
    for (const char* value : {"scheme", "scheme.partial_rotary_factor"})
        keys.log().setOrigin(value, {"the divisors in rope_freqs.weight follow this rule", Origin::Kind::Rule});
    layer.parameters["partial_rotary_factor"] =
        static_cast<double>(still - divisors.begin()) / static_cast<double>(divisors.size());
    return true;
}

void becomeLongRope(const GgufKeys& keys, std::vector<double> shorts, std::vector<double> longs, RotarySettings& layer)
{
    useScheme(layer, "longrope");
    keys.log().setOrigin("scheme", {"divisors per pair in tensors of the file", Origin::Kind::File});
    for (const char* value : {"attention_factor", "scheme.attention_factor"})
        keys.settles(value, "rope.scaling.attn_factor",
                     {"1, what llama.cpp takes where the file is silent", Origin::Kind::FamilyDefault});
    layer.shortFactors = std::move(shorts);
    layer.longFactors = std::move(longs);
    layer.parameters["attention_factor"] = keys.numberOr("rope.scaling.attn_factor", "attention factor", 1.0);
}

} // namespace

void readDivisors(const GgufKeys& keys, const GgufTensorReader& readTensor, RotarySettings& layer)
{
    const int pairs = layer.rotaryDim / 2;
    auto common = divisors(keys, readTensor, "rope_freqs.weight", pairs);
    auto shorts = common.empty() ? divisors(keys, readTensor, "rope_factors_short.weight", pairs) : common;
    auto longs = common.empty() ? divisors(keys, readTensor, "rope_factors_long.weight", pairs) : common;
    if (shorts.empty() && longs.empty())
        return;
    if (!findScheme(layer.scheme)->isPlain) {
        keys.log().warn("The file has both a scaling type and divisors per pair; the divisors are left out.");
        return;
    }
    if (!common.empty() && (becomesLlama3(keys, common, layer) || becomesProportional(keys, common, layer)))
        return;
    becomeLongRope(keys, std::move(shorts), std::move(longs), layer);
}

} // namespace rope
