#include "core/views/score_view.h"

#include "core/scores/area_means.h"
#include "core/scores/attention_image.h"
#include "core/scores/block_means.h"
#include "core/scores/content.h"
#include "core/state/content_choice.h"
#include "core/state/derived.h"
#include "core/views/content_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace rope {

namespace {

constexpr int meterGrid = 24;
constexpr double frameWork = 3e6; ///< steps that one weight among many keys may cost: less than a frame

/// Positions spread evenly over the window, equally far apart, so that their cells have common diagonals.
std::vector<std::int64_t> spread(std::int64_t first, std::int64_t span)
{
    const std::int64_t count = std::min<std::int64_t>(meterGrid, span);
    const std::int64_t stride = std::max<std::int64_t>(1, (span - 1) / std::max<std::int64_t>(1, count - 1));
    std::vector<std::int64_t> positions;
    for (std::int64_t i = 0; i < count; ++i)
        positions.push_back(first + i * stride);
    return positions;
}

RowMatrix rowsAt(const ExactRowSource& source, int headDim, const std::vector<std::int64_t>& positions)
{
    RowMatrix rows(static_cast<Eigen::Index>(positions.size()), headDim);
    RowMatrix row(1, headDim);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        source(positions[i], row);
        rows.row(static_cast<Eigen::Index>(i)) = row;
    }
    return rows;
}

ExactRowSource repeated(const Eigen::VectorXd& vector)
{
    return [row = Eigen::RowVectorXd(vector.transpose())](std::int64_t, RowMatrix& block) {
        block.rowwise() = row;
    };
}

/// Identical content as rows, for what turns them one by one.
ContentRows identicalContent(const ExplorerState& state)
{
    const RotarySettings& rotary = activeRotary(state);
    const Eigen::VectorXd query = rotaryFirst(queryVector(state), rotary);
    const Eigen::VectorXd key = rotaryFirst(keyVector(state), rotary);
    return {state.sequence.length, rotary.headDim,  identicalRows(query),
            identicalRows(key),    repeated(query), repeated(key)};
}

void hideLaterKeys(RowMatrix& block, std::int64_t firstRow, std::int64_t firstColumn, double hidden)
{
    for (Eigen::Index r = 0; r < block.rows(); ++r) {
        const std::int64_t visible = std::clamp<std::int64_t>(firstRow + r + 1 - firstColumn, 0, block.cols());
        block.row(r).tail(block.cols() - visible).setConstant(hidden);
    }
}

RowMatrix everyCell(const ScoreView& view)
{
    const ShownCells cells(view, view.window.firstColumn, view.window.span);
    RowMatrix block = cells.rows(view.window.firstRow, view.window.span);
    if (view.mask == Mask::Causal)
        hideLaterKeys(block, view.window.firstRow, view.window.firstColumn, std::numeric_limits<double>::quiet_NaN());
    return block;
}

/// Nothing when cancelled.
std::optional<RowMatrix> blocksOf(const ScoreView& view, const ImageWindow& window, const WorkControl& control)
{
    if (view.isAttention()) {
        const auto image = view.identical ? identicalAttention(view.relative, view.length, window, control)
                                          : contentAttention(view.content, view.rotation, view.scale, window, control);
        return image ? std::optional(RowMatrix(image->cells.cast<double>())) : std::nullopt;
    }
    if (view.identical)
        return identicalAreaMeans(view.relative, window);
    const auto means = BlockMeans::build(view.content, view.rotation, control);
    return means ? means->areaMeans(window, view.scale, control) : std::nullopt;
}

std::string blocksNote(const ScoreView& view, double width)
{
    if (view.isAttention())
        return "rows are sampled at block centres; each value is the mean weight over its block's visible keys, in "
               "float32";
    const std::string precision = view.identical ? "" : "; rows are turned in float32, sums and products are double";
    std::string note = areaNote(width);
    return note.replace(0, std::string("each pixel").size(), "each value") + precision;
}

/// Every cell of a diagonal has the diagonal's mean in one part, and what is left in the other.
void split(ScoreTable& table)
{
    const Eigen::Index size = table.whole.rows();
    table.positional = table.content = table.whole;
    for (Eigen::Index d = 1 - size; d < size; ++d) {
        double sum = 0.0;
        double count = 0.0;
        for (const double value : table.whole.diagonal(d))
            if (!std::isnan(value)) {
                sum += value;
                count += 1.0;
            }
        const double mean = count > 0.0 ? sum / count : 0.0;
        for (Eigen::Index i = 0; i < table.whole.diagonal(d).size(); ++i) {
            const double value = table.whole.diagonal(d)[i];
            table.positional.diagonal(d)[i] = std::isnan(value) ? value : mean;
            table.content.diagonal(d)[i] = value - mean;
        }
    }
}

} // namespace

bool hasIdenticalContent(const ExplorerState& state)
{
    return state.sequence.content == ContentKind::Identical || state.sequence.contentMix == 0.0;
}

Result<ScoreView> scoreView(const ShownState& state)
{
    ScoreView view;
    view.identical = hasIdenticalContent(state);
    view.length = contentLength(state);
    view.headDim = activeRotary(state).headDim;
    view.quantity = state.sequence.quantity;
    view.mask = state.sequence.mask;
    view.part = state.view.scorePart;
    view.window = scoreWindow(state);
    view.rotation = rowRotation(state);
    view.scale = scoreScale(state, activeSchedule(state));
    if (view.identical) {
        view.relative = activeScore(state);
        view.content = identicalContent(state);
        return view;
    }
    Result<ContentRows> content = contentRows(state);
    if (!content)
        return tl::unexpected(content.error());
    view.content = std::move(*content);
    return view;
}

ScoreCells cellsOf(const ScoreView& view)
{
    return view.identical ? ScoreCells(view.relative, view.length)
                          : ScoreCells(view.content, view.rotation, view.scale);
}

ShownCells::ShownCells(const ScoreView& view, std::int64_t firstColumn, std::int64_t columns)
    : quantity_(view.quantity)
    , mask_(view.mask)
    , firstColumn_(firstColumn)
    , columns_(columns)
    , cells_(cellsOf(view))
    , keys_(view.isAttention() ? cells_.keys(0, view.length) : cells_.keys(firstColumn, columns))
{}

RowMatrix ShownCells::rows(std::int64_t first, std::int64_t rows) const
{
    RowMatrix block = cells_.block(first, rows, keys_);
    if (quantity_ == Quantity::Attention)
        return softmaxRows(block, mask_, first, 0).middleCols(firstColumn_, columns_);
    if (mask_ == Mask::Causal)
        hideLaterKeys(block, first, firstColumn_, -std::numeric_limits<double>::infinity());
    return block;
}

std::optional<double> shownCell(const ScoreView& view, const ScoreCell& cell)
{
    if (view.isMasked(cell) || cell.query >= view.length || cell.key >= view.length)
        return std::nullopt;
    if (!view.isAttention())
        return cellsOf(view).at(cell.query, cell.key);
    const double perKey = view.identical ? 0.25 * view.headDim : 6.0 * view.headDim; // keys have to be turned
    if (static_cast<double>(view.length) * perKey > frameWork)
        return std::nullopt;
    return ShownCells(view, cell.key, 1).rows(cell.query, 1)(0, 0);
}

ToeplitzMeter toeplitzMeter(const ScoreView& view, const ScoreWindow& window)
{
    const auto turned = [&](const ExactRowSource& source, std::int64_t first) {
        const std::vector<std::int64_t> positions = spread(first, window.span);
        return rotateRows(rowsAt(source, view.content.headDim, positions), positions, view.rotation.inverseFrequency,
                          view.rotation.layout, view.rotation.attentionFactor);
    };
    const RowMatrix scores = scoreMatrix(turned(exactQueries(view.content), window.firstRow),
                                         turned(exactKeys(view.content), window.firstColumn), view.scale);
    return {toeplitzDistance(scores), scores.cwiseAbs().maxCoeff()};
}

ScoreTable scoreTable(const ScoreView& view, const WorkControl& control)
{
    ScoreTable table;
    const ScoreWindow& shown = view.window;
    const bool cells = shown.span <= mostTableCells;
    const std::int64_t side = cells ? shown.span : tableBlocks;
    const ImageWindow window{shown.firstRow, shown.firstColumn, shown.span, static_cast<int>(side), view.mask};
    const auto width = static_cast<double>(shown.span) / static_cast<double>(side);
    std::optional<RowMatrix> whole = cells ? everyCell(view) : blocksOf(view, window, control);
    if (!whole)
        return table;
    table.whole = std::move(*whole);
    for (std::int64_t i = 0; i < side; ++i) {
        const double sampled = std::floor((static_cast<double>(i) + 0.5) * width);
        const double edge = static_cast<double>(i) * width;
        table.queries.push_back(static_cast<double>(shown.firstRow) + (view.isAttention() ? sampled : edge));
        table.keys.push_back(static_cast<double>(shown.firstColumn) + (view.isAttention() ? std::floor(edge) : edge));
    }
    table.note = cells ? "each value is one cell" : blocksNote(view, width);
    if (view.part == ScorePart::Whole)
        return table;
    if (view.isPositional()) {
        table.positional = table.whole;
        table.content = table.whole - table.whole;
    } else {
        split(table);
    }
    return table;
}

} // namespace rope
