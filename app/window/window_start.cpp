#include "app/window/window_start.h"

#include "app/window/main_window.h"
#include "app/window/quit_signals.h"
#include "app/window/system_theme.h"
#include "ui/widgets/explorer_style.h"

#include <QApplication>
#include <utility>

namespace rope {

namespace {

/// The state to begin with, and what to tell about the last session.
LastSession firstState(const StartOptions& options, const WindowFiles& files)
{
    if (options.state)
        return {options.state, {}};
    return readLastSession(files.session);
}

} // namespace

int runWindow(StartOptions options)
{
    QApplication::setApplicationName(QStringLiteral("rope-explorer"));
    QApplication::setApplicationDisplayName(QStringLiteral("RoPE Explorer"));
    QApplication::setDesktopFileName(QStringLiteral("org.rope_explorer.RopeExplorer"));
    const SystemTheme system;
    QApplication::setStyle(new ExplorerStyle);
    const WindowFiles files = standardWindowFiles();
    const LastSession last = firstState(options, files);
    ExplorerStore store(last.state.value_or(ExplorerState{}), std::move(options.shelf));
    MainWindow window(store, files);
    QObject::connect(&system, &SystemTheme::changed, &window.appearance(), &Appearance::setSystemDark);
    window.appearance().setSystemDark(system.isDark());
    if (!last.message.isEmpty())
        window.notify(last.message, MessageBar::Kind::Warning);
    const QuitSignals quitSignals;
    QObject::connect(&quitSignals, &QuitSignals::asked, &window, [&window] {
        window.saveEverything();
        QApplication::quit();
    });
    QObject::connect(qApp, &QGuiApplication::commitDataRequest, &window, &MainWindow::saveEverything,
                     Qt::DirectConnection);
    window.show();
    if (!options.state && options.opened)
        window.documents().take(*options.opened, options.file);
    return QApplication::exec();
}

} // namespace rope
