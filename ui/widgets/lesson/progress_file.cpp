#include "ui/widgets/lesson/progress_file.h"

#include "core/base/files.h"
#include "ui/paint/export/export.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLockFile>
#include <QStandardPaths>

namespace rope {

namespace {

constexpr int lockPatience = 500; ///< ms that another window may take to write
constexpr int mostAside = 100;    ///< files kept aside under numbered names

/// Renames the file to a name that is free and returns that; empty where it cannot be renamed.
QString setAside(const QString& path)
{
    for (int number = 1; number <= mostAside; ++number) {
        const QString aside = path + QStringLiteral(".broken") + (number > 1 ? QString::number(number) : QString());
        if (!QFileInfo::exists(aside))
            return QFile::rename(path, aside) ? aside : QString();
    }
    return {};
}

} // namespace

QString progressPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/progress.json");
}

KeptProgress loadProgress(const QString& path)
{
    if (!QFileInfo::exists(path))
        return {};
    const Result<Progress> kept =
        readOrdinaryFile(path.toStdString(), "what is remembered of the lessons", maximumProgressBytes)
            .and_then([](const std::string& text) { return progressFromJson(text); });
    if (kept)
        return {*kept, {}};
    const QString aside = setAside(path);
    const QString where = aside.isEmpty() ? QCoreApplication::translate("Progress", "It is still at %1.").arg(path)
                                          : QCoreApplication::translate("Progress", "It is kept as %1.").arg(aside);
    return {{},
            QCoreApplication::translate("Progress", "What was remembered of the lessons could not be read (%1). %2")
                .arg(QString::fromStdString(describe(kept.error())), where)};
}

Result<void> saveProgress(const QString& path, const Progress& before, const Progress& now)
{
    QDir().mkpath(QFileInfo(path).path());
    QLockFile lock(path + QStringLiteral(".lock"));
    lock.tryLock(lockPatience); // where none can be made, writing says why
    const bool isThere = QFileInfo::exists(path);
    const KeptProgress kept = loadProgress(path);
    if (!kept.message.isEmpty() && QFileInfo::exists(path))
        return failMachine(path.toStdString(), "can neither be read nor set aside; progress is not kept");
    const bool isReadable = isThere && kept.message.isEmpty();
    return writeWhole(path,
                      QByteArray::fromStdString(toJson(isReadable ? withChanges(kept.progress, before, now) : now)));
}

} // namespace rope
