#include "ui/widgets/lesson/lesson_library.h"

#include <QDir>
#include <QFile>
#include <QStringList>
#include <algorithm>

namespace rope {

std::vector<Lesson> builtInLessons(QStringList* errors)
{
    std::vector<Lesson> lessons;
    const QDir folder(QStringLiteral(":/lessons"));
    for (const QString& name : folder.entryList({QStringLiteral("*.md")}, QDir::Files, QDir::Name)) {
        QFile file(folder.filePath(name));
        const bool open = file.open(QIODevice::ReadOnly);
        const QByteArray text = open ? file.readAll() : QByteArray();
        Result<Lesson> lesson =
            parseLesson(name.toStdString(), {text.constData(), static_cast<std::size_t>(text.size())});
        if (lesson)
            lessons.push_back(std::move(*lesson));
        else if (errors)
            errors->append(QString::fromStdString(describe(lesson.error())));
    }
    std::ranges::stable_sort(lessons, {}, &Lesson::order);
    return lessons;
}

} // namespace rope
