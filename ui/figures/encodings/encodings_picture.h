#pragma once

#include "ui/figures/encodings/encodings_numbers.h"
#include "ui/figures/kit/figure.h"
#include "ui/figures/kit/lab_parts.h"
#include "ui/figures/kit/plot_parts.h"

#include <QStringList>
#include <optional>
#include <utility>
#include <vector>

namespace rope {

/// What a panel of the encodings figure shows.
enum class EncodingPart { Scores, Curves, Table, Bias };

/// All that the figure shows, and where.
struct EncodingsPicture {
    EncodingScores scores;
    EncodingTable table;
    EncodingBias bias;
    std::vector<EncodingPart> kinds; ///< what there is to show
    FigureParts parts;
    std::vector<Panel> panels;
    std::optional<EncodingImage> image; ///< nothing while it is not prepared

    EncodingPart kindOf(const Panel& panel) const { return kinds[static_cast<std::size_t>(panel.index)]; }
};
Result<EncodingsPicture> encodingsPicture(const FigureContext& context);

/// The sums of a long learned table, made ahead of painting.
struct PreparedEncodings : Prepared {
    explicit PreparedEncodings(EncodingSums made)
        : sums(std::move(made))
    {}

    EncodingSums sums;
};
/// The sums of this state in what was prepared; nullptr where it holds none of it.
const TableSums* sumsIn(const Prepared* prepared, const ExplorerState& state);

/// What the picture says in words, the longest first. `side`: cells along a side of a pixel, at most.
QStringList encodingCaptions(const ExplorerState& state, const EncodingScores& scores, std::int64_t side);
QStringList encodingPanelNames(const EncodingsPicture& picture);

/// The panels' axes and values.
MatrixPanel encodingScoresPanel(const EncodingsPicture& picture, const FigureContext& context);
MatrixPanel encodingTablePanel(const EncodingsPicture& picture);
/// Frame of the rows by offset or of the bias.
Frame encodingCurveFrame(const EncodingsPicture& picture, const Panel& panel, const PaintStyle& style);

} // namespace rope
