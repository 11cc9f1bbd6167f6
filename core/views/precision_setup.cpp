#include "core/views/precision_setup.h"

#include "core/scores/score.h"
#include "core/state/derived.h"

#include <algorithm>
#include <limits>

namespace rope {

namespace {

constexpr std::int64_t searchedPositions = 8192; ///< a format of 11 bits has collapsed long before

bool isNarrow(NumberFormat format)
{
    return format == NumberFormat::BFloat16 || format == NumberFormat::Float16;
}

} // namespace

NumberFormat promotedFormat(NumberFormat first, NumberFormat second)
{
    if (first == second)
        return first;
    const bool hasDouble = first == NumberFormat::Float64 || second == NumberFormat::Float64;
    return hasDouble ? NumberFormat::Float64 : NumberFormat::Float32;
}

PrecisionSetup precisionSetup(const PrecisionSettings& settings)
{
    PrecisionSetup setup;
    setup.position = settings.positions;
    setup.inverseFrequency = settings.frequencies;
    setup.phase = promotedFormat(settings.positions, settings.frequencies);
    setup.table = settings.tables;
    setup.vector = settings.vectors;
    return setup;
}

std::optional<std::int64_t> collapseOf(const PrecisionSetup& setup, const Eigen::VectorXd& inverseFrequency, int pair)
{
    if (!isNarrow(setup.position) && !isNarrow(setup.phase))
        return std::nullopt;
    return inverseFrequency[pair] == 0.0 ? std::nullopt
                                         : firstCollapse(setup, inverseFrequency, pair, searchedPositions);
}

double toeplitzWitness(const ExplorerState& state, const PrecisionSetup& setup, std::int64_t first, int count)
{
    return toeplitzWitnesses(state, setup, std::span(&first, 1), count).front();
}

std::vector<double> toeplitzWitnesses(const ExplorerState& state, const PrecisionSetup& setup,
                                      std::span<const std::int64_t> firsts, int count)
{
    const RotarySettings& rotary = activeRotary(state);
    const Schedule schedule = activeSchedule(state);
    const Eigen::VectorXd theta = signedFrequencies(rotary, schedule);
    const Eigen::VectorXd q = rotaryFirst(queryVector(state), rotary);
    const Eigen::VectorXd k = rotaryFirst(keyVector(state), rotary);
    const double scale = schedule.attentionFactor * schedule.attentionFactor * scoreScale(state, schedule);
    RowMatrix queries(count, q.size());
    RowMatrix keys(count, k.size());
    std::vector<double> distances;
    for (const std::int64_t first : firsts) {
        const std::int64_t stride = 1 + first / 37;
        for (int i = 0; i < count; ++i) {
            const RoundedTable table = roundedTable(setup, theta, first + i * stride);
            queries.row(i) = rotateRounded(setup, q, table, rotary.pairing);
            keys.row(i) = rotateRounded(setup, k, table, rotary.pairing);
        }
        const RowMatrix scores = scoreMatrix(queries, keys, scale);
        distances.push_back(scores.allFinite() ? toeplitzDistance(scores) : std::numeric_limits<double>::infinity());
    }
    return distances;
}

} // namespace rope
