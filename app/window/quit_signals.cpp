#include "app/window/quit_signals.h"

#include <QSocketNotifier>
#include <array>
#include <atomic>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace rope {

namespace {

constexpr std::array handled = {SIGINT, SIGTERM, SIGHUP};
std::atomic<int> writeEnd{-1}; ///< of the pipe from the handler, which may do no more than write, to the event loop

void wake(int signal)
{
    std::signal(signal, SIG_DFL);
    const char byte = 1;
    [[maybe_unused]] const auto written = write(writeEnd, &byte, 1);
}

} // namespace

QuitSignals::QuitSignals(QObject* parent)
    : QObject(parent)
{
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        return; // no descriptors left: the signals end the program as they always did
    writeEnd = ends[1];
    auto* notifier = new QSocketNotifier(ends[0], QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, [this, read = ends[0]] {
        char byte = 0;
        while (::read(read, &byte, 1) == 1) {
        }
        Q_EMIT asked();
    });
    connect(notifier, &QObject::destroyed, notifier, [read = ends[0]] { ::close(read); });
    for (const int signal : handled)
        std::signal(signal, wake);
}

QuitSignals::~QuitSignals()
{
    for (const int signal : handled)
        std::signal(signal, SIG_DFL);
    if (const int end = writeEnd.exchange(-1); end >= 0)
        ::close(end);
}

} // namespace rope
