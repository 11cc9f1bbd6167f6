#pragma once

#include "core/base/result.h"

#include <QString>
#include <memory>
#include <string_view>

class QFileDevice;

namespace rope {

/// A file that appears whole or not at all: what is written goes beside it and takes its name on commit().
/// Without commit an existing file keeps its bytes. A device or pipe (/dev/stdout) is written directly.
class OutputFile {
public:
    explicit OutputFile(QString path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    Result<void> open();
    Result<void> write(std::string_view bytes);
    Result<void> commit();

private:
    tl::unexpected<Error> failure(const QString& what) const;

    QString path_;
    std::unique_ptr<QFileDevice> file_;
};

/// All of `bytes` on standard output, or the reason why not (a full disk, a closed pipe).
Result<void> writeStandardOutput(std::string_view bytes);

/// One line on standard error that does not stop the work.
void printNote(std::string_view note);

} // namespace rope
