#include "tests/app/program.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QThread>
#include <csignal>
#include <gtest/gtest.h>

namespace rope::test {

namespace {

/// The processes that `parent` has started; 0 when there is none.
pid_t childOf(qint64 parent)
{
    QFile file(QStringLiteral("/proc/%1/task/%1/children").arg(parent));
    return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed().toInt() : 0;
}

bool runs(pid_t process)
{
    QFile file(QStringLiteral("/proc/%1/stat").arg(process));
    return file.open(QIODevice::ReadOnly) && !file.readAll().contains(") Z ");
}

template <class Condition> bool becomesTrue(const Condition& condition, int milliseconds)
{
    QElapsedTimer timer;
    for (timer.start(); timer.elapsed() < milliseconds; QThread::msleep(5))
        if (condition())
            return true;
    return condition();
}

struct HelperCase {
    const char* helper; ///< the program that is called
    const char* output;
    QStringList more;
};

const std::vector<HelperCase> helperCases = {
    {"pdftops", "a.eps", {}},
    {"ffmpeg", "a.mp4", {QStringLiteral("--animate"), QStringLiteral("positions.query=0:20:20")}},
    {"ffmpeg", "a.gif", {QStringLiteral("--animate"), QStringLiteral("positions.query=0:20:20")}},
};

} // namespace

class EverySignal : public testing::TestWithParam<int> {};

/// A helper that never ends stands for one that works for long.
TEST_P(EverySignal, EndsTheHelperProgramTooAndLeavesNothing)
{
    for (const HelperCase& each : helperCases) {
        const Folder bin;
        const QString helper = QString::fromStdString(bin.write(each.helper, "#!/bin/sh\nexec sleep 60\n"));
        QFile::setPermissions(helper, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        const Folder folder;
        const Folder temporary;
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("PATH"), QFileInfo(helper).path() + QStringLiteral(":/usr/bin:/bin"));
        environment.insert(QStringLiteral("TMPDIR"), QString::fromStdString(temporary.path("")));
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral(ROPE_PROGRAM),
                      QStringList{QStringLiteral("render"), QStringLiteral("rotation"), QStringLiteral("-o"),
                                  QString::fromStdString(folder.path(each.output))} +
                          each.more);
        pid_t child = 0;
        ASSERT_TRUE(becomesTrue([&] { return (child = childOf(process.processId())) != 0; }, 60'000)) << each.output;
        kill(static_cast<pid_t>(process.processId()), GetParam());
        EXPECT_TRUE(process.waitForFinished(10'000)) << each.output;
        EXPECT_TRUE(becomesTrue([&] { return !runs(child); }, 2'000)) << each.output;
        EXPECT_TRUE(folder.names().empty()) << each.output;
        EXPECT_TRUE(temporary.names().empty()) << each.output;
    }
}

INSTANTIATE_TEST_SUITE_P(RenderCommand, EverySignal, testing::Values(SIGINT, SIGTERM, SIGHUP, SIGKILL),
                         [](const auto& each) { return std::string(sigabbrev_np(each.param)); });

} // namespace rope::test
