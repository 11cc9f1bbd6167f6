#include "app/commands/scores.h"

#include "app/commands/text.h"
#include "app/files/array_output.h"
#include "app/files/rotary_rows.h"
#include "core/scores/attention.h"
#include "core/state/content_choice.h"
#include "core/state/derived.h"
#include "core/views/content_rows.h"

#include <algorithm>
#include <functional>

namespace rope::cli {

namespace {

constexpr std::int64_t maximumCells = std::int64_t{1} << 27;   ///< of the output: 1 GiB as float64
constexpr std::int64_t maximumSoftmax = std::int64_t{1} << 36; ///< cells summed for the windows' rows
constexpr std::int64_t blockCells = std::int64_t{1} << 21;     ///< held at a time
constexpr std::int64_t maximumKeys = std::int64_t{1} << 27;    ///< numbers of turned keys held at a time: 1 GiB

/// The part of the T x T matrix that was asked for.
struct Window {
    Range rows;
    Range columns;
    std::int64_t length = 0; ///< T
};

/// Queries and keys from files, of which no row is read yet.
struct Content {
    Tensor queries;
    Tensor keys;
};

/// Scores of query rows against key columns, unmasked.
using ScoreBlock = std::function<Result<RowMatrix>(Range rows, Range columns)>;

std::string cellsText(std::int64_t rows, std::int64_t columns)
{
    return std::to_string(rows) + " x " + std::to_string(columns);
}

Result<Window> wantedWindow(const ScoresRequest& request, const ExplorerState& state)
{
    const Range whole{0, state.sequence.length};
    const Result<Range> rows = !request.rows ? whole : parseRange("--rows", *request.rows, whole, true);
    const Result<Range> columns = !request.columns ? whole : parseRange("--cols", *request.columns, whole, true);
    if (!rows || !columns)
        return tl::unexpected(rows ? columns.error() : rows.error());
    if (rows->count() > maximumCells / columns->count())
        return refuse("scores",
                      "a matrix of " + cellsText(rows->count(), columns->count()) +
                          " cells is more than a file of 1 GiB holds; ask for a window with --rows A:B and --cols C:D");
    if (state.sequence.quantity == Quantity::Attention && rows->count() > maximumSoftmax / whole.last)
        return refuse("--rows", "attention sums whole rows, and " + cellsText(rows->count(), whole.last) +
                                    " cells would take hours; ask for fewer rows with --rows A:B");
    const Range keys = state.sequence.quantity == Quantity::Attention ? whole : *columns;
    if (state.sequence.content != ContentKind::Identical && keys.count() > maximumKeys / activeRotary(state).headDim)
        return refuse("--cols", "the " + std::to_string(keys.count()) +
                                    " keys of varied content do not fit into memory; ask for fewer, or for less than "
                                    "attention, which needs them all");
    return Window{*rows, *columns, whole.last};
}

/// The columns that a row needs: all of them where softmax sums them.
Range neededColumns(const ExplorerState& state, const Window& window)
{
    return state.sequence.quantity == Quantity::Attention ? Range{0, window.length} : window.columns;
}

/// Row m of identical content is the profile read from offset -m on.
ScoreBlock identicalBlock(const ExplorerState& state, const Window& window)
{
    const Range needed = neededColumns(state, window);
    const std::int64_t first = needed.first - (window.rows.last - 1);
    Eigen::VectorXd values = profile(activeScore(state), first, window.rows.count() + needed.count() - 1);
    return [first, values = std::move(values)](Range rows, Range columns) {
        RowMatrix block(rows.count(), columns.count());
        for (Eigen::Index r = 0; r < block.rows(); ++r)
            block.row(r) = values.segment(columns.first - (rows.first + r) - first, columns.count()).transpose();
        return block;
    };
}

/// The rows of a file in a range, turned to their positions.
Result<RowMatrix> turned(const Tensor& tensor, Range range, const RotarySettings& rotary, const Schedule& schedule)
{
    return readRows(tensor, {range.first, range.count()}).map([&](const RowMatrix& rows) {
        return rotatedRows(rows, consecutivePositions(range.first, range.count()), rotary, schedule);
    });
}

/// The keys that the window needs are read and turned once, queries as asked.
Result<ScoreBlock> fileBlock(const ExplorerState& state, Content content, const Window& window)
{
    const RotarySettings rotary = activeRotary(state);
    const Schedule schedule = activeSchedule(state);
    const Range needed = neededColumns(state, window);
    Result<RowMatrix> turnedKeys = turned(content.keys, needed, rotary, schedule);
    if (!turnedKeys)
        return tl::unexpected(turnedKeys.error());
    return ScoreBlock([rotary, schedule, scale = scoreScale(state, schedule), queries = std::move(content.queries),
                       first = needed.first, keys = *std::move(turnedKeys)](Range rows, Range columns) {
        return turned(queries, rows, rotary, schedule).map([&](const RowMatrix& block) {
            return scoreMatrix(block, keys.middleRows(columns.first - first, columns.count()), scale);
        });
    });
}

/// The rows of a source in a range, turned to their positions; the source has its rotary channels first.
RowMatrix turned(const RowSource& source, Range range, int headDim, const RowRotation& rotation)
{
    RowMatrixF rows(range.count(), headDim);
    source(range.first, rows);
    return rotateRows(rows.cast<double>(), consecutivePositions(range.first, range.count()), rotation.inverseFrequency,
                      rotation.layout, rotation.attentionFactor);
}

/// Tokens of a sentence, seeded random content or the file that the state names: the keys that the window needs are
/// turned once, queries as asked.
Result<ScoreBlock> variedBlock(const ShownState& state, const Window& window)
{
    const Range needed = neededColumns(state, window);
    const Result<ContentRows> content = contentRows(state);
    if (!content)
        return tl::unexpected(content.error());
    const RowRotation rotation = rowRotation(state);
    RowMatrix turnedKeys = turned(content->keys, needed, content->headDim, rotation);
    return ScoreBlock([rows = content->queries, headDim = content->headDim, rotation, first = needed.first,
                       keys = std::move(turnedKeys),
                       scale = scoreScale(state, activeSchedule(state))](Range wanted, Range columns) {
        return scoreMatrix(turned(rows, wanted, headDim, rotation),
                           keys.middleRows(columns.first - first, columns.count()), scale);
    });
}

Result<ScoreBlock> blockOf(const ShownState& state, std::optional<Content> content, const Window& window)
{
    if (content)
        return fileBlock(state, *std::move(content), window);
    if (state.sequence.content == ContentKind::Identical)
        return identicalBlock(state, window);
    return variedBlock(state, window);
}

void hideLaterKeys(RowMatrix& block, Range rows, Range columns)
{
    for (Eigen::Index r = 0; r < block.rows(); ++r) {
        const std::int64_t visible = std::clamp<std::int64_t>(rows.first + r + 1 - columns.first, 0, block.cols());
        block.row(r).tail(block.cols() - visible).setConstant(-std::numeric_limits<double>::infinity());
    }
}

/// Some rows of the window in the quantity that the state shows.
Result<RowMatrix> shownBlock(const ScoreBlock& scores, const SequenceSettings& sequence, const Window& window,
                             Range rows)
{
    const bool attention = sequence.quantity == Quantity::Attention;
    return scores(rows, attention ? Range{0, window.length} : window.columns).map([&](RowMatrix block) {
        if (attention)
            return RowMatrix(softmaxRows(block, sequence.mask, rows.first, 0)
                                 .middleCols(window.columns.first, window.columns.count()));
        if (sequence.mask == Mask::Causal)
            hideLaterKeys(block, rows, window.columns);
        return block;
    });
}

Result<void> writeWindow(const std::optional<std::string>& path, const ScoreBlock& scores,
                         const SequenceSettings& sequence, const Window& window)
{
    ArrayOutput output(path);
    if (const Result<void> opened = output.open(window.rows.count(), window.columns.count()); !opened)
        return opened;
    const std::int64_t width = sequence.quantity == Quantity::Attention ? window.length : window.columns.count();
    const std::int64_t step = std::max<std::int64_t>(1, blockCells / width);
    for (std::int64_t row = window.rows.first; row < window.rows.last; row += step) {
        const Range rows{row, std::min(row + step, window.rows.last)};
        const Result<RowMatrix> block = shownBlock(scores, sequence, window, rows);
        if (!block)
            return tl::unexpected(block.error());
        if (const Result<void> written = output.add(*block); !written)
            return written;
    }
    return output.commit();
}

Result<Content> openContent(const ScoresRequest& request, int headDim)
{
    Result<Tensor> queries = rowsTensor(*request.query, headDim);
    if (!queries)
        return tl::unexpected(queries.error());
    Result<Tensor> keys = rowsTensor(*request.key, headDim);
    if (!keys)
        return tl::unexpected(keys.error());
    if (queries->shape[0] != keys->shape[0])
        return refuse(*request.key, "holds " + std::to_string(keys->shape[0]) + " keys for " +
                                        std::to_string(queries->shape[0]) + " queries; both need one row per position");
    return Content{*std::move(queries), *std::move(keys)};
}

/// What there is to score; the length of files becomes the state's.
Result<std::optional<Content>> wantedContent(const ScoresRequest& request, ExplorerState& state)
{
    if (state.encoding.relative != RelativeEncoding::Rotary || state.encoding.absolute != AbsoluteEncoding::None)
        return refuse("encoding",
                      "scores are those of RoPE alone; use encoding.relative=rope and encoding.absolute=none");
    state.sequence.length = contentLength(state);
    if (!request.query)
        return std::optional<Content>();
    Result<Content> content = openContent(request, activeRotary(state).headDim);
    if (!content)
        return tl::unexpected(content.error());
    state.sequence.length = content->queries.shape[0];
    state.sequence.content = ContentKind::File;
    return std::optional(*std::move(content));
}

} // namespace

Result<void> runScores(const ScoresRequest& request)
{
    Result<RequestedState> state = requestedState(request.state);
    if (!state)
        return tl::unexpected(state.error());
    Result<std::optional<Content>> content = wantedContent(request, state->state);
    if (!content)
        return tl::unexpected(content.error());
    const Result<Window> window = wantedWindow(request, state->state);
    if (!window)
        return tl::unexpected(window.error());
    const Result<ScoreBlock> scores = blockOf(state->state, std::move(*content), *window);
    if (!scores)
        return tl::unexpected(scores.error());
    return writeWindow(request.output, *scores, state->state.sequence, *window);
}

} // namespace rope::cli
