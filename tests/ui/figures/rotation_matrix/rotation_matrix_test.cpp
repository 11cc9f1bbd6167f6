#include "core/state/derived.h"
#include "tests/core/oracles.h"
#include "tests/ui/figures/figure_states.h"
#include "ui/figures/kit/turned_pair.h"
#include "ui/figures/registry.h"
#include "core/views/rotation_blocks.h"

#include <cmath>
#include <gtest/gtest.h>

namespace rope {
namespace {

const Figure& matrix()
{
    return *findFigure(u"rotation_matrix");
}

/// A head whose channels partly pass through, in either layout.
ExplorerState partialState(const char* pairing)
{
    return stateWith({{"model.head_dim", "20"},
                      {"model.rotary_dim", "12"},
                      {"model.pairing", pairing},
                      {"positions.query", "1234567"},
                      {"positions.key", "345"}});
}

TEST(RotationMatrixFigure, EntriesAreCoresMatrix)
{
    for (const char* pairing : {"half", "interleaved"}) {
        const ExplorerState state = partialState(pairing);
        const RotarySettings& rotary = activeRotary(state);
        const Schedule schedule = activeSchedule(state);
        const auto blocks = rotationBlocks(rotary, schedule, 1234567);
        const Eigen::MatrixXd expected =
            testing::rotationMatrix(1234567, schedule.inverseFrequency, 20, rotary.pairing);
        for (int row = 0; row < 20; ++row)
            for (int column = 0; column < 20; ++column)
                EXPECT_NEAR(matrixEntry(rotary, blocks, row, column), expected(row, column), 1e-15)
                    << pairing << " " << row << " " << column;
    }
}

TEST(RotationMatrixFigure, BothLawsHoldToRounding)
{
    for (const char* pairing : {"half", "interleaved"}) {
        const ExplorerState state = partialState(pairing);
        const RotationLaws laws = rotationLaws(activeRotary(state), activeSchedule(state), 1234567, 345);
        EXPECT_LT(laws.relative, 1e-13);
        EXPECT_LT(laws.norm, 1e-14);
    }
}

TEST(RotationMatrixFigure, LawMatchesTheFullMatrices)
{
    const ExplorerState state = partialState("half");
    const Schedule schedule = activeSchedule(state);
    const auto full = [&](std::int64_t position) {
        return testing::rotationMatrix(position, schedule.inverseFrequency, 20, PairLayout::HalfSplit);
    };
    const Eigen::MatrixXd product = full(1234567).transpose() * full(345);
    const double difference = (product - full(345 - 1234567)).cwiseAbs().maxCoeff();
    const RotationLaws laws = rotationLaws(activeRotary(state), schedule, 1234567, 345);
    EXPECT_NEAR(laws.relative, difference, 1e-15);
}

TEST(RotationMatrixFigure, EveryChannelBelongsToItsPair)
{
    for (const char* pairing : {"half", "interleaved"}) {
        const ExplorerState state = partialState(pairing);
        const RotarySettings& rotary = activeRotary(state);
        for (int pair = 0; pair < 6; ++pair) {
            const PairChannels channels = headChannels(rotary, pair);
            EXPECT_EQ(pairOfChannel(rotary, channels.first), pair);
            EXPECT_EQ(pairOfChannel(rotary, channels.second), pair);
        }
        EXPECT_FALSE(pairOfChannel(rotary, 12));
        EXPECT_FALSE(pairOfChannel(rotary, 19));
    }
    RotarySettings tail = activeRotary(partialState("half"));
    tail.rotatesTail = true;
    EXPECT_EQ(pairOfChannel(tail, 8), 0);
    EXPECT_FALSE(pairOfChannel(tail, 7));
}

TEST(RotationMatrixFigure, LayoutShowsInThePicture)
{
    const QSizeF size(500, 400);
    EXPECT_NE(Scene(matrix(), partialState("half"), size).image(),
              Scene(matrix(), partialState("interleaved"), size).image());
}

TEST(RotationMatrixFigure, ReadoutNamesEntryAndPair)
{
    const ExplorerState state =
        stateWith({{"model.head_dim", "4"}, {"model.pairing", "interleaved"}, {"positions.query", "2"}});
    const Scene scene(matrix(), state, QSizeF(500, 400));
    std::vector<std::string> texts;
    for (double y = 2; y < 400; y += 5)
        for (double x = 2; x < 500; x += 5)
            if (const Readout readout = scene.hover({x, y}); !readout.text.isEmpty())
                texts.push_back(readout.text.toStdString());
    const auto has = [&](const std::string& text) {
        return std::find(texts.begin(), texts.end(), text) != texts.end();
    };
    EXPECT_TRUE(has("out 0, in 0: cos mθ = −0.4161 of pair 0")); // cos 2
    EXPECT_TRUE(has("out 0, in 1: −sin mθ = −0.9093 of pair 0"));
    EXPECT_TRUE(has("out 3, in 2: sin mθ = 0.0200 of pair 1")); // sin 0.02
    EXPECT_TRUE(has("out 0, in 3: 0"));
}

TEST(RotationMatrixFigure, ClickPicksThePairOfTheRow)
{
    const Scene scene(matrix(), stateWith({{"model.head_dim", "8"}}), QSizeF(500, 400));
    for (double y = 10; y < 380; y += 7) {
        const Readout readout = scene.hover({200, y});
        const auto change = scene.drag({200, y}, {200, y});
        ASSERT_EQ(readout.highlight.pair.has_value(), change.has_value());
        if (change) {
            EXPECT_EQ(std::get<SetValue>(*change).value, Value(static_cast<double>(*readout.highlight.pair)));
        }
    }
}

} // namespace
} // namespace rope
