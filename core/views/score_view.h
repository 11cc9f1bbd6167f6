#pragma once

#include "core/base/work.h"
#include "core/scores/score_cells.h"
#include "core/scores/score_image.h"
#include "core/state/shown_state.h"
#include "core/views/score_window.h"

#include <optional>
#include <string>
#include <vector>

namespace rope {

/// The scores that a state shows: its content, quantity, mask, part and window, chosen once. Commands, figures, live
/// numbers and lessons take their scores from here, so that the same state gives the same digits everywhere.
struct ScoreView {
    bool identical = true;   ///< the same q and k at every position
    std::int64_t length = 1; ///< positions that have content
    int headDim = 0;
    Quantity quantity = Quantity::Score;
    Mask mask = Mask::None;
    ScorePart part = ScorePart::Whole;
    ScoreWindow window;
    double scale = 1.0;     ///< of the product
    RelativeScore relative; ///< of identical content, scale included
    RowRotation rotation;
    ContentRows content; ///< of other content

    bool isAttention() const { return quantity == Quantity::Attention; }
    /// The offset alone decides: no part of a value is due to content, whatever the shape of blocks.
    bool isPositional() const { return identical && !isAttention(); }
    bool isMasked(const ScoreCell& cell) const { return mask == Mask::Causal && cell.key > cell.query; }
};

/// True when every position of a state has the same q and the same k.
bool hasIdenticalContent(const ExplorerState& state);

/// Refuses where the content file is not there.
Result<ScoreView> scoreView(const ShownState& state);

/// The scores under a view, whatever quantity it shows.
ScoreCells cellsOf(const ScoreView& view);

/// Rows of what the view shows, cell by cell: products and scores with minus infinity where the mask hides, attention
/// weights with 0 there. Keys are turned once.
class ShownCells {
public:
    /// Columns firstColumn, firstColumn + 1, ... Requires them inside the sequence.
    ShownCells(const ScoreView& view, std::int64_t firstColumn, std::int64_t columns);

    /// Rows first, first + 1, ... Shape (rows, columns).
    RowMatrix rows(std::int64_t first, std::int64_t rows) const;

private:
    Quantity quantity_;
    Mask mask_;
    std::int64_t firstColumn_;
    std::int64_t columns_;
    ScoreCells cells_;
    ScoreCells::Keys keys_; ///< of attention: all of the sequence
};

/// One cell of what the view shows; nothing where it is masked, lies outside the sequence, or would take more than a
/// frame (a weight among many keys).
std::optional<double> shownCell(const ScoreView& view, const ScoreCell& cell);

/// How far the scores of a window of a view are from being Toeplitz: over a grid of cells, each rotated by itself.
struct ToeplitzMeter {
    double distance = 0.0; ///< largest distance of a cell from the mean of its diagonal
    double largest = 0.0;  ///< largest score among them, to compare with
};
ToeplitzMeter toeplitzMeter(const ScoreView& view, const ScoreWindow& window);

/// The numbers behind a picture of scores: every cell of the window, or exact area means of blocks of it.
struct ScoreTable {
    std::vector<double> queries; ///< per row: its query position; of a block its first edge
    std::vector<double> keys;    ///< per column
    RowMatrix whole;             ///< (rows, columns); not a number where the mask hides all
    RowMatrix positional;        ///< the parts, where one of them is on show; else empty
    RowMatrix content;
    std::string note; ///< what a value is, one sentence
};

/// Windows of up to mostTableCells cells per side are given cell by cell, larger ones as tableBlocks blocks per side.
inline constexpr std::int64_t mostTableCells = 1024;
inline constexpr int tableBlocks = 128;
ScoreTable scoreTable(const ScoreView& view, const WorkControl& control = {});

} // namespace rope
