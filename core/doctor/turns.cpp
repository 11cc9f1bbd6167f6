#include "core/doctor/turns.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace rope {

namespace {

using Complex = std::complex<double>;

std::vector<PairChannels> channelsOf(PairLayout layout, const PairReading& reading)
{
    std::vector<PairChannels> channels;
    for (int pair = 0; pair < reading.pairs(); ++pair) {
        const PairChannels local = pairChannels(layout, reading.rotaryDim, pair);
        channels.push_back({local.first + reading.firstChannel, local.second + reading.firstChannel});
    }
    return channels;
}

/// About `count` of 0 ... size - 1, evenly, with the last one.
std::vector<Eigen::Index> spreadOut(Eigen::Index size, Eigen::Index count)
{
    std::vector<Eigen::Index> picked;
    for (Eigen::Index i = 0; i < std::min(size, count); ++i)
        picked.push_back(size <= count ? i : i * (size - 1) / (count - 1));
    return picked;
}

double median(std::vector<double> values)
{
    if (values.empty())
        return 0.0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

double wrapped(double phase)
{
    return std::remainder(phase, 2.0 * std::numbers::pi);
}

} // namespace

PairRows::PairRows(const HeadRows& before, const HeadRows& after, const PairReading& reading)
    : before_(before)
    , after_(after)
    , reading_(reading)
    , beforeChannels_(channelsOf(reading.before, reading))
    , afterChannels_(channelsOf(reading.after, reading))
    , b_(static_cast<std::size_t>(before.headDim()))
    , a_(static_cast<std::size_t>(after.headDim()))
{}

void PairRows::read(Eigen::Index token, Eigen::Index head)
{
    before_.copyRow(token, head, b_.data());
    after_.copyRow(token, head, a_.data());
}

LengthTest testLengths(const HeadRows& before, const HeadRows& after, const PairReading& reading)
{
    const auto tokens = spreadOut(before.tokens(), 48);
    const auto heads = spreadOut(before.heads(), 8);
    PairRows rows(before, after, reading);
    const int pairs = reading.pairs();
    std::vector<Eigen::ArrayXd> lengthBefore;
    std::vector<Eigen::ArrayXd> lengthAfter;
    std::vector<double> ratios;
    for (const Eigen::Index token : tokens)
        for (const Eigen::Index head : heads) {
            rows.read(token, head);
            Eigen::ArrayXd b(pairs);
            Eigen::ArrayXd a(pairs);
            for (int j = 0; j < pairs; ++j) {
                b[j] = std::abs(rows.before(j));
                a[j] = std::abs(rows.after(j));
            }
            if (b.square().sum() > 0.0)
                ratios.push_back((a * b).sum() / b.square().sum());
            lengthBefore.push_back(std::move(b));
            lengthAfter.push_back(std::move(a));
        }
    LengthTest test;
    if (ratios.empty())
        return test;
    test.attentionFactor = median(ratios);
    Eigen::ArrayXd squares = Eigen::ArrayXd::Zero(pairs);
    Eigen::ArrayXd lengths = Eigen::ArrayXd::Zero(pairs);
    std::vector<double> ofRows;
    for (std::size_t row = 0; row < lengthAfter.size(); ++row) {
        const Eigen::ArrayXd off = (lengthAfter[row] - test.attentionFactor * lengthBefore[row]).square();
        const Eigen::ArrayXd length = lengthAfter[row].square() + (test.attentionFactor * lengthBefore[row]).square();
        squares += off;
        lengths += 0.5 * length;
        ofRows.push_back((off / (0.5 * length).max(1e-300)).mean());
    }
    test.spread = std::sqrt(median(ofRows));
    test.pairSpread = (squares / lengths.max(1e-300)).sqrt();
    test.attentionError = test.spread / std::sqrt(static_cast<double>(ratios.size() * static_cast<std::size_t>(pairs)));
    return test;
}

Eigen::MatrixXcd summedTurns(const HeadRows& before, const HeadRows& after, const PairReading& reading,
                             std::span<const Eigen::Index> heads)
{
    PairRows rows(before, after, reading);
    const int pairs = reading.pairs();
    Eigen::MatrixXcd sums = Eigen::MatrixXcd::Zero(pairs, before.tokens());
    for (Eigen::Index token = 0; token < before.tokens(); ++token)
        for (const Eigen::Index head : heads) {
            rows.read(token, head);
            for (int j = 0; j < pairs; ++j) {
                const Complex a = rows.after(j);
                const Complex b = rows.before(j);
                sums(j, token) +=
                    Complex(a.real() * b.real() + a.imag() * b.imag(), a.imag() * b.real() - a.real() * b.imag());
            }
        }
    return sums.transpose();
}

namespace {

/// The slope of one pair's phase, by lags 1, 2, 4 ...: each corrects the last by the middle of what it leaves.
double slopeByLags(const Eigen::VectorXcd& turn)
{
    double slope = 0.0;
    for (Eigen::Index lag = 1; lag <= std::max<Eigen::Index>(1, turn.size() / 2); lag *= 2) {
        Complex sum = 0.0;
        std::vector<Complex> steps;
        const Complex back = std::polar(1.0, -slope * static_cast<double>(lag));
        for (Eigen::Index t = 0; t + lag < turn.size(); ++t) {
            const Complex step = turn[t + lag] * std::conj(turn[t]) * back;
            if (std::abs(step) == 0.0)
                continue;
            steps.push_back(step / std::abs(step));
            sum += steps.back();
        }
        const Complex centre = std::abs(sum) > 0.0 ? sum / std::abs(sum) : Complex(1.0);
        std::vector<double> left;
        for (const Complex& step : steps)
            left.push_back(std::arg(step * std::conj(centre)));
        slope += (std::arg(centre) + median(left)) / static_cast<double>(lag);
    }
    return slope;
}

struct Line {
    double slope;
    double phase;
    double straightness;
    double scatter; ///< root mean square of phase - line over the tokens that follow it
};

/// Least squares from a first slope, over the tokens that follow the line.
Line refined(const Eigen::VectorXcd& turn, double slope, double middle, double spread)
{
    const Eigen::Index tokens = turn.size();
    Line line{slope, 0.0, 0.0, 0.0};
    for (int round = 0; round < 3; ++round) {
        Complex sum = 0.0;
        std::vector<Complex> left(static_cast<std::size_t>(tokens));
        for (Eigen::Index t = 0; t < tokens; ++t) {
            Complex unit = turn[t] * std::polar(1.0, -line.slope * (static_cast<double>(t) - middle));
            unit = std::abs(unit) > 0.0 ? Complex(unit / std::abs(unit)) : Complex(0.0);
            left[static_cast<std::size_t>(t)] = unit;
            sum += unit;
        }
        line.straightness = std::abs(sum) / static_cast<double>(tokens);
        const Complex centre = std::abs(sum) > 0.0 ? sum / std::abs(sum) : Complex(1.0);
        std::vector<double> off;
        for (const Complex& unit : left)
            off.push_back(std::arg(unit * std::conj(centre)));
        const double shift = median(off);
        std::vector<double> sizes;
        for (double& value : off)
            sizes.push_back(std::abs(value = wrapped(value - shift)));
        const double bound = std::max({6.0 * median(sizes), 6.0 * spread, 1e-15});
        double weights = 0.0, times = 0.0, phases = 0.0;
        for (std::size_t t = 0; t < off.size(); ++t)
            if (sizes[t] <= bound && left[t] != Complex(0.0)) {
                const double weight = std::abs(turn[static_cast<Eigen::Index>(t)]);
                weights += weight;
                times += weight * (static_cast<double>(t) - middle);
                phases += weight * off[t];
            }
        if (weights == 0.0)
            return line;
        const double time = times / weights;
        const double phase = phases / weights;
        double products = 0.0, squares = 0.0, scatter = 0.0;
        for (std::size_t t = 0; t < off.size(); ++t)
            if (sizes[t] <= bound && left[t] != Complex(0.0)) {
                const double weight = std::abs(turn[static_cast<Eigen::Index>(t)]);
                const double at = static_cast<double>(t) - middle - time;
                products += weight * at * (off[t] - phase);
                squares += weight * at * at;
                scatter += weight * (off[t] - phase) * (off[t] - phase);
            }
        const double more = squares > 0.0 ? products / squares : 0.0;
        line.slope += more;
        line.phase = wrapped(std::arg(centre) + shift + phase - more * time);
        line.scatter = std::sqrt(scatter / weights);
    }
    return line;
}

} // namespace

PhaseLines fitLines(const Eigen::MatrixXcd& turns, const Eigen::VectorXd& spread, double unit)
{
    const Eigen::Index pairs = turns.cols();
    const auto tokens = static_cast<double>(turns.rows());
    PhaseLines lines;
    lines.middle = 0.5 * (tokens - 1.0);
    for (Eigen::VectorXd* list :
         {&lines.slope, &lines.slopeError, &lines.phase, &lines.phaseError, &lines.straightness})
        list->resize(pairs);
    const double squares = std::max(tokens * (tokens * tokens - 1.0) / 12.0, 1.0);
    for (Eigen::Index j = 0; j < pairs; ++j) {
        const Line line = refined(turns.col(j), slopeByLags(turns.col(j)), lines.middle, spread[j]);
        const double error = std::max(spread[j], line.scatter);
        lines.slope[j] = line.slope;
        lines.phase[j] = line.phase;
        lines.straightness[j] = line.straightness;
        const double reach = std::abs(line.phase) + 0.5 * tokens * std::abs(line.slope);
        const double swallowed = unit * std::min(1.0, 8.0 * unit / std::max(reach, 1e-300));
        lines.slopeError[j] = std::hypot(error / std::sqrt(squares), swallowed / tokens);
        lines.phaseError[j] = std::hypot(error / std::sqrt(tokens), swallowed);
    }
    return lines;
}

} // namespace rope
