#include "ui/figures/kit/scheme_style.h"

#include "core/schemes/registry.h"
#include "tests/ui/figures/figure_states.h"
#include "ui/figures/all.h"
#include "ui/figures/kit/panel_figure.h"

#include <QSet>
#include <algorithm>
#include <gtest/gtest.h>

namespace rope {
namespace {

TEST(SchemeStyle, EverySchemeHasAStyleThatNoOtherHas)
{
    std::vector<QList<qreal>> dashes;
    for (const Scheme* scheme : schemes()) {
        const SchemeStyle& style = schemeStyle(scheme->id);
        EXPECT_EQ(style.id, scheme->id);
        EXPECT_EQ(std::ranges::count(dashes, style.dashes), 0) << scheme->id;
        dashes.push_back(style.dashes);
        for (const Theme theme : {Theme::Light, Theme::Dark, Theme::Print, Theme::Presenter}) {
            const PaintStyle paint = styleOf(theme);
            EXPECT_NE(schemeSeries(scheme->id, {}, {}, false, paint).colour, paint.highlight);
        }
    }
    EXPECT_EQ(schemeStyle("window128").colour, -1); // a control is grey
    EXPECT_EQ(schemeStyle("no such scheme").id, "");
}

/// The curve of a name in any panel of a figure, or nothing.
std::optional<ChartSeries> curveOf(const Figure& figure, const QString& name)
{
    const Scene scene(figure, stateWith({}), QSizeF(1200, 900));
    for (const PanelSpec& panel : dynamic_cast<const PanelFigure&>(figure).picture(scene.context()).panels)
        if (const auto* chart = std::get_if<ChartSpec>(&panel.body))
            for (const ChartSeries& series : chart->series)
                if (series.name == name)
                    return series;
    return std::nullopt;
}

TEST(SchemeStyle, IsTheSameInEveryFigure)
{
    for (const char* name : {"YaRN", "NTK-aware", "Llama 3.1"}) {
        const auto first = curveOf(schemesFigure(), name);
        ASSERT_TRUE(first) << name;
        for (const Figure* figure : {&extensionFigure(), &measuredLossFigure()}) {
            const auto other = curveOf(*figure, name);
            ASSERT_TRUE(other) << name << " in " << figure->id().toStdString();
            EXPECT_EQ(other->colour, first->colour) << name;
            EXPECT_EQ(other->dashes, first->dashes) << name;
        }
    }
}

} // namespace
} // namespace rope
