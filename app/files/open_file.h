#pragma once

#include "core/base/result.h"
#include "core/model/report.h"
#include "core/state/state.h"

#include <string>
#include <variant>

namespace rope {

/// Queries and keys by where they are: their owner opens them (ContentShelf).
struct ContentSource {
    std::string source;
};

/// What a file holds: a session (or a picture that was exported with its state), a model, or queries and keys.
using OpenedFile = std::variant<ExplorerState, ModelFile, ContentSource>;

/// Reads a file by its ending: .npy, pictures, .gguf; a JSON text is a session when it says so, else a model. Each is
/// parsed once. Refuses with the file's name.
Result<OpenedFile> openFile(const std::string& path);

/// The state in a session file, or in a picture that was exported with it (.png, .svg, .pdf, .tex, .gif, .mp4, .json).
/// Refuses with the file's name.
Result<ExplorerState> readSession(const std::string& path);

} // namespace rope
