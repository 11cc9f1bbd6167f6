#include "core/captures/captured.h"
#include "core/scores/content.h"
#include "core/state/derived.h"
#include "tests/core/oracles.h"
#include "tests/ui/figures/figure_states.h"
#include "tests/ui/text_recorder.h"
#include "ui/figures/kit/figure_text.h"
#include "ui/figures/registry.h"
#include "ui/figures/scores/score_layout.h"
#include "ui/figures/scores/score_source.h"

#include <cmath>
#include <gtest/gtest.h>

namespace rope {
namespace {

constexpr QSizeF size{600, 450};

const Figure& scores()
{
    return *findFigure(u"scores");
}

/// The numbers of a change of several keys, in their order.
std::vector<double> valuesOf(const std::optional<Change>& change)
{
    std::vector<double> numbers;
    if (!change)
        return numbers;
    for (const SetValue& value : std::get<SetValues>(*change).values)
        numbers.push_back(std::get<double>(value.value));
    return numbers;
}

/// The cell that the readout names: m, n.
std::optional<ScoreCell> cellUnder(const Scene& scene, QPointF point)
{
    const Highlight highlight = scene.hover(point).highlight;
    if (!highlight.queryPosition)
        return std::nullopt;
    return ScoreCell{*highlight.queryPosition, *highlight.keyPosition};
}

std::vector<QPointF> pointsOfThePlot(const Scene& scene)
{
    std::vector<QPointF> points;
    for (double y = 3.3; y < size.height(); y += 29.7)
        for (double x = 2.7; x < size.width(); x += 31.1)
            if (cellUnder(scene, {x, y}))
                points.emplace_back(x, y);
    return points;
}

std::string allTexts(const ShownState& state, QSizeF area = size)
{
    TextRecorder recorder(area.toSize());
    QPainter painter(&recorder);
    Scene(scores(), state, area).paint(painter);
    painter.end();
    std::string all;
    for (const PaintedText& text : recorder.texts())
        all += text.text.toStdString() + "|";
    return all;
}

TEST(ScoresFigure, DragMovesToTheCellUnderThePointer)
{
    for (const char* length : {"7", "1024", "10000000"}) {
        const ShownState state = stateWith({{"sequence.length", length}});
        const Scene scene(scores(), state, size);
        const std::vector<QPointF> points = pointsOfThePlot(scene);
        ASSERT_GT(points.size(), 50U);
        for (const QPointF point : points) {
            const auto cell = cellUnder(scene, point);
            const std::vector<double> moved = valuesOf(scene.drag(points.front(), point));
            ASSERT_EQ(moved.size(), 2U);
            EXPECT_EQ(moved[0], static_cast<double>(cell->query));
            EXPECT_EQ(moved[1], static_cast<double>(cell->key));
        }
    }
}

TEST(ScoresFigure, DragOutsideStopsAtTheEdgeAndNothingBeginsOutside)
{
    const Scene scene(scores(), stateWith({}), size);
    EXPECT_EQ(valuesOf(scene.drag({200, 200}, {5000, -300})), (std::vector<double>{0, 1023}));
    EXPECT_FALSE(scene.drag({5, 445}, {200, 200}));
}

TEST(ScoresFigure, DragWithTheOffsetKeptSlidesAlongTheDiagonal)
{
    const ShownState state = stateWith({{"positions.keep_offset", "on"}});
    const Scene scene(scores(), state, size);
    for (const QPointF point : pointsOfThePlot(scene)) {
        const auto change = scene.drag({200, 200}, point);
        ASSERT_TRUE(change);
        const auto next = withChange(state, *change);
        ASSERT_TRUE(next) << describe(next.error());
        EXPECT_EQ(next->positions.key - next->positions.query, -7);
        EXPECT_GE(next->positions.key, 0);
        EXPECT_LT(next->positions.query, 1024);
    }
}

TEST(ScoresFigure, ZoomKeepsTheCellUnderThePointer)
{
    for (const char* length : {"50", "1024", "10000000"}) {
        ShownState state = stateWith({{"sequence.length", length}});
        const QPointF point(317, 141);
        const auto before = cellUnder(Scene(scores(), state, size), point);
        for (int turn = 0; turn < 12; ++turn) {
            const auto change = scores().wheel(Scene(scores(), state, size).context(), point, 1.0);
            if (!change)
                break;
            state = *withChange(state, *change);
            const auto cell = cellUnder(Scene(scores(), state, size), point);
            ASSERT_TRUE(cell);
            EXPECT_EQ(*cell, *before);
        }
        EXPECT_LT(state.view.zoomSpan, state.sequence.length);
        EXPECT_GT(state.view.zoomSpan, 0);
    }
}

TEST(ScoresFigure, ZoomedWindowKeepsTheCellExactly)
{
    for (const double shareX : {0.0, 0.31, 0.77, 0.9999}) {
        ScoreWindow window{1000, 5000, 4096};
        const auto cellAt = [&](const ScoreWindow& w) {
            return ScoreCell{w.firstRow + static_cast<std::int64_t>(0.4 * static_cast<double>(w.span)),
                             w.firstColumn + static_cast<std::int64_t>(shareX * static_cast<double>(w.span))};
        };
        const ScoreCell cell = cellAt(window);
        for (const double factor : {0.8, 0.8, 0.5, 0.9, 1.25, 0.3, 1.1}) {
            window = zoomed(window, factor, shareX, 0.4, 10'000'000);
            EXPECT_EQ(cellAt(window), cell);
        }
    }
}

TEST(ScoresFigure, ZoomOutEndsAtTheWholeMatrix)
{
    ShownState state = stateWith({{"sequence.length", "1000"}});
    state =
        *withChange(state, SetValues{{{"view.zoom_row", 700.0}, {"view.zoom_column", 20.0}, {"view.zoom_span", 90.0}}});
    for (int turn = 0; turn < 40; ++turn)
        if (const auto change = scores().wheel(Scene(scores(), state, size).context(), {300, 200}, -1.0))
            state = *withChange(state, *change);
    EXPECT_EQ(state.view.zoomSpan, 0);
    EXPECT_EQ(state.view.zoomRow, 0);
    EXPECT_FALSE(scores().wheel(Scene(scores(), state, size).context(), {300, 200}, -1.0));
}

TEST(ScoresFigure, ReadoutIsCoresScore)
{
    const ShownState state = stateWith({{"sequence.length", "64"}});
    const Scene scene(scores(), state, size);
    const RelativeScore score = activeScore(state);
    for (const QPointF point : pointsOfThePlot(scene)) {
        const Readout readout = scene.hover(point);
        const auto cell = cellUnder(scene, point);
        const QString value = fixedText(scoreAt(score, cell->offset()), 3);
        EXPECT_TRUE(readout.text.contains(QStringLiteral(": score ") + value)) << readout.text.toStdString();
        const double theta = activeSchedule(state).inverseFrequency[state.highlightedPair];
        EXPECT_TRUE(readout.text.endsWith(degreesText(phase(cell->offset(), theta))));
    }
}

TEST(ScoresFigure, ScoreIsTheProductOfTheRotatedVectors)
{
    const ShownState state = stateWith({{"sequence.length", "100000"}, {"model.scheme", "yarn"}});
    const Schedule schedule = activeSchedule(state);
    const double expected = rotatedScore(queryVector(state), keyVector(state), 90'000, 123, schedule.inverseFrequency,
                                         PairLayout::HalfSplit, schedule.attentionFactor, scoreScale(state, schedule));
    EXPECT_NEAR(*scoreSource(state, prepareScores(state, {}).get())->value({90'000, 123}), expected, 1e-10);
}

TEST(ScoresFigure, IdenticalContentIsToeplitzAndRandomContentIsNot)
{
    const ShownState identical = stateWith({{"sequence.length", "10000000"}});
    const auto same = scoreSource(identical, prepareScores(identical, {}).get())->toeplitz(scoreWindow(identical));
    EXPECT_LT(same.distance, 1e-9 * same.largest);
    const ShownState random = stateWith({{"sequence.content", "random"}});
    const auto varied = scoreSource(random, prepareScores(random, {}).get())->toeplitz(scoreWindow(random));
    EXPECT_GT(varied.distance, 0.1 * varied.largest);
    EXPECT_NE(allTexts(identical).find("|Toeplitz: "), std::string::npos);
    EXPECT_NE(allTexts(random).find("|not Toeplitz: "), std::string::npos);
}

TEST(ScoresFigure, SaysWhatAPixelIs)
{
    EXPECT_NE(allTexts(stateWith({{"sequence.length", "64"}})).find("64 × 64, every cell drawn"), std::string::npos);
    EXPECT_NE(allTexts(stateWith({{"sequence.length", "100000"}})).find("area-averaged"), std::string::npos);
    EXPECT_NE(allTexts(stateWith({{"sequence.quantity", "attention"}})).find("rows sampled every"), std::string::npos);
}

TEST(ScoresFigure, MixOfZeroIsIdenticalContent)
{
    const ShownState mixed = stateWith({{"sequence.content", "random"}, {"sequence.content_mix", "0"}});
    EXPECT_EQ(Scene(scores(), mixed, size).image(), Scene(scores(), stateWith({}), size).image());
}

TEST(ScoresFigure, VariedCellsAreCoresRotatedProducts)
{
    const ShownState state = stateWith({{"sequence.content", "random"}, {"sequence.length", "40"}});
    const Schedule schedule = activeSchedule(state);
    const auto source = scoreSource(state, prepareScores(state, {}).get());
    const auto row = [&](ContentStream stream, std::int64_t position) {
        RowMatrixF block(1, 128);
        gaussianRows(1, stream)(position, block);
        return Eigen::VectorXd(block.row(0).transpose().cast<double>());
    };
    const double expected =
        rotatedScore(row(ContentStream::Query, 31), row(ContentStream::Key, 8), 31, 8, schedule.inverseFrequency,
                     PairLayout::HalfSplit, 1.0, scoreScale(state, schedule));
    EXPECT_NEAR(*source->value({31, 8}), expected, 1e-5);
    const ScoreImage image = source->image({0, 0, 40}, 400);
    ASSERT_EQ(image.pixels, 40);
    EXPECT_NEAR(image.at(31, 8), expected, 1e-5);
}

TEST(ScoresFigure, AttentionRowsSumToOne)
{
    for (const char* content : {"identical", "random"}) {
        const ShownState state = stateWith({{"sequence.content", content},
                                            {"sequence.length", "48"},
                                            {"sequence.quantity", "attention"},
                                            {"sequence.mask", "causal"}});
        const auto source = scoreSource(state, prepareScores(state, {}).get());
        double sum = 0.0;
        for (std::int64_t n = 0; n < 48; ++n)
            sum += source->value({30, n}).value_or(0.0);
        EXPECT_NEAR(sum, 1.0, 1e-5) << content;
        EXPECT_FALSE(source->value({30, 31}));
    }
}

TEST(ScoresFigure, MaskedCellsSaySo)
{
    const ShownState state = stateWith(
        {{"sequence.mask", "causal"}, {"sequence.length", "64"}, {"positions.query", "5"}, {"positions.key", "40"}});
    const Scene scene(scores(), state, size);
    int masked = 0;
    for (const QPointF point : pointsOfThePlot(scene))
        masked += scene.hover(point).text.contains(": masked") ? 1 : 0;
    EXPECT_GT(masked, 20);
    EXPECT_NE(allTexts(state).find("masked"), std::string::npos);
}

TEST(ScoresFigure, LongWorkIsPreparedAndWaitedForCalmly)
{
    const ShownState state =
        stateWith({{"sequence.content", "random"}, {"sequence.length", "60000"}, {"sequence.seed", "77"}});
    ASSERT_TRUE(scores().needsPreparation(state, nullptr));
    ASSERT_FALSE(scores().preparesQuickly(state));
    const PaintStyle style = styleOf(Theme::Light);
    const FigureContext waiting{state, QRectF(QPointF(), size), style, {}, nullptr, 1.0};
    TextRecorder recorder(size.toSize());
    QPainter painter(&recorder);
    scores().paint(painter, waiting);
    painter.end();
    EXPECT_TRUE(std::any_of(recorder.texts().begin(), recorder.texts().end(),
                            [](const PaintedText& text) { return text.text.contains("Computing"); }));
    std::atomic<bool> cancel{true};
    EXPECT_EQ(scores().prepare(state, {&cancel, {}}, nullptr), nullptr);
    cancel = false;
    double reached = 0.0;
    const WorkControl watched{&cancel, [&](double share) {
                                  reached = std::max(reached, share);
                              }};
    const auto prepared = scores().prepare(state, watched, nullptr);
    ASSERT_NE(prepared, nullptr);
    EXPECT_GT(reached, 0.5);
    EXPECT_FALSE(scores().needsPreparation(state, prepared.get())) << "what was made serves again";
    ASSERT_NE(scoreSource(state, prepared.get()), nullptr);
}

/// The state that shows one head of a capture that comes with the program.
ShownState captureState(const char* headDim)
{
    const Capture capture = *loadCapture(captureIds().front());
    ShownState state = stateWith({{"model.head_dim", headDim}});
    activeRotary(state).pairing = capture.layout;
    activeRotary(state).base = capture.base;
    state.sequence.length = capture.places;
    state.sequence.content = ContentKind::File;
    state.sequence.contentFile = "capture:" + capture.id;
    state.sequence.fileHead = 1;
    ContentShelf shelf;
    return withContentOpened(state, shelf);
}

TEST(ScoresFigure, ContentFromAFileIsTheCapturedHead)
{
    const Capture capture = *loadCapture(captureIds().front());
    const ShownState state = captureState(std::to_string(capture.headDim).c_str());
    const RowMatrix expected = testing::capturedScores(capture, 0, 1).after;
    const auto source = scoreSource(state, prepareScores(state, {}).get());
    ASSERT_NE(source, nullptr);
    EXPECT_EQ(source->problem().toStdString(), "");
    EXPECT_NEAR(*source->value({20, 3}), expected(20, 3), 1e-4 * expected.cwiseAbs().maxCoeff());
}

TEST(ScoresFigure, FileThatDoesNotFitIsSaidInThePicture)
{
    const std::string words = allTexts(captureState("2"));
    EXPECT_NE(words.find("channels"), std::string::npos) << words;
    ShownState missing = captureState("2");
    missing.sequence.contentFile = "/nowhere/at_all.npy";
    ContentShelf shelf;
    missing = withContentOpened(missing, shelf);
    EXPECT_NE(allTexts(missing).find("nowhere"), std::string::npos);
}

TEST(ScoresFigure, SaysWhenTheEncodingDoesNotRotate)
{
    ShownState state = stateWith({});
    state.encoding.relative = RelativeEncoding::Alibi;
    EXPECT_NE(allTexts(state).find("drawn with rotation"), std::string::npos);
}

TEST(ScoresFigure, ArrowKeysMoveTheCell)
{
    const ShownState state = stateWith({});
    const auto right = std::get<SetValue>(*scores().step(state, 1, false));
    EXPECT_EQ(right.key, "positions.key");
    EXPECT_EQ(right.value, Value(6.0));
    const auto up = std::get<SetValue>(*scores().step(state, 1, true));
    EXPECT_EQ(up.key, "positions.query");
    EXPECT_EQ(up.value, Value(11.0)) << "queries run downwards";
}

TEST(ScoresFigure, FixedRangeSetsTheColours)
{
    const ShownState free = stateWith({{"sequence.length", "64"}});
    const ShownState fixed = stateWith({{"sequence.length", "64"},
                                        {"view.auto_range", "off"},
                                        {"view.range_minimum", "-20"},
                                        {"view.range_maximum", "20"}});
    EXPECT_NE(Scene(scores(), free, size).image(), Scene(scores(), fixed, size).image());
}

TEST(ScoresFigure, HighlightFromElsewhereIsDrawn)
{
    Scene scene(scores(), stateWith({}), size);
    const QImage plain = scene.image();
    scene.highlight.offset = 200;
    const QImage diagonal = scene.image();
    EXPECT_NE(diagonal, plain);
    scene.highlight.queryPosition = 300;
    scene.highlight.keyPosition = 500;
    EXPECT_NE(scene.image(), diagonal);
}

} // namespace
} // namespace rope
