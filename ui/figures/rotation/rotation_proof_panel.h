#pragma once

#include "ui/figures/rotation/rotation_proof_words.h"
#include "ui/paint/style.h"

#include <QPainter>
#include <QRectF>
#include <array>
#include <optional>

namespace rope {

/// Where the steps of the proof stand in the rotation figure.
struct ProofPanel {
    QRectF box;
    bool full = false;                           ///< equations with matrices; else the gist in two lines
    double size = 0.0;                           ///< of its letters, logical units
    std::array<QRectF, lastProofStep> numbers{}; ///< the numbers of the steps, to be clicked
};

/// The panel of a step inside a box; `full` where the equations are to be set.
ProofPanel proofPanel(const QRectF& box, bool full, const ProofStep& step, const PaintStyle& style);

void paintProof(QPainter& painter, const ProofPanel& panel, const ProofStep& step, int shown, const PaintStyle& style);

/// The step that a click at `point` asks for: the one whose number was hit, or the next where the panel was hit
/// elsewhere. Nothing outside.
std::optional<int> stepAt(const ProofPanel& panel, QPointF point, int shown);

/// The colour that a part of the proof has in the panel and in the drawing.
QColor proofColor(ProofInk ink, const PaintStyle& style);

} // namespace rope
