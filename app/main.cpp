#include "app/commands/command_line.h"
#include "app/window/window_start.h"
#include "core/base/files.h"
#include "core/base/plain_text.h"

#include <QApplication>
#include <QHashSeed>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <new>

namespace rope::cli {

namespace {

/// The picture commands draw the same with and without a screen.
void useNoDisplay()
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
}

/// Leaves out what Qt says about platforms without windows or a login session, where nobody can act on it, and about
/// broken files, which are refused in our own words. A display that cannot be opened ends the program in one line.
void showMessage(QtMsgType type, const QMessageLogContext& context, const QString& message)
{
    const bool aboutPlatform = message.contains(QLatin1String("platform plugin"));
    if (type == QtFatalMsg && aboutPlatform) {
        std::fputs("rope-explorer: the display cannot be opened (DISPLAY, WAYLAND_DISPLAY or QT_QPA_PLATFORM name none "
                   "that answers); `rope-explorer render` draws figures without one\n",
                   stderr);
        std::_Exit(3);
    }
    if (aboutPlatform || QLatin1String(context.category).startsWith(QLatin1String("qt.qpa")))
        return;
    for (const char* noise : {"propagateSizeHints", "XDG_RUNTIME_DIR", "qUncompress"})
        if (message.contains(QLatin1String(noise)))
            return;
    std::fprintf(stderr, "%s\n", qPrintable(message));
}

bool hasDisplay()
{
    return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY") ||
           qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
}

/// Qt takes the locale of the system; numbers in files and on the command line keep the point.
void keepDecimalPoint()
{
    std::setlocale(LC_NUMERIC, "C");
}

/// What the window opens, read once. Nothing at all means the last session.
Result<StartOptions> startOptions(const WindowRequest& request)
{
    StartOptions start{QString::fromStdString(request.file), {}, {}, {}};
    if (!request.file.empty()) {
        Result<OpenedFile> opened = openFile(request.file);
        if (!opened)
            return tl::unexpected(opened.error());
        start.opened = *std::move(opened);
    }
    if (!start.opened && request.state.empty())
        return start;
    Result<RequestedState> requested = requestedState(request.state, start.opened ? &*start.opened : nullptr);
    if (!requested)
        return tl::unexpected(requested.error());
    start.shelf = std::move(requested->shelf);
    if (!request.state.empty())
        start.state = std::move(requested->state);
    return start;
}

/// Runs what the command line asked for.
struct Runner {
    int& argc;
    char** argv;
    int exitCode = 0;

    Result<void> operator()(const TextRequest& request) { return writeStandardOutput(request.text); }
    Result<void> operator()(const LadderRequest& request) { return runLadder(request); }
    Result<void> operator()(const ScoresRequest& request) { return runScores(request); }
    Result<void> operator()(const RotateRequest& request) { return runRotate(request); }
    Result<void> operator()(const ListRequest& request) { return runList(request); }
    Result<void> operator()(const InspectRequest& request) { return runInspect(request); }
    Result<void> operator()(const RecipeRequest& request) { return runRecipe(request); }
    Result<void> operator()(const CheckRequest& request)
    {
        return runCheck(request).map([&](int code) { exitCode = code; });
    }
    Result<void> operator()(const CompareRequest& request)
    {
        return request.draws() ? drawing([&] { return runCompare(request); }) : runCompare(request);
    }

    Result<void> operator()(const RenderRequest& request)
    {
        return drawing([&] { return runRender(request); });
    }

    /// What a command does that draws pictures and shows none.
    template <class Command> Result<void> drawing(const Command& command)
    {
        useNoDisplay();
        const QApplication application(argc, argv);
        keepDecimalPoint();
        return command();
    }

    Result<void> operator()(const WindowRequest& request)
    {
        Result<StartOptions> start = startOptions(request);
        if (!start)
            return tl::unexpected(start.error());
        if (!hasDisplay())
            return failMachine(
                "", "no display here (DISPLAY is not set); `rope-explorer render` draws figures without one");
        const QApplication application(argc, argv);
        keepDecimalPoint();
        exitCode = runWindow(*std::move(start));
        return {};
    }
};

int exitCodeOf(const Error& error)
{
    std::fprintf(stderr, "rope-explorer: %s\n", messageLine(describe(error)).c_str());
    return error.kind == Error::Kind::Machine ? 3 : 2;
}

int run(int argc, char** argv)
{
    qInstallMessageHandler(showMessage);
    QHashSeed::setDeterministicGlobalSeed(); // the same picture is the same file: Qt writes PDF in the order of a hash
    const Result<Request> request = parseCommandLine(argc, argv);
    if (!request)
        return exitCodeOf(request.error());
    Runner runner{argc, argv};
    const Result<void> done = std::visit(runner, *request);
    return done ? runner.exitCode : exitCodeOf(done.error());
}

} // namespace

} // namespace rope::cli

int main(int argc, char** argv)
{
    std::signal(SIGXFSZ, SIG_IGN); // a file beyond the allowed size is then an error of writing like a full disk
    try {
        return rope::cli::run(argc, argv);
    } catch (const std::bad_alloc&) {
        std::fputs("rope-explorer: there is not enough memory for this; ask for a smaller part\n", stderr);
        return 3;
    }
}
