#pragma once

#include "core/base/result.h"
#include "core/captures/content_file.h"
#include "core/state/shown_state.h"

#include <memory>
#include <string>

namespace rope {

/// The capture that stands in where the state's content is not taken from a file.
inline constexpr const char* exampleContent = "capture:tinylm_natural";

/// Where the energy of each head lies among the pairs. Row layer * heads + head, column pair; rotation does not change
/// it, for it turns each pair in its own plane.
struct HeadEnergy {
    std::shared_ptr<const ContentFile> content;
    bool example = false; ///< the state's content is another; exampleContent stands in
    int layers = 0;
    int heads = 0; ///< query heads of a layer
    int pairs = 0;
    double base = 0.0;
    double trainedContext = 0.0; ///< tokens
    Eigen::VectorXd wavelength;  ///< tokens, of the unscaled frequencies
    RowMatrix queryShare;        ///< mean |q_j|^2 over the mean of |q|^2
    RowMatrix keyShare;          ///< mean |k_j|^2 over the mean of |k|^2, of the key head that the query head uses
    RowMatrix weight;            ///< sqrt(query energy * key energy) over its sum: what the pair can add to a score

    int rows() const { return layers * heads; }
    int rowOf(int layer, int head) const { return layer * heads + head; }
    /// Place among the pairs, with fraction, whose wavelength is the trained context.
    double trainedPair() const;
};

/// Of the state's content file, paired as the active layer pairs; else of the example, paired as it was trained.
/// Refuses when the content file cannot be read.
Result<HeadEnergy> headEnergy(const ShownState& state);

} // namespace rope
