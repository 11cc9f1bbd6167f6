#include "ui/widgets/lesson/progress_file.h"

#include "ui/paint/export/export.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

namespace rope {

QString progressPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/progress.json");
}

Progress loadProgress(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return progressFromJson(file.readAll().toStdString()).value_or(Progress{});
}

Result<void> saveProgress(const QString& path, const Progress& progress)
{
    QDir().mkpath(QFileInfo(path).path());
    return writeWhole(path, QByteArray::fromStdString(toJson(progress)));
}

} // namespace rope
