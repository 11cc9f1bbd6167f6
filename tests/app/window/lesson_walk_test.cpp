#include "app/main_window.h"

#include "ui/widgets/key_row.h"
#include "ui/widgets/lesson_panel.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/task_card.h"

#include <QPushButton>
#include <QRadioButton>
#include <QTemporaryDir>
#include <QTest>
#include <gtest/gtest.h>

namespace rope {

namespace {

/// A reader who walks the whole course with keyboard and mouse, in the window that users have.
class LessonWalk : public testing::Test {
protected:
    LessonWalk()
    {
        window.resize(1280, 800);
        window.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&window));
        panel = window.findChild<LessonPanel*>();
        panel->open(0);
    }

    void press(TaskCard* card, const QString& text)
    {
        for (auto* button : card->findChildren<QPushButton*>())
            if (button->text() == text)
                QTest::mouseClick(button, Qt::LeftButton);
    }

    void typeGuess(TaskCard* card, const QString& guess)
    {
        auto* field = card->findChild<QLineEdit*>();
        ASSERT_NE(field, nullptr);
        field->selectAll();
        QTest::keyClicks(field, guess);
        QTest::keyClick(field, Qt::Key_Return);
    }

    void choose(TaskCard* card, bool right)
    {
        const auto buttons = card->findChildren<QRadioButton*>();
        const auto& options = card->task().options;
        ASSERT_EQ(buttons.size(), static_cast<qsizetype>(options.size()));
        for (std::size_t i = 0; i < options.size(); ++i) {
            if (options[i].right != right)
                continue;
            buttons[static_cast<qsizetype>(i)]->click();
            break;
        }
        press(card, QStringLiteral("Check"));
    }

    /// Types the value into the parameter's field where it has one; other controls are set through the store.
    void enter(const Assignment& assignment)
    {
        for (KeyRow* row : window.findChildren<KeyRow*>()) {
            auto* field = row->findChild<NumberField*>();
            if (row->key().id != assignment.key || field == nullptr)
                continue;
            field->selectAll();
            QTest::keyClicks(field, QString::fromStdString(assignment.text));
            QTest::keyClick(field, Qt::Key_Return);
            return;
        }
        const auto change = changeOf(store.state(), {assignment});
        ASSERT_TRUE(change.has_value()) << assignment.key;
        EXPECT_FALSE(store.propose(*change, QStringLiteral("a reader's step")).has_value()) << assignment.key;
    }

    void answerWrongly(TaskCard* card)
    {
        if (card->task().kind == TaskKind::Predict)
            typeGuess(card, QStringLiteral("-123456789"));
        else if (card->task().kind == TaskKind::Choose)
            choose(card, false);
        else
            press(card, QStringLiteral("Check"));
    }

    void answerRightly(TaskCard* card)
    {
        const Task task = card->task();
        if (task.kind == TaskKind::Predict)
            typeGuess(card, QString::number(task.solutionNumber.value(), 'g', 15));
        else if (task.kind == TaskKind::Choose)
            choose(card, true);
        else
            for (const Assignment& step : task.solution)
                enter(step);
    }

    /// Tasks stand on their own: each can be solved from where the lesson begins.
    void beginLessonAgain()
    {
        const auto change = startChange(panel->lesson(), store.state());
        ASSERT_TRUE(change.has_value());
        EXPECT_FALSE(store.propose(*change, QStringLiteral("the lesson's beginning")).has_value());
    }

    QTemporaryDir folder;
    ExplorerStore store;
    MainWindow window{
        store, {folder.filePath("session.json"), folder.filePath("window.ini"), folder.filePath("progress.json")}};
    LessonPanel* panel = nullptr;
};

} // namespace

TEST_F(LessonWalk, EveryTaskOfTheNineLessonsFailsFirstAndIsThenSolved)
{
    ASSERT_EQ(panel->lessons().size(), 9U);
    int tasks = 0;
    for (int lesson = 0; lesson < 9; ++lesson) {
        ASSERT_EQ(panel->index(), lesson);
        EXPECT_GE(panel->cards().size(), 2U) << panel->lesson().title;
        panel->startOver();
        for (std::size_t i = 0; i < panel->cards().size(); ++i, ++tasks) {
            SCOPED_TRACE(panel->lesson().title + " / " + panel->cards()[i]->task().id);
            beginLessonAgain();
            answerWrongly(panel->cards()[i]);
            EXPECT_FALSE(panel->cards()[i]->isDone());
            EXPECT_FALSE(panel->cards()[i]->message().isEmpty()) << "a wrong answer is told why";
            answerRightly(panel->cards()[i]);
            EXPECT_TRUE(panel->cards()[i]->isDone()) << panel->cards()[i]->message().toStdString();
        }
        for (auto* button : panel->findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Next") && lesson < 8)
                QTest::mouseClick(button, Qt::LeftButton);
    }
    EXPECT_GE(tasks, 18);
    RecordProperty("tasks", tasks);
}

TEST_F(LessonWalk, ProgressIsThereAfterARestart)
{
    TaskCard* card = panel->cards().front();
    answerRightly(card);
    ASSERT_TRUE(card->isDone());
    const Progress before = panel->progress();
    window.close();
    ExplorerStore otherStore;
    MainWindow again(
        otherStore, {folder.filePath("session.json"), folder.filePath("window.ini"), folder.filePath("progress.json")});
    EXPECT_EQ(again.findChild<LessonPanel*>()->progress(), before);
}

} // namespace rope
