#pragma once

#include "core/doctor/head_rows.h"
#include "core/rotation/precision.h"
#include "core/rotation/rotation.h"

#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace rope::test {

/// A rotation to be done to random rows, and how it goes wrong.
struct Turning {
    Eigen::Index tokens = 64;
    Eigen::Index heads = 4;
    int headDim = 64;
    int firstChannel = 0;
    int rotaryDim = 64;
    PairLayout layout = PairLayout::HalfSplit;
    Eigen::VectorXd inverseFrequency;
    int sign = 1;
    double attentionFactor = 1.0;
    NumberFormat format = NumberFormat::Float64;                                     ///< of both arrays
    std::function<double(Eigen::Index token, Eigen::Index head, int pair)> position; ///< token when empty
    unsigned seed = 1;
};

/// Both arrays of a turning.
struct TurnedRows {
    HeadRows before;
    HeadRows after;
};

inline HeadRows rowsOf(const std::string& name, const std::vector<double>& values, const Turning& turning)
{
    if (turning.format == NumberFormat::Float64)
        return HeadRows(name, values, turning.tokens, turning.heads, turning.headDim);
    return HeadRows(name, std::vector<float>(values.begin(), values.end()), turning.tokens, turning.heads,
                    turning.headDim);
}

inline std::vector<double> randomValues(const Turning& turning)
{
    std::mt19937 random(turning.seed);
    std::normal_distribution<double> normal;
    std::vector<double> values(static_cast<std::size_t>(turning.tokens * turning.heads * turning.headDim));
    for (double& value : values)
        value = roundTo(turning.format, normal(random));
    return values;
}

inline TurnedRows turnedRows(const Turning& turning)
{
    const std::vector<double> before = randomValues(turning);
    std::vector<double> after = before;
    for (Eigen::Index token = 0; token < turning.tokens; ++token)
        for (Eigen::Index head = 0; head < turning.heads; ++head)
            for (int pair = 0; pair < turning.rotaryDim / 2; ++pair) {
                const PairChannels channels = pairChannels(turning.layout, turning.rotaryDim, pair);
                const double at = turning.position ? turning.position(token, head, pair) : static_cast<double>(token);
                const double phase = turning.sign * turning.inverseFrequency[pair] * at;
                const auto row = static_cast<std::size_t>((token * turning.heads + head) * turning.headDim) +
                                 static_cast<std::size_t>(turning.firstChannel);
                const double x = before[row + static_cast<std::size_t>(channels.first)];
                const double y = before[row + static_cast<std::size_t>(channels.second)];
                const double c = turning.attentionFactor * std::cos(phase);
                const double s = turning.attentionFactor * std::sin(phase);
                after[row + static_cast<std::size_t>(channels.first)] = roundTo(turning.format, x * c - y * s);
                after[row + static_cast<std::size_t>(channels.second)] = roundTo(turning.format, y * c + x * s);
            }
    return {rowsOf("q", before, turning), rowsOf("q_rot", after, turning)};
}

} // namespace rope::test
