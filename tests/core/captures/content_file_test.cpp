#include "core/captures/content_file.h"

#include "core/base/npy.h"
#include "core/captures/content_names.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <limits>
#include <numeric>

namespace rope {
namespace {

namespace fs = std::filesystem;

/// A folder of arrays that goes away with the test.
class ContentFileTest : public ::testing::Test {
protected:
    ContentFileTest()
        : folder_(fs::path(::testing::TempDir()) /
                  ("rope_content_" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name())))
    {
        fs::remove_all(folder_);
        fs::create_directories(folder_);
    }
    ~ContentFileTest() override { fs::remove_all(folder_); }

    std::string path(const std::string& name) const { return (folder_ / name).string(); }

    void write(const std::string& name, const NpyArray& array) const
    {
        std::ofstream(path(name), std::ios::binary) << npyBytes(array);
    }

    /// Values first, first + 1, ... in C order.
    void write(const std::string& name, std::vector<std::int64_t> shape, float first = 0.0F) const
    {
        NpyArray array{std::move(shape), {}};
        std::vector<float> values(static_cast<std::size_t>(array.count()));
        std::iota(values.begin(), values.end(), first);
        array.values = values;
        write(name, array);
    }

    std::string refusal(const std::string& name) const
    {
        const auto content = openContent(path(name));
        return content ? "accepted" : describe(content.error());
    }

private:
    fs::path folder_;
};

TEST(ContentFile, CapturesOpenByTheirPrefix)
{
    for (const std::string& id : captureIds()) {
        const auto content = openContent(std::string(capturePrefix) + id);
        ASSERT_TRUE(content) << id;
        EXPECT_TRUE((*content)->builtIn);
        EXPECT_EQ((*content)->capture.id, id);
    }
    const auto unknown = openContent("capture:gpt");
    ASSERT_FALSE(unknown);
    for (const std::string& id : captureIds())
        EXPECT_NE(describe(unknown.error()).find("capture:" + id), std::string::npos);
}

TEST(ContentFile, EnergyIsTheMeanSquareOfEveryChannel)
{
    const auto content = openContent("capture:stories260k").value();
    const Capture& capture = content->capture;
    const RowMatrix queries = capturedQueries(capture, 3, 5);
    const Eigen::RowVectorXd expected = queries.cwiseAbs2().colwise().mean();
    EXPECT_LT((content->queryEnergy.row(3 * capture.queryHeads + 5) - expected).cwiseAbs().maxCoeff(), 1e-9);
    const Eigen::RowVectorXd keys = capturedKeys(capture, 3, 5).cwiseAbs2().colwise().mean();
    EXPECT_LT((content->keyEnergy.row(3 * capture.keyHeads + 2) - keys).cwiseAbs().maxCoeff(), 1e-9);
}

TEST_F(ContentFileTest, KeysLieBesideTheQueriesUnderTheirName)
{
    for (const auto& [queries, keys] : {std::pair{"x_q.npy", "x_k.npy"},
                                        {"q_x.npy", "k_x.npy"},
                                        {"Q.npy", "K.npy"},
                                        {"layer-3.query.npy", "layer-3.key.npy"},
                                        {"k_proj_q.npy", "k_proj_k.npy"},
                                        {"queries_a.npy", "keys_a.npy"}}) {
        write(queries, {3, 4});
        EXPECT_TRUE(openContent(path(queries)).value()->sharedArray) << queries;
        write(keys, {3, 4}, 100.0F);
        for (const char* named : {queries, keys}) {
            const auto content = openContent(path(named)).value();
            EXPECT_FALSE(content->sharedArray) << named;
            EXPECT_EQ(content->queryName, queries) << named;
            EXPECT_EQ(content->keyName, keys) << named;
            EXPECT_EQ(capturedQueries(content->capture, 0, 0)(0, 1), 1.0);
            EXPECT_EQ(capturedKeys(content->capture, 0, 0)(0, 1), 101.0);
        }
    }
    EXPECT_EQ(contentPaths(path("iraq.npy")).keys, path("iraq.npy")) << "whole words alone";
}

TEST_F(ContentFileTest, TwoThreeAndFourAxesAreRead)
{
    write("two.npy", {5, 6});
    write("three.npy", {5, 2, 6});
    write("four.npy", {3, 5, 2, 6});
    EXPECT_EQ(openContent(path("two.npy")).value()->capture.queryHeads, 1);
    EXPECT_EQ(openContent(path("three.npy")).value()->capture.queryHeads, 2);
    const auto four = openContent(path("four.npy")).value();
    EXPECT_EQ(four->capture.layers, 3);
    EXPECT_EQ(four->capture.places, 5);
    EXPECT_EQ(capturedQueries(four->capture, 2, 1)(4, 5), 3 * 5 * 2 * 6 - 1.0);
}

TEST_F(ContentFileTest, QueryHeadsShareKeyHeads)
{
    write("g_q.npy", {1, 4, 6, 2});
    write("g_k.npy", {1, 4, 2, 2}, 1000.0F);
    const auto content = openContent(path("g_q.npy")).value();
    EXPECT_EQ(capturedKeys(content->capture, 0, 2), capturedKeys(content->capture, 0, 0));
    EXPECT_NE(capturedKeys(content->capture, 0, 3), capturedKeys(content->capture, 0, 2));
}

TEST_F(ContentFileTest, AShelfReadsOnceAndAFileThatChangedAgain)
{
    ContentShelf shelf;
    const std::string capture = std::string(capturePrefix) + captureIds().front();
    EXPECT_EQ(shelf.open(capture).value(), shelf.open(capture).value());
    write("x.npy", {2, 2});
    const auto first = shelf.open(path("x.npy")).value();
    EXPECT_EQ(first->capture.places, 2);
    EXPECT_EQ(shelf.open(path("x.npy")).value(), first);
    write("x.npy", {7, 2});
    EXPECT_EQ(shelf.open(path("x.npy")).value()->capture.places, 7);
    fs::remove(path("x.npy"));
    EXPECT_FALSE(shelf.open(path("x.npy")));
}

TEST_F(ContentFileTest, WhatCannotBeUsedIsRefusedByNameAndReason)
{
    write("list.npy", {8});
    write("empty.npy", {0, 8});
    write("whole.npy", NpyArray{{2, 2}, std::vector<std::int32_t>{1, 2, 3, 4}});
    write("nan.npy", NpyArray{{1, 2}, std::vector<double>{1.0, std::numeric_limits<double>::quiet_NaN()}});
    write("large.npy", NpyArray{{1, 2}, std::vector<double>{1e300, 0.0}});
    write("a_q.npy", {1, 4, 6, 2});
    write("a_k.npy", {1, 4, 4, 2});
    write("b_q.npy", {4, 2});
    write("b_k.npy", {5, 2});
    std::ofstream(path("text.npy")) << "no array";
    for (const auto& [name, reason] : {std::pair{"list.npy", "position, channel"},
                                       {"empty.npy", "position, channel"},
                                       {"whole.npy", "integers"},
                                       {"nan.npy", "value 1"},
                                       {"large.npy", "value 0"},
                                       {"a_q.npy", "divide"},
                                       {"b_q.npy", "b_k.npy"},
                                       {"text.npy", "text.npy"},
                                       {"missing.npy", "no such file"}}) {
        const std::string message = refusal(name);
        EXPECT_NE(message.find(reason), std::string::npos) << name << ": " << message;
        EXPECT_NE(message.find(fs::path(path(name)).parent_path().string()), std::string::npos) << message;
    }
    EXPECT_NE(refusal("").find("is a folder"), std::string::npos) << "a folder: " << refusal("");
}

} // namespace
} // namespace rope
