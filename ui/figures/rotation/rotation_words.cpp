#include "ui/figures/rotation/rotation_words.h"

#include "ui/figures/kit/figure_text.h"
#include "ui/paint/ticks.h"

#include <cmath>

namespace rope {

QString phaseWords(const PhaseArc& arc)
{
    const QString rest = degreesText(arc.turns.rest);
    if (arc.turns.turns == 0)
        return rest;
    const QString count = groupedNumber(static_cast<double>(arc.turns.turns));
    return count + (arc.turns.turns == 1 ? QStringLiteral(" turn + ") : QStringLiteral(" turns + ")) + rest;
}

QString arrowName(PlaneArrow arrow)
{
    switch (arrow) {
    case PlaneArrow::Query:
        return QStringLiteral("q");
    case PlaneArrow::Key:
        return QStringLiteral("k");
    case PlaneArrow::TurnedQuery:
        return QStringLiteral("R_m q");
    case PlaneArrow::TurnedKey:
        break;
    }
    return QStringLiteral("R_n k");
}

QStringList normWords(const TurnedPair& pair)
{
    const QString q = fixedText(pair.query.length, 3);
    const QString k = fixedText(pair.key.length, 3);
    if (pair.attentionFactor == 1.0)
        return {QStringLiteral("‖R_m q‖ = ‖q‖ = %1     ‖R_n k‖ = ‖k‖ = %2").arg(q, k),
                QStringLiteral("‖R_m q‖ = ‖q‖ = %1").arg(q), QStringLiteral("‖q‖ = %1").arg(q)};
    const QString factor = readableNumber(pair.attentionFactor);
    const QString longer = fixedText(pair.turnedQuery.length, 3);
    return {QStringLiteral("‖R_m q‖ = %1 · ‖q‖ = %2     ‖R_n k‖ = %1 · ‖k‖ = %3     (attention factor %1)")
                .arg(factor, longer, fixedText(pair.turnedKey.length, 3)),
            QStringLiteral("‖R_m q‖ = %1 · ‖q‖ = %2  (attention factor)").arg(factor, longer),
            QStringLiteral("‖R_m q‖ = %1 · ‖q‖").arg(factor)};
}

QStringList betweenWords(const TurnedPair& pair)
{
    const QString sign = pair.direction < 0 ? QStringLiteral("(m − n)θ") : QStringLiteral("(n − m)θ");
    const QString total = degreesText(pair.between);
    const double content = reducedAngle(pair.key.angle - pair.query.angle);
    const QString sum = degreesText(pair.difference) + (content < 0.0 ? QStringLiteral(" − ") : QStringLiteral(" + ")) +
                        degreesText(std::abs(content));
    return {QStringLiteral("angle between = %1 + const = %2 = %3").arg(sign, sum, total),
            QStringLiteral("angle between = %1 + const = %2").arg(sign, total),
            QStringLiteral("angle between = %1").arg(total)};
}

QStringList placeWords(const TurnedPair& pair)
{
    const QString theta = readableNumber(pair.inverseFrequency);
    const QString m = groupedNumber(static_cast<double>(pair.queryPosition));
    const QString n = groupedNumber(static_cast<double>(pair.keyPosition));
    const QString place = QStringLiteral("m = %1, n = %2").arg(m, n);
    return {QStringLiteral("pair %1:  θ = %2 rad/token,  %3").arg(pair.pair).arg(theta, place),
            QStringLiteral("pair %1:  %2").arg(pair.pair).arg(place), place};
}

QString vectorWords(const TurnedPair& pair, PlaneArrow arrow)
{
    static constexpr const char* names[] = {"q", "k", "Rₘq", "Rₙk"};
    const PlaneVector& vector = vectorOf(pair, arrow);
    return QStringLiteral("%1 = (%2, %3): length %4, angle %5 (%6 rad)")
        .arg(QString::fromUtf8(names[static_cast<std::size_t>(arrow)]), fixedText(vector.first(), 3),
             fixedText(vector.second(), 3), fixedText(vector.length, 3), degreesText(vector.angle),
             fixedText(vector.angle, 4));
}

QString arcWords(const TurnedPair& pair, const PhaseArc& arc, bool ofKey)
{
    const std::int64_t position = ofKey ? pair.keyPosition : pair.queryPosition;
    const double total = pair.direction * static_cast<double>(position) * pair.inverseFrequency;
    return QStringLiteral("%1θ = %2 rad = %3")
        .arg(ofKey ? QStringLiteral("n") : QStringLiteral("m"), readableNumber(total, 5), phaseWords(arc));
}

} // namespace rope
