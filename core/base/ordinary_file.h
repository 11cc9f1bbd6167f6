#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>

namespace rope {

/// Size in bytes of an ordinary file. What is missing, a folder, a device or a pipe is refused before anything waits
/// for it or reads without end; `wanted` says in the message what it must be ("an .npy file").
Result<std::uint64_t> ordinaryFileSize(const std::filesystem::path& path, const std::string& wanted);

} // namespace rope
