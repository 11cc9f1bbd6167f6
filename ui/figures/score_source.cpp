#include "ui/figures/score_source.h"

#include "core/attention_image.h"
#include "core/state/derived.h"

#include <algorithm>
#include <cmath>

namespace rope {

namespace {

constexpr int toeplitzGrid = 24;
constexpr std::int64_t fastAttention = 65'536; ///< tokens: a picture of attention takes less than a frame
constexpr int preparedPixels = 512;            ///< of a picture made ahead of painting

ImageWindow imageWindow(const ScoreWindow& window, int pixels, Mask mask)
{
    return {window.firstRow, window.firstColumn, window.span,
            static_cast<int>(std::min<std::int64_t>(pixels, window.span)), mask};
}

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
        if (isMasked(mask(), cell) || length_ > fastAttention || cell.query >= length_ || cell.key >= length_)
            return std::nullopt;
        return attentionRow(score(), length_, mask(), cell.query)[cell.key];
    }

private:
    std::int64_t length_;
};

/// A picture that was made ahead: it serves whatever resolution is asked.
class PreparedSource : public ScoreSource, public Prepared {
public:
    PreparedSource(std::shared_ptr<const ScoreSource> cells, ScoreImage image)
        : cells_(std::move(cells))
        , image_(std::move(image))
    {}

    ScoreImage image(const ScoreWindow&, int) const override { return image_; }
    std::optional<double> value(const ScoreCell& cell) const override { return cells_->value(cell); }
    Toeplitz toeplitz(const ScoreWindow& window) const override { return cells_->toeplitz(window); }

private:
    std::shared_ptr<const ScoreSource> cells_;
    ScoreImage image_;
};

bool isAttention(const ExplorerState& state)
{
    return state.sequence.quantity == Quantity::Attention;
}

} // namespace

bool scoresNeedPreparation(const ExplorerState& state)
{
    return isAttention(state) && state.sequence.length > fastAttention;
}

std::shared_ptr<const Prepared> prepareScores(const ExplorerState& state, const CancelFlag& cancel,
                                              const std::function<void(double)>& progress)
{
    if (!scoresNeedPreparation(state))
        return nullptr;
    const WorkControl control{&cancel, progress};
    auto image = identicalAttention(activeScore(state), state.sequence.length,
                                    imageWindow(scoreWindow(state), preparedPixels, state.sequence.mask), control);
    if (!image)
        return nullptr;
    return std::make_shared<PreparedSource>(std::make_shared<IdenticalAttentionSource>(state), std::move(*image));
}

std::shared_ptr<const ScoreSource> scoreSource(const ExplorerState& state, const Prepared* prepared)
{
    if (scoresNeedPreparation(state)) {
        const auto* ready = dynamic_cast<const PreparedSource*>(prepared);
        return ready == nullptr ? nullptr : std::make_shared<PreparedSource>(*ready);
    }
    if (isAttention(state))
        return std::make_shared<IdenticalAttentionSource>(state);
    return std::make_shared<IdenticalSource>(state);
}

QString quantityName(Quantity quantity)
{
    switch (quantity) {
    case Quantity::Product:
        return QStringLiteral("product");
    case Quantity::Score:
        return QStringLiteral("score");
    case Quantity::Attention:
        break;
    }
    return QStringLiteral("attention");
}

QString quantityTitle(Quantity quantity)
{
    switch (quantity) {
    case Quantity::Product:
        return QStringLiteral("product q·k");
    case Quantity::Score:
        return QStringLiteral("score q·k/√d");
    case Quantity::Attention:
        break;
    }
    return QStringLiteral("attention weight");
}

} // namespace rope
