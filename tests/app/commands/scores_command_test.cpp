#include "tests/app/program.h"

#include <QFile>
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace rope::test {

namespace {

using Rows = std::vector<std::vector<double>>;

/// Some (count, 4) content without a pattern.
Rows content(int count, double seed)
{
    Rows rows;
    for (int r = 0; r < count; ++r)
        rows.push_back(
            {std::sin(seed + r), std::cos(3 * seed + 2 * r), std::sin(5 * r) + seed, std::cos(r * r + seed)});
    return rows;
}

/// (R_m q) . (R_n k) / 2 for four channels in half-split pairs (0, 2) and (1, 3), base 100: theta is 1 and 0.1.
double expectedScore(const std::vector<double>& q, const std::vector<double>& k, int m, int n)
{
    double sum = 0;
    for (const std::size_t pair : {0U, 1U}) {
        const double angle = (n - m) * (pair == 0 ? 1.0 : 0.1);
        const double dot = q[pair] * k[pair] + q[pair + 2] * k[pair + 2];
        const double cross = q[pair + 2] * k[pair] - q[pair] * k[pair + 2];
        sum += dot * std::cos(angle) + cross * std::sin(angle);
    }
    return sum / 2;
}

const std::vector<std::string> smallModel = {"--set", "model.head_dim=4", "--set", "model.base=100"};

std::vector<std::string> scoresOf(std::vector<std::string> more)
{
    more.insert(more.begin(), smallModel.begin(), smallModel.end());
    more.insert(more.begin(), "scores");
    return more;
}

/// Writes queries and keys and runs scores on them; the rows of the output.
Rows scoresOfFiles(const Folder& folder, const std::vector<std::string>& more = {})
{
    std::vector<std::string> arguments = {"--query", folder.write("q.npy", npyMatrix(content(6, 0.3))),
                                          "--key",   folder.write("k.npy", npyMatrix(content(6, 1.1))),
                                          "-o",      folder.path("s.npy")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = runProgram(scoresOf(arguments));
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    return rowsOf(folder.read("s.npy"));
}

} // namespace

TEST(ScoresCommand, FilesAreRotatedMultipliedAndScaled)
{
    const Folder folder;
    const Rows scores = scoresOfFiles(folder);
    const Rows queries = content(6, 0.3);
    const Rows keys = content(6, 1.1);
    ASSERT_EQ(scores.size(), 6U);
    for (std::size_t m = 0; m < 6; ++m)
        for (std::size_t n = 0; n < 6; ++n)
            EXPECT_NEAR(scores[m][n], expectedScore(queries[m], keys[n], static_cast<int>(m), static_cast<int>(n)),
                        1e-14);
}

TEST(ScoresCommand, AContentFileGivesTheScoresOfItsArrays)
{
    const Folder folder;
    const Rows expected = scoresOfFiles(folder);
    const std::string queries = folder.path("q.npy"); // k.npy lies beside it
    const std::vector<std::string> options = {
        "--set", "sequence.content=file", "--set", "sequence.content_file=" + queries, "-o", folder.path("c.npy")};
    const Outcome outcome = runProgram(scoresOf(options));
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    const Rows scores = rowsOf(folder.read("c.npy"));
    ASSERT_EQ(scores.size(), 6U) << "of 1024: the file ends there";
    for (std::size_t m = 0; m < 6; ++m)
        for (std::size_t n = 0; n < 6; ++n)
            EXPECT_NEAR(scores[m][n], expected[m][n], 1e-6) << "content files are kept in float32";
}

TEST(ScoresCommand, ContentOfAFileThatDoesNotFitIsRefusedInOneLine)
{
    const Outcome outcome =
        runProgram({"scores", "--set", "sequence.content=file", "--set", "sequence.content_file=capture:tinylm_natural",
                    "--set", "model.head_dim=128", "-o", "-"});
    EXPECT_EQ(outcome.exitCode, 2);
    EXPECT_NE(outcome.err.find("model.head_dim: the content file has heads of 64 channels"), std::string::npos)
        << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1);
}

TEST(ScoresCommand, WhereNothingNamesTheModelACaptureBringsItsOwn)
{
    const Folder folder;
    const std::vector<std::string> capture = {
        "--set", "sequence.content=file", "--set", "sequence.content_file=capture:tinylm_natural", "--rows", "0:9"};
    const auto scores = [&](std::vector<std::string> model, const std::string& name) {
        std::vector<std::string> words = {"scores"};
        for (const auto& part : {model, capture, {"-o", folder.path(name)}})
            words.insert(words.end(), part.begin(), part.end());
        const Outcome outcome = runProgram(words);
        EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
        return rowsOf(folder.read(name));
    };
    const Rows own = scores({}, "own.npy");
    ASSERT_EQ(own.size(), 9U);
    EXPECT_EQ(own, scores({"--set", "model.base=10000", "--set", "model.pairing=half"}, "same.npy"));
    EXPECT_NE(own, scores({"--set", "model.base=500k"}, "other.npy")) << "its head dimension, but another base";
}

TEST(ScoresCommand, AWindowIsThatPartOfTheWhole)
{
    const Folder folder;
    const Rows whole = scoresOfFiles(folder);
    const Rows window = scoresOfFiles(folder, {"--rows", "2:4", "--cols", "1:"});
    ASSERT_EQ(window.size(), 2U);
    ASSERT_EQ(window[0].size(), 5U);
    for (std::size_t r = 0; r < 2; ++r)
        for (std::size_t c = 0; c < 5; ++c)
            EXPECT_DOUBLE_EQ(window[r][c], whole[r + 2][c + 1]);
}

TEST(ScoresCommand, AttentionSumsTheWholeRowEvenForAWindow)
{
    const Folder folder;
    const Rows scores = scoresOfFiles(folder);
    const Rows window = scoresOfFiles(folder, {"--quantity", "attention", "--rows", "3:4", "--cols", "2:4"});
    double sum = 0;
    for (const double score : scores[3])
        sum += std::exp(score);
    ASSERT_EQ(window[0].size(), 2U);
    EXPECT_NEAR(window[0][0], std::exp(scores[3][2]) / sum, 1e-15);
    EXPECT_NEAR(window[0][1], std::exp(scores[3][3]) / sum, 1e-15);
}

TEST(ScoresCommand, TheCausalMaskHidesLaterKeys)
{
    const Folder folder;
    const Rows attention = scoresOfFiles(folder, {"--mask", "causal", "--quantity", "attention"});
    EXPECT_DOUBLE_EQ(attention[0][0], 1.0);
    for (std::size_t n = 3; n < 6; ++n)
        EXPECT_EQ(attention[2][n], 0.0);
    EXPECT_NEAR(attention[2][0] + attention[2][1] + attention[2][2], 1.0, 1e-15);
    const Rows scores = scoresOfFiles(folder, {"--mask", "causal"});
    EXPECT_EQ(scores[2][3], -std::numeric_limits<double>::infinity());
    EXPECT_TRUE(std::isfinite(scores[2][2]));
}

TEST(ScoresCommand, TheRawProductIsNotScaled)
{
    const Folder folder;
    const Rows scores = scoresOfFiles(folder);
    const Rows product = scoresOfFiles(folder, {"--quantity", "product"});
    EXPECT_NEAR(product[4][1], 2 * scores[4][1], 1e-14);
}

TEST(ScoresCommand, IdenticalContentIsToeplitzAtAnyLength)
{
    const Folder folder;
    const Outcome outcome = runProgram({"scores", "--set", "sequence.length=10M", "--rows", "9999998:10M", "--cols",
                                        "9999990:10M", "-o", folder.path("s.npy")});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    const Rows rows = rowsOf(folder.read("s.npy"));
    ASSERT_EQ(rows.size(), 2U);
    for (std::size_t c = 0; c + 1 < 10; ++c)
        EXPECT_NEAR(rows[0][c], rows[1][c + 1], 1e-13);
    const Outcome corner = runProgram(
        {"scores", "--set", "sequence.length=16", "--rows", "14:16", "--cols", "6:16", "-o", folder.path("c.npy")});
    ASSERT_EQ(corner.exitCode, 0) << corner.err;
    EXPECT_NEAR(rowsOf(folder.read("c.npy"))[1][3], rows[1][3], 1e-13);
}

TEST(ScoresCommand, ASentenceScoresItsTokens)
{
    const Folder folder;
    const std::vector<std::string> sentence = {"--set", "sequence.content=tokens", "--set", "sequence.text=a b",
                                               "--set", "sequence.length=6",       "-o",    folder.path("s.npy")};
    ASSERT_EQ(runProgram(scoresOf(sentence)).exitCode, 0);
    const Rows rows = rowsOf(folder.read("s.npy"));
    ASSERT_EQ(rows.size(), 6U);
    EXPECT_NEAR(rows[0][1], rows[2][3], 1e-12); // the same two words, two places further
    EXPECT_GT(std::abs(rows[0][1] - rows[1][2]), 1e-6);
    std::vector<std::string> window = sentence;
    window.insert(window.end(), {"--rows", "2:3", "--cols", "3:5"});
    ASSERT_EQ(runProgram(scoresOf(window)).exitCode, 0);
    EXPECT_NEAR(rowsOf(folder.read("s.npy"))[0][0], rows[2][3], 1e-12);
}

TEST(ScoresCommand, CsvGoesToStandardOutputWhenNoFileIsNamed)
{
    const Outcome outcome = runProgram({"scores", "--set", "sequence.length=3"});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 3);
    EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), ','), 6);
}

TEST(ScoresCommand, AMatrixBeyondReasonIsRefusedWithTheWayOut)
{
    const Folder folder;
    const std::string output = folder.write("s.npy", "keep me");
    expectRefusal(runProgram({"scores", "--set", "sequence.length=1M", "-o", output}), 2, "--rows A:B and --cols C:D");
    expectRefusal(runProgram({"scores", "--set", "sequence.length=10M", "--quantity", "attention", "--cols", "0:1",
                              "-o", output}),
                  2, "--rows A:B");
    EXPECT_EQ(folder.read("s.npy"), "keep me");
}

TEST(ScoresCommand, RefusesWhatCannotBeScored)
{
    const Folder folder;
    const std::string good = folder.write("good.npy", npyMatrix(content(6, 0.3)));
    const std::string shorter = folder.write("short.npy", npyMatrix(content(5, 0.3)));
    const std::string wide = folder.write("wide.npy", npyMatrix({{1, 2, 3, 4, 5, 6}}));
    const std::string broken = folder.write("broken.npy", npyMatrix({{1, 2, std::nan(""), 4}}));
    const std::string cut = folder.write("cut.npy", npyMatrix(content(6, 0.3)).substr(0, 200));
    const std::string output = folder.write("s.npy", "keep me");
    const auto run = [&](const std::string& q, const std::string& k) {
        return runProgram(scoresOf({"--query", q, "--key", k, "-o", output}));
    };
    expectRefusal(run(good, shorter), 2, "5 keys for 6 queries");
    expectRefusal(run(wide, good), 2, "(T, 4)");
    expectRefusal(run(broken, broken), 2, "value 2 is not finite");
    expectRefusal(run(cut, good), 2, "cut.npy");
    expectRefusal(run(folder.path("missing.npy"), good), 2, "missing.npy");
    expectRefusal(runProgram(scoresOf({"--query", good, "-o", output})), 2, "--key");
    expectRefusal(runProgram(scoresOf({"--rows", "5", "-o", output})), 2, "--rows");
    expectRefusal(runProgram(scoresOf({"--rows", "7:5", "-o", output})), 2, "--rows");
    expectRefusal(runProgram(scoresOf({"--cols", "0:99999999", "-o", output})), 2, "--cols");
    expectRefusal(runProgram(scoresOf({"-o", folder.path("s.txt")})), 2, ".npy or .csv");
    EXPECT_EQ(folder.read("s.npy"), "keep me");
    EXPECT_EQ(folder.names().size(), 6U);
}

TEST(ScoresCommand, AFolderThatIsNotThereIsRefused)
{
    const Folder folder;
    expectRefusal(runProgram(scoresOf({"-o", folder.path("no/such/s.npy")})), 2, "s.npy");
}

/// A sparse file of 8 GiB, of which one row and one column are asked for: little of it is read, and less than 1 GiB of
/// memory is enough.
TEST(ScoresCommand, ACornerOfALargeFileNeedsLittleMemory)
{
    const Folder folder;
    std::string npy = npyMatrix({std::vector<double>(128, 0.0)});
    const std::size_t shape = npy.find("(1, 128)");
    npy.replace(shape, 16, "(8388608, 128),}"); // as long as it was, with spaces behind it
    std::string header = npy.substr(0, npy.size() - 128 * sizeof(double));
    const std::string path = folder.write("q.npy", header);
    QFile file(QString::fromStdString(path));
    ASSERT_TRUE(file.resize(static_cast<qint64>(header.size()) + qint64{8388608} * 128 * 8));
    const Outcome outcome = runProgramWithin(std::size_t{1} << 30U, {"scores", "--set", "model.head_dim=128", "--query",
                                                                     path, "--key", path, "--rows", "8388600:8388601",
                                                                     "--cols", "0:1", "-o", folder.path("o.npy")});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(rowsOf(folder.read("o.npy")), (std::vector<std::vector<double>>{{0.0}}));
}

} // namespace rope::test
