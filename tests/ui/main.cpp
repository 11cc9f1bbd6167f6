#include "tests/ui/messages.h"

#include <QApplication>
#include <QMutex>
#include <QTemporaryDir>
#include <cstdio>
#include <gtest/gtest.h>

namespace rope {
namespace {

QMutex mutex;
QStringList warnings;

bool isPlatformNoise(const QString& message)
{
    return message.contains("propagateSizeHints") || message.contains("XDG_RUNTIME_DIR") ||
           message.contains("does not support");
}

void record(QtMsgType type, const QMessageLogContext&, const QString& message)
{
    if (isPlatformNoise(message))
        return;
    const QMutexLocker lock(&mutex);
    if (type != QtDebugMsg && type != QtInfoMsg)
        warnings << message;
    std::fprintf(stderr, "%s\n", qPrintable(message));
}

} // namespace

QStringList takeWarnings()
{
    const QMutexLocker lock(&mutex);
    return std::exchange(warnings, {});
}

} // namespace rope

int main(int argc, char** argv)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QTemporaryDir runtimeFolder; // without one Qt warns, and a warning fails a test
    if (!qEnvironmentVariableIsSet("XDG_RUNTIME_DIR"))
        qputenv("XDG_RUNTIME_DIR", runtimeFolder.path().toUtf8());
    qInstallMessageHandler(rope::record);
    QApplication application(argc, argv);
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
