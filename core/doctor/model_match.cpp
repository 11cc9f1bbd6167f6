#include "core/doctor/model_match.h"

#include "core/model/presets.h"
#include "core/state/derived.h"

#include <algorithm>
#include <cmath>

namespace rope {

namespace {

constexpr double sameFrequency = 8.0; ///< standard deviations
constexpr double nearPreset = 0.1;    ///< of ln frequency

ModelMatch matchLayer(const TurnFit& fit, const RotarySettings& rotary, double length, Schedule schedule,
                      Eigen::Index headDim)
{
    ModelMatch match;
    match.rotary = rotary;
    match.sequenceLength = length;
    match.schedule = std::move(schedule);
    match.pairing = fit.reading.before == rotary.pairing || fit.reading.rotaryDim <= 2;
    match.rotaryDim = fit.reading.rotaryDim == rotary.rotaryDim && headDim == rotary.headDim;
    match.sign = (fit.sign < 0) == rotary.negativeAngle;
    const Eigen::VectorXd& expected = match.schedule.inverseFrequency;
    if (expected.size() != fit.inverseFrequency.size()) {
        match.distance = 1e3;
        return match;
    }
    const double relative = std::max(fit.frequencyError, 0x1p-23);
    double squares = 0.0;
    double seen = 0.0;
    match.frequencies = true;
    for (Eigen::Index j = 0; j < expected.size(); ++j) {
        const double measured = fit.inverseFrequency[j];
        const double error = std::hypot(fit.error[j], relative * std::max(expected[j], measured));
        match.frequencies = match.frequencies && std::abs(measured - expected[j]) < sameFrequency * error;
        if (expected[j] > 0.0 && measured > 4.0 * fit.error[j]) {
            squares += std::pow(std::log(measured / expected[j]), 2);
            seen += 1.0;
        }
    }
    match.distance = seen > 0.0 ? std::sqrt(squares / seen) : 1e3;
    const double allowed = std::max({5.0 * fit.lengths.attentionError, 0.1 * fit.lengths.spread, 3.0 * fit.unit, 1e-6});
    match.attention = std::abs(fit.lengths.attentionFactor - match.schedule.attentionFactor) < allowed;
    return match;
}

bool nearer(const ModelMatch& a, const ModelMatch& b)
{
    if (a.all() != b.all())
        return a.all();
    if (a.frequencies != b.frequencies)
        return a.frequencies;
    return a.distance < b.distance - 1e-9 || (a.distance < b.distance + 1e-9 && a.attention && !b.attention);
}

} // namespace

std::optional<ModelMatch> matchModel(const TurnFit& fit, const ModelSettings& model, Eigen::Index headDim)
{
    std::optional<ModelMatch> best;
    const double rows = static_cast<double>(fit.turnsOfTokens.rows() + fit.offset.value_or(0));
    for (const RotarySettings& rotary : model.layers) {
        if (!rotary.rotates)
            continue;
        for (const double length : {0.0, rows, std::max(rotary.maximumContext, 2.0 * rotary.originalContext)})
            if (Result<Schedule> schedule = scheduleOf(rotary, length)) {
                ModelMatch match = matchLayer(fit, rotary, length, *std::move(schedule), headDim);
                if (!best || nearer(match, *best))
                    best = std::move(match);
            }
    }
    return best;
}

std::vector<std::string> nearestPresets(const TurnFit& fit, Eigen::Index headDim, std::size_t count)
{
    struct Near {
        bool all;
        double distance;
        std::string id;
    };
    std::vector<Near> near;
    for (const Preset& preset : presets()) {
        const Result<ModelFile> file = loadPreset(preset.id);
        if (!file)
            continue;
        const std::optional<ModelMatch> match = matchModel(fit, file->model, headDim);
        if (match && match->rotaryDim && (match->frequencies || match->distance < nearPreset))
            near.push_back({match->all(), match->frequencies ? 0.0 : match->distance, preset.id});
    }
    std::ranges::stable_sort(
        near, [](const Near& a, const Near& b) { return a.all != b.all ? a.all : a.distance < b.distance; });
    std::vector<std::string> ids;
    for (const Near& one : near)
        if (ids.size() < count)
            ids.push_back(one.id);
    return ids;
}

} // namespace rope
