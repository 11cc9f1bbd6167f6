#pragma once

#include "core/scores/score_image.h"
#include "core/views/score_view.h"
#include "ui/figures/kit/figure.h"
#include "ui/figures/scores/score_layout.h"
#include "ui/paint/colour_map.h"

#include <memory>
#include <optional>

namespace rope {

/// The pictures behind the scores figure, whatever the content and the quantity; numbers of cells are the view's.
class ScoreSource {
public:
    virtual ~ScoreSource() = default;

    /// The picture of a window at so many pixels per side (or at another number, where it was made ahead).
    virtual ScoreImage image(const ScoreWindow& window, int pixels) const = 0;
    /// The value of one cell; nothing where it is masked or takes too long.
    virtual std::optional<double> value(const ScoreCell& cell) const = 0;
    /// How far the scores of a window are from being Toeplitz.
    virtual ToeplitzMeter toeplitz(const ScoreWindow& window) const = 0;
    /// The values that the colours of a picture from image() have to cover.
    virtual ValueRange range(const ScoreImage& image) const { return {image.minimum, image.maximum}; }
    /// Why there is nothing to show (a content file that does not fit); empty when all is well.
    virtual QString problem() const { return {}; }
};

/// True when the source of a state has to be made ahead by prepareScores, and is not the one in `have`.
bool scoresNeedPreparation(const ShownState& state, const Prepared* have);

/// True when that takes less than a frame.
bool scoresPrepareQuickly(const ShownState& state);

/// The long part of the work, with the running sums of `have` where they are of the same content; nothing when
/// cancelled, or when nothing has to be made ahead.
std::shared_ptr<const Prepared> prepareScores(const ShownState& state, const WorkControl& control,
                                              const Prepared* have = nullptr);

/// The source of a state; nullptr while it is not prepared.
std::shared_ptr<const ScoreSource> scoreSource(const ShownState& state, const Prepared* prepared);

} // namespace rope
