#pragma once

#include "app/commands/text.h"

#include <string>

namespace rope {

struct ModelFile;

/// `rope-explorer inspect`: each value of a model file with its origin, each key with its effect.
struct InspectRequest {
    std::string file;
    TextFormat format = TextFormat::Table;
};
Result<void> runInspect(const InspectRequest& request);

/// `{"head_dim": {"origin": ..., "kind": ...}, ...}` of one part: the parameters of the scheme stand under
/// `scheme.<id>`.
std::string originsJson(const ModelFile& file, std::size_t part, int indent);

} // namespace rope
