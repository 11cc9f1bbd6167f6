#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace rope {

/// Size in bytes of an ordinary file. What is missing, a folder, a device or a pipe is refused before anything waits
/// for it or reads without end; `wanted` says in the message what it must be ("an .npy file").
Result<std::uint64_t> ordinaryFileSize(const std::filesystem::path& path, const std::string& wanted);

/// The bytes of an ordinary file of at most `most` bytes; refused, before anything is read, when it is larger.
Result<std::string> readOrdinaryFile(const std::filesystem::path& path, const std::string& wanted, std::uint64_t most);

/// A file that appears whole or not at all: what is written goes into its folder without its name, reaches the disk
/// and takes its name on commit(). Without commit, or when anything fails, an existing file keeps its bytes and nothing
/// else is left. A link stays a link, a file keeps its permissions, a device or pipe (/dev/stdout) is written directly.
/// (Only when the folder itself cannot be synchronised is the new file, whole, already there.) Failures of the disk are
/// of Kind::Machine and say what is the matter ("the disk is full").
class OutputFile {
public:
    explicit OutputFile(std::string path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    Result<void> open();
    Result<void> write(std::string_view bytes);
    Result<void> commit();

private:
    tl::unexpected<Error> failure(int error) const;
    Result<void> openBeside();
    bool takeName(const std::function<bool(const std::string&)>& make);
    bool hasName();
    bool replaceTarget();
    void discard();

    std::string path_;      ///< as it was given
    std::string target_;    ///< with links followed
    std::string temporary_; ///< the name beside the target while there is one
    int file_ = -1;
    bool direct_ = false; ///< a device or pipe, which cannot be replaced
};

/// Nothing when a file can be written at `path`; a refusal when its folder does not exist or it is a folder itself.
Result<void> requireOutputPath(const std::string& path);

/// Writes a file whole or not at all, as OutputFile does.
Result<void> writeWhole(const std::string& path, std::string_view bytes);

/// All of `bytes` on standard output, or the reason why not (a full disk, a closed pipe).
Result<void> writeStandardOutput(std::string_view bytes);

} // namespace rope
