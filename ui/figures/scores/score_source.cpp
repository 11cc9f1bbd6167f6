#include "ui/figures/scores/score_source.h"

#include "core/scores/attention_image.h"
#include "core/scores/block_means.h"
#include "core/state/content_choice.h"
#include "ui/figures/scores/score_part_source.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <utility>

namespace rope {

namespace {

constexpr std::int64_t fastAttention = 16'384; ///< tokens: a picture of attention takes less than a frame
constexpr int preparedPixels = 512;            ///< of a picture of attention made ahead of painting
constexpr int sharpPixels = 1024;              ///< of a picture of scores made ahead of painting
constexpr int brokenPixels = 768;              ///< of a picture whose pixels cut cells: it takes less than a frame
constexpr double fastContent = 2e6;            ///< tokens x channels that are passed over in less than a frame
constexpr double fastProducts = 3e7;           ///< multiplications of rows and keys in less than a frame
constexpr double attentionBudget = 1e10;       ///< multiplications that a picture of attention may take

bool isAttention(const ExplorerState& state)
{
    return state.sequence.quantity == Quantity::Attention;
}

/// True when the picture of scores takes more than a frame even with the running sums at hand: rows are made and
/// rotated at every pixel's edge.
bool pictureTakesLong(const ExplorerState& state)
{
    if (hasIdenticalContent(state) || isAttention(state))
        return false;
    const double rows = BlockMeans::rowsOfPicture(contentLength(state), scoreWindow(state).span, sharpPixels);
    return rows * activeRotary(state).headDim > fastContent;
}

/// All that the long part of the work depends on.
struct SourceKey {
    RotarySettings rotary;
    std::vector<PairContent> pairs;
    SequenceSettings sequence;
    ScoreWindow window;
    std::shared_ptr<const ContentFile> file{}; ///< as it was read: another one once it changed on disk

    bool operator==(const SourceKey&) const = default;
};

SourceKey keyOf(const ShownState& state)
{
    const bool usesPairs = hasIdenticalContent(state) || state.sequence.contentMix < 1.0;
    return {activeRotary(state), usesPairs ? state.pairs : std::vector<PairContent>(), state.sequence,
            isAttention(state) || pictureTakesLong(state) ? scoreWindow(state) : ScoreWindow{},
            showsFile(state) ? state.content : nullptr};
}

SourceKey contentKeyOf(const ShownState& state)
{
    SourceKey key = keyOf(state);
    key.sequence.mask = Mask::None;
    key.sequence.quantity = Quantity::Product;
    key.window = {};
    return key;
}

/// The part of the matrix that a picture of so many pixels shows; never more pixels than cells.
ImageWindow imageWindow(const ScoreWindow& window, std::int64_t pixels, Mask mask)
{
    return {window.firstRow, window.firstColumn, window.span, static_cast<int>(std::min(pixels, window.span)), mask};
}

/// Pictures of a view: made when asked, or one made ahead.
class ViewSource : public ScoreSource {
public:
    /// `means`: of content that differs from position to position. `ready`: the picture of the window on show.
    ViewSource(ScoreView view, std::shared_ptr<const BlockMeans> means, std::shared_ptr<const ScoreImage> ready)
        : view_(std::move(view))
        , means_(std::move(means))
        , ready_(std::move(ready))
    {}

    ScoreImage image(const ScoreWindow& window, int pixels) const override
    {
        if (ready_ && window == view_.window)
            return *ready_;
        const std::lock_guard lock(mutex_);
        if (!(window == lastWindow_) || pixels != lastPixels_)
            last_ = madeImage(imageWindow(window, pixels, view_.mask));
        lastWindow_ = window;
        lastPixels_ = pixels;
        return last_;
    }
    std::optional<double> value(const ScoreCell& cell) const override { return shownCell(view_, cell); }
    ToeplitzMeter toeplitz(const ScoreWindow& window) const override { return toeplitzMeter(view_, window); }

private:
    ScoreImage madeImage(const ImageWindow& window) const
    {
        if (means_)
            return *means_->image(window, view_.scale);
        if (view_.isAttention())
            return *identicalAttention(view_.relative, view_.length, window);
        ImageWindow shown = window;
        if (shown.span % shown.pixels != 0) // pixels that cut cells are multiplied out one by one
            shown.pixels = std::min(shown.pixels, brokenPixels);
        return identicalImage(view_.relative, shown);
    }

    ScoreView view_;
    std::shared_ptr<const BlockMeans> means_;
    std::shared_ptr<const ScoreImage> ready_;
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
    ToeplitzMeter toeplitz(const ScoreWindow&) const override { return {}; }
    QString problem() const override { return problem_; }

private:
    QString problem_;
};

struct PreparedScores : Prepared {
    SourceKey key;
    std::shared_ptr<const ScoreSource> source;
    SourceKey contentKey;
    std::shared_ptr<const BlockMeans> means; ///< of the content, whatever part of it is on show; nullptr: not needed
};

/// Nothing when cancelled.
std::shared_ptr<const BlockMeans> blockMeans(const ShownState& state, const ScoreView& view, const WorkControl& control,
                                             const PreparedScores* have)
{
    if (have != nullptr && have->means && have->contentKey == contentKeyOf(state))
        return have->means;
    auto means = BlockMeans::build(view.content, view.rotation, control);
    return means ? std::make_shared<const BlockMeans>(std::move(*means)) : nullptr;
}

/// Pixels per side of attention of any content: fewer for long sequences, since every row costs all keys.
int attentionPixels(const ExplorerState& state)
{
    const double row = static_cast<double>(contentLength(state)) * activeRotary(state).headDim;
    return static_cast<int>(std::clamp(attentionBudget / row, 96.0, static_cast<double>(preparedPixels)));
}

/// The picture of a view that takes too long to be made while painting; nothing when cancelled.
std::optional<ScoreImage> longPicture(const ShownState& state, const ScoreView& view, const BlockMeans* means,
                                      const WorkControl& control)
{
    if (!view.isAttention())
        return means->image(imageWindow(view.window, sharpPixels, view.mask), view.scale, control);
    if (view.identical)
        return identicalAttention(view.relative, view.length, imageWindow(view.window, preparedPixels, view.mask),
                                  control);
    return contentAttention(view.content, view.rotation, view.scale,
                            imageWindow(view.window, attentionPixels(state), view.mask), control);
}

/// Nothing when cancelled.
std::shared_ptr<const PreparedScores> preparedView(const ShownState& state, ScoreView view, const WorkControl& control,
                                                   const PreparedScores* have)
{
    auto prepared = std::make_shared<PreparedScores>();
    prepared->key = keyOf(state);
    if (!view.identical && !view.isAttention()) {
        prepared->contentKey = contentKeyOf(state);
        prepared->means = blockMeans(state, view, control, have);
        if (!prepared->means)
            return nullptr;
    }
    std::shared_ptr<const ScoreImage> ready;
    if (view.isAttention() || pictureTakesLong(state)) {
        if (std::optional<ScoreImage> made = longPicture(state, view, prepared->means.get(), control))
            ready = std::make_shared<const ScoreImage>(*std::move(made));
        if (!ready)
            return nullptr;
    }
    prepared->source = std::make_shared<ViewSource>(std::move(view), prepared->means, std::move(ready));
    return prepared;
}

/// What is made in less than a frame and never kept.
std::shared_ptr<const ScoreSource> quickSource(const ShownState& state)
{
    if (!hasIdenticalContent(state) || (isAttention(state) && state.sequence.length > fastAttention))
        return nullptr;
    return std::make_shared<ViewSource>(*scoreView(state), nullptr, nullptr);
}

bool takesLong(const ShownState& state)
{
    if (hasIdenticalContent(state))
        return isAttention(state) && state.sequence.length > fastAttention;
    const double cells = static_cast<double>(contentLength(state)) * activeRotary(state).headDim;
    const double pixels = std::min<double>(preparedPixels, static_cast<double>(scoreWindow(state).span));
    return cells > fastContent || pictureTakesLong(state) || (isAttention(state) && cells * pixels > fastProducts);
}

/// What was prepared for this state; nullptr where it was another.
const PreparedScores* fitting(const Prepared* prepared, const ShownState& state)
{
    const auto* scores = dynamic_cast<const PreparedScores*>(prepared);
    return scores != nullptr && scores->key == keyOf(state) ? scores : nullptr;
}

std::shared_ptr<const ScoreSource> wholeSource(const ShownState& state, const Prepared* prepared)
{
    if (auto quick = quickSource(state))
        return quick;
    const PreparedScores* scores = fitting(prepared, state);
    return scores != nullptr ? scores->source : nullptr;
}

} // namespace

bool scoresNeedPreparation(const ShownState& state, const Prepared* have)
{
    const bool quick = hasIdenticalContent(state) && !takesLong(state);
    return !quick && fitting(have, state) == nullptr;
}

bool scoresPrepareQuickly(const ShownState& state)
{
    return !takesLong(state);
}

std::shared_ptr<const Prepared> prepareScores(const ShownState& state, const WorkControl& control, const Prepared* have)
{
    if (!scoresNeedPreparation(state, nullptr))
        return nullptr;
    Result<ScoreView> view = scoreView(state);
    if (view)
        return preparedView(state, std::move(*view), control, dynamic_cast<const PreparedScores*>(have));
    auto none = std::make_shared<PreparedScores>();
    none->key = keyOf(state);
    none->source = std::make_shared<NoSource>(QString::fromStdString(describe(view.error())));
    return none;
}

std::shared_ptr<const ScoreSource> scoreSource(const ShownState& state, const Prepared* prepared)
{
    const bool isPositional = hasIdenticalContent(state) && !isAttention(state);
    return partOf(wholeSource(state, prepared), state.view.scorePart, isPositional);
}

} // namespace rope
