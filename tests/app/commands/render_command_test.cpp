#include "tests/app/program.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <algorithm>
#include <gtest/gtest.h>

namespace rope::test {

namespace {

Outcome render(const std::string& output, std::vector<std::string> more = {})
{
    more.insert(more.begin(), {"render", "rotation", "-o", output});
    return runProgram(more);
}

} // namespace

TEST(RenderCommand, APngHasTheSizeAndResolutionAskedFor)
{
    const Folder folder;
    const Outcome outcome = render(folder.path("a.png"), {"--size", "320x200px"});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(QImage(QString::fromStdString(folder.path("a.png"))).size(), QSize(320, 200));
    ASSERT_EQ(render(folder.path("b.png"), {"--size", "50.8x25.4mm", "--dpi", "200"}).exitCode, 0);
    EXPECT_EQ(QImage(QString::fromStdString(folder.path("b.png"))).size(), QSize(400, 200));
}

TEST(RenderCommand, TheSameCommandMakesTheSamePicture)
{
    const Folder folder;
    ASSERT_EQ(render(folder.path("a.svg"), {"--theme", "dark"}).exitCode, 0);
    ASSERT_EQ(render(folder.path("b.svg"), {"--theme", "dark"}).exitCode, 0);
    EXPECT_EQ(folder.read("a.svg"), folder.read("b.svg"));
    EXPECT_NE(folder.read("a.svg").find("<svg"), std::string::npos);
}

TEST(RenderCommand, APictureReopensAsTheSameState)
{
    const Folder folder;
    const std::vector<std::string> state = {"--set", "positions.query=77", "--set", "model.base=500k"};
    for (const char* name : {"a.png", "a.svg", "a.pdf", "a.tex", "a.json"}) {
        ASSERT_EQ(render(folder.path(name), state).exitCode, 0) << name;
        const nlohmann::json ladder = jsonOf({"ladder", "--state", folder.path(name), "--format", "json"});
        EXPECT_EQ(ladder["base"], 500000.0) << name;
        ASSERT_EQ(render(folder.path("again.json"), {"--state", folder.path(name)}).exitCode, 0);
        const nlohmann::json again = nlohmann::json::parse(folder.read("again.json"));
        EXPECT_EQ(again["state"]["positions"]["query"], 77) << name;
    }
}

TEST(RenderCommand, NumbersComeAsCsvJsonAndNpy)
{
    const Folder folder;
    for (const char* name : {"a.csv", "a.json", "a.npy"})
        ASSERT_EQ(render(folder.path(name)).exitCode, 0) << name;
    const nlohmann::json json = nlohmann::json::parse(folder.read("a.json"));
    EXPECT_EQ(json["figure"], "rotation");
    const std::vector<std::vector<double>> rows = rowsOf(folder.read("a.npy"));
    ASSERT_FALSE(rows.empty());
    ASSERT_EQ(rows.front().size(), json["columns"].size());
    EXPECT_EQ(rows.size(), json["columns"][0]["values"].size());
    const std::string csv = folder.read("a.csv");
    EXPECT_TRUE(csv.starts_with("# "));
    EXPECT_EQ(static_cast<std::size_t>(std::count(csv.begin(), csv.end(), '\n')), rows.size() + 2);
}

TEST(RenderCommand, ARefusalLeavesTheOldFileAlone)
{
    const Folder folder;
    const std::string old = folder.write("a.png", "keep me");
    const std::vector<std::vector<std::string>> wrong = {
        {"--size", "0x0mm"},
        {"--size", "-3x4px"},
        {"--size", "big"},
        {"--size", ""},
        {"--dpi", "-3"},
        {"--dpi", "nan"},
        {"--font-size", "0"},
        {"--theme", "pink"},
        {"--set", "model.head_dim=127"},
        {"--set", "model.head_dim=0"},
        {"--set", "model.base=1"},
        {"--set", "model.base=nan"},
        {"--set", "no.such.key=1"},
        {"--set", "sequence.length=0"},
        {"--set", "sequence.length=1e30"},
        {"--set", "model.base"},
        {"--preset", "no-such-model"},
        {"--model", folder.path("missing.json")},
        {"--model", folder.path(".")},
        {"--state", folder.path("missing.json")},
        {"--state", folder.path(".")},
        {"--model", folder.write("empty.json", "")},
        {"--model", folder.write("broken.json", "{\"rope_theta\": 1e400, ")},
        {"--model", folder.write("deep.json", std::string(200000, '['))},
        {"--state", folder.write("deep.json", std::string(200000, '['))},
        {"--state", folder.write("noise.png", "not a picture")},
    };
    for (const auto& options : wrong) {
        SCOPED_TRACE(options[0] + " " + options[1]);
        expectRefusal(render(old, options), 2, "rope-explorer: ");
        EXPECT_EQ(folder.read("a.png"), "keep me");
    }
}

TEST(RenderCommand, AnUnknownFigureNamesThoseThatThereAre)
{
    const Folder folder;
    expectRefusal(runProgram({"render", "cat", "-o", folder.path("a.png")}), 2, "rotation");
}

TEST(RenderCommand, AnUnknownEndingNamesThoseThatWork)
{
    const Folder folder;
    expectRefusal(render(folder.path("a.bmp")), 2, ".png");
    expectRefusal(render(folder.path("a")), 2, ".svg");
}

TEST(RenderCommand, AnOutputThatIsNoFileIsTheUsersFault)
{
    const Folder folder;
    for (const std::string suffix : {".png", ".tex", ".csv", ".gif"}) {
        expectRefusal(render(folder.path("no/such/a" + suffix)), 2, "does not exist");
        QDir(QString::fromStdString(folder.path("."))).mkdir(QString::fromStdString("b" + suffix));
        expectRefusal(render(folder.path("b" + suffix)), 2, "this is a folder");
    }
}

TEST(RenderCommand, AFullDiskIsTheMachinesFault)
{
    const Folder folder;
    ASSERT_TRUE(QFile::link(QStringLiteral("/dev/full"), QString::fromStdString(folder.path("full.png"))));
    expectRefusal(render(folder.path("full.png")), 3, "full.png");
}

TEST(RenderCommand, AMovieHasTheFramesAskedForAndReopens)
{
    const Folder folder;
    for (const char* name : {"a.gif", "a.mp4"}) {
        const Outcome outcome = render(folder.path(name), {"--size", "160x120px", "--set", "positions.query=7",
                                                           "--animate", "model.base=1e3:1e5:4", "--fps", "5"});
        ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
        EXPECT_EQ(outcome.err, "");
        ASSERT_EQ(render(folder.path("again.json"), {"--state", folder.path(name)}).exitCode, 0);
        EXPECT_EQ(nlohmann::json::parse(folder.read("again.json"))["state"]["positions"]["query"], 7) << name;
    }
    EXPECT_TRUE(folder.read("a.gif").starts_with("GIF89a"));
    EXPECT_EQ(folder.read("a.mp4").substr(4, 4), "ftyp");
}

TEST(RenderCommand, MotionThatCannotBeIsRefused)
{
    const Folder folder;
    const std::string old = folder.write("a.gif", "keep me");
    for (const char* sweep : {"nothing", "no.such.key=1:2", "positions.query=0:1e30", "positions.query=0:9:5000"}) {
        expectRefusal(render(old, {"--animate", sweep}), 2, "--animate");
        EXPECT_EQ(folder.read("a.gif"), "keep me");
    }
    expectRefusal(render(old, {"--fps", "1000"}), 2, "fps");
    expectRefusal(render(folder.path("a.png"), {"--animate", "positions.query=0:9"}), 2, "--animate");
    expectRefusal(render(folder.path("a.png"), {"--fps", "5"}), 2, "--fps");
}

} // namespace rope::test
