#pragma once

#include "core/views/proof_scene.h"

#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

namespace rope {

/// What a part of the proof belongs to: its colour.
enum class ProofInk { Text, Muted, Query, Key, Difference };

/// A label, a 2 x 2 matrix in brackets, or one after the other.
struct ProofItem {
    QString markup; ///< with sub- and superscripts as in drawRichText
    std::optional<Eigen::Matrix2d> matrix;
    ProofInk ink = ProofInk::Text;
};
using ProofRow = std::vector<ProofItem>; ///< set on one line

struct ProofStep {
    QString title;                 ///< the claim in a few words
    std::vector<ProofRow> rows;    ///< its equations with their numbers
    std::vector<QStringList> gist; ///< the same in one or two short lines; wordings, the longest first
};

/// Requires 1 <= step <= lastProofStep.
ProofStep proofStep(const ProofScene& scene, int step);

/// The step in words and numbers, for a screen reader.
QString spokenStep(const ProofScene& scene, int step);

} // namespace rope
