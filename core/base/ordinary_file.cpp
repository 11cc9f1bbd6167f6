#include "core/base/ordinary_file.h"

#include <system_error>

namespace rope {

namespace fs = std::filesystem;

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

} // namespace rope
