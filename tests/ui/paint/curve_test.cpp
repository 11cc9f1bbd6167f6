#include "ui/paint/curve.h"

#include <cmath>
#include <gtest/gtest.h>

namespace rope {
namespace {

const AxisScale unit{0.0, 1.0, false, 0.0, 1.0};

TEST(Curve, PartsOutsideThePlotAreCutAtItsEdge)
{
    const Pieces pieces = clippedToPlot({{-1, 0.5}, {2, 0.5}}, unit, unit);
    ASSERT_EQ(pieces.size(), 1U);
    EXPECT_EQ(pieces[0], (std::vector<QPointF>{{0, 0.5}, {1, 0.5}}));
    EXPECT_TRUE(clippedToPlot({{-1, 2}, {2, 2}}, unit, unit).empty());
}

TEST(Curve, LeavingAndComingBackMakesTwoPieces)
{
    const Pieces pieces = clippedToPlot({{0.1, 0.5}, {0.3, 1.5}, {0.5, 1.5}, {0.7, 0.5}}, unit, unit);
    ASSERT_EQ(pieces.size(), 2U);
    EXPECT_EQ(pieces[0].back(), QPointF(0.2, 1.0));
    EXPECT_EQ(pieces[1].front(), QPointF(0.6, 1.0));
}

TEST(Curve, InsidePointsStayOnePiece)
{
    const std::vector<QPointF> points{{0, 0}, {0.25, 1}, {0.5, 0}, {1, 1}};
    EXPECT_EQ(clippedToPlot(points, unit, unit), (Pieces{points}));
}

TEST(Curve, WhatIsNotFiniteIsAGap)
{
    const Pieces pieces = clippedToPlot({{0.1, 0.1}, {0.2, 0.2}, {0.3, NAN}, {0.4, 0.4}, {0.5, 0.5}}, unit, unit);
    EXPECT_EQ(pieces.size(), 2U);
    const Pieces huge = clippedToPlot({{0.0, 0.0}, {0.5, 1e300}, {1.0, 0.0}}, unit, unit);
    for (const auto& piece : huge)
        for (const QPointF& point : piece)
            EXPECT_LE(std::abs(point.y()), 1.0 + 1e-9);
}

TEST(Curve, ZeroOnALogarithmicAxisIsAGapNotTheEndOfTheCurve)
{
    const AxisScale log{1e-4, 1.0, true, 0.0, 1.0};
    const Pieces pieces = clippedToPlot({{0.0, 1.0}, {0.2, 0.1}, {0.4, 0.0}, {0.6, 0.01}, {0.8, 0.001}}, unit, log);
    ASSERT_EQ(pieces.size(), 2U);
    EXPECT_NEAR(pieces[0][1].y(), 0.75, 1e-12);
    EXPECT_NEAR(pieces[1][0].y(), 0.5, 1e-12);
}

TEST(Curve, ThinningKeepsTheExtremesOfEveryColumn)
{
    std::vector<QPointF> points;
    for (int index = 0; index <= 100000; ++index)
        points.emplace_back(index / 100000.0, 0.5 + 0.4 * std::sin(index * 1.7));
    points[54321].setY(0.99);
    points[54322].setY(0.01);
    const std::vector<QPointF> thinned = thinnedToColumns(points, 200);
    EXPECT_LE(thinned.size(), 4U * 201U);
    EXPECT_EQ(thinned.front(), points.front());
    EXPECT_EQ(thinned.back(), points.back());
    EXPECT_NE(std::find(thinned.begin(), thinned.end(), points[54321]), thinned.end());
    EXPECT_NE(std::find(thinned.begin(), thinned.end(), points[54322]), thinned.end());
    EXPECT_TRUE(std::is_sorted(thinned.begin(), thinned.end(), [](QPointF a, QPointF b) { return a.x() < b.x(); }));
}

TEST(Curve, FewPointsAreLeftAlone)
{
    const std::vector<QPointF> points{{0, 0}, {0.5, 1}, {1, 0}};
    EXPECT_EQ(thinnedToColumns(points, 100), points);
}

} // namespace
} // namespace rope
