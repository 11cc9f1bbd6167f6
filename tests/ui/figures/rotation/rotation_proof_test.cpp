#include "tests/ui/figures/figure_states.h"
#include "tests/ui/text_recorder.h"
#include "ui/figures/registry.h"
#include "ui/figures/rotation/rotation_picture.h"

#include <gtest/gtest.h>

#include <cmath>

namespace rope {
namespace {

constexpr QSizeF maximised{900, 620};
constexpr QSizeF cell{330, 250};

const Figure& rotation()
{
    return *findFigure(u"rotation");
}

/// The smallest head, m = 12, n = 5, theta = 1.
ExplorerState stateAt(int step)
{
    return stateWith({{"model.head_dim", "2"}, {"rotation.proof_step", std::to_string(step)}});
}

std::vector<PaintedText> paintedTexts(const ExplorerState& state, QSizeF size)
{
    TextRecorder recorder(size.toSize());
    QPainter painter(&recorder);
    Scene(rotation(), state, size).paint(painter);
    painter.end();
    return recorder.texts();
}

QString joined(const std::vector<PaintedText>& texts)
{
    QString all;
    for (const PaintedText& text : texts)
        all += text.text + QLatin1Char(' ');
    return all;
}

std::optional<int> stepAfterClick(const ExplorerState& state, QSizeF size, QPointF point)
{
    const auto change = Scene(rotation(), state, size).drag(point, point);
    if (!change || !std::holds_alternative<SetValue>(*change))
        return std::nullopt;
    return withChange(state, *change)->view.proofStep;
}

} // namespace

TEST(RotationProofFigure, PrintsBothSidesEntryByEntry)
{
    const QString words = joined(paintedTexts(stateAt(3), maximised));
    EXPECT_EQ(words.count(QStringLiteral("0.754")), 4)
        << "cos(-7) twice in each of two matrices: " << words.toStdString();
    EXPECT_EQ(words.count(QStringLiteral("0.657")), 4) << "sin(-7), with both signs";
}

TEST(RotationProofFigure, EveryStepFitsACellAndAMaximisedFigure)
{
    for (const QSizeF size : {cell, maximised, QSizeF(360, 600), QSizeF(1300, 500)})
        for (int step = 1; step <= lastProofStep; ++step) {
            SCOPED_TRACE(std::to_string(step) + " at " + std::to_string(size.width()));
            const std::vector<PaintedText> texts = paintedTexts(stateAt(step), size);
            EXPECT_EQ(textsOutside(texts, QRectF({}, size)), std::vector<std::string>{});
            EXPECT_EQ(overlappingTexts(texts), std::vector<std::string>{});
        }
}

TEST(RotationProofFigure, NumbersAreThoseOfTheMoment)
{
    ExplorerState state = stateAt(4);
    state.positions = {3, 1, false};
    const ProofScene scene = proofScene(state, shownPair(state));
    EXPECT_NEAR(scene.proof.product(0, 0), std::cos(2.0), 1e-15);
    EXPECT_NEAR(scene.proof.scoreOfTurned, std::cos(2.0) / std::sqrt(2.0), 1e-15);
    EXPECT_NE(spokenStep(scene, 4).indexOf(QStringLiteral("−0.294")), -1) << spokenStep(scene, 4).toStdString();
}

TEST(RotationProofFigure, AClickOnANumberGoesThereAndOnTheRestOneStepOn)
{
    const ExplorerState state = stateAt(2);
    const Scene scene(rotation(), state, maximised);
    const ProofPanel panel = rotationPicture(scene.context()).proof->panel;
    EXPECT_EQ(stepAfterClick(state, maximised, panel.numbers[4].center()), 5);
    EXPECT_EQ(stepAfterClick(state, maximised, panel.box.bottomRight() - QPointF(4, 4)), 3);
    EXPECT_FALSE(stepAfterClick(stateAt(0), maximised, panel.box.center())) << "without the proof there is none";
}

TEST(RotationProofFigure, EachStepLightsUpSomethingElse)
{
    const auto image = [](int step) {
        return Scene(rotation(), stateAt(step), maximised).image();
    };
    for (int step = 1; step < lastProofStep; ++step)
        EXPECT_NE(image(step), image(step + 1)) << step;
}

TEST(RotationProofFigure, DataHoldTheMatricesAndBothScores)
{
    const DataTable table = rotation().data(stateAt(3));
    ASSERT_EQ(table.columns.size(), 9U);
    const auto& corner = table.columns[4];
    EXPECT_EQ(corner.name.toStdString(), "entry_11");
    EXPECT_NEAR(corner.values[0], std::cos(12.0), 1e-15);
    EXPECT_NEAR(corner.values[2], corner.values[3], 1e-15);
    EXPECT_NEAR(table.columns[8].values[2], 0.0, 1e-15);
    EXPECT_EQ(rotation().data(stateAt(0)).columns.size(), 4U);
}

} // namespace rope
