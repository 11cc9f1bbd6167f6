#include "app/commands/rotate.h"

#include "app/commands/text.h"
#include "app/files/array_output.h"
#include "app/files/rotary_rows.h"
#include "core/base/npy.h"
#include "core/state/axes.h"
#include "core/state/derived.h"

#include <algorithm>

namespace rope::cli {

namespace {

constexpr std::int64_t maximumPosition = 1'000'000'000;        ///< phases are exact up to here
constexpr std::int64_t numbersAtOnce = std::int64_t{1} << 21U; ///< of the input, in memory

/// Where each row stands: one list of positions, or one for each axis of the model.
using Positions = std::vector<AxisPositions>;

Result<Positions> positionsInRange(const std::string& text, std::int64_t rows)
{
    const Result<Range> range = parseRange("--positions", text, {0, rows}, false);
    if (!range)
        return tl::unexpected(range.error());
    if (range->count() == rows)
        return Positions{consecutivePositions(range->first, rows)};
    return refuse("--positions",
                  "names " + std::to_string(range->count()) + " positions for " + std::to_string(rows) + " rows");
}

/// `(11,) or (3, 11) for t, h, w`
std::string shapesWanted(const std::vector<std::string>& axes, std::int64_t rows)
{
    std::string names;
    for (const std::string& axis : axes)
        names += (names.empty() ? "" : ", ") + axis;
    const std::string plain = shapeText({rows});
    return axes.empty() ? plain
                        : plain + " or " + shapeText({static_cast<std::int64_t>(axes.size()), rows}) + " for " + names;
}

Result<Positions> positionsInFile(const std::string& path, std::int64_t rows, const std::vector<std::string>& axes)
{
    const Result<NpyArray> array = readNpy(path);
    if (!array)
        return tl::unexpected(array.error());
    const std::vector<std::int64_t>& shape = array->shape;
    const bool isPlain = shape.size() == 1;
    if (isPlain && shape[0] != rows)
        return refuse(path, "holds " + std::to_string(shape[0]) + " positions for " + std::to_string(rows) + " rows");
    const bool isPerAxis =
        shape.size() == 2 && !axes.empty() && shape[0] == static_cast<std::int64_t>(axes.size()) && shape[1] == rows;
    if (!isPlain && !isPerAxis)
        return refuse(path, "its shape is " + shapeText(shape) + "; the positions of these rows need " +
                                shapesWanted(axes, rows));
    const Result<std::vector<std::int64_t>> all = integersOf(*array, path);
    if (!all)
        return tl::unexpected(all.error());
    Positions positions;
    for (auto first = all->begin(); first != all->end(); first += rows)
        positions.emplace_back(first, first + rows);
    return positions;
}

Result<Positions> wantedPositions(const std::string& text, std::int64_t rows, const std::vector<std::string>& axes)
{
    return text.ends_with(".npy") ? positionsInFile(text, rows, axes) : positionsInRange(text, rows);
}

Result<void> requireInReach(const Positions& positions)
{
    for (const AxisPositions& axis : positions)
        for (const std::int64_t position : axis)
            if (position > maximumPosition || position < -maximumPosition)
                return refuse("--positions", std::to_string(position) +
                                                 " is out of reach; positions go from -1000000000 to 1000000000");
    return {};
}

/// Reads, turns and writes some rows at a time.
Result<void> writeRotated(const std::string& path, const Tensor& tensor, const Positions& positions,
                          const RotarySettings& rotary, const Schedule& schedule)
{
    ArrayOutput output(path);
    if (const Result<void> opened = output.open(tensor.shape[0], rotary.headDim); !opened)
        return opened;
    const std::int64_t atOnce = std::max<std::int64_t>(1, numbersAtOnce / rotary.headDim);
    for (std::int64_t first = 0; first < tensor.shape[0]; first += atOnce) {
        const Slice slice{first, std::min(atOnce, tensor.shape[0] - first)};
        const Result<RowMatrix> rows = readRows(tensor, slice);
        if (!rows)
            return tl::unexpected(rows.error());
        Positions part;
        for (const AxisPositions& axis : positions)
            part.emplace_back(axis.begin() + first, axis.begin() + first + slice.count);
        const RowMatrix turned = part.size() == 1 ? rotatedRows(*rows, part.front(), rotary, schedule)
                                                  : rotatedRows(*rows, part, rotary, schedule);
        if (const Result<void> written = output.add(turned); !written)
            return written;
    }
    return output.commit();
}

/// Schemes that depend on the length see the call as a model would: up to its last position.
double callLength(const RequestedState& state, const Positions& positions)
{
    if (state.lengthGiven)
        return static_cast<double>(state.state.sequence.length);
    std::int64_t last = 0;
    for (const AxisPositions& axis : positions)
        last = std::max(last, std::ranges::max(axis));
    return static_cast<double>(last + 1);
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
    const Result<Tensor> rows = rowsTensor(request.input, rotary.headDim);
    if (!rows)
        return tl::unexpected(rows.error());
    const Result<Positions> positions = wantedPositions(request.positions, rows->shape[0], axisNames(rotary));
    if (!positions)
        return tl::unexpected(positions.error());
    if (const Result<void> fine = requireInReach(*positions); !fine)
        return fine;
    const Result<Schedule> schedule = scheduleOf(rotary, callLength(*state, *positions));
    if (!schedule)
        return tl::unexpected(schedule.error());
    return writeRotated(request.output, *rows, *positions, rotary, *schedule);
}

} // namespace rope::cli
