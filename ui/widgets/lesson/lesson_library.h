#pragma once

#include "core/lessons/lesson.h"

#include <QString>

namespace rope {

/// The lessons that come with the program, in their order. One that cannot be read is left out and told in `errors`,
/// where given; the tests see to it that none is.
std::vector<Lesson> builtInLessons(QStringList* errors = nullptr);

} // namespace rope
