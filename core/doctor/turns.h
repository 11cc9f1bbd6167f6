#pragma once

#include "core/doctor/head_rows.h"
#include "core/rotation/rotation.h"

#include <complex>
#include <span>

namespace rope {

/// How the channels of a head are taken as complex numbers before and after the rotation.
struct PairReading {
    PairLayout before = PairLayout::HalfSplit;
    PairLayout after = PairLayout::HalfSplit;
    int firstChannel = 0; ///< the rotary channels begin here
    int rotaryDim = 0;    ///< even; so many of them
    int pairs() const { return rotaryDim / 2; }
};

/// Two arrays of the same shape, read pair by pair.
class PairRows {
public:
    PairRows(const HeadRows& before, const HeadRows& after, const PairReading& reading);

    Eigen::Index tokens() const { return before_.tokens(); }
    Eigen::Index heads() const { return before_.heads(); }
    int pairs() const { return reading_.pairs(); }

    /// Reads one row; before(j) and after(j) are its pairs then.
    void read(Eigen::Index token, Eigen::Index head);
    std::complex<double> before(int pair) const { return {b_[at(pair).first], b_[at(pair).second]}; }
    std::complex<double> after(int pair) const
    {
        const PairChannels& channels = afterChannels_[static_cast<std::size_t>(pair)];
        return {a_[static_cast<std::size_t>(channels.first)], a_[static_cast<std::size_t>(channels.second)]};
    }

private:
    struct Place {
        std::size_t first;
        std::size_t second;
    };
    Place at(int pair) const
    {
        const PairChannels& channels = beforeChannels_[static_cast<std::size_t>(pair)];
        return {static_cast<std::size_t>(channels.first), static_cast<std::size_t>(channels.second)};
    }

    HeadRows before_;
    HeadRows after_;
    PairReading reading_;
    std::vector<PairChannels> beforeChannels_;
    std::vector<PairChannels> afterChannels_;
    std::vector<double> b_;
    std::vector<double> a_;
};

/// How well a reading keeps the lengths of pairs, from a sample of rows.
struct LengthTest {
    double spread = 0.0;          ///< root mean square of (|after| - a |before|) / |after|, of the middle row
    double attentionFactor = 1.0; ///< a: the ratio of lengths
    double attentionError = 0.0;  ///< one standard deviation of it
    Eigen::VectorXd pairSpread{}; ///< the same for each pair, over all rows of the sample
};
LengthTest testLengths(const HeadRows& before, const HeadRows& after, const PairReading& reading);

/// Turns of each pair at each token: the sum over some heads of after * conj(before). Shape (tokens, pairs).
Eigen::MatrixXcd summedTurns(const HeadRows& before, const HeadRows& after, const PairReading& reading,
                             std::span<const Eigen::Index> heads);

/// A straight line through the phases of each pair: phase = slope * (token - middle) + phaseAtMiddle.
struct PhaseLines {
    double middle = 0.0;            ///< token
    Eigen::VectorXd slope{};        ///< rad/token, with its sign
    Eigen::VectorXd slopeError{};   ///< one standard deviation
    Eigen::VectorXd phase{};        ///< rad, at the middle
    Eigen::VectorXd phaseError{};   ///< one standard deviation
    Eigen::VectorXd straightness{}; ///< |mean of e^{i (phase - line)}|: 1 for a straight line
};

/// Lines through turns of consecutive tokens, by doubling lags, so that fast pairs do not wrap wrongly; a minority of
/// tokens that stand elsewhere does not matter. `spread` is the relative error of one turn per pair, `unit` the
/// rounding unit of the data: a turn that is smaller rounds to none, which no mean over rows takes out.
PhaseLines fitLines(const Eigen::MatrixXcd& turns, const Eigen::VectorXd& spread, double unit);

} // namespace rope
