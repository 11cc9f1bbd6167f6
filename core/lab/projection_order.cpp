#include "core/lab/projection_order.h"

#include <array>
#include <cmath>

namespace rope {
namespace {

RowMatrix turned(const RowMatrix& row, std::int64_t place, const LabPositions& positions)
{
    const std::array<std::int64_t, 1> places{place};
    return rotateRows(row, places, positions.inverseFrequency, positions.layout, positions.attentionFactor);
}

} // namespace

CommonShift commonShift(const RowMatrix& queryWord, const RowMatrix& keyWord, const LabHead& head,
                        const LabPositions& positions, std::int64_t m, std::int64_t n, std::int64_t step)
{
    const auto after = [&](std::int64_t query, std::int64_t key) {
        return turned(queryWord * head.query, query, positions)
            .row(0)
            .dot(turned(keyWord * head.key, key, positions).row(0));
    };
    const auto before = [&](std::int64_t query, std::int64_t key) {
        return (turned(queryWord, query, positions) * head.query)
            .row(0)
            .dot((turned(keyWord, key, positions) * head.key).row(0));
    };
    return {std::abs(after(m + step, n + step) - after(m, n)), std::abs(before(m + step, n + step) - before(m, n))};
}

} // namespace rope
