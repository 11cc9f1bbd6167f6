#include "app/files/output.h"

#include "core/base/plain_text.h"
#include "ui/paint/export/export.h"

#include <QFileInfo>
#include <QSaveFile>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace rope {

namespace {

std::unique_ptr<QFileDevice> deviceFor(const QString& path)
{
    const QFileInfo info(path);
    if (info.exists() && !info.isFile() && !info.isDir())
        return std::make_unique<QFile>(path);
    return std::make_unique<QSaveFile>(path);
}

} // namespace

OutputFile::OutputFile(QString path)
    : path_(std::move(path))
    , file_(deviceFor(path_))
{}

OutputFile::~OutputFile() = default;

tl::unexpected<Error> OutputFile::failure(const QString& what) const
{
    return failMachine(path_.toStdString(), (what + ": " + file_->errorString()).toStdString());
}

Result<void> OutputFile::open()
{
    if (const Result<void> possible = requireOutputPath(path_); !possible)
        return possible;
    if (!file_->open(QIODevice::WriteOnly))
        return failure(QStringLiteral("cannot be written"));
    return {};
}

Result<void> OutputFile::write(std::string_view bytes)
{
    const auto size = static_cast<qint64>(bytes.size());
    if (file_->write(bytes.data(), size) != size)
        return failure(QStringLiteral("writing stopped"));
    return {};
}

Result<void> OutputFile::commit()
{
    auto* const saved = qobject_cast<QSaveFile*>(file_.get());
    const bool done = saved != nullptr ? saved->commit() : file_->flush();
    if (!done)
        return failure(QStringLiteral("could not be finished"));
    return {};
}

Result<void> writeStandardOutput(std::string_view bytes)
{
    errno = 0;
    const bool written = std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size() && std::fflush(stdout) == 0;
    if (!written)
        return failMachine("standard output", std::string("writing stopped: ") + std::strerror(errno));
    return {};
}

void printNote(std::string_view note)
{
    std::fprintf(stderr, "note: %s\n", messageLine(note).c_str());
}

} // namespace rope
