#pragma once

#include "core/doctor/ladder_fit.h"
#include "core/doctor/turns.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace rope {

/// Which rotary embedding leads from one array to the other, as far as the data tell.
struct TurnFit {
    PairReading reading;
    bool readingKnown = true; ///< false where another reading fits as well
    LengthTest lengths;
    std::vector<Eigen::Index> heads; ///< that agree with one another
    bool straight = false;           ///< phases grow evenly over some run of tokens
    bool turns = false;              ///< some pair's phase grows with the token
    int sign = 1;
    double step = 1.0;                  ///< positions from one token to the next
    Eigen::VectorXd inverseFrequency{}; ///< measured, rad per position, positive. Shape: pairs
    Eigen::VectorXd error{};            ///< one standard deviation of it
    std::optional<FittedLadder> ladder; ///< the scheme that explains them
    double frequencyError = 0.0;        ///< relative error of the frequencies that the fit had to allow
    std::optional<std::int64_t> offset; ///< position of token 0, as the run of tokens has it
    Eigen::MatrixXcd turnsOfTokens{};   ///< summedTurns of `heads`
    double unit = 0.0;                  ///< rounding unit of the data

    /// Frequencies of the ladder, or the measured ones.
    const Eigen::VectorXd& frequencies() const { return ladder ? ladder->inverseFrequency : inverseFrequency; }
};

/// The channels that differ between two arrays by more than their rounding.
struct ChangedChannels {
    int first = 0;
    int last = -1; ///< before `first`: none
};
ChangedChannels changedChannels(const HeadRows& before, const HeadRows& after, double unit);

/// The reading that keeps the lengths of pairs best; nothing when none does (then conventions are mixed, or the rows do
/// not belong together).
struct BestReading {
    PairReading reading;
    LengthTest lengths;
    bool known = true;
};
std::optional<BestReading> findReading(const HeadRows& before, const HeadRows& after, double unit);

/// All of it. Requires equal shapes. Nothing when no reading keeps the lengths of pairs. Where slow interleaved pairs
/// are lost in coarse rounding, so many channels are taken to rotate as `likelyRotaryDim` says, else as models usually
/// have.
std::optional<TurnFit> fitTurn(const HeadRows& before, const HeadRows& after, std::optional<int> likelyRotaryDim = {});

/// The position of one token from its turns, nearest to `guess` among those that fit, in [first, last]; nothing when
/// none fits.
std::optional<std::int64_t> positionOf(const TurnFit& fit, Eigen::Index token, std::int64_t guess, std::int64_t first,
                                       std::int64_t last);

} // namespace rope
