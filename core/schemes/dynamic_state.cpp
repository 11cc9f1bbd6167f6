#include "core/schemes/dynamic_state.h"

#include <algorithm>

namespace rope {

double nextCachedLength(double cachedLength, double callLength, double maximumContext)
{
    return callLength < maximumContext ? maximumContext : std::max(cachedLength, callLength);
}

} // namespace rope
