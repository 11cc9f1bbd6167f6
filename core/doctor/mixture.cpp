#include "core/doctor/mixture.h"

#include "core/rotation/frequency.h"
#include "core/rotation/layout.h"

#include <algorithm>
#include <cmath>

namespace rope {

namespace {

constexpr double explained = 0.02;

double residualOf(const HeadRows& before, const HeadRows& after, int rotaryDim, const Mixture& mixture)
{
    if (!(mixture.base > 1.0))
        return 1.0;
    const Eigen::VectorXd theta = mixture.sign * inverseFrequencies(mixture.base, rotaryDim);
    const Eigen::Index tokens = std::min<Eigen::Index>(before.tokens(), 8);
    Eigen::VectorXd b(before.headDim());
    Eigen::VectorXd a(before.headDim());
    double left = 0.0;
    double whole = 0.0;
    for (Eigen::Index token = 1; token < tokens; ++token)
        for (Eigen::Index head = 0; head < std::min<Eigen::Index>(before.heads(), 2); ++head) {
            before.copyRow(token, head, b.data());
            after.copyRow(token, head, a.data());
            const Eigen::VectorXd mixed = rotateMixed(b.head(rotaryDim), token, theta, mixture.pairs);
            left += (a.head(rotaryDim) - mixed).squaredNorm();
            whole += a.head(rotaryDim).squaredNorm();
        }
    return whole > 0.0 ? std::sqrt(left / whole) : 1.0;
}

void refine(const HeadRows& before, const HeadRows& after, int rotaryDim, Mixture& mixture)
{
    for (double step = 0.02; step > 1e-12; step *= 0.6)
        for (const double factor : {std::exp(step), std::exp(-step)}) {
            Mixture moved = mixture;
            moved.base *= factor;
            moved.residual = residualOf(before, after, rotaryDim, moved);
            if (moved.residual < mixture.residual)
                mixture = moved;
        }
}

} // namespace

std::optional<Mixture> findMixture(const HeadRows& before, const HeadRows& after, int rotaryDim)
{
    Mixture best{.residual = 1.0};
    for (const PairLayout pairs : {PairLayout::HalfSplit, PairLayout::Interleaved})
        for (const int sign : {1, -1})
            for (double logBase = std::log(100.0); logBase < std::log(1e8); logBase += 0.04) {
                Mixture mixture{pairs, std::exp(logBase), sign, 0.0};
                mixture.residual = residualOf(before, after, rotaryDim, mixture);
                if (mixture.residual < best.residual)
                    best = mixture;
            }
    if (best.residual < 1.0)
        refine(before, after, rotaryDim, best);
    return best.residual < explained ? std::optional(best) : std::nullopt;
}

} // namespace rope
