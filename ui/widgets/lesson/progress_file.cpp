#include "ui/widgets/lesson/progress_file.h"

#include "core/base/files.h"
#include "ui/paint/export/export.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

namespace rope {

QString progressPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/progress.json");
}

Progress loadProgress(const QString& path)
{
    const Result<std::string> text =
        readOrdinaryFile(path.toStdString(), "what is remembered of the lessons", maximumProgressBytes);
    return text ? progressFromJson(*text).value_or(Progress{}) : Progress{};
}

Result<void> saveProgress(const QString& path, const Progress& progress)
{
    QDir().mkpath(QFileInfo(path).path());
    return writeWhole(path, QByteArray::fromStdString(toJson(progress)));
}

} // namespace rope
