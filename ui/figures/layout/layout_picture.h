#pragma once

#include "core/views/layout.h"
#include "ui/figures/kit/plot_parts.h"

#include <array>
#include <optional>
#include <vector>

namespace rope {

/// A row of channels with the arcs of one layout above.
struct LayoutRow {
    PairLayout layout;
    QRectF title;
    QRectF arcs;
    QRectF boxes;
    double cell; ///< width of one channel
};

/// All that the figure of channel pairing shows, and where.
struct LayoutPicture {
    int rotaryDim = 2;
    int headDim = 2;
    int firstChannel = 0;   ///< number of the first rotary channel in the head
    std::vector<int> shown; ///< channels as drawn; -1 stands for channels left out
    std::vector<LayoutRow> rows;
    std::array<MixingDamage, 2> damage{}; ///< in the order of `layouts`
    QRectF numbers;
    FigureParts parts;
};

/// Where everything is, for a state and an area.
LayoutPicture layoutPicture(const FigureContext& context);
QStringList layoutCaptions(const LayoutPicture& picture);

/// `half-split`, `interleaved`.
QString layoutWord(PairLayout layout);

/// Place of a channel among the shown ones, or nothing; and the box of a place.
std::optional<int> indexOfChannel(const LayoutPicture& picture, int channel);
QRectF channelBox(const LayoutRow& row, int index);

/// The pair that a channel belongs to.
int pairOfChannel(const LayoutPicture& picture, PairLayout layout, int channel);

/// The pair whose channel is under a point.
struct LayoutPair {
    PairLayout layout;
    int pair;
};
std::optional<LayoutPair> layoutPairAt(const LayoutPicture& picture, QPointF point);

} // namespace rope
