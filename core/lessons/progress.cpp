#include "core/lessons/progress.h"

#include "core/base/json_text.h"

namespace rope {
namespace {

constexpr std::string_view format = "rope-explorer-progress";
constexpr int version = 1;

std::string nameOf(const Lesson& lesson, const Task& task)
{
    return lesson.id + '/' + task.id;
}

Result<Progress> fromParsed(const nlohmann::json& json)
{
    if (!json.is_object() || json.value("format", nlohmann::json{}) != format)
        return refuse("format", "must be " + std::string(format));
    const nlohmann::json written = json.value("version", nlohmann::json{});
    if (!written.is_number_integer() || written.get<std::int64_t>() != version)
        return refuse("version", "must be " + std::to_string(version));
    const nlohmann::json lesson = json.value("lesson", nlohmann::json(""));
    const nlohmann::json done = json.value("done", nlohmann::json::array());
    if (!lesson.is_string())
        return refuse("lesson", "must be a text");
    if (!done.is_array())
        return refuse("done", "must be a list of texts");
    Progress progress{lesson.get<std::string>(), {}};
    for (const nlohmann::json& name : done) {
        if (!name.is_string())
            return refuse("done", "must be a list of texts");
        progress.done.insert(name.get<std::string>());
    }
    return progress;
}

} // namespace

Progress withDone(const Progress& progress, const Lesson& lesson, const Task& task)
{
    Progress next = progress;
    next.done.insert(nameOf(lesson, task));
    return next;
}

bool isDone(const Progress& progress, const Lesson& lesson, const Task& task)
{
    return progress.done.contains(nameOf(lesson, task));
}

LessonScore scoreOf(const Progress& progress, const Lesson& lesson)
{
    LessonScore score;
    for (const Task* task : tasksOf(lesson)) {
        ++score.tasks;
        score.done += isDone(progress, lesson, *task) ? 1 : 0;
    }
    return score;
}

Progress withoutLesson(const Progress& progress, const Lesson& lesson)
{
    Progress next = progress;
    std::erase_if(next.done, [&](const std::string& name) { return name.starts_with(lesson.id + '/'); });
    return next;
}

Progress withChanges(const Progress& kept, const Progress& before, const Progress& now)
{
    Progress merged{now.lesson, kept.done};
    for (const std::string& name : now.done)
        if (!before.done.contains(name))
            merged.done.insert(name);
    for (const std::string& name : before.done)
        if (!now.done.contains(name))
            merged.done.erase(name);
    return merged;
}

std::string toJson(const Progress& progress)
{
    const nlohmann::ordered_json json = {
        {"format", format}, {"version", version}, {"lesson", progress.lesson}, {"done", progress.done}};
    return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

Result<Progress> progressFromJson(std::string_view text)
{
    const Result<nlohmann::json> json = parseJson(text, {.bytes = maximumProgressBytes, .depth = 16});
    if (!json)
        return tl::unexpected(json.error());
    return fromParsed(*json);
}

} // namespace rope
