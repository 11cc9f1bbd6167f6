#include "tests/app/program.h"

#include <cmath>
#include <gtest/gtest.h>

namespace rope::test {

namespace {

using Rows = std::vector<std::vector<double>>;

const Rows someRows = {{1, 2, 3, 4}, {-1, 0.5, 2, -3}, {0, 1, 0, -1}};

Outcome rotate(const std::string& input, const std::string& positions, const std::string& output,
               const std::vector<std::string>& more = {})
{
    std::vector<std::string> arguments = {"rotate",  "--set", "model.head_dim=4", "--set",   "model.base=100",
                                          "--input", input,   "--positions",      positions, "-o",
                                          output};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return runProgram(arguments);
}

/// One pair turned by an angle.
std::pair<double, double> turned(double x, double y, double angle)
{
    return {x * std::cos(angle) - y * std::sin(angle), x * std::sin(angle) + y * std::cos(angle)};
}

} // namespace

TEST(RotateCommand, TurnsEachRowToItsPosition)
{
    const Folder folder;
    const std::string input = folder.write("x.npy", npyMatrix(someRows));
    const std::string positions = folder.write("p.npy", npyIntegers({7, 0, 131071}));
    const Outcome outcome = rotate(input, positions, folder.path("y.npy"));
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    const Rows rows = rowsOf(folder.read("y.npy"));
    ASSERT_EQ(rows.size(), 3U);
    const double at[] = {7, 0, 131071};
    for (std::size_t r = 0; r < 3; ++r) {
        const auto fast = turned(someRows[r][0], someRows[r][2], at[r]);
        const auto slow = turned(someRows[r][1], someRows[r][3], at[r] * 0.1);
        EXPECT_NEAR(rows[r][0], fast.first, 1e-10);
        EXPECT_NEAR(rows[r][2], fast.second, 1e-10);
        EXPECT_NEAR(rows[r][1], slow.first, 1e-10);
        EXPECT_NEAR(rows[r][3], slow.second, 1e-10);
    }
}

TEST(RotateCommand, ARangeNamesConsecutivePositions)
{
    const Folder folder;
    const std::string input = folder.write("x.npy", npyMatrix(someRows));
    const std::string positions = folder.write("p.npy", npyIntegers({5, 6, 7}));
    ASSERT_EQ(rotate(input, positions, folder.path("a.npy")).exitCode, 0);
    ASSERT_EQ(rotate(input, "5:8", folder.path("b.npy")).exitCode, 0);
    EXPECT_EQ(folder.read("a.npy"), folder.read("b.npy"));
}

TEST(RotateCommand, InterleavedPairsAndChannelsThatPassThrough)
{
    const Folder folder;
    const std::string input = folder.write("x.npy", npyMatrix(someRows));
    const std::vector<std::string> partial = {"--set", "model.pairing=interleaved", "--set", "model.rotary_dim=2"};
    ASSERT_EQ(rotate(input, "1:4", folder.path("y.npy"), partial).exitCode, 0);
    const Rows rows = rowsOf(folder.read("y.npy"));
    const auto first = turned(1, 2, 1.0);
    EXPECT_NEAR(rows[0][0], first.first, 1e-14);
    EXPECT_NEAR(rows[0][1], first.second, 1e-14);
    EXPECT_EQ(rows[0][2], 3.0);
    EXPECT_EQ(rows[0][3], 4.0);
}

TEST(RotateCommand, RefusesWhatDoesNotFit)
{
    const Folder folder;
    const std::string input = folder.write("x.npy", npyMatrix(someRows));
    const std::string output = folder.write("y.npy", "keep me");
    expectRefusal(rotate(input, "0:2", output), 2, "2 positions for 3 rows");
    expectRefusal(rotate(input, folder.write("p.npy", npyIntegers({1, 2, 3, 4})), output), 2, "4 positions for 3 rows");
    expectRefusal(rotate(input, folder.write("far.npy", npyIntegers({1, 2, 4'000'000'000'000})), output), 2,
                  "out of reach");
    expectRefusal(rotate(input, "5", output), 2, "A:B");
    expectRefusal(rotate(folder.path("none.npy"), "0:3", output), 2, "none.npy");
    expectRefusal(rotate(input, "0:3", folder.path("y.csv")), 2, ".npy");
    EXPECT_EQ(folder.read("y.npy"), "keep me");
    expectRefusal(rotate(input, "0:3", folder.path("no/such/y.npy")), 2, "y.npy");
}

} // namespace rope::test
