#pragma once

#include "core/views/lab_of_state.h"
#include "ui/figures/kit/figure.h"
#include "ui/figures/kit/matrix_panel.h"
#include "ui/figures/kit/plot_parts.h"

#include <QStringList>

namespace rope {

/// The sentence in quotation marks, cut where it is long.
QString sentenceText(const std::vector<std::string>& words);

/// A word as an axis shows it: at most nine characters.
QString wordText(const std::string& word);

/// What positions act in the shown lab, in words: `RoPE`, `sinusoidal vectors and ALiBi`, `no positions`.
QString encodingText(const ExplorerState& state);

/// Where the shown lab's words come from, where that is not the state's sentence; a sentence, or empty.
QString labSourceText(const ShownState& state, const Lab& lab);

/// An axis with a word at every place, or at every second, third ... where they have no room. `downwards`: the first
/// is at the top. `length`: of the axis, about, in the painter's units.
AxisSpec wordAxis(const QStringList& words, const QString& title, bool vertical, double length,
                  const PaintStyle& style);

/// The words of a sentence as axis labels.
QStringList wordLabels(const std::vector<std::string>& words);

/// A box around one row, or around one cell, that shows on any colour.
void markRow(QPainter& painter, const Frame& frame, Eigen::Index row, const PaintStyle& style);

/// What hovering the cell (m, n) highlights.
Highlight cellHighlight(std::int64_t query, std::int64_t key);

/// What is under the pointer in any figure, in a matrix whose rows are queries and whose columns are keys: the cell,
/// the row or column, or the diagonal of the offset.
void markHighlight(QPainter& painter, const Frame& frame, const FigureContext& context);

/// The place under the pointer in any figure, on an axis of places: a band as wide as a place, or a line.
void markColumn(QPainter& painter, const Frame& frame, std::optional<std::int64_t> place, const PaintStyle& style);

/// Why the lab cannot run, in the middle of the picture.
void paintRefusal(QPainter& painter, const FigureContext& context, const Error& error);

/// The diverging map, for values about 0.
const ColourMap& divergingMap();

/// The state's map, for values from 0 on.
const ColourMap& stateMap(const ExplorerState& state);

} // namespace rope
