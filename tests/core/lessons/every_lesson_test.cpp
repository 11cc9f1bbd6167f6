#include "core/lessons/lesson_parser.h"
#include "core/schemes/registry.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace rope {
namespace {

namespace fs = std::filesystem;

const fs::path resources = fs::path(ROPE_SOURCE_DIR) / "resources";

std::string contents(const fs::path& path)
{
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

std::vector<std::string> lessonFiles()
{
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(resources / "lessons"))
        if (entry.path().extension() == ".md")
            names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

std::string written(double number)
{
    std::ostringstream text;
    text << number;
    return text.str();
}

/// An answer that the task's author says is right.
Answer solutionOf(const Task& task)
{
    if (task.kind == TaskKind::Predict) {
        return written(*task.solutionNumber);
    }
    if (task.kind == TaskKind::Reach)
        return {};
    const auto right = std::find_if(task.options.begin(), task.options.end(), [](const auto& o) { return o.right; });
    return static_cast<int>(right - task.options.begin());
}

std::string placeOf(const Lesson& lesson, int line)
{
    return lesson.id + ".md:" + std::to_string(line);
}

} // namespace

class EveryLesson : public ::testing::TestWithParam<std::string> {
protected:
    void SetUp() override
    {
        Result<Lesson> parsed = parseLesson(GetParam(), contents(resources / "lessons" / GetParam()));
        ASSERT_TRUE(parsed) << describe(parsed.error());
        lesson = std::move(*parsed);
        const Result<ExplorerState> state = startState(lesson);
        ASSERT_TRUE(state) << GetParam() << ": " << describe(state.error());
        start = *state;
    }

    Lesson lesson;
    ExplorerState start;
};

TEST_P(EveryLesson, BeginsInAStateThatCanBeProposed)
{
    const Result<Change> change = startChange(lesson, {});
    ASSERT_TRUE(change);
    EXPECT_EQ(withChange({}, *change).value(), start);
    EXPECT_FALSE(lesson.figures.empty());
}

TEST_P(EveryLesson, LinksAreAcceptedAndChangeSomething)
{
    EXPECT_FALSE(lesson.links.empty());
    for (const LessonLink& link : lesson.links) {
        const Result<ExplorerState> next = withAssignments(start, link.assignments);
        ASSERT_TRUE(next) << placeOf(lesson, link.line) << ": " << describe(next.error());
    }
}

TEST_P(EveryLesson, LinksAreAcceptedAfterOneAnother)
{
    ExplorerState state = start;
    for (const LessonLink& link : lesson.links) {
        const Result<ExplorerState> next = withAssignments(state, link.assignments);
        ASSERT_TRUE(next) << placeOf(lesson, link.line) << ": " << describe(next.error());
        state = *next;
    }
}

TEST_P(EveryLesson, EquationsExist)
{
    for (const LessonEquation& equation : lesson.equations) {
        const fs::path file = resources / "equations" / (equation.name + ".svg");
        ASSERT_TRUE(fs::exists(file)) << placeOf(lesson, equation.line) << ": " << equation.name;
        EXPECT_NE(contents(file).find("currentColor"), std::string::npos) << equation.name;
    }
}

TEST_P(EveryLesson, LiveNumbersHaveValuesAtTheStart)
{
    const std::set<std::string> onlyInOtherStates = {"repeat_gap"};
    EXPECT_FALSE(lesson.numbers.empty());
    for (const LessonNumber& number : lesson.numbers)
        if (!onlyInOtherStates.contains(number.reference.id)) {
            EXPECT_TRUE(valueOf(number.reference, start))
                << placeOf(lesson, number.line) << ": " << number.reference.id;
        }
}

TEST_P(EveryLesson, HasTwoOrMoreTasks)
{
    EXPECT_GE(tasksOf(lesson).size(), 2U);
}

TEST_P(EveryLesson, NoTaskIsSolvedAtTheStart)
{
    for (const Task* task : tasksOf(lesson))
        for (const Answer& answer : {Answer{}, Answer{std::string()}, Answer{-1}}) {
            const TaskResult result = check(*task, start, answer);
            EXPECT_FALSE(result.solved) << placeOf(lesson, task->line);
            EXPECT_FALSE(result.message.empty()) << placeOf(lesson, task->line);
        }
}

TEST_P(EveryLesson, EveryTaskIsSolvedByItsSolution)
{
    for (const Task* task : tasksOf(lesson)) {
        const Result<ExplorerState> state = withAssignments(start, task->solution);
        ASSERT_TRUE(state) << placeOf(lesson, task->line) << ": " << describe(state.error());
        const TaskResult result = check(*task, *state, solutionOf(*task));
        EXPECT_TRUE(result.solved) << placeOf(lesson, task->line) << ": " << result.message;
        EXPECT_EQ(result.message.find("\u2013 "), std::string::npos) << result.message;
    }
}

TEST_P(EveryLesson, WrongAnswersAreNotSolutions)
{
    for (const Task* task : tasksOf(lesson)) {
        if (task->kind == TaskKind::Predict) {
            const double off = *task->solutionNumber + 3.0 * task->tolerance;
            EXPECT_FALSE(check(*task, start, written(off)).solved) << placeOf(lesson, task->line);
            EXPECT_FALSE(check(*task, start, "x").solved);
        }
        for (std::size_t i = 0; i < task->options.size(); ++i) {
            const TaskResult result = check(*task, start, static_cast<int>(i));
            EXPECT_EQ(result.solved, task->options[i].right) << placeOf(lesson, task->line);
            EXPECT_EQ(result.message.find("{{"), std::string::npos);
        }
    }
}

TEST_P(EveryLesson, RightChoicesRestOnMeasuredFacts)
{
    for (const Task* task : tasksOf(lesson)) {
        if (task->kind != TaskKind::Choose)
            continue;
        EXPECT_FALSE(task->conditions.empty()) << placeOf(lesson, task->line);
        const Result<ExplorerState> state = withAssignments(start, task->at);
        ASSERT_TRUE(state) << placeOf(lesson, task->line) << ": " << describe(state.error());
        for (const Condition& fact : task->conditions)
            EXPECT_TRUE(holds(fact, *state).value_or(false)) << placeOf(lesson, task->line);
    }
}

INSTANTIATE_TEST_SUITE_P(Lessons, EveryLesson, ::testing::ValuesIn(lessonFiles()), [](const auto& test) {
    std::string name = test.param.substr(0, test.param.find('.'));
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

TEST(Lessons, FollowTheCourseAndGoOnBehindIt)
{
    std::vector<std::string> titles;
    for (const std::string& file : lessonFiles()) {
        const Lesson lesson = parseLesson(file, contents(resources / "lessons" / file)).value();
        EXPECT_EQ(lesson.order, static_cast<int>(titles.size()) + 1) << file;
        titles.push_back(lesson.title);
    }
    const std::vector<std::string> course = {"Why position",
                                             "Two ways in",
                                             "One pair turns",
                                             "Only the offset survives",
                                             "Stripes",
                                             "Many frequencies",
                                             "One clock is not enough",
                                             "Mask and rotation",
                                             "Stretching the context"};
    ASSERT_GE(titles.size(), course.size());
    EXPECT_TRUE(std::equal(course.begin(), course.end(), titles.begin())) << "lessons beyond the course follow it";
}

TEST(Equations, EverySourceHasItsPictureAndIsUsed)
{
    std::set<std::string> used;
    for (const std::string& file : lessonFiles()) {
        const Lesson lesson = parseLesson(file, contents(resources / "lessons" / file)).value();
        for (const LessonEquation& equation : lesson.equations)
            used.insert(equation.name);
    }
    for (const auto& entry : fs::directory_iterator(resources / "equations")) {
        if (entry.path().extension() != ".tex")
            continue;
        EXPECT_TRUE(fs::exists(fs::path(entry.path()).replace_extension(".svg"))) << entry.path();
        EXPECT_TRUE(used.contains(entry.path().stem().string())) << entry.path();
    }
}

} // namespace rope
