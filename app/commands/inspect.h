#pragma once

#include "app/commands/text.h"
#include "core/model/report.h"

#include <map>
#include <string>

namespace rope::cli {

/// `rope-explorer inspect`: each value of a model file with its origin, each key with its effect.
struct InspectRequest {
    std::string file;
    TextFormat format = TextFormat::Table;
};
Result<void> runInspect(const InspectRequest& request);

/// `{"head_dim": {"origin": ..., "kind": ...}, ...}`.
std::string originsJson(const std::map<std::string, Origin>& origins, int indent);

} // namespace rope::cli
