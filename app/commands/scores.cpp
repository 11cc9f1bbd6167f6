#include "app/commands/scores.h"

#include "app/commands/text.h"
#include "app/files/array_output.h"
#include "app/files/rotary_rows.h"
#include "core/state/content_choice.h"
#include "core/state/derived.h"
#include "core/views/score_view.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

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

/// Queries and keys from files, read as they are asked for. What goes wrong on the way is kept until it can be told.
struct Content {
    Tensor queries;
    Tensor keys;
    std::optional<Error> trouble;
};
using SharedContent = std::shared_ptr<Content>; ///< nullptr for the state's own content

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
    if ((!hasIdenticalContent(state) || request.query) && keys.count() > maximumKeys / activeRotary(state).headDim)
        return refuse("--cols", "the " + std::to_string(keys.count()) +
                                    " keys of varied content do not fit into memory; ask for fewer, or for less than "
                                    "attention, which needs them all");
    return Window{*rows, *columns, whole.last};
}

/// Rows of one of the files, its rotary channels first.
ExactRowSource fileRows(SharedContent content, Tensor Content::*tensor, const RotarySettings& rotary)
{
    return [content = std::move(content), tensor, rotary](std::int64_t first, RowMatrix& block) {
        const Result<RowMatrix> rows = readRows((*content).*tensor, {first, block.rows()});
        if (!rows) {
            content->trouble = rows.error();
            block.setZero();
            return;
        }
        for (Eigen::Index row = 0; row < block.rows(); ++row)
            block.row(row) = rotaryFirst(rows->row(row).transpose(), rotary).transpose();
    };
}

/// The view of the state, with the arrays that the command line named in place of its content.
Result<ScoreView> wantedView(ShownState state, const SharedContent& content)
{
    if (!content)
        return scoreView(state);
    const RotarySettings& rotary = activeRotary(state);
    state.sequence.content = ContentKind::Identical;
    Result<ScoreView> view = scoreView(state);
    view->identical = false;
    view->content = {state.sequence.length,
                     rotary.headDim,
                     {},
                     {},
                     fileRows(content, &Content::queries, rotary),
                     fileRows(content, &Content::keys, rotary)};
    return view;
}

Result<void> writeWindow(const std::optional<std::string>& path, const ScoreView& view, const SharedContent& content,
                         const Window& window)
{
    ArrayOutput output(path);
    if (const Result<void> opened = output.open(window.rows.count(), window.columns.count()); !opened)
        return opened;
    const ShownCells cells(view, window.columns.first, window.columns.count());
    const std::int64_t width = view.isAttention() ? window.length : window.columns.count();
    const std::int64_t step = std::max<std::int64_t>(1, blockCells / width);
    for (std::int64_t row = window.rows.first; row < window.rows.last; row += step) {
        const RowMatrix block = cells.rows(row, std::min(step, window.rows.last - row));
        if (content && content->trouble)
            return tl::unexpected(*content->trouble);
        if (const Result<void> written = output.add(block); !written)
            return written;
    }
    return output.commit();
}

Result<SharedContent> openContent(const ScoresRequest& request, int headDim)
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
    return std::make_shared<Content>(Content{*std::move(queries), *std::move(keys), {}});
}

/// What there is to score; the length of files becomes the state's.
Result<SharedContent> wantedContent(const ScoresRequest& request, ExplorerState& state)
{
    if (state.encoding.relative != RelativeEncoding::Rotary || state.encoding.absolute != AbsoluteEncoding::None)
        return refuse("encoding",
                      "scores are those of RoPE alone; use encoding.relative=rope and encoding.absolute=none");
    state.sequence.length = contentLength(state);
    if (!request.query)
        return SharedContent();
    Result<SharedContent> content = openContent(request, activeRotary(state).headDim);
    if (content)
        state.sequence.length = (*content)->queries.shape[0];
    return content;
}

} // namespace

Result<void> runScores(const ScoresRequest& request)
{
    Result<RequestedState> state = requestedState(request.state);
    if (!state)
        return tl::unexpected(state.error());
    const Result<SharedContent> content = wantedContent(request, state->state);
    if (!content)
        return tl::unexpected(content.error());
    const Result<Window> window = wantedWindow(request, state->state);
    if (!window)
        return tl::unexpected(window.error());
    const Result<ScoreView> view = wantedView(state->state, *content);
    return view ? writeWindow(request.output, *view, *content, *window) : tl::unexpected(view.error());
}

} // namespace rope::cli
