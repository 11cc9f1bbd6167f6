#pragma once

#include "core/base/result.h"
#include "core/state/state.h"

#include <string>

namespace rope {

/// What a file is taken for.
enum class FileKind {
    Session, ///< a session, or a picture that was exported with its state
    Model,   ///< a config.json or .gguf
    Array,   ///< an .npy of queries
};

/// By the file's ending; a JSON text is a session when it says so. A file that cannot be read counts as a model.
FileKind kindOfFile(const std::string& path);

/// The state in a session file, or in a picture that was exported with it (.png, .svg, .pdf). Refuses with the file's
/// name.
Result<ExplorerState> readSession(const std::string& path);

} // namespace rope
