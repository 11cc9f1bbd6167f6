#include "app/window/main_window.h"

#include "ui/widgets/lesson/lesson_panel.h"
#include "ui/widgets/lesson/lesson_text.h"
#include "ui/widgets/lesson/number_pad.h"
#include "ui/widgets/lesson/task_card.h"
#include "ui/widgets/parameter_panel.h"
#include "ui/widgets/rows/control_box.h"
#include "ui/widgets/rows/key_row.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QFocusEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
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
        typeInto(field, guess);
    }

    void answer(TaskCard* card, bool right)
    {
        const auto buttons = card->findChildren<QRadioButton*>();
        const auto& options = card->task().options;
        ASSERT_EQ(buttons.size(), static_cast<qsizetype>(options.size()));
        for (std::size_t i = 0; i < options.size(); ++i) {
            if (options[i].right != right)
                continue;
            QTest::keyClick(buttons[static_cast<qsizetype>(i)], Qt::Key_Space);
            break;
        }
        press(card, QStringLiteral("Check"));
    }

    /// The row of a key that a reader finds: in the lesson itself, else in the parameter panel.
    KeyRow* rowOf(const std::string& key)
    {
        for (ControlBox* box : panel->controls())
            for (KeyRow* row : box->rows())
                if (row->key().id == key)
                    return row;
        return window.findChild<ParameterPanel*>()->row(QString::fromStdString(key));
    }

    void typeInto(QLineEdit* field, const QString& text)
    {
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    }

    /// Keyboard focus, whether or not the window system has made the window the active one.
    void focus(QWidget* widget)
    {
        widget->setFocus(Qt::TabFocusReason);
        QFocusEvent arrival(QEvent::FocusIn, Qt::TabFocusReason);
        QApplication::sendEvent(widget, &arrival);
    }

    /// With the keyboard alone: Home and the arrow keys go through the choices.
    void choose(QComboBox* choices, const QString& id)
    {
        choices->setFocus();
        QTest::keyClick(choices, Qt::Key_Home);
        for (int i = 0; i < choices->count() && choices->currentData().toString() != id; ++i)
            QTest::keyClick(choices, Qt::Key_Down);
    }

    /// A value through the control that the parameter has, with keys and mouse alone.
    void enter(const Assignment& assignment)
    {
        KeyRow* row = rowOf(assignment.key);
        ASSERT_NE(row, nullptr) << assignment.key << " has no control";
        const QString text = QString::fromStdString(assignment.text);
        if (auto* choices = row->findChild<QComboBox*>())
            choose(choices, text);
        else if (auto* box = row->findChild<QCheckBox*>()) {
            if (box->isChecked() != (text == QStringLiteral("on")))
                QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
        } else {
            auto* field = row->findChild<QLineEdit*>();
            ASSERT_NE(field, nullptr) << assignment.key;
            typeInto(field, text);
        }
    }

    void answerWrongly(TaskCard* card)
    {
        if (card->task().kind == TaskKind::Predict)
            typeGuess(card, QStringLiteral("-123456789"));
        else if (card->task().kind == TaskKind::Choose)
            answer(card, false);
        else
            press(card, QStringLiteral("Check"));
    }

    void answerRightly(TaskCard* card)
    {
        const Task task = card->task();
        if (task.kind == TaskKind::Predict)
            typeGuess(card, QString::number(task.solutionNumber.value(), 'g', 15));
        else if (task.kind == TaskKind::Choose)
            answer(card, true);
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

TEST_F(LessonWalk, EveryTaskOfEveryLessonFailsFirstAndIsThenSolved)
{
    const int lessons = static_cast<int>(panel->lessons().size());
    ASSERT_GE(lessons, 9) << "the lessons of the course";
    int tasks = 0;
    for (int lesson = 0; lesson < lessons; ++lesson) {
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
            if (button->text() == QStringLiteral("Next") && lesson + 1 < lessons)
                QTest::mouseClick(button, Qt::LeftButton);
    }
    EXPECT_GE(tasks, 2 * lessons);
    RecordProperty("tasks", tasks);
}

/// Keys that a solution sets have a control in the lesson itself: presenter mode hides the parameter panel.
TEST_F(LessonWalk, WhatATaskNeedsCanBeSetInItsLesson)
{
    for (int lesson = 0; lesson < static_cast<int>(panel->lessons().size()); ++lesson) {
        panel->open(lesson);
        for (TaskCard* card : panel->cards())
            for (const Assignment& step : card->task().solution) {
                SCOPED_TRACE(panel->lesson().title + ": " + step.key);
                KeyRow* row = rowOf(step.key);
                ASSERT_NE(row, nullptr);
                EXPECT_TRUE(panel->isAncestorOf(row));
                enter(step);
            }
    }
}

TEST_F(LessonWalk, AGuessCanBeMadeWithTheMouseAlone)
{
    panel->open(3); // its second task asks for 0.533
    TaskCard* card = panel->cards()[1];
    ASSERT_EQ(card->task().solutionNumber, 0.533);
    for (auto* button : card->findChildren<QToolButton*>())
        if (button->isCheckable())
            QTest::mouseClick(button, Qt::LeftButton);
    for (const QChar key : QStringLiteral("0.533"))
        for (auto* button : card->findChild<NumberPad*>()->findChildren<QToolButton*>())
            if (button->text() == key)
                QTest::mouseClick(button, Qt::LeftButton);
    press(card, QStringLiteral("Check"));
    EXPECT_TRUE(card->isDone()) << card->message().toStdString();
}

/// Tab goes from link to link, Return follows; each is one undoable step, or none where the explorer is there already.
TEST_F(LessonWalk, LinksAreFollowedWithTheKeyboardAndUndone)
{
    for (int lesson = 0; lesson < static_cast<int>(panel->lessons().size()); ++lesson) {
        panel->open(lesson);
        SCOPED_TRACE(panel->lesson().title);
        const ExplorerState start = store.state();
        const int steps = store.history().index();
        for (LessonText* text : panel->texts()) {
            const auto links = text->toHtml().count(QStringLiteral("href=\"set:"));
            QSignalSpy followed(text, &LessonText::changeRequested);
            focus(text);
            for (qsizetype link = 0; link < links; ++link) {
                QTest::keyClick(text, Qt::Key_Tab);
                QTest::keyClick(text, Qt::Key_Return);
                EXPECT_LE(store.history().index(), steps + 1);
                if (store.history().index() > steps)
                    store.history().undo();
                EXPECT_EQ(store.state(), start);
            }
            EXPECT_EQ(followed.count(), links);
        }
    }
}

TEST_F(LessonWalk, PageKeysGoThroughTheCourseFromAControlToo)
{
    panel->open(0);
    QWidget* inside = panel->controls().front()->findChild<QComboBox*>();
    inside->setFocus();
    for (int presses = 0; presses < 40 && panel->index() == 0; ++presses)
        QTest::keyClick(inside, Qt::Key_PageDown);
    EXPECT_EQ(panel->index(), 1);
    for (int presses = 0; presses < 40 && panel->index() == 1; ++presses)
        QTest::keyClick(&window, Qt::Key_PageUp);
    EXPECT_EQ(panel->index(), 0);
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
