#include "core/studies/alias_pairs.h"

#include "core/rotation/rotation.h"

#include <cassert>
#include <cmath>

namespace rope {

int pairsFooled(const Eigen::VectorXd& inverseFrequency, int first, std::int64_t offset, double tolerance)
{
    assert(first >= 0 && first < inverseFrequency.size());
    int fooled = 0;
    for (Eigen::Index j = first; j < inverseFrequency.size(); ++j, ++fooled)
        if (std::abs(phase(offset, inverseFrequency[j])) > tolerance)
            break;
    return fooled;
}

std::vector<int> aliasesLeft(const Eigen::VectorXd& inverseFrequency, int first, const std::vector<Alias>& aliases,
                             double tolerance)
{
    std::vector<int> left(static_cast<std::size_t>(inverseFrequency.size() - first), 0);
    for (const Alias& alias : aliases) {
        const int fooled = pairsFooled(inverseFrequency, first, alias.offset, tolerance);
        for (int k = 0; k < fooled; ++k)
            ++left[static_cast<std::size_t>(k)];
    }
    return left;
}

} // namespace rope
