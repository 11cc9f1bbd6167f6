#include "core/state/derived.h"
#include "tests/ui/figures/figure_states.h"
#include "tests/ui/text_recorder.h"
#include "ui/figures/registry.h"
#include "ui/figures/rotation/rotation_plane.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace rope {
namespace {

constexpr double degree = std::numbers::pi / 180.0;
constexpr QSizeF size{600, 450};

const Figure& rotation()
{
    return *findFigure(u"rotation");
}

/// A state in which no two arrows lie on one another.
ExplorerState spreadState()
{
    ExplorerState state = stateWith({{"pair.highlighted", "9"}});
    const PairContent content{1.1, 20 * degree, 0.7, -110 * degree};
    return *withChange(state, SetPairContent{9, content});
}

TurnedPair pairOf(const ExplorerState& state)
{
    return turnedPair(state, activeSchedule(state), state.highlightedPair, state.positions.query, state.positions.key);
}

QPointF tipOf(const ExplorerState& state, PlaneArrow arrow)
{
    const Scene scene(rotation(), state, size);
    const FigureContext context = scene.context();
    const TurnedPair pair = pairOf(state);
    return rotationPlane(context.area, context.style, pair).toScreen(vectorOf(pair, arrow));
}

SetPairContent dragged(const ExplorerState& state, PlaneArrow arrow, QPointF by, bool keepLength = false,
                       bool snapAngle = false)
{
    const QPointF tip = tipOf(state, arrow);
    const auto change = Scene(rotation(), state, size).drag(tip, tip + by, keepLength, snapAngle);
    EXPECT_TRUE(change && std::holds_alternative<SetPairContent>(*change));
    return change ? std::get<SetPairContent>(*change) : SetPairContent{};
}

std::vector<std::string> textsOf(const ExplorerState& state)
{
    TextRecorder recorder(size.toSize());
    QPainter painter(&recorder);
    Scene(rotation(), state, size).paint(painter);
    painter.end();
    std::vector<std::string> result;
    for (const PaintedText& text : recorder.texts())
        result.push_back(text.text.trimmed().toStdString());
    return result;
}

int countOf(const std::vector<std::string>& texts, const std::string& text)
{
    return static_cast<int>(std::count(texts.begin(), texts.end(), text));
}

TEST(RotationFigure, TurnsByThePhasesThatCoreGives)
{
    const ExplorerState state = spreadState();
    const TurnedPair pair = pairOf(state);
    const double theta = std::pow(10000.0, -2.0 * 9 / 128);
    EXPECT_NEAR(pair.inverseFrequency, theta, 1e-15);
    EXPECT_NEAR(std::remainder(pair.turnedQuery.angle - 20 * degree - 12 * theta, 2 * std::numbers::pi), 0.0, 1e-12);
    EXPECT_NEAR(std::remainder(pair.turnedKey.angle + 110 * degree - 5 * theta, 2 * std::numbers::pi), 0.0, 1e-12);
    EXPECT_NEAR(std::remainder(pair.between + 130 * degree + 7 * theta, 2 * std::numbers::pi), 0.0, 1e-12);
}

TEST(RotationFigure, AngleBetweenSurvivesAShiftOfBothPositions)
{
    ExplorerState state = spreadState();
    const double before = pairOf(state).between;
    state.positions = {9'000'012, 9'000'005, false};
    EXPECT_NEAR(pairOf(state).between, before, 1e-9);
}

TEST(RotationFigure, AttentionFactorLengthensTheTurnedVectors)
{
    const ExplorerState state = stateWith({{"model.scheme", "yarn"}, {"scheme.factor", "16"}});
    const TurnedPair pair = pairOf(state);
    const double factor = 0.1 * std::log(16.0) + 1.0;
    EXPECT_NEAR(pair.turnedQuery.length, factor, 1e-12);
    EXPECT_NEAR(pair.query.length, 1.0, 1e-15);
    EXPECT_GT(countOf(textsOf(state), "q‖ = 1.277 · ‖q‖ = 1.277     ‖R"), 0);
}

TEST(RotationFigure, DragOfQueryChangesThatPairsQueryAlone)
{
    const ExplorerState state = spreadState();
    const SetPairContent change = dragged(state, PlaneArrow::Query, {-20, -10});
    const PairContent before = pairContent(state, 9);
    EXPECT_EQ(change.pair, 9);
    EXPECT_NE(change.content.queryLength, before.queryLength);
    EXPECT_EQ(change.content.keyLength, before.keyLength);
    EXPECT_EQ(change.content.keyAngle, before.keyAngle);
}

TEST(RotationFigure, TipFollowsThePointerForEveryArrow)
{
    const ExplorerState state = spreadState();
    for (const PlaneArrow arrow : planeArrows) {
        const QPointF by(-9, 7);
        const QPointF expected = tipOf(state, arrow) + by;
        const auto next = withChange(state, dragged(state, arrow, by));
        ASSERT_TRUE(next);
        const QPointF tip = tipOf(*next, arrow);
        EXPECT_NEAR(tip.x(), expected.x(), 1e-9);
        EXPECT_NEAR(tip.y(), expected.y(), 1e-9);
    }
}

TEST(RotationFigure, DragThatEndsWhereItBeganAsksForTheSameContent)
{
    const ExplorerState state = spreadState();
    const PairContent before = pairContent(state, 9);
    EXPECT_EQ(dragged(state, PlaneArrow::TurnedKey, {0, 0}).content, before);
}

TEST(RotationFigure, ShiftKeepsTheLength)
{
    const ExplorerState state = spreadState();
    const PairContent after = dragged(state, PlaneArrow::Query, {-40, 25}, true).content;
    EXPECT_DOUBLE_EQ(after.queryLength, 1.1);
    EXPECT_GT(std::abs(after.queryAngle - 20 * degree), 0.01);
}

TEST(RotationFigure, ControlSnapsTheDraggedArrowToFifteenDegrees)
{
    const ExplorerState state = spreadState();
    const double alone = dragged(state, PlaneArrow::Query, {-31, 17}, false, true).content.queryAngle / degree;
    EXPECT_NEAR(std::remainder(alone, 15.0), 0.0, 1e-9);
    const auto next = withChange(state, dragged(state, PlaneArrow::TurnedQuery, {13, 17}, false, true));
    ASSERT_TRUE(next);
    EXPECT_NEAR(std::remainder(pairOf(*next).turnedQuery.angle / degree, 15.0), 0.0, 1e-9);
}

TEST(RotationFigure, NothingIsDraggedFromAnEmptyPlace)
{
    EXPECT_FALSE(Scene(rotation(), spreadState(), size).drag({4, 4}, {60, 60}));
}

TEST(RotationFigure, ArrowKeysTurnByOneDegree)
{
    const ExplorerState state = spreadState();
    const auto query = std::get<SetPairContent>(*rotation().step(state, 1, false)).content;
    const auto key = std::get<SetPairContent>(*rotation().step(state, -1, true)).content;
    EXPECT_NEAR(query.queryAngle, 21 * degree, 1e-12);
    EXPECT_NEAR(std::remainder(key.keyAngle + 111 * degree, 2 * std::numbers::pi), 0.0, 1e-12);
}

TEST(RotationFigure, ReadoutNamesTheArrowUnderThePointer)
{
    const ExplorerState state = spreadState();
    const Readout readout = Scene(rotation(), state, size).hover(tipOf(state, PlaneArrow::Key));
    EXPECT_EQ(readout.text.toStdString(), "k = (−0.239, −0.658): length 0.700, angle −110.0° (−1.9199 rad)");
    EXPECT_EQ(readout.highlight.pair, 9);
    EXPECT_TRUE(Scene(rotation(), state, size).hover({3, 3}).text.isEmpty());
}

TEST(RotationFigure, CoincidingArrowsShareOneLabel)
{
    const ExplorerState together = stateWith({{"positions.query", "0"}, {"positions.key", "0"}});
    const auto shared = textsOf(together);
    EXPECT_EQ(countOf(shared, "q"), 2); // of `q = k = R_m q = R_n k`
    EXPECT_EQ(countOf(shared, "="), 3);
    EXPECT_EQ(countOf(textsOf(spreadState()), "="), 0);
}

TEST(RotationFigure, CountsWholeTurns)
{
    const WholeTurns turns = wholeTurns(1'000'000, 1.0);
    EXPECT_EQ(turns.turns, 159154);
    EXPECT_NEAR(turns.rest, 1e6 - 159154 * 2 * std::numbers::pi, 1e-8);
    EXPECT_EQ(wholeTurns(3, 1.0).turns, 0);
}

TEST(RotationFigure, ShowsWhatIsUnderThePointerElsewhere)
{
    const ExplorerState state = spreadState();
    Scene scene(rotation(), state, size);
    const QImage before = scene.image();
    scene.highlight.pair = 3;
    EXPECT_NE(scene.image(), before);
    scene.highlight = {};
    scene.highlight.offset = 11;
    EXPECT_EQ(shownPlace(state, scene.highlight).keyPosition, 23);
}

} // namespace
} // namespace rope
