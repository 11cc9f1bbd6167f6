#include "core/lessons/task_parser.h"

namespace rope {
namespace {

Task parsed(const std::string& text)
{
    const Result<Task> task = parseTask(text, "lesson.md", 1);
    EXPECT_TRUE(task) << describe(task.error());
    return task.value_or(Task{});
}

const std::string reach =
    "id: a\nkind: reach\nquestion: Go.\nrequire: distance >= 100\nrequire: sequence.mask = causal\n"
    "hint: Pull the key.\nright: The distance is {{distance}}.\nsolution: positions.key=200\n";
const std::string predict = "id: b\nkind: predict\nquestion: How long?\nquantity: wavelength:0\ntolerance: 0.1\n"
                            "hint: A turn is 2 pi.\nright: Yes.\nsolution: 6.28\n";
const std::string choose = "id: c\nkind: choose\nquestion: Which?\noption: * this | It is {{offset}}.\n"
                           "option: that | No: look again.\nright: Well seen.\nfact: offset = -7\n";

} // namespace

TEST(Tasks, ReachNeedsEveryConditionAndSaysWhatIsMissing)
{
    const Task task = parsed(reach);
    ExplorerState state;
    const TaskResult far = check(task, state);
    EXPECT_FALSE(far.solved);
    EXPECT_NE(far.message.find("7 tokens"), std::string::npos) << far.message;
    EXPECT_EQ(far.message.find("Pull the key."), std::string::npos) << "a hint is said when it is asked for";
    state.positions.key = 200;
    EXPECT_NE(check(task, state).message.find("Mask"), std::string::npos) << check(task, state).message;
    state.sequence.mask = Mask::Causal;
    EXPECT_TRUE(check(task, state).solved);
    EXPECT_EQ(check(task, state).message, "The distance is 188 tokens.");
}

TEST(Tasks, PredictComparesTheTypedNumberWithTheTruth)
{
    const Task task = parsed(predict);
    EXPECT_TRUE(check(task, {}, "6.3").solved);
    EXPECT_TRUE(check(task, {}, " 6.2 ").solved);
    EXPECT_EQ(check(task, {}, "7").message, "Too high.");
    EXPECT_EQ(check(task, {}, "1").message, "Too low.");
    EXPECT_FALSE(check(task, {}, "six").solved);
    EXPECT_FALSE(check(task, {}, "").solved);
    EXPECT_FALSE(check(task, {}).solved);
}

TEST(Tasks, PredictMayAskAboutAnotherState)
{
    const Task task = parsed("id: b\nkind: predict\nquestion: How many?\nquantity: distance\nat: positions.key=112\n"
                             "tolerance: 0.5\nright: Yes.\nsolution: 100\n");
    EXPECT_TRUE(check(task, {}, "100").solved);
    EXPECT_FALSE(check(task, {}, "7").solved);
}

TEST(Tasks, ChooseAnswersEveryOption)
{
    const Task task = parsed(choose);
    EXPECT_TRUE(check(task, {}, 0).solved);
    EXPECT_EQ(check(task, {}, 0).message, "It is \u22127. Well seen.");
    EXPECT_EQ(check(task, {}, 1).message, "No: look again.");
    EXPECT_FALSE(check(task, {}, 2).solved);
    EXPECT_FALSE(check(task, {}, -1).solved);
    EXPECT_FALSE(check(task, {}).solved);
}

TEST(Tasks, IncompleteOnesAreRefusedWithTheirPlace)
{
    for (const char* text : {"id: a\nkind: reach\nquestion: Go.\nright: x\n", "kind: reach\n", "id: a\nkind: guess\n",
                             "id: a\nkind: predict\nquestion: q\nright: r\nquantity: offset\nsolution: 1\n",
                             "id: a\nkind: choose\nquestion: q\nright: r\noption: * a | b\noption: * c | d\n",
                             "id: a\nkind: choose\nquestion: q\nright: r\noption: a\n"}) {
        const Result<Task> task = parseTask(text, "lesson.md", 5);
        ASSERT_FALSE(task) << text;
        EXPECT_EQ(task.error().field.substr(0, 10), "lesson.md:") << describe(task.error());
    }
}

TEST(LiveNumbers, ReplaceTheirNames)
{
    EXPECT_EQ(withLiveNumbers("m = {{query_position}}, n = {{ key_position }}.", {}), "m = 12, n = 5.");
    EXPECT_EQ(withLiveNumbers("open {{ end", {}), "open {{ end");
    EXPECT_EQ(withLiveNumbers("{{wavelength:99}}", {}), "\u2013");
}

} // namespace rope
