#include "ui/figures/kit/panel_figure.h"

#include "tests/ui/figures/figure_states.h"
#include "ui/figures/registry.h"

#include <QSet>
#include <cmath>
#include <gtest/gtest.h>
#include <map>

namespace rope {
namespace {

std::vector<const PanelFigure*> panelFigures()
{
    std::vector<const PanelFigure*> found;
    for (const Figure* figure : figures())
        if (const auto* panels = dynamic_cast<const PanelFigure*>(figure))
            found.push_back(panels);
    return found;
}

std::string nameOf(const testing::TestParamInfo<const PanelFigure*>& info)
{
    return info.param->id().toStdString();
}

class EveryPanelFigure : public testing::TestWithParam<const PanelFigure*> {
protected:
    const PanelFigure& figure() const { return *GetParam(); }

    template <class Check> void atEveryEdge(Check check) const
    {
        for (const NamedState& named : edgeStates()) {
            SCOPED_TRACE(named.name);
            const Scene scene(figure(), named.state, QSizeF(900, 700));
            check(figure().picture(scene.context()), scene);
        }
    }
};

TEST_P(EveryPanelFigure, NamesItsPanelsAndAxes)
{
    atEveryEdge([](const PanelPicture& picture, const Scene&) {
        QSet<QString> ids;
        for (const PanelSpec& panel : picture.panels) {
            ids.insert(panel.id);
            EXPECT_FALSE(panel.title.isEmpty());
            if (const auto* chart = std::get_if<ChartSpec>(&panel.body)) {
                EXPECT_FALSE(chart->frame.bottom.title.isEmpty());
                EXPECT_FALSE(chart->frame.left.title.isEmpty());
                EXPECT_LT(chart->frame.bottom.minimum, chart->frame.bottom.maximum);
                EXPECT_LT(chart->frame.left.minimum, chart->frame.left.maximum);
            }
        }
        EXPECT_EQ(ids.size(), static_cast<qsizetype>(picture.panels.size()));
    });
}

/// A name stands for one look in all panels of a figure, and is in the legend once.
TEST_P(EveryPanelFigure, GivesEveryNameOneLook)
{
    atEveryEdge([](const PanelPicture& picture, const Scene& scene) {
        std::map<QString, LegendEntry> looks;
        for (const PanelSpec& panel : picture.panels)
            for (const LegendEntry& entry : legendOf(panel)) {
                const auto [known, isNew] = looks.emplace(entry.name, entry);
                if (isNew)
                    continue;
                EXPECT_EQ(known->second.pen.color(), entry.pen.color()) << entry.name.toStdString();
                EXPECT_EQ(known->second.pen.dashPattern(), entry.pen.dashPattern()) << entry.name.toStdString();
                EXPECT_EQ(known->second.dot, entry.dot) << entry.name.toStdString();
            }
        QSet<QString> shown;
        for (const LegendEntry& entry : layoutPanels(picture, scene.context()).parts.legend) {
            EXPECT_TRUE(looks.contains(entry.name)) << entry.name.toStdString();
            EXPECT_FALSE(shown.contains(entry.name)) << entry.name.toStdString();
            shown.insert(entry.name);
        }
    });
}

/// No curve is known by its colour alone: dashes or width differ too.
TEST_P(EveryPanelFigure, TellsTheCurvesOfAPanelApartByTheirLines)
{
    atEveryEdge([](const PanelPicture& picture, const Scene&) {
        for (const PanelSpec& panel : picture.panels) {
            std::map<QString, std::pair<QList<qreal>, double>> lines;
            if (const auto* chart = std::get_if<ChartSpec>(&panel.body))
                for (const ChartSeries& series : chart->series)
                    if (!series.name.isEmpty() && series.width > 0.0)
                        lines[series.name] = {series.dashes, series.width};
            for (auto one = lines.begin(); one != lines.end(); ++one)
                for (auto other = std::next(one); other != lines.end(); ++other)
                    EXPECT_NE(one->second, other->second) << panel.id.toStdString() << ": " << one->first.toStdString()
                                                          << " and " << other->first.toStdString();
        }
    });
}

/// What is read at a place of an axis of pairs, offsets, distances or positions is of that place.
TEST_P(EveryPanelFigure, ReadsWhatTheAxisUnderThePointerSays)
{
    const ExplorerState state = stateWith({{"sequence.length", "8192"}, {"positions.query", "5000"}});
    const Scene scene(figure(), state, QSizeF(1200, 900));
    const PanelPicture picture = figure().picture(scene.context());
    for (const ShownPanel& shown : layoutPanels(picture, scene.context()).panels) {
        const auto* chart = std::get_if<ChartSpec>(&shown.spec->body);
        const QRectF plot = shown.frame.plot;
        for (double share = 0.03; chart != nullptr && share < 1.0; share += 0.11) {
            const QPointF point(plot.left() + share * plot.width(), plot.center().y());
            const double x = shown.frame.toValue(point).x();
            const Highlight at = scene.hover(point).highlight;
            const QString title = chart->frame.bottom.title;
            SCOPED_TRACE(shown.spec->id.toStdString() + " at " + std::to_string(x));
            if (title.startsWith("pair j")) {
                EXPECT_EQ(at.pair, std::lround(x));
            }
            if (title.startsWith("distance")) {
                EXPECT_EQ(at.offset, -std::llround(x));
            }
            if (title.startsWith("offset n")) {
                ASSERT_TRUE(at.offset);
                EXPECT_NEAR(static_cast<double>(*at.offset), x, 3.0); // the nearest one of those drawn
            }
            if (title.startsWith("position (") && at.queryPosition) {
                EXPECT_EQ(at.queryPosition, std::llround(x));
            }
        }
    }
}

/// Each panel alone is shown with a legend of its own names, and no panel is shown without room.
TEST_P(EveryPanelFigure, ShowsTheChosenPanelAloneWithItsOwnLegend)
{
    ExplorerState state = stateWith({});
    const std::size_t count = figure().picture(Scene(figure(), state, QSizeF(900, 700)).context()).panels.size();
    for (std::size_t chosen = 1; chosen <= count; ++chosen) {
        state.view.panel = static_cast<int>(chosen);
        const Scene scene(figure(), state, QSizeF(900, 700));
        const PanelPicture picture = figure().picture(scene.context());
        const LaidOutPanels laidOut = layoutPanels(picture, scene.context());
        ASSERT_EQ(laidOut.panels.size(), 1U);
        EXPECT_EQ(laidOut.panels.front().spec, &picture.panels[chosen - 1]);
        EXPECT_EQ(laidOut.parts.legend.size(), legendOf(picture.panels[chosen - 1]).size());
    }
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryPanelFigure, testing::ValuesIn(panelFigures()), nameOf);

} // namespace
} // namespace rope
