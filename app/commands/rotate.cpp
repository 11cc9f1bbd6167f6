#include "app/commands/rotate.h"

#include "app/array_output.h"
#include "app/rotary_rows.h"
#include "app/text.h"
#include "core/npy.h"
#include "core/state/derived.h"

#include <algorithm>

namespace rope {

namespace {

constexpr std::int64_t maximumPosition = 1'000'000'000; ///< phases are exact up to here

Result<std::vector<std::int64_t>> wantedPositions(const std::string& text, std::int64_t rows)
{
    if (!text.ends_with(".npy")) {
        const Result<Range> range = parseRange("--positions", text, {0, rows}, false);
        if (!range)
            return tl::unexpected(range.error());
        if (range->count() == rows)
            return consecutivePositions(range->first, rows);
        return refuse("--positions",
                      "names " + std::to_string(range->count()) + " positions for " + std::to_string(rows) + " rows");
    }
    const Result<NpyArray> array = readNpy(text);
    if (!array)
        return tl::unexpected(array.error());
    Result<std::vector<std::int64_t>> positions = positionsOf(*array, text);
    if (positions && static_cast<std::int64_t>(positions->size()) != rows)
        return refuse(text, "holds " + std::to_string(positions->size()) + " positions for " + std::to_string(rows) +
                                " rows");
    return positions;
}

Result<void> requireInReach(const std::vector<std::int64_t>& positions)
{
    for (const std::int64_t position : positions)
        if (position > maximumPosition || position < -maximumPosition)
            return refuse("--positions",
                          std::to_string(position) + " is out of reach; positions go from -1000000000 to 1000000000");
    return {};
}

/// Schemes that depend on the length see the call as a model would: up to its last position.
double callLength(const RequestedState& state, const std::vector<std::int64_t>& positions)
{
    if (state.lengthGiven)
        return static_cast<double>(state.state.sequence.length);
    return static_cast<double>(std::max<std::int64_t>(*std::max_element(positions.begin(), positions.end()) + 1, 1));
}

} // namespace

Result<void> runRotate(const RotateRequest& request)
{
    if (!request.output.ends_with(".npy"))
        return refuse(request.output, "the output must end in .npy");
    const Result<RequestedState> state = requestedState(request.state);
    if (!state)
        return tl::unexpected(state.error());
    const RotarySettings& rotary = activeRotary(state->state);
    const Result<RowMatrix> rows = readRows(request.input, rotary.headDim);
    if (!rows)
        return tl::unexpected(rows.error());
    const Result<std::vector<std::int64_t>> positions = wantedPositions(request.positions, rows->rows());
    if (!positions)
        return tl::unexpected(positions.error());
    if (const Result<void> fine = requireInReach(*positions); !fine)
        return fine;
    const Result<Schedule> schedule = scheduleOf(rotary, callLength(*state, *positions));
    if (!schedule)
        return tl::unexpected(schedule.error());
    return writeArray(request.output, rotatedRows(*rows, *positions, rotary, *schedule));
}

} // namespace rope
