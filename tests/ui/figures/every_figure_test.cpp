#include "tests/ui/figures/figure_states.h"
#include "tests/ui/messages.h"
#include "tests/ui/text_recorder.h"
#include "ui/figures/registry.h"
#include "ui/paint/export/export.h"

#include <QSet>
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace rope {
namespace {

constexpr QSize sizes[] = {{300, 220}, {600, 450}, {1200, 900}};

std::string nameOf(const testing::TestParamInfo<const Figure*>& info)
{
    return info.param->id().toStdString();
}

class EveryFigure : public testing::TestWithParam<const Figure*> {
protected:
    const Figure& figure() const { return *GetParam(); }

    template <class Check> void atEveryEdge(Check check) const
    {
        for (const NamedState& named : edgeStates()) {
            for (const QSize size : sizes) {
                SCOPED_TRACE(named.name + " at " + std::to_string(size.width()));
                check(Scene(figure(), named.state, size), size, named.state);
            }
        }
    }
};

TEST_P(EveryFigure, HasWordsForMenusAndScreenReaders)
{
    EXPECT_FALSE(figure().title().isEmpty());
    EXPECT_TRUE(figure().description().endsWith('.'));
    for (const NamedState& named : edgeStates()) {
        EXPECT_FALSE(figure().describe(named.state).isEmpty()) << named.name;
        EXPECT_FALSE(figure().subtitle(named.state).contains("nan")) << named.name;
    }
    EXPECT_EQ(findFigure(figure().id()), &figure());
}

TEST_P(EveryFigure, PaintsWithoutAWarningAndTwiceTheSame)
{
    takeWarnings();
    atEveryEdge([](const Scene& scene, QSize, const ExplorerState&) {
        const QImage first = scene.image();
        EXPECT_EQ(first, scene.image());
        EXPECT_EQ(takeWarnings(), QStringList());
    });
}

TEST_P(EveryFigure, DrawsSomething)
{
    atEveryEdge([](const Scene& scene, QSize size, const ExplorerState&) {
        QImage blank(size, QImage::Format_ARGB32_Premultiplied);
        blank.fill(scene.context().style.background);
        EXPECT_NE(scene.image(), blank);
    });
}

TEST_P(EveryFigure, KeepsItsTextsApartAndInside)
{
    atEveryEdge([](const Scene& scene, QSize size, const ExplorerState&) {
        TextRecorder recorder(size);
        QPainter painter(&recorder);
        scene.paint(painter);
        painter.end();
        EXPECT_EQ(overlappingTexts(recorder.texts()), std::vector<std::string>());
        EXPECT_EQ(textsOutside(recorder.texts(), QRectF(QPointF(), size)), std::vector<std::string>());
    });
}

TEST_P(EveryFigure, KeepsItsTextsApartInPresenterType)
{
    for (const NamedState& named : edgeStates()) {
        SCOPED_TRACE(named.name);
        const QSize size(700, 520);
        TextRecorder recorder(size);
        QPainter painter(&recorder);
        Scene(figure(), named.state, size, Theme::Presenter, 20.0).paint(painter);
        painter.end();
        EXPECT_EQ(overlappingTexts(recorder.texts()), std::vector<std::string>());
        EXPECT_EQ(textsOutside(recorder.texts(), QRectF(QPointF(), size)), std::vector<std::string>());
    }
}

/// A highlight of each kind that hovering yields, apart from what the state has: pair, query, key, offset alone, and
/// whole ones.
std::vector<Highlight> pointedAt(const Scene& scene, QSize size, const ExplorerState& state)
{
    Highlight pair;
    Highlight query;
    Highlight offset;
    Highlight whole;
    for (int x = 4; x < size.width(); x += 19)
        for (int y = 4; y < size.height(); y += 13) {
            const Highlight at = scene.hover(QPointF(x, y)).highlight;
            if (at.pair && *at.pair != state.highlightedPair)
                pair.pair = at.pair;
            if (at.queryPosition && *at.queryPosition != state.positions.query)
                query.queryPosition = at.queryPosition;
            if (at.offset && *at.offset != state.positions.key - state.positions.query)
                offset.offset = at.offset;
            if (at.queryPosition && at.keyPosition && *at.keyPosition != state.positions.key)
                whole = at;
        }
    std::vector<Highlight> all = {pair, query, offset, whole};
    std::erase(all, Highlight{});
    return all;
}

/// What a figure points at, it shows too when another figure points at it.
TEST_P(EveryFigure, ShowsWhatAnotherFigurePointsAt)
{
    const ExplorerState state = stateWith({{"sequence.length", "64"},
                                           {"sequence.text", "the dog saw the man with the hat"},
                                           {"positions.query", "5"},
                                           {"positions.key", "2"},
                                           {"encoding.absolute", "sinusoidal"}});
    const QSize size(900, 700);
    Scene scene(figure(), state, size);
    const QImage calm = scene.image();
    for (const Highlight& highlight : pointedAt(scene, size, state)) {
        scene.highlight = highlight;
        EXPECT_NE(scene.image(), calm) << "pair " << highlight.pair.value_or(-1) << ", m "
                                       << highlight.queryPosition.value_or(-1) << ", n "
                                       << highlight.keyPosition.value_or(-1) << ", offset "
                                       << highlight.offset.value_or(0);
    }
}

TEST(LabAndMaskFigures, PointAtCells)
{
    const ExplorerState state = stateWith({{"sequence.length", "64"}, {"sequence.text", "the dog saw the man"}});
    for (const QStringView id : {u"permutation", u"encodings", u"values", u"mask"}) {
        const QSize size(900, 700);
        const std::vector<Highlight> found = pointedAt(Scene(*findFigure(id), state, size), size, state);
        EXPECT_TRUE(std::ranges::any_of(found, [](const Highlight& at) { return at.queryPosition && at.keyPosition; }))
            << id.toString().toStdString();
    }
}

TEST_P(EveryFigure, GivesColumnsOfOneLength)
{
    for (const NamedState& named : edgeStates()) {
        SCOPED_TRACE(named.name);
        const DataTable table = figure().data(named.state);
        ASSERT_FALSE(table.columns.empty());
        EXPECT_FALSE(table.note.isEmpty());
        QSet<QString> names;
        for (const DataTable::Column& column : table.columns) {
            EXPECT_EQ(column.values.size(), table.columns.front().values.size());
            names.insert(column.name);
        }
        EXPECT_EQ(names.size(), static_cast<qsizetype>(table.columns.size()));
    }
}

/// A pair at rest has an infinite wavelength, a masked key has no score: whoever reads the file is told.
TEST_P(EveryFigure, SaysInItsNoteWhatIsNoNumber)
{
    for (NamedState named : edgeStates())
        for (const Quantity quantity : {Quantity::Score, Quantity::Attention}) {
            named.state.sequence.mask = Mask::Causal;
            named.state.sequence.quantity = quantity;
            const DataTable table = figure().data(named.state);
            const bool finite = std::ranges::all_of(table.columns, [](const DataTable::Column& column) {
                return std::ranges::all_of(column.values, [](double value) { return std::isfinite(value); });
            });
            EXPECT_TRUE(finite || table.note.contains("no number") || table.note.contains("infinite"))
                << named.name << ": " << table.note.toStdString();
        }
}

TEST_P(EveryFigure, AsksOnlyForChangesThatTheStateAccepts)
{
    for (const NamedState& named : edgeStates()) {
        const Scene scene(figure(), named.state, QSizeF(600, 450));
        for (int i = 0; i < 40; ++i) {
            const QPointF from(15.0 * (i % 40), 11.0 * ((7 * i) % 40));
            const QPointF to(15.0 * ((3 * i) % 40), 11.0 * (i % 40));
            for (const auto& change : {scene.drag(from, to), figure().wheel(scene.context(), from, i % 2 ? 1 : -1),
                                       figure().step(named.state, i % 2 ? 1 : -1, i % 4 < 2)}) {
                const auto next = change ? withChange(named.state, *change) : Result<ExplorerState>(named.state);
                EXPECT_TRUE(next) << named.name << ": " << (next ? "" : describe(next.error()));
            }
        }
    }
}

/// Pressing where a figure points at a pair, or at an offset, chooses that pair, or that offset: at most half a unit of
/// the pointer's resolution off, since a drag need not snap to what is drawn.
TEST_P(EveryFigure, APressChoosesWhatHoveringPointsAt)
{
    const ExplorerState state = stateWith({{"sequence.length", "8192"},
                                           {"positions.query", "5000"},
                                           {"positions.key", "4321"},
                                           {"model.scheme", "yarn"},
                                           {"scheme.factor", "16"},
                                           {"pair.highlighted", "5"}});
    const QSize size(900, 700);
    const Scene scene(figure(), state, size);
    for (int x = 4; x < size.width(); x += 71)
        for (int y = 4; y < size.height(); y += 53) {
            const QPointF place(x, y);
            const Highlight at = scene.hover(place).highlight;
            const auto change = scene.drag(place, place);
            const auto next = change ? withChange(state, *change) : Result<ExplorerState>(state);
            ASSERT_TRUE(next);
            if (at.pair && next->highlightedPair != state.highlightedPair) {
                EXPECT_EQ(next->highlightedPair, *at.pair) << x << ", " << y;
            }
            const std::int64_t wanted = at.offset.value_or(0);
            const bool keyMoved = next->positions.key != state.positions.key;
            if (at.offset && keyMoved && next->positions.query == state.positions.query && wanted > -5000 &&
                wanted < 3000) {
                EXPECT_EQ(next->positions.key - next->positions.query, wanted) << x << ", " << y;
            }
        }
}

TEST_P(EveryFigure, ScreenEqualsFile)
{
    ExportOptions options;
    options.size = {QSizeF(480, 360), ExportSize::Unit::Pixel};
    options.theme = Theme::Light;
    QImage screen;
    const PaintFunction paint = [&](QPainter& painter, const QRectF& area, const PaintStyle& style, double scale) {
        const ShownState state;
        const auto prepared = preparedNow(figure(), state);
        const FigureContext context{state, area, style, {}, prepared.get(), scale};
        figure().paint(painter, context);
        const QSizeF whole(area.left() + area.right(), area.top() + area.bottom()); // a file keeps a narrow edge
        screen = QImage((whole * scale).toSize(), QImage::Format_ARGB32_Premultiplied);
        screen.fill(style.background);
        QPainter own(&screen);
        own.setRenderHint(QPainter::Antialiasing); // as the screen and the file set out
        own.scale(scale, scale);
        figure().paint(own, context);
    };
    const auto bytes = exportPicture(QStringLiteral("png"), options, paint);
    ASSERT_TRUE(bytes) << describe(bytes.error());
    const QImage file = QImage::fromData(*bytes).convertToFormat(QImage::Format_RGB32);
    EXPECT_EQ(file, screen.convertToFormat(QImage::Format_RGB32));
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryFigure, testing::ValuesIn(figures().begin(), figures().end()), nameOf);

TEST(Registry, HasDistinctIdsAndFindsNothingElse)
{
    QSet<QString> ids;
    for (const Figure* figure : figures())
        ids.insert(figure->id());
    EXPECT_EQ(ids.size(), static_cast<qsizetype>(figures().size()));
    EXPECT_EQ(findFigure(u"no such figure"), nullptr);
}

} // namespace
} // namespace rope
