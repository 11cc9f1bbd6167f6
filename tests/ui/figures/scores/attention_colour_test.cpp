#include "tests/ui/figures/figure_states.h"
#include "tests/ui/text_recorder.h"
#include "ui/figures/all.h"
#include "ui/paint/ticks.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace rope {
namespace {

constexpr QSizeF size{900, 700};

std::string allTexts(const ExplorerState& state)
{
    TextRecorder recorder(size.toSize());
    QPainter painter(&recorder);
    Scene(scoresFigure(), state, size).paint(painter);
    painter.end();
    std::string all;
    for (const PaintedText& text : recorder.texts())
        all += text.text.toStdString() + "\n";
    return all;
}

/// The weight that a share of the figure's own visible cells does not exceed.
double quantile(const DataTable& table, double share)
{
    std::vector<double> weights;
    for (const double weight : table.columns[2].values)
        if (!std::isnan(weight))
            weights.push_back(weight);
    std::ranges::sort(weights);
    return weights[static_cast<std::size_t>(share * static_cast<double>(weights.size() - 1))];
}

TEST(AttentionColours, EndWhereAllButFiveInAThousandVisibleWeightsEnd)
{
    const ExplorerState state =
        stateWith({{"sequence.length", "96"}, {"sequence.mask", "causal"}, {"sequence.quantity", "attention"}});
    const DataTable table = scoresFigure().data(state);
    const QString end = readableNumber(quantile(table, 0.995), 2);
    for (const double other : {0.9, 0.98, 0.999, 1.0})
        ASSERT_NE(readableNumber(quantile(table, other), 2), end) << other; // so that the number tells them apart
    const QString words =
        QStringLiteral("colours end at %1; the largest weight is %2").arg(end, readableNumber(quantile(table, 1.0), 2));
    EXPECT_NE(allTexts(state).find(words.toStdString()), std::string::npos) << allTexts(state);
}

} // namespace
} // namespace rope
