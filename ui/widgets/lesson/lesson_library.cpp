#include "ui/widgets/lesson/lesson_library.h"

#include "core/base/resources.h"
#include "core/lessons/lesson_parser.h"

#include <QStringList>
#include <algorithm>

namespace rope {

std::vector<Lesson> builtInLessons(QStringList* errors)
{
    std::vector<Lesson> lessons;
    for (const std::string_view path : resourcesIn("lessons")) {
        Result<Lesson> lesson = parseLesson(std::string(path.substr(path.find('/') + 1)), resource(path));
        if (lesson)
            lessons.push_back(std::move(*lesson));
        else if (errors)
            errors->append(QString::fromStdString(describe(lesson.error())));
    }
    std::ranges::stable_sort(lessons, {}, &Lesson::order);
    return lessons;
}

} // namespace rope
