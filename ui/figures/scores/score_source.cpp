#include "ui/figures/scores/score_source.h"

#include "core/scores/attention_image.h"
#include "core/state/content_choice.h"
#include "core/state/derived.h"
#include "core/views/content_rows.h"
#include "ui/figures/scores/score_kinds.h"
#include "ui/figures/scores/score_part_source.h"

#include <algorithm>
#include <cmath>
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

SourceKey keyOf(const ShownState& state)
{
    const bool usesPairs = isIdentical(state) || state.sequence.contentMix < 1.0;
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

struct PreparedScores : Prepared {
    SourceKey key;
    std::shared_ptr<const ScoreSource> source;
    SourceKey contentKey;
    std::shared_ptr<const BlockMeans> means; ///< of the content, whatever part of it is on show; nullptr: not needed
};

std::shared_ptr<const BlockMeans> blockMeans(const ShownState& state, ContentRows content, const WorkControl& control,
                                             const PreparedScores* have)
{
    if (have != nullptr && have->means && have->contentKey == contentKeyOf(state))
        return have->means;
    auto means = BlockMeans::build(std::move(content), rowRotation(state), control);
    return means ? std::make_shared<const BlockMeans>(std::move(*means)) : nullptr;
}

/// Pixels per side of attention of any content: fewer for long sequences, since every row costs all keys.
int attentionPixels(const ExplorerState& state)
{
    const double row = static_cast<double>(contentLength(state)) * activeRotary(state).headDim;
    return static_cast<int>(std::clamp(attentionBudget / row, 96.0, static_cast<double>(preparedPixels)));
}

std::shared_ptr<const ScoreSource> withAttention(std::optional<ScoreImage> image, const ShownState& state,
                                                 std::shared_ptr<const ScoreSource> scores)
{
    return image ? attentionScores(std::move(*image), scoreWindow(state), std::move(scores)) : nullptr;
}

/// Nothing when cancelled.
std::shared_ptr<const ScoreSource> contentSource(const ShownState& state, const ContentRows& content,
                                                 std::shared_ptr<const BlockMeans> means, const WorkControl& control)
{
    const double scale = scoreScale(state, activeSchedule(state));
    const Mask mask = state.sequence.mask;
    const ScoreWindow window = scoreWindow(state);
    if (pictureTakesLong(state)) {
        auto image = means->image(imageWindow(window, sharpPixels, mask), scale, control);
        return image ? contentScores(std::move(means), scale, mask, ReadyPicture{window, std::move(*image)}) : nullptr;
    }
    auto scores = contentScores(std::move(means), scale, mask);
    if (!isAttention(state))
        return scores;
    return withAttention(contentAttention(content, rowRotation(state), scale,
                                          imageWindow(window, attentionPixels(state), mask), control),
                         state, std::move(scores));
}

/// Nothing when cancelled.
std::shared_ptr<const PreparedScores> preparedContent(const ShownState& state, const WorkControl& control,
                                                      const PreparedScores* have)
{
    auto prepared = std::make_shared<PreparedScores>();
    prepared->key = keyOf(state);
    const Result<ContentRows> content = contentRows(state);
    if (!content) {
        prepared->source = noScores(QString::fromStdString(describe(content.error())));
        return prepared;
    }
    prepared->contentKey = contentKeyOf(state);
    prepared->means = blockMeans(state, *content, control, have);
    if (!prepared->means)
        return nullptr;
    prepared->source = contentSource(state, *content, prepared->means, control);
    return prepared->source ? prepared : nullptr;
}

std::shared_ptr<const PreparedScores> preparedAttention(const ShownState& state, const WorkControl& control)
{
    auto prepared = std::make_shared<PreparedScores>();
    prepared->key = keyOf(state);
    const ImageWindow window = imageWindow(scoreWindow(state), preparedPixels, state.sequence.mask);
    prepared->source = withAttention(identicalAttention(activeScore(state), state.sequence.length, window, control),
                                     state, identicalScores(state));
    return prepared->source ? prepared : nullptr;
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

bool takesLong(const ShownState& state)
{
    if (isIdentical(state))
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
    const bool quick = isIdentical(state) && !takesLong(state);
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
    return isIdentical(state) ? preparedAttention(state, control)
                              : preparedContent(state, control, dynamic_cast<const PreparedScores*>(have));
}

std::shared_ptr<const ScoreSource> scoreSource(const ShownState& state, const Prepared* prepared)
{
    return partOf(wholeSource(state, prepared), state.view.scorePart);
}

} // namespace rope
