#include "ui/widgets/lesson/lesson_panel.h"

#include "tests/ui/messages.h"
#include "ui/figures/registry.h"
#include "ui/widgets/lesson/lesson_library.h"
#include "ui/widgets/lesson/lesson_text.h"
#include "ui/widgets/lesson/progress_dots.h"
#include "ui/widgets/lesson/task_card.h"
#include "ui/widgets/rows/control_box.h"
#include "ui/widgets/rows/key_row.h"

#include <QApplication>
#include <QButtonGroup>
#include <QDir>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <gtest/gtest.h>

namespace rope {
namespace {

class LessonPanelTest : public ::testing::Test {
protected:
    LessonPanelTest()
    {
        appearance.setChoice(Appearance::Choice::Light);
        panel.resize(380, 700);
        panel.show();
        QApplication::processEvents();
        takeWarnings();
    }

    ExplorerStore store;
    Appearance appearance;
    LessonPanel panel{store, appearance};
};

QString allText(const LessonPanel& panel)
{
    QString text;
    for (const LessonText* part : panel.texts())
        text += part->toPlainText() + u'\n';
    return text;
}

} // namespace

TEST(LessonLibrary, HoldsEveryLessonOfItsFolderWithoutError)
{
    QStringList errors;
    const QDir folder(QStringLiteral(ROPE_SOURCE_DIR "/resources/lessons"), QStringLiteral("*.md"));
    EXPECT_GE(folder.count(), 9U) << "the lessons of the course";
    EXPECT_EQ(builtInLessons(&errors).size(), folder.count());
    EXPECT_TRUE(errors.isEmpty()) << qPrintable(errors.join(u'\n'));
}

TEST_F(LessonPanelTest, EveryLessonOpensWithItsStateAndLeavesNoBracesOrWarnings)
{
    for (int i = 0; i < static_cast<int>(panel.lessons().size()); ++i) {
        panel.open(i);
        QApplication::processEvents();
        panel.grab();
        EXPECT_EQ(store.state(), startState(panel.lesson()).value()) << i;
        EXPECT_FALSE(allText(panel).contains(QStringLiteral("{{"))) << qPrintable(allText(panel));
        EXPECT_GE(panel.cards().size(), 2U);
        for (const std::string& id : panel.lesson().figures)
            EXPECT_NE(findFigure(QString::fromStdString(id)), nullptr) << id;
        for (const TaskCard* card : panel.cards())
            EXPECT_FALSE(card->isDone()) << i;
    }
    EXPECT_TRUE(takeWarnings().isEmpty());
}

TEST_F(LessonPanelTest, OpeningALessonIsOneUndoStep)
{
    const ExplorerState before = store.state();
    panel.open(3);
    EXPECT_EQ(store.history().count(), 1);
    store.history().undo();
    EXPECT_EQ(store.state(), before);
}

TEST_F(LessonPanelTest, LiveNumbersFollowTheStateInPlace)
{
    panel.open(3);
    QApplication::processEvents();
    ASSERT_TRUE(allText(panel).contains(QStringLiteral("the query at m = 12")));
    auto* bar = panel.findChild<QScrollArea*>()->verticalScrollBar();
    ASSERT_GT(bar->maximum(), 100);
    bar->setValue(80);
    store.propose(SetValue{"positions.query", 31.0}, QStringLiteral("move"));
    QApplication::processEvents();
    EXPECT_TRUE(allText(panel).contains(QStringLiteral("the query at m = 31")));
    EXPECT_EQ(bar->value(), 80);
    store.propose(SetValue{"positions.query", 5.0}, QStringLiteral("move"));
    EXPECT_TRUE(allText(panel).contains(QStringLiteral("the query at m = 5,")));
}

TEST_F(LessonPanelTest, ALinkProposesItsChangesAsOneStep)
{
    panel.open(3);
    Q_EMIT panel.texts()[1]->anchorClicked(QUrl(QStringLiteral("set:positions.query=1012&positions.key=1005")));
    EXPECT_EQ(store.state().positions.query, 1012);
    EXPECT_EQ(store.state().positions.key, 1005);
    EXPECT_EQ(store.history().count(), 2);
}

TEST_F(LessonPanelTest, ALinkWithSpacesKeepsThem)
{
    panel.open(0);
    Q_EMIT panel.texts()[1]->anchorClicked(QUrl(QStringLiteral("set:sequence.text=the%20dog%20saw%20the%20man")));
    EXPECT_EQ(store.state().sequence.text, "the dog saw the man");
}

TEST_F(LessonPanelTest, AChangeThatIsRefusedIsTold)
{
    QSignalSpy told(&panel, &LessonPanel::messageRequested);
    Q_EMIT panel.texts()[1]->anchorClicked(QUrl(QStringLiteral("set:pair.highlighted=5000")));
    ASSERT_EQ(told.count(), 1);
    EXPECT_TRUE(told[0][0].toString().contains(QStringLiteral("pair.highlighted")));
}

TEST_F(LessonPanelTest, ControlsInTheTextFollowTheStateAndItsKeys)
{
    panel.open(8);
    ASSERT_FALSE(panel.controls().empty());
    ControlBox* box = panel.controls().front();
    const auto ids = [&] {
        std::vector<std::string> found;
        for (const KeyRow* row : box->rows())
            found.push_back(row->key().id);
        return found;
    };
    const std::vector<std::string> unscaled = {"model.scheme", "sequence.length", "pair.highlighted"};
    EXPECT_EQ(ids(), unscaled);
    KeyRow* length = box->rows()[1];
    store.propose(SetValue{"model.scheme", std::string("linear")}, QStringLiteral("choose"));
    EXPECT_EQ(ids(),
              (std::vector<std::string>{"model.scheme", "scheme.factor", "sequence.length", "pair.highlighted"}));
    EXPECT_EQ(box->rows()[2], length) << "rows that stay are the same widgets";
    store.history().undo();
    EXPECT_EQ(ids(), unscaled);
}

TEST_F(LessonPanelTest, AReachTaskNoticesThatItIsSolved)
{
    panel.open(3);
    QSignalSpy changed(&panel, &LessonPanel::progressChanged);
    TaskCard* card = panel.cards()[2];
    card->checkAnswer();
    EXPECT_FALSE(card->isDone());
    EXPECT_TRUE(card->message().contains(QStringLiteral("query position"))) << qPrintable(card->message());
    store.propose(SetValues{{{"positions.query", 6000.0}, {"positions.key", 5993.0}}}, QStringLiteral("move"));
    EXPECT_TRUE(card->isDone());
    EXPECT_EQ(changed.count(), 1);
    EXPECT_TRUE(panel.progress().done.contains("04-only-the-offset-survives/race"));
}

TEST_F(LessonPanelTest, AReachTaskIsNotSolvedByAChangeThatHasNothingToDoWithIt)
{
    TaskCard* card = panel.cards()[2]; // "break the law": the state at the very start meets it already
    store.propose(SetValue{"pair.query_angle", 50.0}, QStringLiteral("drag"));
    EXPECT_FALSE(card->isDone());
    card->checkAnswer();
    EXPECT_TRUE(card->isDone()) << qPrintable(card->message());
}

TEST_F(LessonPanelTest, OffersItsFiguresWhileTheyAreNotOnShow)
{
    auto* offer = panel.findChild<QPushButton*>(QStringLiteral("lessonFigures"));
    ASSERT_NE(offer, nullptr);
    EXPECT_TRUE(offer->isVisible());
    offer->click();
    EXPECT_FALSE(offer->isVisible());
    EXPECT_EQ(store.state().view.figures, panel.lesson().figures);
    EXPECT_EQ(store.state().encoding.relative, RelativeEncoding::None);
    store.history().undo();
    EXPECT_TRUE(offer->isVisible());
    panel.open(3);
    EXPECT_FALSE(offer->isVisible());
}

TEST_F(LessonPanelTest, IsSpokenWithoutTheMarksOfItsMarkdown)
{
    for (int i = 0; i < static_cast<int>(panel.lessons().size()); ++i) {
        panel.open(i);
        for (const TaskCard* card : panel.cards())
            for (const QWidget* part : card->findChildren<QWidget*>())
                EXPECT_FALSE(part->accessibleName().contains(u'*')) << qPrintable(part->accessibleName());
    }
}

/// Pages are cut off where they need more width than the panel has: with every number pad open, at every width that the
/// panel can have and at all sizes of text.
TEST_F(LessonPanelTest, NoPageNeedsMoreWidthThanThePanelHas)
{
    const QFont usual = QApplication::font();
    for (const double scale : {1.0, 1.5, 2.0}) {
        QFont larger = usual;
        larger.setPointSizeF(usual.pointSizeF() * scale);
        QApplication::setFont(larger);
        LessonPanel scaled(store, appearance);
        scaled.show();
        for (int i = 0; i < static_cast<int>(scaled.lessons().size()); ++i) {
            scaled.open(i);
            for (QToolButton* keys : scaled.findChildren<QToolButton*>())
                if (keys->text() == QStringLiteral("123"))
                    keys->setChecked(true);
            for (const int width : {240, 300, 380, 600}) {
                scaled.resize(width, 700);
                QApplication::processEvents();
                const auto* area = scaled.findChild<QScrollArea*>();
                EXPECT_LE(area->widget()->width(), area->viewport()->width())
                    << "lesson " << i << " at " << width << " pixels, text " << scale;
                EXPECT_LE(area->widget()->minimumSizeHint().width(), area->viewport()->width())
                    << "lesson " << i << " at " << width << " pixels, text " << scale;
            }
        }
    }
    QApplication::setFont(usual);
}

/// A document without its browser looks for an image in the present folder.
TEST_F(LessonPanelTest, NoTextTakesAnEquationFromThePresentFolder)
{
    const auto heights = [] {
        ExplorerStore alone;
        Appearance look;
        LessonPanel fresh(alone, look);
        std::vector<int> all;
        for (int i = 0; i < static_cast<int>(fresh.lessons().size()); ++i) {
            fresh.open(i);
            for (const LessonText* text : fresh.texts())
                for (const int width : {250, 380})
                    all.push_back(text->heightForWidth(width));
        }
        return all;
    };
    const std::vector<int> usual = heights();
    const QTemporaryDir folder;
    QImage planted(700, 900, QImage::Format_RGB32);
    planted.fill(Qt::red);
    for (const QString& name : QDir(QStringLiteral(ROPE_SOURCE_DIR "/resources/equations")).entryList(QDir::Files))
        planted.save(folder.filePath(QStringLiteral("equation:") + name.section(u'.', 0, 0)), "PNG");
    const QString before = QDir::currentPath();
    ASSERT_TRUE(QDir::setCurrent(folder.path()));
    const std::vector<int> there = heights();
    QDir::setCurrent(before);
    EXPECT_EQ(there, usual);
}

TEST_F(LessonPanelTest, WhatWasSaidOfAnAnswerLeavesWithIt)
{
    for (int i = 0; i < static_cast<int>(panel.lessons().size()); ++i) {
        panel.open(i);
        for (TaskCard* card : panel.cards()) {
            if (auto* field = card->findChild<QLineEdit*>()) {
                field->setText(QStringLiteral("-987654"));
                card->checkAnswer();
                EXPECT_EQ(card->message(), QStringLiteral("Too low."));
                field->setText(QStringLiteral("5"));
                EXPECT_TRUE(card->message().isEmpty());
            } else if (const auto* options = card->findChild<QButtonGroup*>()) {
                options->buttons().front()->setChecked(true);
                card->checkAnswer();
                EXPECT_FALSE(card->message().isEmpty());
                options->buttons().back()->setChecked(true);
                EXPECT_TRUE(card->message().isEmpty());
            }
        }
    }
}

TEST_F(LessonPanelTest, AGuessIsTypedAndChecked)
{
    panel.open(3);
    TaskCard* card = panel.cards()[1];
    auto* field = card->findChild<QLineEdit*>();
    QTest::keyClicks(field, QStringLiteral("2\r"));
    EXPECT_FALSE(card->isDone());
    EXPECT_TRUE(card->message().startsWith(QStringLiteral("Too high"))) << qPrintable(card->message());
    field->clear();
    QTest::keyClicks(field, QStringLiteral("0.533\r"));
    EXPECT_TRUE(card->isDone()) << qPrintable(card->message());
}

TEST_F(LessonPanelTest, AnAnswerIsChosenAndChecked)
{
    panel.open(0);
    TaskCard* card = panel.cards()[0];
    card->findChild<QButtonGroup*>()->button(0)->click();
    card->checkAnswer();
    EXPECT_FALSE(card->isDone());
    card->findChild<QButtonGroup*>()->button(1)->click();
    card->checkAnswer();
    EXPECT_TRUE(card->isDone());
}

TEST_F(LessonPanelTest, ProgressIsTakenUpAgainWithoutTouchingTheState)
{
    panel.open(3);
    store.propose(SetValues{{{"positions.query", 6000.0}, {"positions.key", 5993.0}}}, QStringLiteral("move"));
    ExplorerStore later;
    LessonPanel resumed(later, appearance);
    resumed.resume(panel.progress());
    EXPECT_EQ(resumed.index(), 3);
    EXPECT_TRUE(resumed.cards()[2]->isDone());
    EXPECT_FALSE(resumed.cards()[0]->isDone());
    EXPECT_EQ(later.state(), ExplorerState{});
    resumed.startOver();
    EXPECT_FALSE(resumed.cards()[2]->isDone());
    EXPECT_TRUE(resumed.progress().done.empty());
}

TEST_F(LessonPanelTest, LeavingALessonDoesNotSolveItsTasks)
{
    panel.open(0); // its third task wants a position scheme for the sentence of lesson 1; lesson 7 starts with RoPE
    panel.open(6);
    EXPECT_TRUE(panel.progress().done.empty());
}

TEST_F(LessonPanelTest, AdvancingPagesThroughALessonAndOnToTheNext)
{
    panel.open(0);
    QApplication::processEvents();
    int presses = 0;
    while (panel.index() == 0 && presses < 50) {
        panel.advance();
        QApplication::processEvents();
        ++presses;
    }
    EXPECT_EQ(panel.index(), 1);
    EXPECT_GT(presses, 1);
    panel.goBack();
    EXPECT_EQ(panel.index(), 0);
    panel.previous();
    EXPECT_EQ(panel.index(), 0);
}

TEST_F(LessonPanelTest, AThemeChangeKeepsThePlace)
{
    panel.open(5);
    QApplication::processEvents();
    auto* bar = panel.findChild<QScrollArea*>()->verticalScrollBar();
    bar->setValue(200);
    appearance.setChoice(Appearance::Choice::Dark);
    QApplication::processEvents();
    EXPECT_NEAR(bar->value(), 200, 2);
}

} // namespace rope
