#pragma once

#include "ui/figures/encodings/encodings_numbers.h"

#include <QStringList>

namespace rope {

/// Cells along a side of a pixel of the scores, at most.
std::int64_t pixelSide(const EncodingImage& image);

/// What the picture says in words, the longest first. `side`: cells along a side of a pixel, at most.
QStringList encodingCaptions(const ExplorerState& state, const EncodingScores& scores, std::int64_t side);

/// The name of the panel of an absolute encoding's vectors.
QString tableName(const EncodingTable& table);

} // namespace rope
