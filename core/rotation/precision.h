#pragma once

#include "core/rotation/number_format.h"
#include "core/rotation/rotation.h"

#include <cstdint>
#include <optional>

namespace rope {

/// The nearest number of the format (ties to even), as a double: subnormals kept, too large becomes infinite.
double roundTo(NumberFormat format, double value);

/// In which format a program keeps each number on the way from a position to a rotated vector.
struct PrecisionSetup {
    NumberFormat position = NumberFormat::Float32;
    NumberFormat inverseFrequency =
        NumberFormat::Float32;                   ///< narrow formats are cast from float32, as model.half() does
    NumberFormat phase = NumberFormat::Float32;  ///< the product position * theta
    NumberFormat table = NumberFormat::Float32;  ///< cos and sin
    NumberFormat vector = NumberFormat::Float32; ///< the vector and every product and sum of its rotation
    bool recurrence = false; ///< phases by repeated float32 products from pair to pair, as ggml does

    bool operator==(const PrecisionSetup&) const = default;
};

/// Inverse frequencies as kept: float32 ones are 1 / float32(1 / theta), the way transformers computes them.
Eigen::VectorXd keptFrequencies(const PrecisionSetup& setup, const Eigen::VectorXd& inverseFrequency);

/// Phases as computed, in radians, not reduced; infinite where a format overflows. Shape: pairs.
Eigen::VectorXd computedPhases(const PrecisionSetup& setup, const Eigen::VectorXd& inverseFrequency,
                               std::int64_t position);

/// |computed phase - position theta_j|, radians before any reduction. Shape: pairs.
Eigen::VectorXd phaseErrors(const PrecisionSetup& setup, const Eigen::VectorXd& inverseFrequency,
                            std::int64_t position);

/// max(|error of cos|, |error of sin|) of the table entry of each pair; NaN where the phase is infinite. Shape: pairs.
Eigen::VectorXd cosSinErrors(const PrecisionSetup& setup, const Eigen::VectorXd& inverseFrequency,
                             std::int64_t position);

/// First position in [0, limit) whose phase of pair `pair` equals that of the next position: from there on neighbours
/// cannot be told apart by it. Nothing when there is none.
std::optional<std::int64_t> firstCollapse(const PrecisionSetup& setup, const Eigen::VectorXd& inverseFrequency,
                                          int pair, std::int64_t limit);

/// cos and sin of one position as kept. Shape: pairs.
struct RoundedTable {
    Eigen::VectorXd cosine;
    Eigen::VectorXd sine;
};
RoundedTable roundedTable(const PrecisionSetup& setup, const Eigen::VectorXd& inverseFrequency, std::int64_t position);

/// x rotated by a table with everything rounded as the setup says. Shape: x.size().
/// Requires x.size() >= 2 * table.cosine.size().
Eigen::VectorXd rotateRounded(const PrecisionSetup& setup, const Eigen::VectorXd& x, const RoundedTable& table,
                              PairLayout layout);

/// x rotated with everything rounded as the setup says; compare with rotate(). Shape: x.size().
/// Requires x.size() >= 2 * inverseFrequency.size().
Eigen::VectorXd rotateRounded(const PrecisionSetup& setup, const Eigen::VectorXd& x, std::int64_t position,
                              const Eigen::VectorXd& inverseFrequency, PairLayout layout);

} // namespace rope
