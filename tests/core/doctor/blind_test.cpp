#include "core/doctor/blind.h"

#include "core/captures/captured.h"
#include "core/rotation/frequency.h"
#include "tests/core/doctor/turned_rows.h"

#include <gtest/gtest.h>

namespace rope {
namespace {

enum class Kind { Queries, Keys };

/// Queries or keys of a trained model of all layers and heads, each row turned to `sign` * its place.
HeadRows captured(const Capture& capture, Kind kind, double base, int sign)
{
    const int heads = kind == Kind::Queries ? capture.queryHeads : capture.keyHeads;
    const std::vector<float>& values = kind == Kind::Queries ? capture.queries : capture.keys;
    const Eigen::VectorXd theta = sign * inverseFrequencies(base, capture.headDim);
    std::vector<float> rows;
    for (int place = 0; place < capture.places; ++place)
        for (int layer = 0; layer < capture.layers; ++layer)
            for (int head = 0; head < heads; ++head) {
                const auto first =
                    static_cast<std::ptrdiff_t>(((layer * capture.places + place) * heads + head)) * capture.headDim;
                Eigen::VectorXd row(capture.headDim);
                std::copy_n(values.begin() + first, capture.headDim, row.begin());
                row = rotate(row, place, theta, capture.layout);
                rows.insert(rows.end(), row.begin(), row.end());
            }
    return HeadRows(kind == Kind::Queries ? "q" : "k", rows, capture.places,
                    static_cast<Eigen::Index>(capture.layers) * heads, capture.headDim);
}

std::vector<RowsPair> tensorsOf(const Capture& capture, double base, int sign)
{
    const HeadRows queries = captured(capture, Kind::Queries, base, sign);
    const HeadRows keys = captured(capture, Kind::Keys, base, sign);
    return {{queries, queries, HeadRole::Query}, {keys, keys, HeadRole::Key}};
}

class OnRealRows : public testing::TestWithParam<std::string> {};

TEST_P(OnRealRows, FindsPairingSenseAndBase)
{
    const Capture capture = *loadCapture(GetParam());
    for (const int sign : {1, -1}) {
        const Diagnosis found = *diagnoseBlind(tensorsOf(capture, capture.base, sign), {}, true);
        EXPECT_TRUE(found.rotated) << found.verdict;
        EXPECT_EQ(found.pairing, capture.layout) << found.verdict;
        EXPECT_EQ(found.rotaryDim, capture.headDim) << found.verdict;
        EXPECT_EQ(found.sign, sign) << found.verdict;
        ASSERT_TRUE(found.base);
        EXPECT_NEAR(*found.base / capture.base, 1.0, 0.1);
        EXPECT_FALSE(found.offset);
        EXPECT_FALSE(found.attentionFactor);
    }
}

TEST_P(OnRealRows, SeesThatRowsAreNotRotated)
{
    const Capture capture = *loadCapture(GetParam());
    const Diagnosis found = *diagnoseBlind(tensorsOf(capture, capture.base, 0), {}, true);
    EXPECT_FALSE(found.rotated) << found.verdict;
    EXPECT_FALSE(found.pairing);
    EXPECT_GT(found.blind->margin, 0.0);
}

TEST_P(OnRealRows, FindsTheOrderOfTheAxes)
{
    const Capture capture = *loadCapture(GetParam());
    std::vector<RowsPair> tensors = tensorsOf(capture, capture.base, 1);
    for (RowsPair& tensor : tensors)
        tensor.after = tensor.after.exchanged();
    const Diagnosis found = *diagnoseBlind({tensors.front()}, {}, false);
    EXPECT_EQ(found.pairing, capture.layout) << found.verdict;
    EXPECT_NEAR(found.base.value_or(0.0) / capture.base, 1.0, 0.1);
}

INSTANTIATE_TEST_SUITE_P(Captures, OnRealRows, testing::Values("stories260k", "tinylm_natural", "tinylm_repeat"));

TEST(Blind, CannotTellFromNoise)
{
    test::Turning turning;
    turning.headDim = 64;
    turning.format = NumberFormat::Float32;
    turning.tokens = 256;
    turning.heads = 16;
    const HeadRows rows = test::rowsOf("q", test::randomValues(turning), turning);
    const Diagnosis found = *diagnoseBlind({{rows, rows, HeadRole::Query}}, {}, true);
    EXPECT_FALSE(found.pairing) << found.verdict;
    EXPECT_NE(found.verdict.find("cannot tell"), std::string::npos) << found.verdict;
}

TEST(Blind, RefusesTooFewTokens)
{
    test::Turning turning;
    turning.tokens = 4;
    const HeadRows rows = test::rowsOf("q", test::randomValues(turning), turning);
    const auto refused = diagnoseBlind({{rows, rows, HeadRole::Query}}, {}, true);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("at least 8"), std::string::npos);
}

} // namespace
} // namespace rope
