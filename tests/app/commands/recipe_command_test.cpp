#include "tests/app/program.h"

#include <QDir>
#include <QProcess>
#include <gtest/gtest.h>

namespace rope::test {

class EveryRecipe : public testing::TestWithParam<const char*> {};

/// None of the four libraries is packaged for Debian 12, so what is seen here is that each is a whole program, says
/// that it was not run, and ends in the files and the command that read them.
TEST_P(EveryRecipe, IsAWholeProgramThatSaysWhatItWasNot)
{
    const std::string name = GetParam();
    const Outcome outcome = runProgram({"recipe", name});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("was not run where RoPE Explorer is tested"), std::string::npos);
    EXPECT_NE(outcome.out.find("rope-explorer check --before before"), std::string::npos);
    if (name == "llama.cpp")
        return;
    const Folder folder;
    QProcess python;
    python.start(QStringLiteral("/usr/bin/python3"),
                 {QStringLiteral("-c"), QStringLiteral("import ast, sys; ast.parse(open(sys.argv[1]).read())"),
                  QString::fromStdString(folder.write("capture.py", outcome.out))});
    ASSERT_TRUE(python.waitForFinished(60'000));
    EXPECT_EQ(python.exitCode(), 0) << python.readAllStandardError().toStdString();
}

INSTANTIATE_TEST_SUITE_P(RecipeCommand, EveryRecipe, testing::Values("transformers", "vllm", "llama.cpp", "mlx"),
                         [](const auto& each) {
                             return each.param == std::string("llama.cpp") ? "llama" : each.param;
                         });

TEST(RecipeCommand, AnUnknownLibraryIsRefusedWithThoseThereAre)
{
    expectRefusal(runProgram({"recipe", "tensorflow"}), 2, "llama.cpp");
}

/// The program that captures q and k in llama.cpp's way, of which a stand-in for the library is enough here: two files
/// of a layer in each of two folders, and the check finds the rotation between them.
TEST(RecipeCommand, FoldersOfARecipeAreCheckedByTheirNames)
{
    const Folder folder;
    std::vector<std::vector<double>> rows;
    for (int t = 0; t < 24; ++t) {
        rows.emplace_back();
        for (int c = 0; c < 64; ++c)
            rows.back().push_back(0.3 + 0.01 * ((7 * t + 11 * c) % 29) + (c == 0 ? 1.0 : 0.0));
    }
    const std::vector<std::string> model = {"--set", "model.head_dim=64", "--set", "model.base=500000"};
    for (const char* side : {"before", "after"})
        ASSERT_TRUE(QDir().mkpath(QString::fromStdString(folder.path(side))));
    for (const char* name : {"Qcur-0.npy", "Kcur-0.npy", "Qcur-1.npy"}) {
        const std::string before = folder.write(std::string("before/") + name, npyMatrix(rows));
        std::vector<std::string> rotate = {
            "rotate", "--input", before, "--positions", "0:24", "-o", folder.path(std::string("after/") + name)};
        rotate.insert(rotate.end(), model.begin(), model.end());
        ASSERT_EQ(runProgram(rotate).exitCode, 0);
    }
    const Outcome outcome =
        runProgram({"check", "--before", folder.path("before"), "--after", folder.path("after"), "--format", "json"});
    const nlohmann::json found = nlohmann::json::parse(outcome.out, nullptr, false);
    ASSERT_FALSE(found.is_discarded()) << outcome.out << outcome.err;
    EXPECT_NEAR(found["base"].get<double>(), 500000.0, 1e-3);
    EXPECT_TRUE(found["faults"].empty()) << found["faults"];
}

} // namespace rope::test
