#include "core/rotation/precision.h"

#include "core/rotation/phase.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>

namespace rope {

namespace {

/// What decides rounding: significant bits, the exponent of the smallest normal number (as frexp counts), the largest
/// number.
struct FormatLimits {
    int bits;
    int smallestExponent;
    double largest;
};

FormatLimits limitsOf(NumberFormat format)
{
    switch (format) {
    case NumberFormat::Float32:
        return {24, -125, static_cast<double>(std::numeric_limits<float>::max())};
    case NumberFormat::BFloat16:
        return {8, -125, 0x1.fep127};
    case NumberFormat::Float16:
        return {11, -13, 65504.0};
    case NumberFormat::Float64:
        break;
    }
    return {53, std::numeric_limits<double>::min_exponent, std::numeric_limits<double>::max()};
}

/// Ties to even: below the smallest normal number by scaling, else on the bits of the double.
double roundNarrow(const FormatLimits& limits, double value)
{
    double rounded = 0.0;
    if (std::abs(value) < std::ldexp(0.5, limits.smallestExponent)) {
        const int unit = limits.smallestExponent - limits.bits;
        rounded = std::ldexp(std::nearbyint(std::ldexp(value, -unit)), unit);
    } else {
        const int dropped = 53 - limits.bits;
        auto bits = std::bit_cast<std::uint64_t>(value);
        const std::uint64_t odd = (bits >> dropped) & 1U;
        bits += (std::uint64_t{1} << (dropped - 1)) - 1U + odd; // a carry moves into the exponent, as it should
        rounded = std::bit_cast<double>((bits >> dropped) << dropped);
    }
    return std::abs(rounded) > limits.largest ? std::copysign(std::numeric_limits<double>::infinity(), value) : rounded;
}

/// A product in at least float32, then in the format: what a tensor library does with narrow operands.
double roundProduct(NumberFormat format, double product)
{
    return format == NumberFormat::Float64 ? product : roundTo(format, roundTo(NumberFormat::Float32, product));
}

Eigen::VectorXd recurrentPhases(const Eigen::VectorXd& inverseFrequency, double position)
{
    Eigen::VectorXd phases(inverseFrequency.size());
    const double ratio =
        inverseFrequency.size() > 1 ? roundTo(NumberFormat::Float32, inverseFrequency[1] / inverseFrequency[0]) : 1.0;
    double angle = position;
    for (double& value : phases) {
        value = angle;
        angle = roundTo(NumberFormat::Float32, angle * ratio);
    }
    return phases;
}

/// cos or sin of a computed phase, in the table's format.
double tableEntry(const PrecisionSetup& setup, double value)
{
    return roundProduct(setup.table, value);
}

} // namespace

double roundTo(NumberFormat format, double value)
{
    if (format == NumberFormat::Float64 || !std::isfinite(value) || value == 0.0)
        return value;
    if (format == NumberFormat::Float32)
        return static_cast<double>(static_cast<float>(value));
    return roundNarrow(limitsOf(format), value);
}

Eigen::VectorXd keptFrequencies(const PrecisionSetup& setup, const Eigen::VectorXd& inverseFrequency)
{
    if (setup.inverseFrequency == NumberFormat::Float64)
        return inverseFrequency;
    return inverseFrequency.unaryExpr([&](double theta) {
        const double inverse = roundTo(NumberFormat::Float32, 1.0 / theta);
        return roundTo(setup.inverseFrequency, roundTo(NumberFormat::Float32, 1.0 / inverse));
    });
}

Eigen::VectorXd computedPhases(const PrecisionSetup& setup, const Eigen::VectorXd& inverseFrequency,
                               std::int64_t position)
{
    const double kept = roundTo(setup.position, static_cast<double>(position));
    if (setup.recurrence)
        return recurrentPhases(inverseFrequency, kept);
    return keptFrequencies(setup, inverseFrequency).unaryExpr([&](double theta) {
        return theta == 0.0 ? 0.0 : roundProduct(setup.phase, kept * theta);
    });
}

Eigen::VectorXd phaseErrors(const PrecisionSetup& setup, const Eigen::VectorXd& inverseFrequency, std::int64_t position)
{
    const Eigen::VectorXd computed = computedPhases(setup, inverseFrequency, position);
    return (computed - static_cast<double>(position) * inverseFrequency).cwiseAbs();
}

Eigen::VectorXd cosSinErrors(const PrecisionSetup& setup, const Eigen::VectorXd& inverseFrequency,
                             std::int64_t position)
{
    const Eigen::VectorXd computed = computedPhases(setup, inverseFrequency, position);
    const CosSinTable exact = doubledCosSin(turnFractions(inverseFrequency), position, 1, 1);
    Eigen::VectorXd errors(computed.size());
    for (Eigen::Index j = 0; j < errors.size(); ++j)
        errors[j] = std::isfinite(computed[j])
                        ? std::max(std::abs(tableEntry(setup, std::cos(computed[j])) - exact.cosine(0, j)),
                                   std::abs(tableEntry(setup, std::sin(computed[j])) - exact.sine(0, j)))
                        : std::numeric_limits<double>::quiet_NaN();
    return errors;
}

std::optional<std::int64_t> firstCollapse(const PrecisionSetup& setup, const Eigen::VectorXd& inverseFrequency,
                                          int pair, std::int64_t limit)
{
    assert(pair >= 0 && pair < inverseFrequency.size());
    const Eigen::VectorXd theta =
        setup.recurrence ? inverseFrequency : Eigen::VectorXd::Constant(1, inverseFrequency[pair]);
    const Eigen::Index index = setup.recurrence ? pair : 0;
    double previous = computedPhases(setup, theta, 0)[index];
    for (std::int64_t position = 1; position <= limit; ++position) {
        const double next = computedPhases(setup, theta, position)[index];
        if (next == previous)
            return position - 1;
        previous = next;
    }
    return std::nullopt;
}

RoundedTable roundedTable(const PrecisionSetup& setup, const Eigen::VectorXd& inverseFrequency, std::int64_t position)
{
    const Eigen::VectorXd phases = computedPhases(setup, inverseFrequency, position);
    RoundedTable table{phases, phases};
    for (Eigen::Index j = 0; j < phases.size(); ++j) {
        table.cosine[j] = tableEntry(setup, std::cos(phases[j]));
        table.sine[j] = tableEntry(setup, std::sin(phases[j]));
    }
    return table;
}

Eigen::VectorXd rotateRounded(const PrecisionSetup& setup, const Eigen::VectorXd& x, const RoundedTable& table,
                              PairLayout layout)
{
    const auto pairs = static_cast<int>(table.cosine.size());
    assert(x.size() >= 2 * pairs);
    const auto kept = [&](double value) {
        return roundProduct(setup.vector, value);
    };
    Eigen::VectorXd y = x.unaryExpr(kept);
    for (int j = 0; j < pairs; ++j) {
        const auto [a, b] = pairChannels(layout, 2 * pairs, j);
        const double first = y[a];
        const double second = y[b];
        y[a] = kept(kept(first * table.cosine[j]) - kept(second * table.sine[j]));
        y[b] = kept(kept(second * table.cosine[j]) + kept(first * table.sine[j]));
    }
    return y;
}

Eigen::VectorXd rotateRounded(const PrecisionSetup& setup, const Eigen::VectorXd& x, std::int64_t position,
                              const Eigen::VectorXd& inverseFrequency, PairLayout layout)
{
    return rotateRounded(setup, x, roundedTable(setup, inverseFrequency, position), layout);
}

} // namespace rope
