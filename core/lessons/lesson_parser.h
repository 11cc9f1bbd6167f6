#pragma once

#include "core/lessons/lesson.h"

#include <string_view>

namespace rope {

/// Reads a lesson. `file` is its name, used for the id and in messages `file:line`.
/// Refuses: no front matter, controls of keys that do not exist, unknown or missing keys in it, unknown quantities and
/// malformed links, an unclosed fence, two tasks of one id, no summary.
Result<Lesson> parseLesson(std::string_view file, std::string_view text);

} // namespace rope
