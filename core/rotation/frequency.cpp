#include "core/rotation/frequency.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>

namespace rope {

Eigen::VectorXd inverseFrequencies(double base, int rotaryDim)
{
    assert(base > 1.0 && rotaryDim >= 2 && rotaryDim % 2 == 0);
    Eigen::VectorXd theta(rotaryDim / 2);
    for (Eigen::Index j = 0; j < theta.size(); ++j)
        theta[j] = std::pow(base, -2.0 * static_cast<double>(j) / rotaryDim);
    return theta;
}

Eigen::VectorXd wavelengths(const Eigen::VectorXd& inverseFrequency)
{
    return inverseFrequency.unaryExpr([](double theta) {
        return theta == 0.0 ? std::numeric_limits<double>::infinity() : 2.0 * std::numbers::pi / theta;
    });
}

int pairsThatFinishATurn(const Eigen::VectorXd& inverseFrequency, double context)
{
    return static_cast<int>(((context * inverseFrequency.array()) / (2.0 * std::numbers::pi) >= 1.0).count());
}

int criticalDimension(double base, int rotaryDim, double context)
{
    assert(base > 1.0 && rotaryDim >= 2 && rotaryDim % 2 == 0 && context > 2.0 * std::numbers::pi);
    const double half = rotaryDim / 2.0 * std::log(context / (2.0 * std::numbers::pi)) / std::log(base);
    return std::min(rotaryDim, 2 * static_cast<int>(std::ceil(half)));
}

} // namespace rope
