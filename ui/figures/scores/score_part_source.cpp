#include "ui/figures/scores/score_part_source.h"

#include "core/scores/score_parts.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <utility>

namespace rope {

namespace {

class PartSource : public ScoreSource {
public:
    PartSource(std::shared_ptr<const ScoreSource> whole, ScorePart part, bool isPositional)
        : whole_(std::move(whole))
        , part_(part)
        , isPositional_(isPositional)
    {}

    ScoreImage image(const ScoreWindow& window, int pixels) const override
    {
        const ScoreImage whole = whole_->image(window, pixels);
        ScoreImageParts parts = splitScores(whole, isPositional_);
        const std::lock_guard lock(mutex_);
        range_ = {std::min({whole.minimum, parts.positional.minimum, parts.content.minimum}),
                  std::max({whole.maximum, parts.positional.maximum, parts.content.maximum})};
        last_ = std::move(part_ == ScorePart::Positional ? parts.positional : parts.content);
        window_ = window;
        return last_;
    }
    std::optional<double> value(const ScoreCell& cell) const override
    {
        const std::lock_guard lock(mutex_);
        if (last_.pixels == 0 || last_.tokensPerPixel != 1.0 || !window_.contains(cell))
            return std::nullopt;
        const double value =
            last_.at(static_cast<int>(cell.query - window_.firstRow), static_cast<int>(cell.key - window_.firstColumn));
        return std::isnan(value) ? std::nullopt : std::optional(value);
    }
    ToeplitzMeter toeplitz(const ScoreWindow& window) const override { return whole_->toeplitz(window); }
    ValueRange range(const ScoreImage&) const override
    {
        const std::lock_guard lock(mutex_);
        return range_;
    }
    QString problem() const override { return whole_->problem(); }

private:
    std::shared_ptr<const ScoreSource> whole_;
    ScorePart part_;
    bool isPositional_;
    mutable std::mutex mutex_; ///< guards the last picture: values of its cells are read from it
    mutable ScoreImage last_;
    mutable ScoreWindow window_;
    mutable ValueRange range_;
};

} // namespace

std::shared_ptr<const ScoreSource> partOf(std::shared_ptr<const ScoreSource> whole, ScorePart part, bool isPositional)
{
    if (!whole || part == ScorePart::Whole)
        return whole;
    return std::make_shared<PartSource>(std::move(whole), part, isPositional);
}

} // namespace rope
