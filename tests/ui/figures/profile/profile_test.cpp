#include "core/state/derived.h"
#include "tests/ui/figures/figure_states.h"
#include "ui/figures/all.h"
#include "ui/figures/kit/panel_figure.h"
#include "ui/figures/profile/profile_chart.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>

namespace rope {
namespace {

/// A varied but fixed content: lengths and angles differ from pair to pair.
ExplorerState varied(std::vector<std::pair<std::string, std::string>> values = {})
{
    ExplorerState state = stateWith(values);
    for (int pair = 0; pair < pairCount(state); ++pair)
        state.pairs.push_back({1.0 + 0.01 * pair, 0.3 * pair, 1.5 - 0.02 * pair, 0.7 * pair});
    return state;
}

QPointF placeOf(const Scene& scene, double offset)
{
    const FigureContext context = scene.context();
    const PanelPicture picture = dynamic_cast<const PanelFigure&>(profileFigure()).picture(context);
    const Frame frame = layoutPanels(picture, context).panels.front().frame;
    return {frame.x.toPosition(offset), frame.plot.center().y()};
}

TEST(Profile, EveryPointIsTheScoreAtItsOffset)
{
    const ExplorerState state = varied();
    const ProfileNumbers numbers = *profileNumbers(state, 600);
    ASSERT_EQ(numbers.all.offset.size(), 257U);
    ASSERT_EQ(numbers.perColumn, 1);
    const RelativeScore score = activeScore(state);
    for (std::size_t index = 0; index < 257; index += 16)
        EXPECT_NEAR(numbers.all.lowest[index], scoreAt(score, static_cast<std::int64_t>(index) - 128), 1e-12);
}

TEST(Profile, ColumnsKeepTheExtremesOfEveryOffset)
{
    const ExplorerState state = varied({{"sequence.length", "100000"}, {"view.profile_span", "50000"}});
    const ProfileNumbers numbers = *profileNumbers(state, 500);
    ASSERT_GT(numbers.perColumn, 1);
    const Eigen::VectorXd values = profile(activeScore(state), -50000, 100001);
    const auto& all = numbers.all;
    EXPECT_LE(all.offset.size(), 501U);
    constexpr double rounding = 1e-14; // blocks of other lengths have other tables
    EXPECT_NEAR(*std::max_element(all.highest.begin(), all.highest.end()), values.maxCoeff(), rounding);
    EXPECT_NEAR(*std::min_element(all.lowest.begin(), all.lowest.end()), values.minCoeff(), rounding);
    const Eigen::Index first = 7 * numbers.perColumn;
    EXPECT_NEAR(all.highest[7], values.segment(first, numbers.perColumn).maxCoeff(), rounding);
    EXPECT_NEAR(all.lowest[7], values.segment(first, numbers.perColumn).minCoeff(), rounding);
}

TEST(Profile, FewerColumnsKeepTheExtremesToo)
{
    const ExplorerState state = varied({{"view.profile_span", "20000"}});
    const ProfileNumbers fine = *profileNumbers(state, 2048);
    const ProfileNumbers coarse = withColumns(fine, 300);
    EXPECT_LE(coarse.all.offset.size(), 300U);
    EXPECT_GE(coarse.all.offset.size(), 200U);
    for (const auto& [few, many] : {std::pair{&coarse.all, &fine.all}, std::pair{&coarse.one, &fine.one},
                                    std::pair{&coarse.envelope, &fine.envelope}}) {
        EXPECT_EQ(*std::ranges::min_element(few->lowest), *std::ranges::min_element(many->lowest));
        EXPECT_EQ(*std::ranges::max_element(few->highest), *std::ranges::max_element(many->highest));
    }
    EXPECT_EQ(withColumns(fine, 4096).all.lowest, fine.all.lowest);
}

TEST(Profile, TheEnvelopeLiesOverTheScoreAndTouchesIdenticalContentAtZero)
{
    const ExplorerState state = varied();
    const ProfileNumbers numbers = *profileNumbers(state, 600);
    for (std::size_t index = 0; index < numbers.all.offset.size(); ++index)
        EXPECT_GE(numbers.envelope.lowest[index], numbers.all.lowest[index] - 1e-12);
    const ProfileNumbers identical = *profileNumbers(stateWith({}), 600);
    EXPECT_NEAR(identical.envelope.lowest[128], identical.all.lowest[128], 1e-12);
}

TEST(Profile, PairsAddUpToTheScore)
{
    const ExplorerState state = varied();
    const RelativeScore score = activeScore(state);
    double sum = score.scale * score.tail;
    for (int pair = 0; pair < pairCount(state); ++pair)
        sum += scoreAt(pairAlone(score, pair), -7);
    EXPECT_NEAR(sum, scoreAt(score, -7), 1e-12);
}

TEST(Profile, AttentionOfOneQueryAddsUpToOne)
{
    for (const char* mask : {"none", "causal"}) {
        const ExplorerState state = varied({{"sequence.length", "100"},
                                            {"view.profile_span", "99"},
                                            {"positions.query", "40"},
                                            {"sequence.mask", mask},
                                            {"sequence.quantity", "attention"}});
        const ProfileNumbers numbers = *profileNumbers(state, 600);
        double sum = 0.0;
        int visible = 0;
        for (const double value : numbers.all.lowest)
            if (!std::isnan(value)) {
                sum += value;
                ++visible;
            }
        EXPECT_NEAR(sum, 1.0, 1e-12);
        EXPECT_EQ(visible, std::string(mask) == "causal" ? 41 : 100);
    }
}

TEST(Profile, CausalMaskHidesLaterKeys)
{
    const ExplorerState state = varied({{"sequence.mask", "causal"}, {"positions.query", "5"}, {"positions.key", "9"}});
    EXPECT_FALSE(profileValue(state, 4).has_value());
    EXPECT_TRUE(profileValue(state, 0).has_value());
    EXPECT_TRUE(profileFigure().describe(state).contains("masked"));
}

TEST(Profile, HoverTellsTheOffsetAndItsScore)
{
    const ExplorerState state = stateWith({});
    const Scene scene(profileFigure(), state, QSizeF(600, 450));
    const Readout readout = scene.hover(placeOf(scene, -7));
    EXPECT_TRUE(readout.text.startsWith(QString::fromUtf8("offset n − m = −7: score 4.139; pair 9 adds")))
        << readout.text.toStdString();
    EXPECT_EQ(readout.highlight.offset, -7);
    EXPECT_TRUE(scene.hover(QPointF(1, 1)).text.isEmpty());
}

TEST(Profile, DraggingMovesTheKey)
{
    const ExplorerState state = stateWith({{"positions.query", "100"}});
    const Scene scene(profileFigure(), state, QSizeF(600, 450));
    const auto change = scene.drag(placeOf(scene, -7), placeOf(scene, 50));
    ASSERT_TRUE(change.has_value());
    const ExplorerState next = *withChange(state, *change);
    EXPECT_EQ(next.positions.key, 150);
    EXPECT_EQ(next.positions.query, 100);
}

TEST(Profile, TheWheelChangesTheSpan)
{
    const ExplorerState state = stateWith({});
    const Scene scene(profileFigure(), state, QSizeF(600, 450));
    const auto closer = profileFigure().wheel(scene.context(), QPointF(300, 200), 2.0);
    ASSERT_TRUE(closer.has_value());
    EXPECT_EQ(withChange(state, *closer)->view.profileSpan, 64);
    const auto farther = profileFigure().wheel(scene.context(), QPointF(300, 200), -2.0);
    ASSERT_TRUE(farther.has_value());
    EXPECT_EQ(withChange(state, *farther)->view.profileSpan, 256);
}

TEST(Profile, LongSpansArePreparedAndCanBeCancelled)
{
    const ExplorerState state = varied({{"sequence.length", "10000000"}, {"view.profile_span", "5000000"}});
    ASSERT_TRUE(profileFigure().needsPreparation(state, nullptr));
    EXPECT_FALSE(profileFigure().needsPreparation(stateWith({}), nullptr));
    const std::atomic<bool> cancelled{true};
    EXPECT_EQ(profileFigure().prepare(state, {&cancelled, {}}, nullptr), nullptr);
}

} // namespace
} // namespace rope
