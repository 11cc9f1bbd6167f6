#include "core/views/score_view.h"

#include "core/lessons/quantities.h"
#include "tests/core/opened_content.h"
#include "tests/core/property.h"

#include <cmath>

namespace rope {

using testing::holds;

namespace {

/// A state with some content, quantity, mask, part and window.
ShownState anyScores()
{
    const std::string content = *rc::gen::element<std::string>("identical", "tokens", "random", "file");
    ShownState state;
    if (content == "file")
        state = openedWith(ExplorerState(), "capture:tinylm_natural");
    std::vector<SetValue> values = {
        {"sequence.content_mix", *rc::gen::element(0.0, 0.5, 1.0)},
        {"sequence.mask", *rc::gen::element<std::string>("none", "causal")},
        {"sequence.quantity", *rc::gen::element<std::string>("product", "score", "attention")},
        {"scores.part", *rc::gen::element<std::string>("whole", "positional", "content")},
        {"sequence.length", static_cast<double>(*rc::gen::inRange(1, 90))},
        {"sequence.seed", static_cast<double>(*rc::gen::inRange(0, 9))},
        {"view.zoom_span", static_cast<double>(*rc::gen::inRange(0, 40))},
        {"view.zoom_row", static_cast<double>(*rc::gen::inRange(0, 60))},
        {"view.zoom_column", static_cast<double>(*rc::gen::inRange(0, 60))},
        {"positions.query", static_cast<double>(*rc::gen::inRange(0, 90))},
        {"positions.key", static_cast<double>(*rc::gen::inRange(0, 90))},
    };
    if (content != "file")
        values.push_back({"sequence.content", content});
    return openedAfter(state, SetValues{values});
}

bool sameOrBothHidden(double a, double b)
{
    return a == b || (std::isnan(a) && std::isnan(b));
}

} // namespace

TEST(ScoreView, CommandFigureAndLiveNumbersGiveTheSameDigits)
{
    EXPECT_TRUE(holds(
        [] {
            const ShownState state = anyScores();
            const ScoreView view = scoreView(state).value();
            const ScoreWindow& window = view.window;
            const ScoreTable table = scoreTable(view);
            const RowMatrix whole = ShownCells(view, 0, view.length).rows(0, view.length);
            const RowMatrix part = ShownCells(view, window.firstColumn, window.span).rows(window.firstRow, window.span);
            RC_ASSERT(table.whole.rows() == window.span);
            for (std::int64_t r = 0; r < window.span; ++r)
                for (std::int64_t c = 0; c < window.span; ++c) {
                    const ScoreCell cell{window.firstRow + r, window.firstColumn + c};
                    RC_ASSERT(part(r, c) == whole(cell.query, cell.key));
                    const double shown = view.isMasked(cell) ? std::nan("") : part(r, c);
                    RC_ASSERT(sameOrBothHidden(table.whole(r, c), shown));
                    if (r % 7 == 0 && c % 5 == 0)
                        RC_ASSERT(sameOrBothHidden(shownCell(view, cell).value_or(std::nan("")), shown));
                    if (view.part != ScorePart::Whole && !view.isMasked(cell))
                        RC_ASSERT(std::abs(table.positional(r, c) + table.content(r, c) - shown) < 1e-12);
                }
            const auto [m, n, keepOffset] = state.positions;
            const Result<double> live = valueOf({"shown_here", {}}, state);
            const bool inside = m < view.length && n < view.length && !view.isMasked({m, n});
            RC_ASSERT(live.has_value() == inside);
            if (inside)
                RC_ASSERT(*live == whole(m, n));
        },
        60));
}

TEST(ScoreView, ALongWindowIsGivenAsMeansOverAreas)
{
    for (const char* content : {"identical", "random"}) {
        const ShownState state =
            openedAfter({}, SetValues{{{"sequence.length", 1100.0}, {"sequence.content", std::string(content)}}});
        const ScoreView view = scoreView(state).value();
        const ScoreTable table = scoreTable(view);
        ASSERT_EQ(table.whole.rows(), tableBlocks);
        EXPECT_EQ(table.queries[1], 1100.0 / 128.0);
        const RowMatrix cells = ShownCells(view, 0, 1100).rows(0, 1100);
        EXPECT_NEAR(table.whole.mean(), cells.mean(), 1e-6) << content;
        EXPECT_NE(table.note.find("8.59375 x 8.59375"), std::string::npos) << table.note;
    }
}

TEST(ScoreView, TheMeterOfIdenticalContentIsRoundingAlone)
{
    const ScoreView view = scoreView(ShownState()).value();
    const ToeplitzMeter meter = toeplitzMeter(view, view.window);
    EXPECT_LT(meter.distance, 1e-12);
    EXPECT_EQ(valueOf({"toeplitz_meter", {}}, ShownState()).value(), meter.distance);
    EXPECT_EQ(valueOf({"content_toeplitz", {}}, ShownState()).value(), meter.distance);
}

} // namespace rope
