#include "core/captures/captured.h"
#include "core/rotation/frequency.h"
#include "tests/core/oracles.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <numbers>
#include <sstream>

namespace rope {
namespace {

/// A lesson with its line breaks as spaces.
std::string prose(const std::string& name)
{
    std::ostringstream text;
    text << std::ifstream(std::filesystem::path(ROPE_SOURCE_DIR) / "resources" / "lessons" / (name + ".md")).rdbuf();
    std::string line = text.str();
    std::ranges::replace(line, '\n', ' ');
    return line;
}

void expectSaid(const std::string& lesson, const std::string& words)
{
    EXPECT_NE(prose(lesson).find(words), std::string::npos) << lesson << ": " << words;
}

/// 54410 as `54 410`.
std::string grouped(double number)
{
    const std::string digits = std::to_string(std::llround(number));
    return digits.size() <= 3 ? digits : digits.substr(0, digits.size() - 3) + " " + digits.substr(digits.size() - 3);
}

double slowest(int headDim)
{
    return std::pow(10000.0, -(headDim - 2.0) / headDim);
}

} // namespace

/// Numbers that stand in the prose itself, where no live number can: each is recomputed here.
TEST(LessonProse, TheLadderOfASmallerHead)
{
    const std::string lesson = "06-many-frequencies";
    const double turn = 2.0 * std::numbers::pi;
    expectSaid(lesson, "the slowest takes " + grouped(turn / slowest(64)) + " tokens for a turn instead of " +
                           grouped(turn / slowest(128)));
    std::ostringstream degrees;
    degrees.precision(2);
    degrees << 500.0 * slowest(128) * 360.0 / turn;
    expectSaid(lesson, "turns by " + degrees.str() + " degrees in 500 tokens");
}

TEST(LessonProse, EveryHeadOfTheSmallModelIsStrongInItsFasterHalf)
{
    const Capture capture = loadCapture("tinylm_natural").value();
    int heads = 0;
    for (int layer = 0; layer < capture.layers; ++layer)
        for (int head = 0; head < capture.queryHeads; ++head) {
            const Eigen::VectorXd shares = testing::pairShares(capturedQueries(capture, layer, head),
                                                               capturedKeys(capture, layer, head), capture.layout);
            EXPECT_GT(shares.head(shares.size() / 2).sum(), 0.5) << layer << " " << head;
            ++heads;
        }
    expectSaid("06-many-frequencies", "every one of the " + std::to_string(heads) + " heads");
}

TEST(LessonProse, TheProductAngleOfTheProof)
{
    std::ostringstream cosine;
    cosine.precision(3);
    cosine << std::cos(-7.0);
    expectSaid("04-only-the-offset-survives", "Its cosine, " + cosine.str() + ", stands on the diagonal");
}

} // namespace rope
