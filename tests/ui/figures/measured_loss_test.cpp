#include "tests/ui/figures/figure_states.h"
#include "ui/figures/registry.h"

#include <QRegularExpression>
#include <QSet>
#include <gtest/gtest.h>

namespace rope {
namespace {

const Figure& measured()
{
    return *findFigure(u"measured_loss");
}

std::vector<double> column(const DataTable& table, const QString& name)
{
    for (const DataTable::Column& each : table.columns)
        if (each.name == name)
            return each.values;
    return {};
}

/// The last bucket as published with the measurement: 768-1023 at 1024 tokens.
TEST(MeasuredLossFigure, HasTheMeasuredNumbers)
{
    const DataTable table = measured().data({});
    EXPECT_EQ(column(table, "first_position").back(), 768.0);
    EXPECT_EQ(column(table, "end").back(), 1024.0);
    for (const auto& [name, change, error] : {std::tuple{"unscaled", 0.805, 0.020},
                                              {"linear", 0.962, 0.022},
                                              {"yarn", 0.106, 0.010},
                                              {"llama3", 0.152, 0.012},
                                              {"window128", -0.049, 0.004}}) {
        EXPECT_NEAR(column(table, QString::fromLatin1(name) + "_change").back(), change, 6e-4) << name;
        EXPECT_NEAR(column(table, QString::fromLatin1(name) + "_change_standard_error").back(), error, 6e-4) << name;
    }
}

TEST(MeasuredLossFigure, SaysWhatItIsNot)
{
    const QString words = measured().describe({});
    EXPECT_TRUE(words.contains("One seed of one small model")) << words.toStdString();
    EXPECT_TRUE(words.contains("without fine-tuning"));
    EXPECT_TRUE(words.contains("128 keys"));
}

TEST(MeasuredLossFigure, EveryCurveCanBeReadOff)
{
    for (const char* panel : {"1", "2"}) {
        const Scene scene(measured(), stateWith({{"view.panel", panel}}), QSizeF(900, 700));
        QSet<QString> names;
        for (double y = 20.0; y < 700.0; y += 7.0)
            for (double x = 20.0; x < 900.0; x += 11.0) {
                const QString text = scene.hover({x, y}).text;
                if (!text.isEmpty())
                    names.insert(text.section(QStringLiteral(", positions"), 0, 0));
            }
        EXPECT_EQ(names.size(), 7) << panel;
    }
}

TEST(MeasuredLossFigure, TheActiveSchemeStandsOut)
{
    const QSizeF size(600, 450);
    EXPECT_NE(Scene(measured(), stateWith({{"model.scheme", "yarn"}}), size).image(),
              Scene(measured(), stateWith({{"model.scheme", "linear"}}), size).image());
}

} // namespace
} // namespace rope
