#pragma once

#include "ui/figures/kit/figure.h"
#include "ui/figures/kit/lab_parts.h"

#include <QStringList>
#include <algorithm>
#include <optional>
#include <vector>

namespace rope {

/// A sentence and its permutation, both run by the same code, the second put back in the first one's order.
struct Experiment {
    Lab lab;
    std::vector<int> inverse; ///< entry p: where the word at place p stands in the permutation
    RowMatrix before;         ///< attention weights as written
    RowMatrix after;          ///< of the permuted sentence, rows and columns put back
    RowMatrix difference;     ///< after - before
    Eigen::VectorXd outputs;  ///< largest change of each word's output
    std::vector<RepeatedToken> repeats;

    double residual() const { return outputs.maxCoeff(); }
    bool isUnchanged() const { return std::ranges::is_sorted(lab.order); }
    int words() const { return static_cast<int>(lab.tokens.size()); }
};
Result<Experiment> permutationExperiment(const ShownState& state);

/// The words of the permutation in its order.
std::vector<std::string> permutedWords(const Experiment& experiment);
/// What the picture says in words, the longest first.
QStringList permutationCaptions(const ShownState& state, const Experiment& experiment);
/// What is said of words that stand in the sentence twice; empty where none does.
QString repeatWords(const Experiment& experiment);

/// The two orders as rows of chips: X as written above, PX below, lines between the places of a word, and above them
/// braces from each repeated word to the next one like it.
struct WordRows {
    QRectF box;          ///< everything
    QRectF written;      ///< chips of X
    QRectF moved;        ///< chips of PX
    double names = 0.0;  ///< width of the names X and PX at the left; 0: no room for them
    double braces = 0.0; ///< height above the written row
    int words = 0;

    QRectF chip(const QRectF& row, int place) const;
    /// The place in a row under a point, also beside the row: the nearest one.
    int placeAt(double x) const;
};
/// `body`: of the figure; the rows take its top.
WordRows wordRows(const QRectF& body, const Experiment& experiment, const PaintStyle& style);

/// Paints them. Places under the pointer in any figure are lit; the word at m has a border.
void paintWordRows(QPainter& painter, const WordRows& rows, const Experiment& experiment, const FigureContext& context);

/// The word of the state's query: m, counted on from the start past the last word.
int pickedWord(const ExplorerState& state, int words);

} // namespace rope
