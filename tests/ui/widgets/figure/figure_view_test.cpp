#include "ui/widgets/figure/figure_view.h"

#include "tests/ui/widgets/figure/probe_figure.h"
#include "ui/figures/all.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QMenu>
#include <QTest>
#include <QTimer>
#include <QWheelEvent>
#include <gtest/gtest.h>

namespace rope {

namespace {

class FigureViewTest : public testing::Test {
protected:
    FigureViewTest()
    {
        for (FigureView* view : {&left, &right})
            view->resize(400, 320);
    }
    ~FigureViewTest() override { figure.released = true; }

    void show()
    {
        for (FigureView* view : {&left, &right}) {
            view->setFigure(figure);
            view->show();
            EXPECT_TRUE(QTest::qWaitForWindowExposed(view));
        }
    }
    void turnWheel(int units)
    {
        const QPointF point(50, 50);
        QWheelEvent event(point, left.canvas()->mapToGlobal(point), {}, {0, units}, {}, {}, Qt::NoScrollPhase, false);
        QApplication::sendEvent(left.canvas(), &event);
    }

    /// Words for screen readers follow once the picture stands still.
    bool describes(const QString& words)
    {
        return QTest::qWaitFor([&] { return left.canvas()->accessibleDescription() == words; });
    }

    ExplorerStore store;
    HighlightHub hub;
    Appearance appearance;
    ProbeFigure figure;
    FigureView left{store, hub, appearance};
    FigureView right{store, hub, appearance};
};

} // namespace

TEST_F(FigureViewTest, OneDragIsOneUndoStep)
{
    show();
    FigureCanvas* canvas = left.canvas();
    QTest::mousePress(canvas, Qt::LeftButton, {}, {50, 50});
    for (const int x : {60, 80, 110})
        QTest::mouseMove(canvas, {x, 50});
    QTest::mouseRelease(canvas, Qt::LeftButton, {}, {110, 50});
    EXPECT_EQ(store.state().positions.query, 12 + 60);
    EXPECT_EQ(store.history().count(), 1);
    store.history().undo();
    EXPECT_EQ(store.state().positions.query, 12);
}

TEST_F(FigureViewTest, ADragThatEndsWhereItBeganLeavesNoStep)
{
    show();
    QTest::mousePress(left.canvas(), Qt::LeftButton, {}, {50, 50});
    QTest::mouseMove(left.canvas(), {90, 50});
    QTest::mouseMove(left.canvas(), {50, 50});
    QTest::mouseRelease(left.canvas(), Qt::LeftButton, {}, {50, 50});
    EXPECT_EQ(store.history().count(), 0);
}

TEST_F(FigureViewTest, AWordOfThePermutationIsDraggedAndDroppedAsOneStep)
{
    left.setFigure(permutationFigure());
    left.resize(600, 480);
    left.show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(&left));
    FigureCanvas* canvas = left.canvas();
    QPoint dog(-1, -1); // "dog bites man", first and last exchanged: dog stands last in PX
    for (int y = 0; y < 120; y += 3)
        for (int x = 0; x < canvas->width(); x += 6) {
            QTest::mouseMove(canvas, {x, y});
            if (hub.highlight().queryPosition == 0 && !hub.highlight().keyPosition)
                dog = {x, y};
        }
    ASSERT_GE(dog.x(), 0);
    QTest::mousePress(canvas, Qt::LeftButton, {}, dog);
    for (int x = dog.x(); x > 60; x -= 20)
        QTest::mouseMove(canvas, {x, dog.y()});
    EXPECT_EQ(store.state().sequence.order, (std::vector<int>{0, 2, 1})) << "where it would fall is shown before";
    QTest::mouseRelease(canvas, Qt::LeftButton, {}, {60, dog.y()});
    EXPECT_EQ(store.history().count(), 1);
    store.history().undo();
    EXPECT_TRUE(store.state().sequence.order.empty());
}

TEST_F(FigureViewTest, HoveringHighlightsInEveryFigureAndLeavingEndsIt)
{
    show();
    QTest::mouseMove(left.canvas(), {50, 75});
    EXPECT_EQ(hub.highlight().pair, 7);
    right.canvas()->repaint();
    EXPECT_EQ(figure.paintedPair, 7);
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(left.canvas(), &leave);
    EXPECT_EQ(hub.highlight(), Highlight{});
    EXPECT_EQ(store.history().count(), 0);
}

TEST_F(FigureViewTest, ArrowKeysStepAndOtherKeysPass)
{
    show();
    QTest::keyClick(left.canvas(), Qt::Key_Right);
    QTest::keyClick(left.canvas(), Qt::Key_Right);
    QTest::keyClick(left.canvas(), Qt::Key_Up);
    EXPECT_EQ(store.state().positions.query, 14);
    EXPECT_EQ(store.history().count(), 2);
}

TEST_F(FigureViewTest, TheWheelZoomsAsOneStep)
{
    show();
    turnWheel(120);
    turnWheel(240);
    EXPECT_EQ(store.state().view.profileSpan, 128 + 3);
    EXPECT_EQ(store.history().count(), 1);
}

TEST_F(FigureViewTest, ARefusedGestureIsToldAndChangesNothing)
{
    show();
    QTest::mousePress(left.canvas(), Qt::LeftButton, {}, {50, 50});
    QTest::mouseMove(left.canvas(), {10, 50}); // the query would stand at -28
    EXPECT_EQ(store.state().positions.query, 12);
    EXPECT_EQ(store.history().count(), 0);
    QTest::mouseRelease(left.canvas(), Qt::LeftButton, {}, {10, 50});
}

TEST_F(FigureViewTest, AScreenReaderGetsWordsAndATable)
{
    show();
    EXPECT_EQ(left.canvas()->accessibleName(), "Probe");
    EXPECT_TRUE(describes("query at 12"));
    left.setTableShown(true);
    const auto* table = left.findChild<QTableView*>();
    EXPECT_TRUE(table->isVisible());
    EXPECT_EQ(table->model()->index(0, 0).data().toString(), "12");
    EXPECT_EQ(table->model()->headerData(0, Qt::Horizontal).toString(), "query (tokens)");
    store.propose(SetValue{"positions.query", 40.0}, "m");
    EXPECT_EQ(table->model()->index(0, 0).data().toString(), "40");
    EXPECT_TRUE(describes("query at 40"));
}

TEST_F(FigureViewTest, ADoubleClickOnTheTitleBarAsksForTheWholeMiddle)
{
    show();
    int asked = 0;
    QObject::connect(&left, &FigureView::maximiseToggled, &left, [&asked] { ++asked; });
    QTest::mouseDClick(left.findChild<QLabel*>("subtitle"), Qt::LeftButton);
    EXPECT_EQ(asked, 1);
    QWidget* title = left.findChild<QLabel*>("figureTitle");
    QTest::mouseClick(title, Qt::LeftButton); // as a hand does: the first click of two must not open anything
    QTest::mouseDClick(title, Qt::LeftButton);
    EXPECT_EQ(asked, 2);
    EXPECT_EQ(QApplication::activePopupWidget(), nullptr);
}

TEST_F(FigureViewTest, TheMenuOfFiguresHasAButtonAndOpensAtARightClick)
{
    show();
    const auto* chooser = left.findChild<QToolButton*>("figureChooser");
    EXPECT_EQ(chooser->accessibleName(), "Probe: choose another figure");
    EXPECT_NE(chooser->focusPolicy() & Qt::TabFocus, 0);
    int opened = 0;
    QObject::connect(chooser->menu(), &QMenu::aboutToShow, &left, [&] {
        ++opened;
        QTimer::singleShot(0, chooser->menu(), &QMenu::close);
    });
    QWidget* title = left.findChild<QLabel*>("figureTitle");
    QContextMenuEvent event(QContextMenuEvent::Mouse, {5, 5}, title->mapToGlobal(QPoint(5, 5)));
    QApplication::sendEvent(title, &event);
    EXPECT_EQ(opened, 1);
    EXPECT_GT(chooser->menu()->actions().size(), 10);
}

TEST_F(FigureViewTest, TheTitleTellsTheWholeSubtitle)
{
    show();
    EXPECT_TRUE(left.findChild<QLabel*>("figureTitle")->toolTip().startsWith("12\n"));
    store.propose(SetValue{"positions.query", 40.0}, "m");
    EXPECT_TRUE(left.findChild<QLabel*>("figureTitle")->toolTip().startsWith("40\n"));
}

TEST_F(FigureViewTest, LongWorkLeavesTheWindowFreeAndShowsWhenDone)
{
    figure.slow = true;
    show();
    EXPECT_TRUE(left.canvas()->isPreparing());
    figure.released = true;
    EXPECT_TRUE(QTest::qWaitFor([this] { return !left.canvas()->isPreparing() && !right.canvas()->isPreparing(); }));
    left.canvas()->repaint();
    EXPECT_EQ(left.canvas()->grab().toImage().pixelColor(60, 60), QColor(Qt::green));
}

TEST_F(FigureViewTest, NewerWorkCancelsOlderWork)
{
    figure.slow = true;
    left.setFigure(figure);
    EXPECT_TRUE(QTest::qWaitFor([this] { return figure.started == 1; }));
    store.propose(SetValue{"positions.query", 40.0}, "m");
    store.propose(SetValue{"positions.query", 41.0}, "m");
    EXPECT_TRUE(QTest::qWaitFor([this] { return figure.cancelled == 1 && figure.started == 2; }));
    figure.released = true;
    EXPECT_TRUE(QTest::qWaitFor([this] { return !left.canvas()->isPreparing(); }));
    EXPECT_TRUE(describes("query at 41"));
    EXPECT_EQ(figure.started, 2);
}

TEST_F(FigureViewTest, WorkThatWasCancelledIsNotShownWhenItEndsAfterAll)
{
    figure.slow = figure.isDeaf = true;
    left.resize(400, 320);
    left.setFigure(figure);
    left.show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(&left));
    EXPECT_TRUE(QTest::qWaitFor([this] { return figure.started == 1; }));
    figure.slow = false; // the next state needs no work, so that of the first is cancelled
    store.propose(SetValue{"positions.query", 40.0}, "m");
    figure.released = true;
    EXPECT_TRUE(QTest::qWaitFor([this] { return !left.canvas()->isPreparing(); }));
    left.canvas()->repaint();
    EXPECT_EQ(figure.paintedQuery, 40);
    EXPECT_EQ(left.canvas()->grab().toImage().pixelColor(60, 60), QColor(Qt::gray)) << "nothing was prepared for it";
}

TEST_F(FigureViewTest, ALowCardShowsItsStripOnlyUnderThePointer)
{
    show();
    const auto* strip = left.findChild<QLabel*>("readout");
    QTest::mouseMove(left.canvas(), {50, 50});
    EXPECT_TRUE(strip->isVisible());
    EXPECT_EQ(strip->text(), "pair 5");
    EXPECT_LE(strip->geometry().bottom(), left.canvas()->mapTo(&left, QPoint(0, 0)).y()) << "over the picture";
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(left.canvas(), &leave);
    EXPECT_FALSE(strip->isVisible());
    left.resize(400, 900);
    QApplication::processEvents();
    EXPECT_TRUE(strip->isVisible());
    EXPECT_EQ(strip->text(), "What the probe shows");
    EXPECT_LT(left.canvas()->mapTo(&left, QPoint(0, left.canvas()->height())).y(), strip->geometry().top() + 1);
}

} // namespace rope
