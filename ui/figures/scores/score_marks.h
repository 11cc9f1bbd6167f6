#pragma once

#include "ui/figures/scores/score_layout.h"

#include <QPainter>

namespace rope {

// Marks on the matrix of scores. They show on every colour of every map, and stay inside the plot without clipping.

/// The row of a query, or the column of a key.
void drawPlace(QPainter& painter, const ScoreLayout& layout, std::optional<std::int64_t> query,
               std::optional<std::int64_t> key, const PaintStyle& style, const QColor& color);

/// Thin lines along the diagonals over the masked half, so that it reads as hidden and not as a value.
void drawHatch(QPainter& painter, const ScoreLayout& layout, const PaintStyle& style);

/// A cross hair at a cell, with a ring around it; nothing when the cell is outside the window.
void drawCross(QPainter& painter, const ScoreLayout& layout, const ScoreCell& cell, const PaintStyle& style,
               const QColor& color);

/// A dotted line along the cells with n - m = offset.
void drawDiagonal(QPainter& painter, const ScoreLayout& layout, std::int64_t offset, const PaintStyle& style,
                  const QColor& color);

} // namespace rope
