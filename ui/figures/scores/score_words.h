#pragma once

#include "core/state/state.h"
#include "ui/figures/scores/score_layout.h"
#include "ui/figures/scores/score_source.h"

#include <QString>
#include <QStringList>

namespace rope {

// What the scores figure says. Lists are wordings of the same line, the longest first; `_` lowers as in drawRichText.

/// A number of tokens in groups of three.
QString counted(std::int64_t value);

/// `score`: for readouts and column names.
QString quantityName(Quantity quantity);
/// `score q·k/√d`: for the colour bar.
QString quantityTitle(Quantity quantity);
/// `s_{mn}`: for one cell.
QString quantitySymbol(Quantity quantity);
/// `positional pattern`; empty for the whole.
QString partName(ScorePart part);
/// The same three for what the state shows: the quantity or one part of it.
QString shownName(const ExplorerState& state);
QString shownTitle(const ExplorerState& state);
QString shownSymbol(const ExplorerState& state);
/// A value of it: weights to three digits, others to three decimals.
QString valueText(Quantity quantity, double value);

/// How large the matrix is and what a pixel of its picture stands for.
QStringList sizeWords(const ExplorerState& state, const ScoreImage& image, const ScoreWindow& window);
/// Whether every diagonal is constant, with the number that shows it.
QStringList toeplitzWords(const ToeplitzMeter& measured);
/// What the part on show is, with its largest value.
QStringList partWords(const ExplorerState& state, const ScoreImage& image);
/// Where the colours end although values go on.
QStringList clippedWords(double colourEnd, double largest);
/// What a reader must know before believing the picture; mostly nothing.
QStringList warningWords(const ExplorerState& state);

} // namespace rope
