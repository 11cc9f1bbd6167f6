#include "ui/paint/export/export.h"

#include <QFileInfo>
#include <QSaveFile>

namespace rope {
namespace {

tl::unexpected<Error> failWriting(const QString& path, const QFileDevice& file)
{
    return failMachine(path.toStdString(), "cannot be written (" + file.errorString().toStdString() + ")");
}

Result<void> replaceFile(const QString& path, const QByteArray& bytes)
{
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit())
        return {};
    return failWriting(path, file);
}

/// Pipes and devices cannot be replaced by a file.
Result<void> writeDirectly(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.flush())
        return {};
    return failWriting(path, file);
}

} // namespace

Result<void> requireOutputPath(const QString& path)
{
    const QFileInfo file(path);
    const QFileInfo folder(file.absolutePath());
    if (!folder.isDir())
        return refuse(path.toStdString(), "the folder '" + folder.filePath().toStdString() +
                                              "' does not exist; make it first or name another");
    if (file.isDir())
        return refuse(path.toStdString(), "this is a folder; name a file in it");
    return {};
}

Result<void> writeWhole(const QString& path, const QByteArray& bytes)
{
    if (const Result<void> possible = requireOutputPath(path); !possible)
        return possible;
    const QFileInfo file(path);
    return file.exists() && !file.isFile() ? writeDirectly(path, bytes) : replaceFile(path, bytes);
}

} // namespace rope
