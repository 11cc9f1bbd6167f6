#include "core/doctor/turn_fit.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace rope {

namespace {

using Complex = std::complex<double>;

constexpr double keptLength = 0.03; ///< a reading that spreads lengths by more is none
constexpr double straightEnough = 0.95;
constexpr double visible = 4.0;              ///< standard deviations
constexpr double coarse = 1e-5;              ///< a rounding unit above this hides slow pairs
constexpr double smallestModelBase = 3000.0; ///< bases of models lie between these
constexpr double usualModelBase = 1.5e7;
constexpr double largestModelBase = 3e8;

double wrapped(double phase)
{
    return std::remainder(phase, 2.0 * std::numbers::pi);
}

int evenUp(int value)
{
    return value + value % 2;
}

std::vector<PairReading> candidateReadings(const ChangedChannels& changed, int headDim)
{
    const int first = changed.first;
    const int span = evenUp(changed.last - first + 1);
    const int room = (headDim - first) / 2 * 2;
    std::vector<PairReading> readings;
    for (int rotary = std::min(span, room); rotary <= std::min(room, std::max(span, 2 * (changed.last - first)));
         rotary += 2)
        readings.push_back({PairLayout::HalfSplit, PairLayout::HalfSplit, first, rotary});
    readings.push_back({PairLayout::Interleaved, PairLayout::Interleaved, first / 2 * 2, std::min(span, room)});
    return readings;
}

/// Readings that also move channels.
std::vector<PairReading> movingReadings(int headDim)
{
    return {{PairLayout::Interleaved, PairLayout::HalfSplit, 0, headDim / 2 * 2},
            {PairLayout::HalfSplit, PairLayout::Interleaved, 0, headDim / 2 * 2}};
}

std::optional<BestReading> bestOf(const std::vector<PairReading>& readings, const HeadRows& before,
                                  const HeadRows& after, double unit)
{
    std::optional<BestReading> best;
    double second = 1.0;
    for (const PairReading& reading : readings) {
        const LengthTest lengths = testLengths(before, after, reading);
        if (!best || lengths.spread < best->lengths.spread) {
            if (best)
                second = std::min(second, best->lengths.spread);
            best = BestReading{reading, lengths, true};
        } else {
            second = std::min(second, lengths.spread);
        }
    }
    if (!best || !(best->lengths.spread < keptLength) || best->lengths.attentionFactor < 1e-3)
        return std::nullopt;
    best->known = best->reading.rotaryDim > 2 && second > 2.0 * std::max(best->lengths.spread, unit);
    return best;
}

} // namespace

ChangedChannels changedChannels(const HeadRows& before, const HeadRows& after, double unit)
{
    const Eigen::Index channels = before.headDim();
    Eigen::ArrayXd largest = Eigen::ArrayXd::Zero(channels);
    Eigen::ArrayXd squares = Eigen::ArrayXd::Zero(channels);
    Eigen::ArrayXd b(channels);
    Eigen::ArrayXd a(channels);
    double rows = 0.0;
    const Eigen::Index tokenStep = std::max<Eigen::Index>(1, before.tokens() / 256);
    const auto look = [&](Eigen::Index token) {
        for (Eigen::Index head = 0; head < before.heads(); ++head, rows += 1.0) {
            before.copyRow(token, head, b.data());
            after.copyRow(token, head, a.data());
            largest = largest.max((a - b).abs());
            squares += b.square();
        }
    };
    for (Eigen::Index token = 0; token < before.tokens(); token += tokenStep)
        look(token);
    look(before.tokens() - 1);
    const Eigen::ArrayXd scale = (squares / rows).sqrt();
    const bool exactTail = largest[channels - 1] == 0.0 || largest[0] == 0.0;
    ChangedChannels changed{static_cast<int>(channels), -1};
    for (int c = 0; c < channels; ++c)
        if (exactTail ? largest[c] > 0.0 : largest[c] > 2.0 * unit * scale[c]) {
            changed.first = std::min(changed.first, c);
            changed.last = c;
        }
    return changed;
}

std::optional<BestReading> findReading(const HeadRows& before, const HeadRows& after, double unit)
{
    const ChangedChannels changed = changedChannels(before, after, unit);
    const auto headDim = static_cast<int>(before.headDim());
    if (changed.last < changed.first || headDim < 2)
        return std::nullopt;
    const auto plain = bestOf(candidateReadings(changed, headDim), before, after, unit);
    return plain ? plain : bestOf(movingReadings(headDim), before, after, unit);
}

namespace {

/// Heads whose phases agree with those of most heads.
std::vector<Eigen::Index> agreeingHeads(const HeadRows& before, const HeadRows& after, const PairReading& reading)
{
    std::vector<Eigen::Index> all(static_cast<std::size_t>(before.heads()));
    std::iota(all.begin(), all.end(), 0);
    if (all.size() < 3)
        return all;
    const Eigen::Index count = std::min<Eigen::Index>(before.tokens(), 24);
    const HeadRows b = before.tokens(before.tokens() - count, count);
    const HeadRows a = after.tokens(after.tokens() - count, count);
    std::vector<Eigen::MatrixXcd> units;
    Eigen::MatrixXcd sum = Eigen::MatrixXcd::Zero(count, reading.pairs());
    for (const Eigen::Index head : all) {
        Eigen::MatrixXcd unit = summedTurns(b, a, reading, std::span(&head, 1));
        unit = unit.unaryExpr([](const Complex& z) { return std::abs(z) > 0.0 ? z / std::abs(z) : Complex(0.0); });
        sum += unit;
        units.push_back(std::move(unit));
    }
    const Eigen::MatrixXcd middle =
        sum.unaryExpr([](const Complex& z) { return std::abs(z) > 0.0 ? z / std::abs(z) : Complex(0.0); });
    std::vector<double> agreements;
    for (const Eigen::MatrixXcd& unit : units)
        agreements.push_back((unit.array() * middle.array().conjugate()).real().mean());
    std::vector<double> sorted = agreements;
    std::ranges::sort(sorted);
    const double usual = 1.0 - sorted[sorted.size() / 2];
    const double spread = testLengths(before, after, reading).spread;
    std::vector<Eigen::Index> kept;
    for (std::size_t head = 0; head < agreements.size(); ++head)
        if (1.0 - agreements[head] < 4.0 * std::max(usual, 0.0) + 50.0 * spread * spread + 1e-14)
            kept.push_back(static_cast<Eigen::Index>(head));
    return 2 * kept.size() >= all.size() ? kept : all;
}

/// A run of tokens, and the lines through it.
struct Run {
    Eigen::Index first;
    Eigen::Index count;
    PhaseLines lines;
    double share; ///< of pairs that are straight
};

double straightShare(const PhaseLines& lines)
{
    return static_cast<double>((lines.straightness.array() > straightEnough).count()) /
           static_cast<double>(lines.straightness.size());
}

/// The longest of a few runs over which phases grow evenly, or the straightest.
Run straightRun(const Eigen::MatrixXcd& turns, const Eigen::VectorXd& spread, double unit)
{
    std::optional<Run> best;
    const Eigen::Index tokens = turns.rows();
    for (Eigen::Index count = tokens; count >= std::min<Eigen::Index>(tokens, 4); count = (count + 1) / 2) {
        for (Eigen::Index first = tokens - count; first >= 0; first -= std::max<Eigen::Index>(1, count)) {
            Run run{first, count, fitLines(turns.middleRows(first, count), spread, unit), 0.0};
            run.share = straightShare(run.lines);
            if (!best || run.share > best->share + 0.02)
                best = std::move(run);
            if (best->share > 0.98 || (count < 64 && best->share > 0.9))
                return *std::move(best);
        }
        if (count <= 4)
            break;
    }
    return *std::move(best);
}

/// Where phases at the middle of a run put its position, given frequencies with errors. Positions in [first, last].
class OffsetSearch {
public:
    OffsetSearch(const TurnFit& fit, const PhaseLines& lines, double middle)
        : theta_(fit.frequencies())
        , middle_(middle)
    {
        const double pairs = static_cast<double>(theta_.size());
        relative_.resize(theta_.size());
        for (Eigen::Index j = 0; j < theta_.size(); ++j)
            relative_[j] = fit.ladder ? fit.ladder->baseError * static_cast<double>(j) / pairs + fit.frequencyError
                                      : fit.error[j] / std::max(theta_[j], 1e-300);
        phase_ = fit.sign * lines.phase;
        error_ = lines.phaseError;
    }

    /// All phases fit this position within their errors.
    bool fits(double position) const
    {
        for (Eigen::Index j = 0; j < theta_.size(); ++j) {
            const double error = std::hypot(error_[j], theta_[j] * relative_[j] * position);
            if (std::abs(wrapped(phase_[j] - theta_[j] * position)) > 6.0 * error + 1e-12 && error < 0.5)
                return false;
        }
        return true;
    }

    /// The offset with the best agreement of phases; 0 where it fits.
    std::int64_t best() const
    {
        if (fits(middle_))
            return 0;
        std::int64_t found = 0;
        double highest = -1.0;
        for (std::int64_t first = -4096; first < 262144; first += 512)
            searchBlock(first, 512, found, highest);
        return found;
    }

private:
    void searchBlock(std::int64_t first, int count, std::int64_t& found, double& highest) const
    {
        const double reach = std::max(std::abs(middle_ + static_cast<double>(first)),
                                      std::abs(middle_ + static_cast<double>(first + count)));
        const Eigen::Index pairs = theta_.size();
        const Eigen::Index stride = std::max<Eigen::Index>(1, pairs / 64);
        std::vector<Complex> at;
        std::vector<Complex> step;
        std::vector<double> weight;
        double weights = 0.0;
        for (Eigen::Index j = 0; j < pairs; j += stride) {
            const double error = std::hypot(std::hypot(error_[j], theta_[j] * relative_[j] * reach), 0.02);
            if (error > 0.7)
                continue;
            at.push_back(std::polar(1.0, phase_[j] - theta_[j] * (middle_ + static_cast<double>(first))));
            step.push_back(std::polar(1.0, -theta_[j]));
            weight.push_back(1.0 / (error * error));
            weights += weight.back();
        }
        for (int o = 0; o < count && weights > 0.0; ++o) {
            double sum = 0.0;
            for (std::size_t j = 0; j < at.size(); ++j) {
                sum += weight[j] * at[j].real();
                at[j] = Complex(at[j].real() * step[j].real() - at[j].imag() * step[j].imag(),
                                at[j].real() * step[j].imag() + at[j].imag() * step[j].real());
            }
            if (sum / weights > highest + 1e-9) {
                highest = sum / weights;
                found = first + o;
            }
        }
    }

    Eigen::VectorXd theta_;
    double middle_;
    Eigen::VectorXd relative_;
    Eigen::VectorXd phase_;
    Eigen::VectorXd error_;
};

MeasuredLadder ladderOf(const TurnFit& fit, Eigen::Index headDim)
{
    MeasuredLadder measured;
    measured.headDim = static_cast<int>(headDim);
    measured.rotaryDim = fit.reading.rotaryDim;
    measured.inverseFrequency = fit.inverseFrequency;
    measured.error = fit.error;
    measured.attentionFactor = fit.lengths.attentionFactor;
    measured.attentionError = std::max(fit.lengths.attentionError, 0.1 * fit.unit);
    return measured;
}

/// Fits the schemes, allowing for frequencies kept in ever coarser formats.
void fitSchemes(TurnFit& fit, Eigen::Index headDim)
{
    const double least = fit.unit < 1e-10 ? 1e-15 : 0x1p-24;
    for (const double relative : {least, 0x1p-23, 0x1p-12, 0x1p-9}) {
        if (relative < least)
            continue;
        fit.ladder = fitLadder(ladderOf(fit, headDim), relative);
        fit.frequencyError = relative;
        if (fit.ladder)
            return;
    }
}

/// Interleaved pairs that do not visibly turn may still be rotary ones: how many is decided by the ladder's course.
void settleRotaryDim(TurnFit& fit, Eigen::Index headDim, std::optional<int> likely)
{
    const Eigen::Index pairs = fit.inverseFrequency.size();
    Eigen::Index last = pairs;
    while (last > 1 && fit.inverseFrequency[last - 1] < visible * fit.error[last - 1])
        --last;
    const auto room = static_cast<int>(headDim) - fit.reading.firstChannel;
    if (fit.reading.before != PairLayout::Interleaved || fit.reading.after != PairLayout::Interleaved || last < 3)
        return;
    const int measured = fit.reading.rotaryDim;
    int rotary = std::max(measured, static_cast<int>(2 * last));
    if (fit.unit > coarse && std::abs(fit.lengths.attentionFactor - 1.0) < 0.01) {
        const Eigen::Index early = std::max<Eigen::Index>(1, (last - 1) / 2);
        const double step =
            std::log(fit.inverseFrequency[0] / fit.inverseFrequency[early]) / static_cast<double>(early);
        const int least = rotary;
        const auto plausible = [&](double largestBase) {
            for (const double share : {1.0, 0.5, 0.25}) {
                const int wanted = static_cast<int>(share * room) / 2 * 2;
                const double base = std::exp(step * wanted / 2.0);
                if (wanted >= least && base > smallestModelBase && base < largestBase)
                    return std::optional(wanted);
            }
            return std::optional<int>();
        };
        if (likely && *likely >= least && *likely <= room)
            rotary = *likely;
        else if (const auto usual = plausible(usualModelBase))
            rotary = *usual;
        else
            rotary = plausible(largestModelBase).value_or(rotary);
    }
    fit.reading.rotaryDim = std::min(std::max(rotary, 2), room / 2 * 2);
}

/// Frequencies from the slopes and from the phases of positions known by now: of both the weighted mean.
void combine(TurnFit& fit, const PhaseLines& lines, double position)
{
    if (std::abs(position) < 0.5)
        return;
    const Eigen::VectorXd& ladder = fit.frequencies();
    for (Eigen::Index j = 0; j < fit.inverseFrequency.size(); ++j) {
        const double phase = ladder[j] * position + wrapped(fit.sign * lines.phase[j] - ladder[j] * position);
        const double error = lines.phaseError[j] / std::abs(position);
        const double own = 1.0 / (fit.error[j] * fit.error[j]);
        const double other = 1.0 / (error * error);
        fit.inverseFrequency[j] = (own * fit.inverseFrequency[j] + other * phase / position) / (own + other);
        fit.error[j] = 1.0 / std::sqrt(own + other);
    }
}

/// The offset, and frequencies that use it.
void settleOffset(TurnFit& fit, const PhaseLines& lines, double middle, Eigen::Index headDim)
{
    fit.offset = OffsetSearch(fit, lines, middle).best();
    combine(fit, lines, middle + static_cast<double>(*fit.offset));
    fitSchemes(fit, headDim);
    fit.offset = OffsetSearch(fit, lines, middle).best();
}

PairReading wholeHead(PairReading reading, Eigen::Index headDim)
{
    if (reading.before == PairLayout::Interleaved && reading.after == PairLayout::Interleaved)
        reading.rotaryDim = (static_cast<int>(headDim) - reading.firstChannel) / 2 * 2;
    return reading;
}

Eigen::VectorXd spreadOf(const TurnFit& fit)
{
    const double floor = std::max(0.3 * fit.lengths.spread, 0.2 * fit.unit);
    const Eigen::VectorXd& own = fit.lengths.pairSpread;
    Eigen::VectorXd spread(fit.turnsOfTokens.cols());
    for (Eigen::Index j = 0; j < spread.size(); ++j)
        spread[j] = std::max(floor, j < own.size() ? own[j] : 0.0);
    return spread / std::sqrt(static_cast<double>(fit.heads.size()));
}

int signOf(const PhaseLines& lines)
{
    double votes = 0.0;
    for (Eigen::Index j = 0; j < lines.slope.size(); ++j)
        if (std::abs(lines.slope[j]) > visible * lines.slopeError[j])
            votes += lines.slope[j] > 0.0 ? 1.0 : -1.0;
    return votes < 0.0 ? -1 : 1;
}

} // namespace

std::optional<TurnFit> fitTurn(const HeadRows& before, const HeadRows& after, std::optional<int> likelyRotaryDim)
{
    const double unit = std::max(roundingUnit(formatOf(after)), 0x1p-53);
    const std::optional<BestReading> best = findReading(before, after, unit);
    if (!best)
        return std::nullopt;
    TurnFit fit;
    fit.unit = unit;
    fit.reading = best->reading;
    fit.readingKnown = best->known;
    fit.lengths = best->lengths;
    fit.heads = agreeingHeads(before, after, fit.reading);
    if (fit.heads.size() < static_cast<std::size_t>(before.heads()))
        fit.lengths = testLengths(before.head(fit.heads.front()), after.head(fit.heads.front()), fit.reading);
    fit.turnsOfTokens = summedTurns(before, after, wholeHead(fit.reading, before.headDim()), fit.heads);
    const Run run = straightRun(fit.turnsOfTokens, spreadOf(fit), unit);
    PhaseLines lines = run.lines;
    fit.straight = run.share > 0.7;
    fit.sign = signOf(lines);
    fit.inverseFrequency = fit.sign * lines.slope;
    fit.error = lines.slopeError;
    settleRotaryDim(fit, before.headDim(), likelyRotaryDim);
    const int pairs = fit.reading.pairs();
    for (Eigen::VectorXd* list :
         {&fit.inverseFrequency, &fit.error, &lines.phase, &lines.phaseError, &lines.slope, &lines.slopeError})
        list->conservativeResize(pairs);
    fit.turnsOfTokens.conservativeResize(Eigen::NoChange, pairs);
    fit.turns =
        (fit.inverseFrequency.array() > 6.0 * fit.error.array()).any() && fit.inverseFrequency.maxCoeff() > 8.0 * unit;
    if (!fit.turns || !fit.straight || before.tokens() < 2)
        return fit;
    if (std::abs(fit.inverseFrequency[0] - 2.0) < 0.05)
        fit.step = 2.0;
    fit.inverseFrequency /= fit.step;
    fit.error /= fit.step;
    fitSchemes(fit, before.headDim());
    const double middle = fit.step * (static_cast<double>(run.first) + lines.middle);
    settleOffset(fit, lines, middle, before.headDim());
    return fit;
}

std::optional<std::int64_t> positionOf(const TurnFit& fit, Eigen::Index token, std::int64_t guess, std::int64_t first,
                                       std::int64_t last)
{
    const Eigen::VectorXd& theta = fit.frequencies();
    Eigen::VectorXcd unit = fit.turnsOfTokens.row(token).transpose();
    unit = unit.unaryExpr([](const Complex& z) { return std::abs(z) > 0.0 ? z / std::abs(z) : Complex(0.0); });
    const auto agreement = [&](std::int64_t position) {
        double sum = 0.0;
        for (Eigen::Index j = 0; j < theta.size(); ++j)
            sum += std::real(unit[j] * std::polar(1.0, -fit.sign * theta[j] * static_cast<double>(position)));
        return sum / static_cast<double>(theta.size());
    };
    if (agreement(guess) > 0.998)
        return guess;
    std::optional<std::int64_t> found;
    double highest = 0.98;
    for (std::int64_t position = first; position <= last; ++position)
        if (const double value = agreement(position); value > highest) {
            highest = value;
            found = position;
        }
    return found;
}

} // namespace rope
