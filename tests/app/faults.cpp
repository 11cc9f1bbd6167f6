// Loaded before the C library by a test: the call named in ROPE_FAULT ("fsync:EIO") fails with that error wherever it
// concerns an ordinary file open for writing; "write:short" takes half of the bytes once, and then the disk is full;
// "write:none" takes none without an error.

#include <cerrno>
#include <cstdlib>
#include <dlfcn.h>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace {

std::string fault()
{
    const char* const text = std::getenv("ROPE_FAULT");
    return text != nullptr ? text : "";
}

bool concerns(int file)
{
    struct stat status = {};
    return ::fstat(file, &status) == 0 && S_ISREG(status.st_mode) && (::fcntl(file, F_GETFL) & O_ACCMODE) != O_RDONLY;
}

/// Whether the call fails now; errno is set then.
bool fails(const std::string& call)
{
    if (fault() == call + ":EIO")
        errno = EIO;
    else if (fault() == call + ":ENOSPC")
        errno = ENOSPC;
    else
        return false;
    return true;
}

template <class Function> Function* next(const char* name)
{
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

} // namespace

extern "C" ssize_t write(int file, const void* bytes, size_t size)
{
    static bool full = false;
    auto* const original = next<ssize_t(int, const void*, size_t)>("write");
    if (!concerns(file))
        return original(file, bytes, size);
    if (fault() == "write:none")
        return errno = 0;
    if (fails("write"))
        return -1;
    if (fault() != "write:short")
        return original(file, bytes, size);
    if (full) {
        errno = ENOSPC;
        return -1;
    }
    full = true;
    return original(file, bytes, size / 2);
}

extern "C" int fsync(int file)
{
    return concerns(file) && fails("fsync") ? -1 : next<int(int)>("fsync")(file);
}

extern "C" int close(int file)
{
    const bool failing = concerns(file) && fails("close");
    const int error = errno;
    const int closed = next<int(int)>("close")(file);
    if (failing)
        errno = error;
    return failing ? -1 : closed;
}

extern "C" int linkat(int fromFolder, const char* from, int toFolder, const char* to, int flags)
{
    return fails("linkat")
               ? -1
               : next<int(int, const char*, int, const char*, int)>("linkat")(fromFolder, from, toFolder, to, flags);
}

extern "C" int rename(const char* from, const char* to)
{
    return fails("rename") ? -1 : next<int(const char*, const char*)>("rename")(from, to);
}
