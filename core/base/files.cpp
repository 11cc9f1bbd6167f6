#include "core/base/files.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace rope {

namespace fs = std::filesystem;

namespace {

/// What is the matter, in words for whoever has to mend it.
std::string reason(int error)
{
    if (error == ENOSPC || error == EDQUOT)
        return "the disk is full";
    if (error == EFBIG)
        return "the file would be larger than is allowed here";
    return error == 0 ? "the system gives no reason" : std::generic_category().message(error);
}

std::string folderOf(const std::string& path)
{
    const std::string folder = fs::path(path).parent_path().string();
    return folder.empty() ? "." : folder;
}

/// The file that a chain of links ends at, whether it exists or not.
std::string withLinksFollowed(const std::string& path)
{
    constexpr int mostLinks = 40;
    fs::path target = path;
    std::error_code failure;
    for (int i = 0; i < mostLinks && fs::is_symlink(fs::symlink_status(target, failure)); ++i)
        target = target.parent_path() / fs::read_symlink(target, failure);
    return target.string();
}

/// Bytes to a descriptor; false with errno when it does not take them all.
bool writeAll(int file, std::string_view bytes)
{
    while (!bytes.empty()) {
        errno = 0;
        const ssize_t written = ::write(file, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0) {
            errno = errno == 0 ? ENOSPC : errno;
            return false;
        }
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

/// The name of a file reaches the disk with its folder. Folders of some file systems cannot be synchronised.
bool syncFolder(const std::string& path)
{
    const int folder = ::open(folderOf(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return errno == EACCES;
    const bool done = ::fsync(folder) == 0 || errno == EINVAL || errno == EROFS;
    const int error = errno;
    ::close(folder);
    errno = error;
    return done;
}

} // namespace

Result<std::uint64_t> ordinaryFileSize(const fs::path& path, const std::string& wanted)
{
    const std::string name = path.string();
    if (name.empty())
        return refuse("", "a file's name is empty; it must be that of " + wanted);
    std::error_code failure;
    const fs::file_status status = fs::status(path, failure);
    if (status.type() == fs::file_type::none)
        return refuse(name, "cannot be read: " + failure.message());
    if (!fs::exists(status))
        return refuse(name, "there is no such file; it must be " + wanted);
    if (fs::is_directory(status))
        return refuse(name, "is a folder; it must be " + wanted);
    if (!fs::is_regular_file(status))
        return refuse(name, "is no ordinary file; it must be " + wanted);
    const std::uintmax_t size = fs::file_size(path, failure);
    if (failure)
        return refuse(name, "cannot be read: " + failure.message());
    return size;
}

Result<std::string> readOrdinaryFile(const fs::path& path, const std::string& wanted, std::uint64_t most)
{
    const Result<std::uint64_t> size = ordinaryFileSize(path, wanted);
    if (!size)
        return tl::unexpected(size.error());
    if (*size > most)
        return refuse(path.string(), "has " + std::to_string(*size) + " bytes, too many for " + wanted + "; at most " +
                                         std::to_string(most) + " are read");
    std::string bytes(*size, '\0');
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return refuse(path.string(), "cannot be opened; is it yours to read?");
    file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (static_cast<std::uint64_t>(file.gcount()) != *size)
        return failMachine(path.string(), "cannot be read to its end");
    return bytes;
}

OutputFile::OutputFile(std::string path)
    : path_(std::move(path))
    , target_(withLinksFollowed(path_))
{}

OutputFile::~OutputFile()
{
    discard();
}

tl::unexpected<Error> OutputFile::failure(int error) const
{
    return failMachine(path_, "cannot be written: " + reason(error));
}

void OutputFile::discard()
{
    if (file_ >= 0)
        ::close(file_);
    file_ = -1;
    if (!temporary_.empty())
        ::unlink(temporary_.c_str());
    temporary_.clear();
}

/// A file without a name where the file system has such, which nobody need remove; else one with a name beside.
Result<void> OutputFile::openBeside()
{
    constexpr int writing = O_WRONLY | O_CLOEXEC;
    file_ = ::open(folderOf(target_).c_str(), writing | O_TMPFILE, 0666);
    if (file_ >= 0)
        return {};
    if (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL && errno != ENOENT)
        return failure(errno);
    const bool named = takeName([this, writing](const std::string& name) {
        file_ = ::open(name.c_str(), writing | O_CREAT | O_EXCL, 0666);
        return file_ >= 0;
    });
    return named ? Result<void>{} : failure(errno);
}

Result<void> OutputFile::open()
{
    if (const Result<void> possible = requireOutputPath(path_); !possible)
        return possible;
    struct stat present = {};
    const bool exists = ::stat(target_.c_str(), &present) == 0;
    direct_ = exists && !S_ISREG(present.st_mode);
    if (direct_) {
        file_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
        return file_ >= 0 ? Result<void>{} : failure(errno);
    }
    if (exists && ::access(target_.c_str(), W_OK) != 0)
        return failure(errno);
    const Result<void> opened = openBeside();
    if (opened && exists && ::fchmod(file_, present.st_mode & 07777U) != 0)
        return failure(errno);
    return opened;
}

Result<void> OutputFile::write(std::string_view bytes)
{
    if (!writeAll(file_, bytes))
        return failure(errno);
    return {};
}

/// Tries names beside the target until `make` succeeds with one that is not yet taken; false with errno otherwise.
bool OutputFile::takeName(const std::function<bool(const std::string&)>& make)
{
    constexpr int mostTries = 1000;
    for (int i = 0; i < mostTries; ++i) {
        const std::string name =
            folderOf(target_) + "/.rope-explorer-" + std::to_string(::getpid()) + "-" + std::to_string(i);
        if (make(name)) {
            temporary_ = name;
            return true;
        }
        if (errno != EEXIST)
            return false;
    }
    return false;
}

bool OutputFile::hasName()
{
    const std::string nameless = "/proc/self/fd/" + std::to_string(file_);
    return !temporary_.empty() || takeName([&](const std::string& name) {
        return ::linkat(AT_FDCWD, nameless.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
    });
}

bool OutputFile::replaceTarget()
{
    if (::rename(temporary_.c_str(), target_.c_str()) != 0)
        return false;
    temporary_.clear();
    return syncFolder(target_);
}

Result<void> OutputFile::commit()
{
    const auto failed = [this] {
        const int error = errno;
        discard();
        return failure(error);
    };
    if (!direct_ && (::fsync(file_) != 0 || !hasName()))
        return failed();
    const int file = std::exchange(file_, -1);
    if (::close(file) != 0)
        return failed();
    if (!direct_ && !replaceTarget())
        return failed();
    return {};
}

Result<void> requireOutputPath(const std::string& path)
{
    std::error_code failure;
    if (path.empty())
        return refuse("", "the output's name is empty; name a file");
    if (!fs::is_directory(folderOf(path), failure))
        return refuse(path, "the folder '" + folderOf(path) + "' does not exist; make it first or name another");
    if (fs::is_directory(path, failure))
        return refuse(path, "this is a folder; name a file in it");
    return {};
}

Result<void> writeWhole(const std::string& path, std::string_view bytes)
{
    OutputFile file(path);
    Result<void> done = file.open();
    if (done)
        done = file.write(bytes);
    return done ? file.commit() : done;
}

Result<void> writeStandardOutput(std::string_view bytes)
{
    errno = 0;
    if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size() || std::fflush(stdout) != 0)
        return failMachine("standard output", "cannot be written: " + reason(errno));
    return {};
}

} // namespace rope
