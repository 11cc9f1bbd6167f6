#include "app/files/session_file.h"

#include "core/base/files.h"
#include "core/state/json.h"
#include "ui/paint/export/export.h"
#include "ui/widgets/lesson/progress_file.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

namespace rope {

namespace {

LastSession setAside(const QString& path, const QString& reason)
{
    const QString kept = path + QStringLiteral(".broken");
    QFile::remove(kept);
    const bool moved = QFile::rename(path, kept);
    const QString where = moved ? QCoreApplication::translate("Session", "It is kept as %1.").arg(kept)
                                : QCoreApplication::translate("Session", "It is still at %1.").arg(path);
    return {std::nullopt, QCoreApplication::translate("Session", "The last session could not be read (%1); "
                                                                 "this one starts fresh. %2")
                              .arg(reason, where)};
}

} // namespace

LastSession readLastSession(const QString& path)
{
    if (!QFileInfo::exists(path))
        return {};
    const Result<ExplorerState> state =
        readOrdinaryFile(path.toStdString(), "a session", maximumSessionBytes).and_then([](const std::string& text) {
            return stateFromJson(text);
        });
    if (!state)
        return setAside(path, QString::fromStdString(describe(state.error())));
    return {*state, {}};
}

Result<void> writeSession(const QString& path, const ExplorerState& state)
{
    const QDir folder = QFileInfo(path).absoluteDir();
    if (!folder.mkpath(QStringLiteral(".")))
        return failMachine(folder.path().toStdString(), "the folder cannot be made");
    return writeWhole(path, QByteArray::fromStdString(toJson(state)));
}

WindowFiles standardWindowFiles()
{
    const QString data = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation);
    const QString config = QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation);
    return {data + QStringLiteral("/session.json"), config + QStringLiteral("/window.ini"), progressPath()};
}

} // namespace rope
