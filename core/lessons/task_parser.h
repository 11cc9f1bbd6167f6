#pragma once

#include "core/lessons/task.h"

#include <string_view>

namespace rope {

/// Reads the lines between the fences of a task block: `key: value`, one each; `line` is the first one's number in
/// `file`, for messages. Refuses unknown and missing keys.
Result<Task> parseTask(std::string_view block, std::string_view file, int line);

} // namespace rope
