#include "core/state/content_choice.h"
#include "tests/core/opened_content.h"

#include "core/base/npy.h"
#include "core/state/change.h"
#include "core/state/derived.h"
#include "core/state/json.h"
#include "core/state/keys.h"
#include "core/views/content_rows.h"
#include "tests/core/oracles.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

namespace rope {
namespace {

const std::string natural = "capture:tinylm_natural";

ShownState with(const ShownState& state, const std::string& key, const Value& value)
{
    return openedAfter(state, SetValue{key, value});
}

std::string refusal(const ExplorerState& state, const std::string& key, const Value& value)
{
    const auto next = withChange(state, SetValue{key, value});
    return next ? "accepted" : describe(next.error());
}

/// Head 3.3 of tinylm as content.
ShownState previousTokenHead()
{
    return openedAfter(openedWith({}, natural), SetValues{{{"sequence.file_layer", 3.0}, {"sequence.file_head", 3.0}}});
}

/// All scores of the state's content.
RowMatrix scoresOf(const ShownState& state)
{
    const ContentRows content = contentRows(state).value();
    const auto rotated = [&](const RowSource& source) -> RowMatrix {
        return rotatedRows(source, 0, content.length, content.headDim, rowRotation(state)).cast<double>();
    };
    return scoreMatrix(rotated(content.queries), rotated(content.keys), scoreScale(state, activeSchedule(state)));
}

TEST(ContentChoice, ContentOfAFileNeedsAFile)
{
    const std::string message = refusal({}, "sequence.content", std::string("file"));
    EXPECT_EQ(message.rfind("sequence.content_file: no file is chosen", 0), 0U) << message;
}

TEST(ContentChoice, KeysInAnyOrderMakeOneChange)
{
    const auto next = withChange({}, SetValues{{{"sequence.content", std::string("file")},
                                                {"sequence.content_file", natural},
                                                {"model.head_dim", 64.0}}});
    ASSERT_TRUE(next) << describe(next.error());
    ContentShelf shelf;
    EXPECT_EQ(contentLength(withContentOpened(*next, shelf)), 256) << "of 1024: the capture ends there";
}

TEST(ContentChoice, ACaptureBringsItsModel)
{
    ExplorerState before;
    before.highlightedPair = 63;
    before.view.zoomSpan = 8;
    const ShownState stories = openedWith(before, "capture:stories260k");
    EXPECT_EQ(activeRotary(stories).headDim, 8);
    EXPECT_EQ(activeRotary(stories).pairing, PairLayout::Interleaved);
    EXPECT_EQ(activeRotary(stories).originalContext, 512);
    EXPECT_EQ(stories.highlightedPair, 3);
    EXPECT_EQ(stories.sequence.length, 201);
    EXPECT_EQ(stories.view.zoomSpan, 0);
    EXPECT_EQ(activeRotary(openedWith(stories, natural)).pairing, PairLayout::HalfSplit);
}

TEST(ContentChoice, LayerAndHeadMustBeThere)
{
    const ShownState state = openedWith({}, natural);
    EXPECT_NE(refusal(state, "sequence.file_layer", 4.0).find("its last is 3"), std::string::npos);
    EXPECT_NE(refusal(state, "sequence.file_head", 4.0).find("its last is 3"), std::string::npos);
    EXPECT_EQ(sliderRange(state, *findKey(state, "sequence.file_head")).maximum, 3.0);
    const ShownState stories = openedWith(previousTokenHead(), "capture:stories260k");
    EXPECT_EQ(stories.sequence.fileHead, 3) << "kept where it is there too";
}

TEST(ContentChoice, NewContentWithoutTheLayerOrHeadOfTheOldBeginsAtItsFirst)
{
    ShownState stories = openedWith({}, "capture:stories260k");
    stories.sequence.fileLayer = stories.sequence.contentFacts.layers - 1;
    stories.sequence.fileHead = stories.sequence.contentFacts.queryHeads - 1;
    const ShownState other = openedWith(stories, natural);
    EXPECT_EQ(other.sequence.fileLayer, 0);
    EXPECT_EQ(other.sequence.fileHead, 0);
    EXPECT_EQ(other.contentProblem, "");
}

TEST(ContentChoice, HeadsOfAnotherWidthAreRefusedAndAnotherModelDropsThem)
{
    const ShownState state = previousTokenHead();
    EXPECT_NE(refusal(state, "model.head_dim", 128.0).find("64 channels"), std::string::npos);
    const ExplorerState other = withChange(state, SetModel{ModelSettings{}}).value();
    EXPECT_EQ(other.sequence.content, ContentKind::Identical);
    ModelSettings same = state.model;
    same.layers.front().base = 5e5;
    EXPECT_EQ(withChange(state, SetModel{same}).value().sequence.content, ContentKind::File);
}

TEST(ContentChoice, ScoresAreTheOnesThatTheModelSaw)
{
    const ShownState state = previousTokenHead();
    const testing::CapturedScores expected = testing::capturedScores(loadCapture("tinylm_natural").value(), 3, 3);
    EXPECT_LT((scoresOf(state) - expected.after).cwiseAbs().maxCoeff(), 2e-4);
    EXPECT_GT((scoresOf(with(state, "model.base", 1000.0)) - expected.after).cwiseAbs().maxCoeff(), 1.0);
}

TEST(ContentChoice, ChannelsThatTurnAtTheEndOfTheHeadAreTheFilesLastOnes)
{
    ShownState state = previousTokenHead();
    state.model.layers.front().rotaryDim = 16;
    state.model.layers.front().rotatesTail = true;
    state.highlightedPair = 0;
    RowMatrixF row(1, 64);
    contentRows(state).value().queries(5, row);
    const RowMatrix file = capturedQueries(loadCapture("tinylm_natural").value(), 3, 3);
    EXPECT_NEAR(row(0, 0), file(5, 48), 1e-6);
    EXPECT_NEAR(row(0, 16), file(5, 0), 1e-6);
}

TEST(ContentChoice, RotatedArraysGiveTheirOwnProductsWhateverTheModel)
{
    const testing::CapturedScores expected = testing::capturedScores(loadCapture("tinylm_natural").value(), 3, 3);
    const ShownState state = with(previousTokenHead(), "sequence.file_rotated", std::string("after"));
    EXPECT_LT((scoresOf(state) - expected.before).cwiseAbs().maxCoeff(), 2e-4);
    EXPECT_EQ(scoresOf(with(state, "model.base", 50.0)), scoresOf(state));
    EXPECT_NE(refusal(state, "sequence.content_mix", 0.5).find("cannot be mixed"), std::string::npos);
}

TEST(ContentChoice, OwnArraysKeepTheModelAtTheirHeadDimension)
{
    const auto folder = std::filesystem::path(::testing::TempDir()) / "rope_content_choice";
    std::filesystem::create_directories(folder);
    const auto write = [&](const std::string& name, Eigen::Index channels) {
        std::ofstream(folder / name, std::ios::binary) << npyBytes(RowMatrix(RowMatrix::Ones(10, channels)));
        return (folder / name).string();
    };
    const ExplorerState before = with({}, "model.base", 5e5);
    const ShownState own = openedWith(before, write("own.npy", 32));
    EXPECT_EQ(activeRotary(own).headDim, 32);
    EXPECT_EQ(activeRotary(own).rotaryDim, 32);
    EXPECT_EQ(activeRotary(own).base, 5e5);
    EXPECT_EQ(own.sequence.length, 10);
    const std::string oddFile = write("odd.npy", 33);
    const auto odd = withContent(before, oddFile, *openContent(oddFile).value());
    ASSERT_FALSE(odd);
    EXPECT_NE(describe(odd.error()).find("even"), std::string::npos);
    std::filesystem::remove_all(folder);
}

TEST(ContentChoice, AFileThatHasGoneLeavesAStateInWhichEverySliderMoves)
{
    const auto folder = std::filesystem::path(::testing::TempDir()) / "rope_content_gone";
    std::filesystem::create_directories(folder);
    const std::string file = (folder / "own.npy").string();
    std::ofstream(file, std::ios::binary) << npyBytes(RowMatrix(RowMatrix::Ones(10, 32)));
    ContentShelf shelf;
    const ShownState there = openedWith({}, file);
    std::filesystem::remove_all(folder);
    const ShownState gone = withContentOpened(there, shelf);
    EXPECT_TRUE(validate(gone));
    EXPECT_NE(gone.contentProblem.find(file), std::string::npos) << gone.contentProblem;
    EXPECT_EQ(contentRows(gone).error().field, "sequence.content_file");
    EXPECT_EQ(contentLength(gone), gone.sequence.length) << "nothing is known of it";
    for (const StateKey& key : keysOf(gone)) {
        if (key.kind != ValueKind::Integer && key.kind != ValueKind::Real)
            continue;
        const KeyRange range = sliderRange(gone, key);
        const double now = std::get<double>(key.get(gone));
        const bool down = now == range.maximum || key.id == "view.range_minimum";
        const double moved = down ? range.minimum : range.maximum;
        const auto next = withChange(gone, SetValue{key.id, moved});
        EXPECT_TRUE(next) << key.id << ": " << (next ? "" : describe(next.error()));
    }
}

TEST(ContentChoice, AFileThatDoesNotFitIsAProblemOfTheStateNotARefusal)
{
    ShownState state = openedWith({}, natural);
    state.sequence.contentFile = "capture:stories260k";
    state.sequence.contentFacts = {};
    ContentShelf shelf;
    state = withContentOpened(state, shelf);
    EXPECT_EQ(state.content, nullptr);
    EXPECT_NE(state.contentProblem.find("heads of 8 channels"), std::string::npos) << state.contentProblem;
    EXPECT_TRUE(withChange(state, SetValue{"positions.query", 3.0}));
    EXPECT_NE(openedAfter(state, SetValue{"model.head_dim", 8.0}).content, nullptr) << "now it fits";
}

TEST(ContentChoice, ASessionRemembersTheContent)
{
    const ShownState state = previousTokenHead();
    const auto read = stateFromJson(toJson(state));
    ASSERT_TRUE(read) << describe(read.error());
    ContentShelf shelf;
    EXPECT_EQ(withContentOpened(*read, shelf), state);
}

} // namespace
} // namespace rope
