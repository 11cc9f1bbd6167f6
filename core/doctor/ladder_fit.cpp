#include "core/doctor/ladder_fit.h"

#include "core/schemes/registry.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

namespace rope {

namespace {

constexpr double acceptedMisfit = 3.0;    ///< of a fit, in standard deviations
constexpr double decidingGain = 16.0;     ///< of the squared deviations, before a scheme with more numbers is believed
constexpr double attentionPenalty = 25.0; ///< at most this much speaks against a scheme whose attention factor differs

/// A scheme with the parameters that its models use, and the numbers that remain to be fitted.
struct Family {
    const char* scheme;
    std::vector<std::pair<std::string, double>> settings;
    bool scales = false;  ///< fits the factor
    bool context = false; ///< fits the original context
};

const std::vector<Family>& families()
{
    static const std::vector<Family> all = {
        {"default", {}, false, false},
        {"linear", {}, true, false},
        {"llama3", {{"low_freq_factor", 1.0}, {"high_freq_factor", 4.0}}, true, true},
        {"yarn", {}, true, true},
        {"yarn", {{"truncate", 0.0}}, true, true},
        {"yarn", {{"paper_ramp", 1.0}}, true, true},
    };
    return all;
}

/// What is fitted: logarithms of base, factor and context, as many as the family asks for.
using Numbers = Eigen::VectorXd;

class Fit {
public:
    Fit(const MeasuredLadder& measured, double relativeError, const Family& family, Eigen::Index turning)
        : measured_(measured)
        , family_(family)
        , scheme_(*findScheme(family.scheme))
        , turning_(turning)
        , error_(
              (measured.error.array().square() + (relativeError * measured.inverseFrequency.array()).square()).sqrt())
    {}

    std::optional<Schedule> schedule(const Numbers& numbers, double context) const
    {
        ScheduleInput input;
        input.headDim = measured_.headDim;
        input.rotaryDim = measured_.rotaryDim;
        input.base = std::exp(numbers[0]);
        input.originalContext = numbers.size() > 2 ? std::exp(numbers[2]) : context;
        input.maximumContext = input.originalContext;
        input.parameters.insert(family_.settings.begin(), family_.settings.end());
        if (family_.scales)
            input.parameters["factor"] = std::exp(numbers[1]);
        Result<Schedule> made = scheme_.schedule(input);
        if (!made)
            return std::nullopt;
        made->inverseFrequency.tail(made->inverseFrequency.size() - turning_).setZero();
        return *std::move(made);
    }

    /// (measured - fitted) / error, with the attention factor as one more measurement.
    Eigen::VectorXd deviations(const Numbers& numbers, double context) const
    {
        const std::optional<Schedule> made = schedule(numbers, context);
        if (!made)
            return Eigen::VectorXd::Constant(error_.size(), 1e6);
        return (measured_.inverseFrequency - made->inverseFrequency).array() / error_;
    }

    double squares(const Numbers& numbers, double context) const { return deviations(numbers, context).squaredNorm(); }

    /// Levenberg and Marquardt's way downhill, with derivatives by differences.
    Numbers improved(Numbers numbers, double context) const
    {
        double best = squares(numbers, context);
        double damping = 1e-3;
        for (int step = 0; step < 40 && damping < 1e8; ++step) {
            const Eigen::VectorXd here = deviations(numbers, context);
            const Eigen::MatrixXd slope = derivatives(numbers, context);
            Eigen::MatrixXd normal = slope.transpose() * slope;
            normal.diagonal() *= 1.0 + damping;
            normal.diagonal().array() += 1e-300;
            const Numbers moved = numbers - normal.ldlt().solve(slope.transpose() * here);
            const double reached = moved.allFinite() ? squares(moved, context) : best;
            if (!(reached < best)) {
                damping *= 10.0;
                continue;
            }
            const bool settled = best - reached < 1e-9 * best;
            numbers = moved;
            best = reached;
            damping *= 0.1;
            if (settled)
                break;
        }
        return numbers;
    }

    /// One standard deviation of each number at the fit.
    Eigen::VectorXd errors(const Numbers& numbers, double context) const
    {
        const Eigen::MatrixXd slope = derivatives(numbers, context);
        const Eigen::MatrixXd normal = slope.transpose() * slope;
        const Eigen::MatrixXd inverse = normal.ldlt().solve(Eigen::MatrixXd::Identity(numbers.size(), numbers.size()));
        return inverse.diagonal().cwiseMax(0.0).cwiseSqrt();
    }

private:
    Eigen::MatrixXd derivatives(const Numbers& numbers, double context) const
    {
        constexpr double step = 1e-5;
        Eigen::MatrixXd slope(error_.size(), numbers.size());
        for (Eigen::Index n = 0; n < numbers.size(); ++n) {
            Numbers up = numbers;
            Numbers down = numbers;
            up[n] += step;
            down[n] -= step;
            slope.col(n) = (deviations(up, context) - deviations(down, context)) / (2.0 * step);
        }
        return slope;
    }

    const MeasuredLadder& measured_;
    const Family& family_;
    const Scheme& scheme_;
    Eigen::Index turning_;
    Eigen::ArrayXd error_;
};

/// One fit that was tried.
struct Candidate {
    const Family* family;
    Eigen::Index turning;
    Numbers numbers;
    double context;
    double squares; ///< sum of squared deviations
    double penalty; ///< what the attention factor says against it
};

/// Starting points for ln base: the slope of ln theta_j over the first few pairs that turn.
std::vector<double> startingBases(const MeasuredLadder& measured)
{
    const Eigen::VectorXd& theta = measured.inverseFrequency;
    std::vector<double> starts;
    for (const double share : {0.06, 0.12, 0.25, 0.4, 0.7, 1.0}) {
        const auto last =
            std::max<Eigen::Index>(2, static_cast<Eigen::Index>(share * static_cast<double>(theta.size())));
        double products = 0.0;
        double squares = 0.0;
        for (Eigen::Index j = 1; j < std::min(last + 1, theta.size()); ++j) {
            if (theta[0] <= 0.0 || theta[j] < 4.0 * measured.error[j])
                break;
            const double step = 2.0 * static_cast<double>(j) / measured.rotaryDim;
            const double weight = std::pow(theta[j] / measured.error[j], 2);
            products += weight * step * std::log(theta[0] / theta[j]);
            squares += weight * step * step;
        }
        const double start = squares > 0.0 ? products / squares : 0.0;
        const bool known = std::ranges::any_of(starts, [&](double other) { return std::abs(other - start) < 0.01; });
        if (start > 0.1 && start < 40.0 && !known)
            starts.push_back(start);
    }
    if (starts.empty())
        starts.push_back(std::log(10000.0));
    return starts;
}

/// A first idea of the factor: how far the slowest pairs lie below the ladder of a base.
double startingFactor(const MeasuredLadder& measured, double logBase)
{
    for (Eigen::Index j = measured.inverseFrequency.size() - 1; j > 0; --j)
        if (measured.inverseFrequency[j] > 6.0 * measured.error[j]) {
            const double unscaled = -2.0 * static_cast<double>(j) / measured.rotaryDim * logBase;
            return std::clamp(std::exp(unscaled) / measured.inverseFrequency[j], 1.0, 256.0);
        }
    return 4.0;
}

/// What speaks against a scheme that would compute another attention factor than the measured one.
double penaltyOf(const MeasuredLadder& measured, double attentionFactor)
{
    const double error = std::max(measured.attentionError, 1e-4);
    return std::min(attentionPenalty, std::pow((measured.attentionFactor - attentionFactor) / error, 2));
}

class Search {
public:
    Search(const MeasuredLadder& measured, double relativeError)
        : measured_(measured)
        , relativeError_(relativeError)
        , pairs_(measured.inverseFrequency.size())
    {}

    std::vector<Candidate> run(Eigen::Index turning)
    {
        for (const Family& family : families()) {
            const Fit fit(measured_, relativeError_, family, turning);
            for (const double logBase : startingBases(measured_))
                family.context ? tryContexts(fit, family, turning, logBase)
                               : tryOne(fit, family, turning, startNumbers(family, logBase), 4096.0);
            if (family.context)
                refineContext(fit, family, turning);
        }
        return std::move(candidates_);
    }

private:
    Numbers startNumbers(const Family& family, double logBase) const
    {
        Numbers numbers(family.scales ? 2 : 1);
        numbers[0] = logBase;
        if (family.scales)
            numbers[1] = family.context ? std::log(startingFactor(measured_, logBase))
                                        : -std::log(std::max(measured_.inverseFrequency[0], 1e-6));
        return numbers;
    }

    void tryContexts(const Fit& fit, const Family& family, Eigen::Index turning, double logBase)
    {
        const Numbers start = startNumbers(family, logBase);
        if (start[1] < 0.05)
            return; // nothing lies below the ladder of this base
        for (double context = 512.0; context <= 1048576.0; context *= 2.0)
            tryOne(fit, family, turning, start, context);
    }

    /// Contexts that are no power of two, between the neighbours of the best one.
    void refineContext(const Fit& fit, const Family& family, Eigen::Index turning)
    {
        const Candidate* best = nullptr;
        for (const Candidate& candidate : candidates_)
            if (candidate.family == &family && (best == nullptr || candidate.squares < best->squares))
                best = &candidate;
        if (best == nullptr || best->squares < static_cast<double>(pairs_))
            return;
        const Numbers numbers = best->numbers;
        const double middle = best->context;
        double nearest = middle;
        double least = best->squares;
        for (int step = -16; step <= 16; ++step) {
            const double context = middle * std::exp2(step / 16.0);
            if (const double reached = fit.squares(numbers, context); reached < least) {
                least = reached;
                nearest = context;
            }
        }
        tryOne(fit, family, turning, numbers, nearest);
        Numbers all(3);
        all << numbers[0], numbers[1], std::log(nearest);
        all = fit.improved(all, nearest);
        tryOne(fit, family, turning, all.head(2), std::exp(all[2]));
        if (const double whole = std::round(std::exp(all[2])); whole > 0.0)
            tryOne(fit, family, turning, all.head(2), whole);
    }

    void tryOne(const Fit& fit, const Family& family, Eigen::Index turning, const Numbers& start, double context)
    {
        Candidate candidate{&family, turning, fit.improved(start, context), context, 0.0, 0.0};
        candidate.squares = fit.squares(candidate.numbers, context);
        if (family.scales && std::abs(candidate.numbers[1]) < 1e-6)
            return;
        if (const auto schedule = fit.schedule(candidate.numbers, context))
            candidate.penalty = penaltyOf(measured_, schedule->attentionFactor);
        candidates_.push_back(std::move(candidate));
    }

    const MeasuredLadder& measured_;
    double relativeError_;
    Eigen::Index pairs_;
    std::vector<Candidate> candidates_;
};

int complexity(const Candidate& candidate, Eigen::Index pairs)
{
    return (candidate.family->scales ? 1 : 0) + (candidate.family->context ? 1 : 0) +
           (candidate.family->settings.empty() || std::string_view(candidate.family->scheme) == "llama3" ? 0 : 1) +
           (candidate.turning < pairs ? 1 : 0);
}

/// The best candidate; one with more numbers must be better by more than chance.
const Candidate* chosen(const std::vector<Candidate>& candidates, Eigen::Index pairs)
{
    const Candidate* best = nullptr;
    for (const Candidate& candidate : candidates)
        if (best == nullptr || candidate.squares < best->squares)
            best = &candidate;
    if (best == nullptr || best->squares > acceptedMisfit * acceptedMisfit * static_cast<double>(pairs))
        return nullptr;
    const double noise = std::max(1.0, best->squares / static_cast<double>(pairs));
    const auto cost = [&](const Candidate& candidate) {
        return candidate.squares / noise + candidate.penalty + decidingGain * complexity(candidate, pairs);
    };
    return &*std::ranges::min_element(candidates, {}, cost);
}

/// Pairs up to the last one that turns; all of them where the slower ones may be lost in noise.
Eigen::Index turningPairs(const MeasuredLadder& measured)
{
    const Eigen::VectorXd& theta = measured.inverseFrequency;
    Eigen::Index last = theta.size();
    while (last > 0 && theta[last - 1] < 4.0 * measured.error[last - 1])
        --last;
    if (last < 2 || last == theta.size())
        return theta.size();
    const double continued = theta[last - 1] * theta[last - 1] / theta[last - 2];
    return continued > 8.0 * measured.error[last] ? last : theta.size();
}

FittedLadder described(const Candidate& candidate, const MeasuredLadder& measured, double relativeError)
{
    const Fit fit(measured, relativeError, *candidate.family, candidate.turning);
    FittedLadder found;
    Numbers numbers = candidate.numbers;
    const Eigen::VectorXd errors = fit.errors(numbers, candidate.context);
    found.baseError = errors[0];
    Numbers round = numbers;
    round[0] = roundLogarithm(numbers[0], std::clamp(3.0 * found.baseError, 1e-12, 0.02));
    if (round.size() > 1)
        round[1] = roundLogarithm(numbers[1], std::clamp(3.0 * errors[1], 1e-12, 0.1));
    if (fit.squares(round, candidate.context) < candidate.squares + 9.0)
        numbers = round;
    const Schedule schedule = fit.schedule(numbers, candidate.context).value_or(Schedule{});
    const auto pairs = measured.inverseFrequency.size();
    const bool cut = candidate.turning < pairs;
    found.scheme = cut && !candidate.family->scales ? "proportional" : candidate.family->scheme;
    found.base = std::exp(numbers[0]);
    found.factor = candidate.family->scales ? std::exp(numbers[1]) : 1.0;
    found.originalContext = candidate.family->context ? candidate.context : 0.0;
    found.turning = static_cast<int>(candidate.turning);
    found.attentionFactor = schedule.attentionFactor;
    found.inverseFrequency = schedule.inverseFrequency;
    found.misfit = std::sqrt(fit.squares(numbers, candidate.context) / static_cast<double>(pairs));
    return found;
}

} // namespace

double roundLogarithm(double logarithm, double error)
{
    const double value = std::exp(logarithm);
    if (!std::isfinite(value))
        return logarithm;
    const double decade = std::pow(10.0, std::floor(std::log10(value)));
    for (const double digits : {1.0, 2.0, 4.0, 10.0, 100.0}) {
        const double round = std::round(value / decade * digits) / digits * decade;
        if (std::abs(std::log(round) - logarithm) <= error)
            return std::log(round);
    }
    return logarithm;
}

std::optional<FittedLadder> fitLadder(const MeasuredLadder& measured, double relativeError)
{
    const Eigen::Index turning = turningPairs(measured);
    const std::vector<Candidate> candidates = Search(measured, relativeError).run(turning);
    const Candidate* best = chosen(candidates, measured.inverseFrequency.size());
    if (best == nullptr)
        return std::nullopt;
    return described(*best, measured, relativeError);
}

} // namespace rope
