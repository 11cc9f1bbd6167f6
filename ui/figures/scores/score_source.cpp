#include "ui/figures/scores/score_source.h"

#include "core/scores/attention_image.h"
#include "core/state/content_choice.h"
#include "core/state/derived.h"
#include "core/views/content_rows.h"
#include "ui/figures/scores/score_kinds.h"
#include "ui/figures/scores/score_part_source.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <utility>

namespace rope {

namespace {

constexpr std::int64_t fastAttention = 16'384; ///< tokens: a picture of attention takes less than a frame
constexpr int preparedPixels = 512;            ///< of a picture of attention made ahead of painting
constexpr int sharpPixels = 1024;              ///< of a picture of scores made ahead of painting
constexpr double fastContent = 2e6;            ///< tokens x channels that are passed over in less than a frame
constexpr double fastProducts = 3e7;           ///< multiplications of rows and keys in less than a frame
constexpr double attentionBudget = 1e10;       ///< multiplications that a picture of attention may take

bool isAttention(const ExplorerState& state)
{
    return state.sequence.quantity == Quantity::Attention;
}

bool isIdentical(const ExplorerState& state)
{
    return state.sequence.content == ContentKind::Identical || state.sequence.contentMix == 0.0;
}

/// True when the picture of scores takes more than a frame even with the running sums at hand: rows are made and
/// rotated at every pixel's edge.
bool pictureTakesLong(const ExplorerState& state)
{
    if (isIdentical(state) || isAttention(state))
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

SourceKey keyOf(const ExplorerState& state)
{
    const bool usesPairs = isIdentical(state) || state.sequence.contentMix < 1.0;
    return {activeRotary(state), usesPairs ? state.pairs : std::vector<PairContent>(), state.sequence,
            isAttention(state) || pictureTakesLong(state) ? scoreWindow(state) : ScoreWindow{},
            showsFile(state) ? contentFileOf(state).value_or(nullptr) : nullptr};
}

SourceKey contentKeyOf(const ExplorerState& state)
{
    SourceKey key = keyOf(state);
    key.sequence.mask = Mask::None;
    key.sequence.quantity = Quantity::Product;
    key.window = {};
    return key;
}

/// The last results of long work. It changes when a picture is ready, never what it shows.
template <class Result> class Recent {
public:
    std::shared_ptr<const Result> find(const SourceKey& key) const
    {
        const std::lock_guard lock(mutex_);
        for (const auto& [known, result] : entries_)
            if (result && known == key)
                return result;
        return nullptr;
    }
    std::shared_ptr<const Result> keep(const SourceKey& key, std::shared_ptr<const Result> result)
    {
        const std::lock_guard lock(mutex_);
        std::swap(entries_[0], entries_[1]);
        entries_[0] = {key, result};
        return result;
    }

private:
    mutable std::mutex mutex_;
    std::array<std::pair<SourceKey, std::shared_ptr<const Result>>, 2> entries_;
};

Recent<BlockMeans>& recentMeans()
{
    static Recent<BlockMeans> recent;
    return recent;
}

Recent<ScoreSource>& recentSources()
{
    static Recent<ScoreSource> recent;
    return recent;
}

std::shared_ptr<const BlockMeans> blockMeans(const ExplorerState& state, ContentRows content,
                                             const WorkControl& control)
{
    const SourceKey key = contentKeyOf(state);
    if (auto known = recentMeans().find(key))
        return known;
    auto means = BlockMeans::build(std::move(content), rowRotation(state), control);
    return means ? recentMeans().keep(key, std::make_shared<const BlockMeans>(std::move(*means))) : nullptr;
}

/// Pixels per side of attention of any content: fewer for long sequences, since every row costs all keys.
int attentionPixels(const ExplorerState& state)
{
    const double row = static_cast<double>(contentLength(state)) * activeRotary(state).headDim;
    return static_cast<int>(std::clamp(attentionBudget / row, 96.0, static_cast<double>(preparedPixels)));
}

std::shared_ptr<const ScoreSource> withAttention(std::optional<ScoreImage> image, const ExplorerState& state,
                                                 std::shared_ptr<const ScoreSource> scores)
{
    return image ? attentionScores(std::move(*image), scoreWindow(state), std::move(scores)) : nullptr;
}

/// Nothing when cancelled.
std::shared_ptr<const ScoreSource> makeContentSource(const ExplorerState& state, const WorkControl& control)
{
    const Result<ContentRows> content = contentRows(state);
    if (!content)
        return noScores(QString::fromStdString(describe(content.error())));
    const double scale = scoreScale(state, activeSchedule(state));
    const Mask mask = state.sequence.mask;
    auto means = blockMeans(state, *content, control);
    if (!means)
        return nullptr;
    if (pictureTakesLong(state)) {
        const ScoreWindow window = scoreWindow(state);
        auto image = means->image(imageWindow(window, sharpPixels, mask), scale, control);
        return image ? contentScores(std::move(means), scale, mask, ReadyPicture{window, std::move(*image)}) : nullptr;
    }
    auto scores = contentScores(std::move(means), scale, mask);
    if (!isAttention(state))
        return scores;
    return withAttention(contentAttention(*content, rowRotation(state), scale,
                                          imageWindow(scoreWindow(state), attentionPixels(state), mask), control),
                         state, std::move(scores));
}

std::shared_ptr<const ScoreSource> makeSource(const ExplorerState& state, const WorkControl& control)
{
    if (!isIdentical(state))
        return makeContentSource(state, control);
    if (!isAttention(state))
        return identicalScores(state);
    const ImageWindow window = imageWindow(scoreWindow(state), preparedPixels, state.sequence.mask);
    return withAttention(identicalAttention(activeScore(state), state.sequence.length, window, control), state,
                         identicalScores(state));
}

/// What is made in less than a frame and never kept.
std::shared_ptr<const ScoreSource> quickSource(const ExplorerState& state)
{
    if (!isIdentical(state))
        return nullptr;
    if (!isAttention(state))
        return identicalScores(state);
    if (state.sequence.length <= fastAttention)
        return identicalAttentionScores(state);
    return nullptr;
}

bool takesLong(const ExplorerState& state)
{
    if (isIdentical(state))
        return isAttention(state) && state.sequence.length > fastAttention;
    const double cells = static_cast<double>(contentLength(state)) * activeRotary(state).headDim;
    const double pixels = std::min<double>(preparedPixels, static_cast<double>(scoreWindow(state).span));
    return cells > fastContent || pictureTakesLong(state) || (isAttention(state) && cells * pixels > fastProducts);
}

/// A file that could not be read is tried again next time.
std::shared_ptr<const ScoreSource> keepGood(const SourceKey& key, std::shared_ptr<const ScoreSource> source)
{
    return source && source->problem().isEmpty() ? recentSources().keep(key, source) : source;
}

struct PreparedScores : Prepared {
    SourceKey key;
    std::shared_ptr<const ScoreSource> source;
};

} // namespace

bool scoresNeedPreparation(const ExplorerState& state)
{
    return takesLong(state) && !recentSources().find(keyOf(state));
}

std::shared_ptr<const Prepared> prepareScores(const ExplorerState& state, const CancelFlag& cancel,
                                              const std::function<void(double)>& progress)
{
    if (!takesLong(state))
        return nullptr;
    auto prepared = std::make_shared<PreparedScores>();
    prepared->key = keyOf(state);
    prepared->source = recentSources().find(prepared->key);
    if (prepared->source)
        return prepared;
    prepared->source = makeSource(state, WorkControl{&cancel, progress});
    if (!prepared->source)
        return nullptr;
    keepGood(prepared->key, prepared->source);
    return prepared;
}

namespace {

std::shared_ptr<const ScoreSource> wholeSource(const ExplorerState& state, const Prepared* prepared)
{
    if (auto quick = quickSource(state))
        return quick;
    const SourceKey key = keyOf(state);
    const auto* given = dynamic_cast<const PreparedScores*>(prepared);
    if (given != nullptr && given->key == key)
        return given->source;
    if (auto known = recentSources().find(key))
        return known;
    if (takesLong(state))
        return nullptr;
    return keepGood(key, makeSource(state, {}));
}

} // namespace

std::shared_ptr<const ScoreSource> scoreSource(const ExplorerState& state, const Prepared* prepared)
{
    return partOf(wholeSource(state, prepared), state.view.scorePart);
}

} // namespace rope
