#include "core/lessons/progress.h"

#include "core/lessons/lesson_parser.h"

namespace rope {
namespace {

const Lesson& exampleLesson()
{
    static const Lesson lesson = [] {
        const std::string task = "```task\nid: ID\nkind: reach\nquestion: Go.\nrequire: distance >= 100\nright: Far.\n"
                                 "solution: positions.key=200\n```\n";
        const auto named = [&](const std::string& id) {
            return std::string(task).replace(task.find("ID"), 2, id);
        };
        return parseLesson("01-a.md", "---\ntitle: A\norder: 1\n---\n" + named("x") + named("y") + "## Summary\nS.\n")
            .value();
    }();
    return lesson;
}

} // namespace

TEST(Progress, CountsSolvedTasks)
{
    const Lesson& lesson = exampleLesson();
    const Task& first = *tasksOf(lesson)[0];
    const Progress done = withDone({}, lesson, first);
    EXPECT_TRUE(isDone(done, lesson, first));
    EXPECT_FALSE(isDone(done, lesson, *tasksOf(lesson)[1]));
    EXPECT_EQ(scoreOf(done, lesson), (LessonScore{1, 2}));
    EXPECT_EQ(scoreOf(withoutLesson(done, lesson), lesson), (LessonScore{0, 2}));
}

TEST(Progress, SurvivesJson)
{
    Progress progress = withDone({}, exampleLesson(), *tasksOf(exampleLesson())[1]);
    progress.lesson = "01-a";
    EXPECT_EQ(progressFromJson(toJson(progress)).value(), progress);
    EXPECT_EQ(progressFromJson(toJson({})).value(), Progress{});
}

TEST(Progress, ChangesOfOneReaderLeaveThoseOfAnother)
{
    const Progress before{"01-a", {"a/1", "a/2"}};
    const Progress now{"02-b", {"a/1", "b/1"}};
    const Progress kept{"03-c", {"a/1", "a/2", "c/1"}};
    EXPECT_EQ(withChanges(kept, before, now), (Progress{"02-b", {"a/1", "b/1", "c/1"}}));
    EXPECT_EQ(withChanges(before, before, now), now);
}

TEST(Progress, RefusesWhatIsNotProgress)
{
    for (const char* text :
         {"", "[]", "{}", "null", R"({"format":"rope-explorer-progress","version":2})",
          R"({"format":"rope-explorer-progress","version":1,"done":[3]})",
          R"({"format":"rope-explorer-progress","version":1,"done":{}})",
          R"({"format":"rope-explorer-progress","version":1,"lesson":7})", R"({"format":7,"version":1})"})
        EXPECT_FALSE(progressFromJson(text)) << text;
    EXPECT_FALSE(progressFromJson(std::string(2U << 20U, ' ')));
}

} // namespace rope
