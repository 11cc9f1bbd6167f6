#pragma once

#include "core/model/report.h"

#include <filesystem>

namespace rope {

/// The model in a file: GGUF when it begins so, else a config.json. Only the header of a GGUF file is read (at most
/// 64 MiB), and of its tensors the per-pair divisors alone. Of a folder, and of a .safetensors file, the
/// config.json (or params.json, mlc-chat-config.json) in it or beside it. Refuses other folders, missing, empty and
/// unreadable files; the error's field is the file's name, with the key or byte behind it.
Result<ModelFile> readModelFile(const std::filesystem::path& asked);

} // namespace rope
