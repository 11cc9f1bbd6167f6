#include "ui/figures/rotation/rotation_proof_words.h"

#include "ui/figures/kit/figure_text.h"
#include "ui/figures/rotation/rotation_words.h"
#include "ui/paint/text.h"
#include "ui/paint/ticks.h"

#include <array>
#include <cmath>

namespace rope {

namespace {

QString number(double value)
{
    return fixedText(value, 3);
}

/// A factor of a sum of products: negative ones in parentheses.
QString factor(double value)
{
    return value < 0.0 ? QStringLiteral("(%1)").arg(number(value)) : number(value);
}

QString positionText(std::int64_t position)
{
    return groupedNumber(static_cast<double>(position));
}

/// `(0.754, 0.657; −0.657, 0.754)`: a matrix row by row.
QString inlineMatrix(const Eigen::Matrix2d& m)
{
    return QStringLiteral("(%1, %2; %3, %4)").arg(number(m(0, 0)), number(m(0, 1)), number(m(1, 0)), number(m(1, 1)));
}

/// Rounding only: 1e-16 and the like.
QString differenceText(double difference)
{
    return difference == 0.0 ? QStringLiteral("0") : readableNumber(difference, 2);
}

ProofRow line(const QString& markup, ProofInk ink = ProofInk::Text)
{
    return {{markup, std::nullopt, ink}};
}

ProofRow equation(const QString& name, const Eigen::Matrix2d& matrix, ProofInk ink)
{
    return {{name + QStringLiteral(" ="), std::nullopt, ink}, {{}, matrix, ink}};
}

ProofStep transposeTurnsBack(const ProofScene& scene)
{
    const RotationProof& p = scene.proof;
    ProofRow turnedBack = equation(QStringLiteral("R_m^T"), p.queryRotation.transpose(), ProofInk::Query);
    turnedBack.push_back({QStringLiteral("= R(−mθ)"), std::nullopt, ProofInk::Query});
    const QString angle = degreesText(scene.pair.queryPhase);
    return {QStringLiteral("The transpose turns back"),
            {equation(QStringLiteral("R_m"), p.queryRotation, ProofInk::Query), turnedBack,
             line(QStringLiteral("cos stays, sin changes its sign:")),
             line(QStringLiteral("on by %1, back by as much").arg(angle)),
             line(QStringLiteral("difference from R(−mθ): %1").arg(differenceText(p.transposeDifference())),
                  ProofInk::Muted)},
            {{QStringLiteral("R_m^T = R(−mθ) = %1").arg(inlineMatrix(p.backward)), QStringLiteral("R_m^T = R(−mθ)")},
             {QStringLiteral("R_m turns by %1, its transpose back by as much").arg(angle),
              QStringLiteral("back by %1").arg(angle)}}};
}

ProofStep anglesSubtract(const ProofScene& scene)
{
    const Eigen::Matrix2d& m = scene.proof.queryRotation;
    const Eigen::Matrix2d& n = scene.proof.keyRotation;
    const Eigen::Matrix2d& product = scene.proof.product;
    const auto sum = [](double a, double b, const QString& sign, double c, double d, double result) {
        return QStringLiteral("%1 · %2 %3 %4 · %5 = %6")
            .arg(number(a), factor(b), sign, factor(c), factor(d), number(result));
    };
    const QString cosine = sum(m(0, 0), n(0, 0), QStringLiteral("+"), m(1, 0), n(1, 0), product(0, 0));
    const QString sine = sum(m(0, 0), n(1, 0), QStringLiteral("−"), m(1, 0), n(0, 0), product(1, 0));
    return {
        QStringLiteral("Angles subtract"),
        {line(QStringLiteral("nθ − mθ = (n − m)θ = %1").arg(degreesText(scene.pair.difference)), ProofInk::Difference),
         line(QStringLiteral("cos (n − m)θ = cos mθ cos nθ")),
         line(QStringLiteral("                  + sin mθ sin nθ")), line(QStringLiteral("= ") + cosine),
         line(QStringLiteral("sin (n − m)θ = cos mθ sin nθ")),
         line(QStringLiteral("                  − sin mθ cos nθ")), line(QStringLiteral("= ") + sine)},
        {{QStringLiteral("cos (n − m)θ = %1").arg(cosine),
          QStringLiteral("cos (n − m)θ = %1").arg(number(product(0, 0)))},
         {QStringLiteral("sin (n − m)θ = %1").arg(sine),
          QStringLiteral("sin (n − m)θ = %1").arg(number(product(1, 0)))}}};
}

ProofStep productKeepsDifference(const ProofScene& scene)
{
    const RotationProof& p = scene.proof;
    const QString difference = differenceText(p.productDifference());
    const QString offset = positionText(scene.pair.keyPosition - scene.pair.queryPosition);
    return {QStringLiteral("The difference is left"),
            {equation(QStringLiteral("R_m^T R_n"), p.product, ProofInk::Text),
             equation(QStringLiteral("R_{n−m}"), p.offsetRotation, ProofInk::Difference),
             line(QStringLiteral("multiplied out; from n − m = %1").arg(offset), ProofInk::Muted),
             line(QStringLiteral("largest difference: %1").arg(difference), ProofInk::Muted)},
            {{QStringLiteral("R_m^T R_n = %1").arg(inlineMatrix(p.product)), QStringLiteral("R_m^T R_n = R_{n−m}")},
             {QStringLiteral("R_{n−m} = %1").arg(inlineMatrix(p.offsetRotation)),
              QStringLiteral("they differ by %1").arg(difference)}}};
}

QString dotWords(const Eigen::Vector2d& a, const Eigen::Vector2d& b)
{
    return QStringLiteral("(%1 · %2 + %3 · %4)").arg(number(a[0]), factor(b[0]), factor(a[1]), factor(b[1]));
}

/// The head's score is the sum over its pairs; this is what one of them adds.
QString scoreName(const ProofScene& scene)
{
    return scene.headDim == 2 ? QStringLiteral("score") : QStringLiteral("the pair's part");
}

ProofStep oneScoreTwoWays(const ProofScene& scene)
{
    const RotationProof& p = scene.proof;
    const Eigen::Vector2d query(scene.pair.query.first(), scene.pair.query.second());
    const QString byFactor =
        scene.scoreFactor == 1.0 ? QString() : QStringLiteral("%1 · ").arg(readableNumber(scene.scoreFactor));
    const QString root = QStringLiteral("   / √%1 = ").arg(scene.headDim);
    const QString turned = number(p.scoreOfTurned);
    const QString relative = number(p.scoreOfOffset);
    ProofStep step{QStringLiteral("One score, two ways"),
                   {line(byFactor + QStringLiteral("(R_m q) · (R_n k) / √d")),
                    line(QStringLiteral("= ") + byFactor + dotWords(p.turnedQuery, p.turnedKey)), line(root + turned),
                    line(byFactor + QStringLiteral("q · (R_{n−m} k) / √d"), ProofInk::Difference),
                    line(QStringLiteral("= ") + byFactor + dotWords(query, p.relativeKey), ProofInk::Difference),
                    line(root + relative, ProofInk::Difference),
                    line(scoreName(scene) + QStringLiteral(" by two ways; they differ by ") +
                             differenceText(std::abs(p.scoreOfTurned - p.scoreOfOffset)),
                         ProofInk::Muted)},
                   {{byFactor + QStringLiteral("(R_m q) · (R_n k) / √d = %1").arg(turned)},
                    {byFactor + QStringLiteral("q · (R_{n−m} k) / √d = %1").arg(relative)}}};
    if (scene.scoreFactor != 1.0)
        step.rows.push_back(line(byFactor.left(byFactor.size() - 3) + QStringLiteral(": the scheme's factor on scores"),
                                 ProofInk::Muted));
    return step;
}

ProofStep lengthsAreKept(const ProofScene& scene)
{
    const RotationProof& p = scene.proof;
    const auto lengths = [](const QString& name, const QString& turned, double before, double after) {
        return QStringLiteral("‖%1‖ = %2,  ‖%3‖ = %4").arg(name, number(before), turned, number(after));
    };
    const QString query =
        lengths(QStringLiteral("q"), QStringLiteral("R_m q"), scene.pair.query.length, p.turnedQuery.norm());
    const QString key =
        lengths(QStringLiteral("k"), QStringLiteral("R_n k"), scene.pair.key.length, p.turnedKey.norm());
    ProofStep step{
        QStringLiteral("Turning keeps lengths"),
        {equation(QStringLiteral("R_m^T R_m"), p.queryRotation.transpose() * p.queryRotation, ProofInk::Difference),
         line(query, ProofInk::Query), line(key, ProofInk::Key)},
        {{query}, {key}}};
    if (scene.pair.attentionFactor != 1.0)
        step.rows.push_back(line(
            QStringLiteral("the scheme makes both %1 times as long").arg(readableNumber(scene.pair.attentionFactor)),
            ProofInk::Muted));
    return step;
}

ProofStep movingBothMovesNothing(const ProofScene& scene)
{
    const QString m = positionText(scene.pair.queryPosition + proofShift);
    const QString n = positionText(scene.pair.keyPosition + proofShift);
    const QString offset = positionText(scene.pair.keyPosition - scene.pair.queryPosition);
    const QString here = number(scene.proof.scoreOfTurned);
    const QString there = number(scene.further.scoreOfTurned);
    return {
        QStringLiteral("Move both: nothing moves"),
        {line(QStringLiteral("at m = %1, n = %2").arg(m, n)),
         line(QStringLiteral("n − m = %1, as before").arg(offset), ProofInk::Difference),
         equation(QStringLiteral("R_m^T R_n"), scene.further.product, ProofInk::Difference),
         line(QStringLiteral("%1 here %2, there %3").arg(scoreName(scene), here, there), ProofInk::Difference),
         line(QStringLiteral("keep the offset and move m:"), ProofInk::Muted),
         line(QStringLiteral("these numbers stand still"), ProofInk::Muted)},
        {{QStringLiteral("m = %1, n = %2: R_m^T R_n as before").arg(m, n), QStringLiteral("n − m = %1").arg(offset)},
         {QStringLiteral("%1: here %2, there %3").arg(scoreName(scene), here, there),
          QStringLiteral("here %1, there %2").arg(here, there)}}};
}

constexpr std::array steps{transposeTurnsBack, anglesSubtract, productKeepsDifference,
                           oneScoreTwoWays,    lengthsAreKept, movingBothMovesNothing};
static_assert(steps.size() == lastProofStep);

QString spokenMatrix(const Eigen::Matrix2d& m)
{
    return QStringLiteral(" rows %1, %2 and %3, %4")
        .arg(number(m(0, 0)), number(m(0, 1)), number(m(1, 0)), number(m(1, 1)));
}

} // namespace

ProofStep proofStep(const ProofScene& scene, int step)
{
    return steps[static_cast<std::size_t>(step - 1)](scene);
}

QString spokenStep(const ProofScene& scene, int step)
{
    const ProofStep said = proofStep(scene, step);
    QString text = QStringLiteral("Proof, step %1 of %2: %3.").arg(step).arg(lastProofStep).arg(said.title);
    for (const ProofRow& row : said.rows) {
        text += QLatin1Char(' ');
        for (const ProofItem& item : row) {
            for (const TextRun& run : textRuns(item.markup))
                text += run.text;
            if (item.matrix)
                text += spokenMatrix(*item.matrix);
        }
        text += QLatin1Char('.');
    }
    return text;
}

} // namespace rope
