#include "ui/figures/scores/score_kinds.h"

#include "core/scores/attention_image.h"
#include "core/state/derived.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <utility>

namespace rope {

namespace {

constexpr int toeplitzGrid = 24;
constexpr std::int64_t longestRow = 65'536; ///< tokens: one row of attention takes less than a frame

bool isMasked(Mask mask, const ScoreCell& cell)
{
    return mask == Mask::Causal && cell.key > cell.query;
}

/// Positions spread evenly over the window, equally far apart, so that their cells have common diagonals.
std::vector<std::int64_t> spread(std::int64_t first, std::int64_t span)
{
    const std::int64_t count = std::min<std::int64_t>(toeplitzGrid, span);
    const std::int64_t stride = std::max<std::int64_t>(1, (span - 1) / std::max<std::int64_t>(1, count - 1));
    std::vector<std::int64_t> positions;
    for (std::int64_t i = 0; i < count; ++i)
        positions.push_back(first + i * stride);
    return positions;
}

ScoreSource::Toeplitz measured(const RowMatrix& cells)
{
    return {toeplitzDistance(cells), cells.size() > 0 ? cells.cwiseAbs().maxCoeff() : 0.0};
}

/// The same q and the same k at every position.
class IdenticalSource : public ScoreSource {
public:
    explicit IdenticalSource(const ExplorerState& state)
        : rotary_(activeRotary(state))
        , schedule_(activeSchedule(state))
        , query_(rotaryFirst(queryVector(state), rotary_))
        , key_(rotaryFirst(keyVector(state), rotary_))
        , score_(activeScore(state))
        , mask_(state.sequence.mask)
    {}

    ScoreImage image(const ScoreWindow& window, int pixels) const override
    {
        return identicalImage(score_, imageWindow(window, pixels, mask_));
    }
    std::optional<double> value(const ScoreCell& cell) const override
    {
        return isMasked(mask_, cell) ? std::nullopt : std::optional(scoreAt(score_, cell.offset()));
    }
    Toeplitz toeplitz(const ScoreWindow& window) const override
    {
        const RowMatrix queries = rows(query_, spread(window.firstRow, window.span));
        const RowMatrix keys = rows(key_, spread(window.firstColumn, window.span));
        return measured(scoreMatrix(queries, keys, score_.scale));
    }

protected:
    const RelativeScore& score() const { return score_; }
    Mask mask() const { return mask_; }

private:
    RowMatrix rows(const Eigen::VectorXd& vector, const std::vector<std::int64_t>& positions) const
    {
        const RowMatrix repeated = vector.transpose().replicate(static_cast<Eigen::Index>(positions.size()), 1);
        return rotateRows(repeated, positions, signedFrequencies(rotary_, schedule_), rotary_.pairing,
                          schedule_.attentionFactor);
    }

    RotarySettings rotary_;
    Schedule schedule_;
    Eigen::VectorXd query_;
    Eigen::VectorXd key_;
    RelativeScore score_;
    Mask mask_;
};

/// Softmax of identical content; made at once for short sequences.
class IdenticalAttentionSource : public IdenticalSource {
public:
    explicit IdenticalAttentionSource(const ExplorerState& state)
        : IdenticalSource(state)
        , length_(state.sequence.length)
    {}

    ScoreImage image(const ScoreWindow& window, int pixels) const override
    {
        return *identicalAttention(score(), length_, imageWindow(window, pixels, mask()));
    }
    std::optional<double> value(const ScoreCell& cell) const override
    {
        if (isMasked(mask(), cell) || length_ > longestRow || cell.query >= length_ || cell.key >= length_)
            return std::nullopt;
        return attentionRow(score(), length_, mask(), cell.query)[cell.key];
    }

private:
    std::int64_t length_;
};

/// Content that differs from position to position: running sums of rotated rows, made once.
class ContentSource : public ScoreSource {
public:
    ContentSource(std::shared_ptr<const BlockMeans> means, double scale, Mask mask, std::optional<ReadyPicture> ready)
        : means_(std::move(means))
        , scale_(scale)
        , mask_(mask)
        , ready_(std::move(ready))
    {}

    ScoreImage image(const ScoreWindow& window, int pixels) const override
    {
        const std::lock_guard lock(mutex_);
        if (!(window == lastWindow_) || pixels != lastPixels_ || last_.pixels == 0)
            last_ = madeImage(window, pixels);
        lastWindow_ = window;
        lastPixels_ = pixels;
        return last_;
    }
    std::optional<double> value(const ScoreCell& cell) const override
    {
        const std::int64_t length = means_->content().length;
        if (isMasked(mask_, cell) || cell.query >= length || cell.key >= length)
            return std::nullopt;
        return means_->score(cell.query, cell.key, scale_);
    }
    Toeplitz toeplitz(const ScoreWindow& window) const override
    {
        return measured(scoreMatrix(rows(means_->content().queries, spread(window.firstRow, window.span)),
                                    rows(means_->content().keys, spread(window.firstColumn, window.span)), scale_));
    }

private:
    ScoreImage madeImage(const ScoreWindow& window, int pixels) const
    {
        if (ready_ && ready_->window == window)
            return pixels < ready_->image.pixels ? coarserImage(ready_->image, pixels) : ready_->image;
        return *means_->image(imageWindow(window, pixels, mask_), scale_);
    }

    RowMatrix rows(const RowSource& source, const std::vector<std::int64_t>& positions) const
    {
        const int headDim = means_->content().headDim;
        RowMatrix result(static_cast<Eigen::Index>(positions.size()), headDim);
        for (std::size_t i = 0; i < positions.size(); ++i)
            result.row(static_cast<Eigen::Index>(i)) =
                rotatedRows(source, positions[i], 1, headDim, means_->rotation()).row(0).cast<double>();
        return result;
    }

    std::shared_ptr<const BlockMeans> means_;
    double scale_;
    Mask mask_;
    std::optional<ReadyPicture> ready_;
    mutable std::mutex mutex_; ///< guards the last picture: moving the cross hair asks for the same one again
    mutable ScoreImage last_;
    mutable ScoreWindow lastWindow_;
    mutable int lastPixels_ = 0;
};

/// Nothing but the reason why there is nothing.
class NoSource : public ScoreSource {
public:
    explicit NoSource(QString problem)
        : problem_(std::move(problem))
    {}

    ScoreImage image(const ScoreWindow&, int) const override { return {}; }
    std::optional<double> value(const ScoreCell&) const override { return std::nullopt; }
    Toeplitz toeplitz(const ScoreWindow&) const override { return {0.0, 0.0}; }
    QString problem() const override { return problem_; }

private:
    QString problem_;
};

/// A picture of attention that was made ahead, with the scores under it.
class AttentionSource : public ScoreSource {
public:
    AttentionSource(ScoreImage image, ScoreWindow window, std::shared_ptr<const ScoreSource> scores)
        : image_(std::move(image))
        , window_(window)
        , scores_(std::move(scores))
    {}

    ScoreImage image(const ScoreWindow&, int) const override { return image_; }
    std::optional<double> value(const ScoreCell& cell) const override
    {
        if (image_.tokensPerPixel != 1.0 || !window_.contains(cell))
            return std::nullopt;
        const double weight = image_.at(static_cast<int>(cell.query - window_.firstRow),
                                        static_cast<int>(cell.key - window_.firstColumn));
        return std::isnan(weight) ? std::nullopt : std::optional(weight);
    }
    Toeplitz toeplitz(const ScoreWindow& window) const override { return scores_->toeplitz(window); }

private:
    ScoreImage image_;
    ScoreWindow window_;
    std::shared_ptr<const ScoreSource> scores_;
};

} // namespace

ImageWindow imageWindow(const ScoreWindow& window, int pixels, Mask mask)
{
    return {window.firstRow, window.firstColumn, window.span,
            static_cast<int>(std::min<std::int64_t>(pixels, window.span)), mask};
}

std::shared_ptr<const ScoreSource> identicalScores(const ExplorerState& state)
{
    return std::make_shared<IdenticalSource>(state);
}

std::shared_ptr<const ScoreSource> identicalAttentionScores(const ExplorerState& state)
{
    return std::make_shared<IdenticalAttentionSource>(state);
}

std::shared_ptr<const ScoreSource> contentScores(std::shared_ptr<const BlockMeans> means, double scale, Mask mask,
                                                 std::optional<ReadyPicture> ready)
{
    return std::make_shared<ContentSource>(std::move(means), scale, mask, std::move(ready));
}

std::shared_ptr<const ScoreSource> noScores(const QString& problem)
{
    return std::make_shared<NoSource>(problem);
}

std::shared_ptr<const ScoreSource> attentionScores(ScoreImage image, const ScoreWindow& window,
                                                   std::shared_ptr<const ScoreSource> scores)
{
    return std::make_shared<AttentionSource>(std::move(image), window, std::move(scores));
}

} // namespace rope
