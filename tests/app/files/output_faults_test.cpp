#include "tests/app/program.h"

#include <QProcess>
#include <algorithm>
#include <gtest/gtest.h>
#include <unistd.h>

namespace rope::test {

namespace {

struct Fault {
    std::string call;
    std::string words; ///< in the one line that tells it
};

const std::vector<Fault> faults = {
    {"write:ENOSPC", "the disk is full"},  {"write:EIO", "Input/output error"},  {"write:short", "the disk is full"},
    {"write:none", "the disk is full"},    {"fsync:EIO", "Input/output error"},  {"fsync:ENOSPC", "the disk is full"},
    {"close:EIO", "Input/output error"},   {"close:ENOSPC", "the disk is full"}, {"linkat:EIO", "Input/output error"},
    {"linkat:ENOSPC", "the disk is full"}, {"rename:EIO", "Input/output error"}, {"rename:ENOSPC", "the disk is full"},
};

/// A command of each kind of output, without the name of the file.
struct Writer {
    std::string name;
    std::vector<std::string> arguments;
};

std::vector<Writer> writers(const Folder& folder)
{
    std::vector<Writer> all = {
        {"o.npy", {"scores", "--set", "sequence.length=8"}},
        {"o.csv", {"scores", "--set", "sequence.length=8"}},
        {"y.npy",
         {"rotate", "--input", folder.write("x", npyMatrix({std::vector<double>(64, 1.0)})), "--positions", "0:1",
          "--set", "model.head_dim=64"}},
    };
    for (const char* suffix : {"png", "svg", "pdf", "tex", "csv", "json"})
        all.push_back({std::string("rotation.") + suffix, {"render", "rotation"}});
    return all;
}

std::vector<std::string> into(const Writer& writer, const std::string& path)
{
    std::vector<std::string> arguments = writer.arguments;
    arguments.insert(arguments.end(), {"-o", path});
    return arguments;
}

} // namespace

class EveryFault : public testing::TestWithParam<Fault> {};

TEST_P(EveryFault, KeepsTheOldFileWholeAndSaysSo)
{
    const Folder inputs;
    for (const Writer& writer : writers(inputs)) {
        const Folder folder;
        const std::string path = folder.write(writer.name, "old");
        expectRefusal(runProgramWithFault(GetParam().call, into(writer, path)), 3, GetParam().words);
        EXPECT_EQ(folder.read(writer.name), "old") << writer.name;
        EXPECT_EQ(folder.names(), std::vector<std::string>{writer.name});
    }
}

TEST_P(EveryFault, LeavesNothingWhereNothingWas)
{
    const Folder inputs;
    const Folder folder;
    for (const Writer& writer : writers(inputs))
        expectRefusal(runProgramWithFault(GetParam().call, into(writer, folder.path(writer.name))), 3,
                      GetParam().words);
    EXPECT_EQ(folder.names(), std::vector<std::string>{});
}

INSTANTIATE_TEST_SUITE_P(Output, EveryFault, testing::ValuesIn(faults), [](const auto& fault) {
    std::string name = fault.param.call;
    std::ranges::replace(name, ':', '_');
    return name;
});

TEST(Output, WithoutAFaultTheHarnessChangesNothing)
{
    const Folder inputs;
    for (const Writer& writer : writers(inputs)) {
        const Folder folder;
        const Outcome outcome = runProgramWithFault("", into(writer, folder.write(writer.name, "old")));
        EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
        EXPECT_GT(folder.read(writer.name).size(), 3U) << writer.name;
        EXPECT_EQ(folder.names(), std::vector<std::string>{writer.name});
    }
}

TEST(Output, AFullDiskKeepsTheOldFileWhole)
{
    const Folder folder;
    const std::string script = "mount -t tmpfs -o size=64k none \"$1\" && printf old > \"$1/o.csv\" || exit 99; "
                               "head -c 1000000 /dev/zero > \"$1/fill\"; "
                               "\"$2\" render rotation -o \"$1/o.csv\"; echo $? $(cat \"$1/o.csv\") $(ls -A \"$1\")";
    QProcess shell;
    shell.start("unshare",
                {"--mount", geteuid() == 0 ? "--fork" : "--map-root-user", "sh", "-c", QString::fromStdString(script),
                 "sh", QString::fromStdString(folder.path("")), ROPE_PROGRAM});
    ASSERT_TRUE(shell.waitForFinished(60'000));
    const std::string out = shell.readAllStandardOutput().toStdString();
    const std::string err = shell.readAllStandardError().toStdString();
    const bool mountable = shell.exitCode() == 0; // where nobody may mount, the injected faults above speak for it
    EXPECT_EQ(out, mountable ? "3 old fill o.csv\n" : "");
    EXPECT_NE(err.find(mountable ? "the disk is full" : "mount"), std::string::npos) << err;
}

TEST(Output, NamesThatAreNoUtf8AreRefusedNotChanged)
{
    const Folder folder;
    QProcess shell;
    const QString script = "\"$2\" render rotation -o \"$1/$(printf 'caf\\351.csv')\" 2>&1; echo $?; ls -A \"$1\"";
    shell.start("sh", {"-c", script, "sh", QString::fromStdString(folder.path("")), ROPE_PROGRAM});
    ASSERT_TRUE(shell.waitForFinished(60'000));
    const std::string out = shell.readAllStandardOutput().toStdString();
    EXPECT_TRUE(out.ends_with("is no UTF-8; rename the file, or write it in UTF-8\n2\n")) << out;
}

} // namespace rope::test
