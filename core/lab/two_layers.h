#pragma once

#include "core/lab/attention_lab.h"

namespace rope {

/// Two layers of one head each: what a word is after the first is itself plus the first head's output, put back into
/// the width of the embeddings; the second makes its queries and keys from that.
struct TwoLayers {
    LabHead first;
    RowMatrix back; ///< (headDim, modelDim)
    LabHead second;
};

/// Seeded layers of the lab's kind.
TwoLayers twoLayers(int modelDim, int headDim, std::uint64_t seed);

/// The scores of both layers. Shape (T, T) each.
struct LayerScores {
    RowMatrix first;
    RowMatrix second;
};

/// Runs both on embeddings at places first, first + 1, ...; what is added to the embeddings is added once, rotation and
/// bias act in both layers.
LayerScores runTwoLayers(const RowMatrix& embeddings, const TwoLayers& layers, const LabPositions& positions, Mask mask,
                         std::int64_t first = 0);

/// Largest change of a score between two words of a sentence, in each layer.
struct LayerChange {
    double first = 0;
    double second = 0;
};

/// The sentence at places 0, 1, ... and at places `shift`, `shift` + 1, ...: nothing but positions differs.
LayerChange positionsMoved(const RowMatrix& sentence, const TwoLayers& layers, const LabPositions& positions, Mask mask,
                           std::int64_t shift);

/// The sentence behind `front` and behind `otherFront`, which has as many words: content alone differs. Causal.
LayerChange frontReplaced(const RowMatrix& front, const RowMatrix& otherFront, const RowMatrix& sentence,
                          const TwoLayers& layers, const LabPositions& positions);

/// The sentence said three times, the third time against the second: the words around are the same, but the text begins
/// one sentence nearer to the second. Causal; positions that depend on offsets alone.
LayerChange startMoved(const RowMatrix& sentence, const TwoLayers& layers, const LabPositions& positions);

/// The last word put in front of all others, without any positions: the mask alone can tell.
LayerChange lastToFront(const RowMatrix& sentence, const TwoLayers& layers, Mask mask);

} // namespace rope
