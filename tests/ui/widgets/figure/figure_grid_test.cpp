#include "ui/widgets/figure/figure_grid.h"

#include <QApplication>
#include <QTest>
#include <gtest/gtest.h>

namespace rope {

namespace {

class FigureGridTest : public testing::Test {
protected:
    void show(const char* figures)
    {
        store.propose(SetValue{"view.figures", std::string(figures)}, QStringLiteral("arrange"));
        grid.resize(680, 560);
        grid.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&grid));
        QApplication::processEvents();
    }
    QRect place(int cell) const { return grid.view(cell)->geometry(); }

    ExplorerStore store;
    HighlightHub hub;
    Appearance appearance;
    FigureGrid grid{store, hub, appearance};
};

} // namespace

TEST_F(FigureGridTest, OfThreeFiguresTheFirstHasTheWholeLeftColumn)
{
    show("rotation,scores,profile");
    EXPECT_EQ(place(0).height(), grid.height());
    EXPECT_EQ(place(1).left(), place(2).left());
    EXPECT_GT(place(1).left(), place(0).right());
    EXPECT_GT(place(2).top(), place(1).bottom());
    EXPECT_EQ(place(2).bottom(), place(0).bottom());
}

TEST_F(FigureGridTest, FourFiguresAreTwoByTwoAndALastOneAloneHasItsRow)
{
    show("rotation,scores,profile,ladder");
    EXPECT_EQ(place(0).top(), place(1).top());
    EXPECT_EQ(place(2).top(), place(3).top());
    EXPECT_EQ(place(0).left(), place(2).left());
    show("rotation,scores,profile,ladder,dials");
    EXPECT_EQ(place(4).width(), grid.width());
    EXPECT_GT(place(4).top(), place(3).bottom());
}

} // namespace rope
