#include "core/lessons/lesson_parser.h"

namespace rope {
namespace {

const std::string head = "---\ntitle: Turning\norder: 3\nfigures: rotation, scores\nstart: positions.query=3\n---\n";
const std::string body = "# Turning\n\nThe score is {{score_rotated}}; [move on](set:positions.query=12).\n\n"
                         "![R m](equation:rotation-matrix)\n\n";
const std::string task = "```task\nid: far\nkind: reach\nquestion: Go far.\nrequire: distance >= 100\nright: Far.\n"
                         "solution: positions.key=200\n```\n";
const std::string summary = "## Summary\n\nIt turns.\n";

std::string errorOf(const std::string& text)
{
    const Result<Lesson> lesson = parseLesson("lessons/03-turning.md", text);
    return lesson ? "" : describe(lesson.error());
}

} // namespace

TEST(LessonParser, ReadsAllPartsOfALesson)
{
    const Lesson lesson = parseLesson("lessons/03-turning.md", head + body + task + "More.\n" + summary).value();
    EXPECT_EQ(lesson.id, "03-turning");
    EXPECT_EQ(lesson.title, "Turning");
    EXPECT_EQ(lesson.order, 3);
    EXPECT_EQ(lesson.figures, (std::vector<std::string>{"rotation", "scores"}));
    ASSERT_EQ(lesson.blocks.size(), 3U);
    EXPECT_EQ(std::get<Task>(lesson.blocks[1]).id, "far");
    EXPECT_EQ(std::get<Prose>(lesson.blocks[2]).markdown, "More.\n");
    EXPECT_EQ(lesson.summary, "\nIt turns.\n");
    ASSERT_EQ(lesson.links.size(), 1U);
    EXPECT_EQ(lesson.links[0].text, "move on");
    EXPECT_EQ(lesson.links[0].line, 9);
    ASSERT_EQ(lesson.equations.size(), 1U);
    EXPECT_EQ(lesson.equations[0].name, "rotation-matrix");
    EXPECT_EQ(lesson.equations[0].words, "R m");
    ASSERT_EQ(lesson.numbers.size(), 1U);
    EXPECT_EQ(lesson.numbers[0].reference.id, "score_rotated");
}

TEST(LessonParser, ReadsControlsAndRefusesUnknownKeys)
{
    const std::string controls = "```controls\nsequence.content_mix\nscheme.factor\n```\n";
    const Lesson lesson = parseLesson("03-turning.md", head + body + controls + summary).value();
    ASSERT_EQ(lesson.blocks.size(), 2U);
    EXPECT_EQ(std::get<LessonControls>(lesson.blocks[1]).keys,
              (std::vector<std::string>{"sequence.content_mix", "scheme.factor"}));
    EXPECT_EQ(errorOf(head + "```controls\nmodel.base\nmodel.colour\n```\n" + summary).substr(0, 24),
              "lessons/03-turning.md:9:");
    EXPECT_NE(errorOf(head + "```controls\n```\n" + summary).find("need a key"), std::string::npos);
    EXPECT_NE(errorOf(head + "```controls\nmodel.base\n" + summary).find("not closed"), std::string::npos);
}

TEST(LessonParser, StartsFromAFreshStateWithItsFigures)
{
    const Lesson lesson = parseLesson("03-turning.md", head + body + summary).value();
    const ExplorerState state = startState(lesson).value();
    EXPECT_EQ(state.positions.query, 3);
    EXPECT_EQ(state.view.figures, lesson.figures);
}

TEST(LessonParser, NamesFileAndLineOfWhatIsWrong)
{
    EXPECT_EQ(errorOf("# Turning\n").substr(0, 23), "lessons/03-turning.md:1");
    EXPECT_NE(errorOf("---\ntitle: T\n").find("not closed"), std::string::npos);
    EXPECT_EQ(errorOf("---\ntitle: T\norder: x\n---\n").substr(0, 24), "lessons/03-turning.md:3:");
    EXPECT_NE(errorOf("---\ncolour: red\n---\n").find("colour"), std::string::npos);
    EXPECT_NE(errorOf("---\ntitle: T\n---\n").find("order"), std::string::npos);
    EXPECT_EQ(errorOf(head + "a {{no_such}}\n" + summary).substr(0, 24), "lessons/03-turning.md:7:");
    EXPECT_NE(errorOf(head + "[x](http://example.org)\n" + summary).find(":7:"), std::string::npos);
    EXPECT_NE(errorOf(head + "![](equation:x)\n" + summary).find(":7:"), std::string::npos);
    EXPECT_NE(errorOf(head + "[x](set:query)\n" + summary).find(":7:"), std::string::npos);
    EXPECT_NE(errorOf(head + body).find("## Summary"), std::string::npos);
    EXPECT_NE(errorOf(head + "## Summary\n\n").find("empty"), std::string::npos);
}

TEST(LessonParser, NamesFileAndLineOfAWrongTask)
{
    EXPECT_NE(errorOf(head + "```task\nid: a\n").find(":7: the block is not closed"), std::string::npos);
    EXPECT_NE(errorOf(head + "```task\ncolour: a\n```\n" + summary).find(":8:"), std::string::npos);
    EXPECT_NE(errorOf(head + task + task + summary).find("already a task far"), std::string::npos);
}

TEST(LessonParser, ReadsLineEndsOfBothKinds)
{
    std::string text = head + body + task + summary;
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 2))
        text.replace(at, 1, "\r\n");
    EXPECT_EQ(errorOf(text), "");
}

} // namespace rope
