#pragma once

#include "ui/figures/kit/figure.h"
#include "ui/figures/rotation/rotation_plane.h"
#include "ui/figures/rotation/rotation_proof_panel.h"
#include "ui/figures/rotation/rotation_proof_words.h"

#include <optional>

namespace rope {

/// A step of the proof, ready to be set.
struct ShownProof {
    ProofScene scene;
    ProofStep step;
    ProofPanel panel;
    int number; ///< 1 ... lastProofStep
};

/// Everything of one picture of the rotation figure, computed before anything is drawn.
struct RotationPicture {
    TurnedPair pair;
    RotationPlane plane;
    PairChannels channels;
    bool underPointer;
    std::optional<ShownProof> proof;
};

TurnedPair shownPair(const ExplorerState& state, const Highlight& highlight = {});
RotationPicture rotationPicture(const FigureContext& context);

/// The plane with its arrows and arcs, the lines of numbers, and the proof where one is shown. What a step of the
/// proof does not speak about is drawn faintly.
void paintRotation(QPainter& painter, const RotationPicture& picture, const PaintStyle& style);

} // namespace rope
