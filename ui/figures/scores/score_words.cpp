#include "ui/figures/scores/score_words.h"

#include "core/state/content_choice.h"
#include "ui/figures/kit/figure_text.h"
#include "ui/paint/ticks.h"

#include <algorithm>
#include <cmath>

namespace rope {

QString counted(std::int64_t value)
{
    return groupedNumber(static_cast<double>(value));
}

QString quantityName(Quantity quantity)
{
    switch (quantity) {
    case Quantity::Product:
        return QStringLiteral("product");
    case Quantity::Score:
        return QStringLiteral("score");
    case Quantity::Attention:
        break;
    }
    return QStringLiteral("attention");
}

QString quantityTitle(Quantity quantity)
{
    switch (quantity) {
    case Quantity::Product:
        return QStringLiteral("product q·k");
    case Quantity::Score:
        return QStringLiteral("score q·k/√d");
    case Quantity::Attention:
        break;
    }
    return QStringLiteral("attention weight");
}

QString quantitySymbol(Quantity quantity)
{
    switch (quantity) {
    case Quantity::Product:
        return QStringLiteral("R_m q·R_n k");
    case Quantity::Score:
        return QStringLiteral("s_{mn}");
    case Quantity::Attention:
        break;
    }
    return QStringLiteral("a_{mn}");
}

QString partName(ScorePart part)
{
    switch (part) {
    case ScorePart::Positional:
        return QStringLiteral("positional pattern");
    case ScorePart::Content:
        return QStringLiteral("content variation");
    case ScorePart::Whole:
        break;
    }
    return {};
}

QString shownName(const ExplorerState& state)
{
    const QString part = partName(state.view.scorePart);
    const QString name = quantityName(state.sequence.quantity);
    return part.isEmpty() ? name : part + QStringLiteral(" of the ") + name;
}

QString shownTitle(const ExplorerState& state)
{
    const QString title = quantityTitle(state.sequence.quantity);
    switch (state.view.scorePart) {
    case ScorePart::Positional:
        return QStringLiteral("mean of the diagonal");
    case ScorePart::Content:
        return QStringLiteral("beside the mean");
    case ScorePart::Whole:
        break;
    }
    return title;
}

QString shownSymbol(const ExplorerState& state)
{
    switch (state.view.scorePart) {
    case ScorePart::Positional:
        return QStringLiteral("mean of n − m");
    case ScorePart::Content:
        return quantitySymbol(state.sequence.quantity) + QStringLiteral(" − mean");
    case ScorePart::Whole:
        break;
    }
    return quantitySymbol(state.sequence.quantity);
}

QString valueText(Quantity quantity, double value)
{
    return quantity == Quantity::Attention ? readableNumber(value, 3) : fixedText(value, 3);
}

QStringList sizeWords(const ExplorerState& state, const ScoreImage& image, const ScoreWindow& window)
{
    const std::int64_t positions = contentLength(state);
    const QString length = counted(positions);
    QString part = window.span == positions ? QStringLiteral("%1 × %1").arg(length)
                                            : QStringLiteral("%1 × %1 of %2 × %2").arg(counted(window.span), length);
    QString least = part;
    if (positions < state.sequence.length) {
        part += QStringLiteral(" (the file ends before T = %1)").arg(counted(state.sequence.length));
        least = QStringLiteral("%1 × %1 of T = %2").arg(counted(window.span), counted(state.sequence.length));
    }
    if (image.tokensPerPixel == 1.0)
        return {part + QStringLiteral(", every cell drawn"), part, least};
    const QString block = groupedNumber(image.tokensPerPixel, image.tokensPerPixel < 100.0 ? 1 : 0);
    if (state.sequence.quantity == Quantity::Attention)
        return {part + QStringLiteral(", rows sampled every %1, keys averaged over %1").arg(block),
                part + QStringLiteral(", sampled rows, averaged keys"), part, least};
    const bool rounded = std::abs(image.tokensPerPixel * 10.0 - std::round(image.tokensPerPixel * 10.0)) > 1e-9;
    return {part +
                QStringLiteral(", area-averaged %2%1 × %1").arg(block, rounded ? QStringLiteral("about ") : QString()),
            part + QStringLiteral(", area-averaged"), part, least};
}

QStringList toeplitzWords(const ToeplitzMeter& measured)
{
    const auto [distance, largest] = measured;
    const QString number = readableNumber(distance, 2);
    if (distance <= 1e-9 * std::max(1e-300, largest))
        return {QStringLiteral("Toeplitz: no score is further than %1 from its diagonal's mean").arg(number),
                QStringLiteral("Toeplitz: within %1 of each diagonal's mean").arg(number),
                QStringLiteral("Toeplitz to within %1").arg(number), QStringLiteral("Toeplitz")};
    return {QStringLiteral("not Toeplitz: scores differ from their diagonal's mean by up to %1").arg(number),
            QStringLiteral("not Toeplitz: off the diagonal's mean by up to %1").arg(number),
            QStringLiteral("not Toeplitz (%1)").arg(number), QStringLiteral("not Toeplitz")};
}

QStringList partWords(const ExplorerState& state, const ScoreImage& image)
{
    const bool cells = image.tokensPerPixel == 1.0;
    if (state.view.scorePart == ScorePart::Positional) {
        const QString means = cells ? QStringLiteral("the mean of every diagonal")
                                    : QStringLiteral("the mean of every diagonal of blocks");
        return {QStringLiteral("Positional pattern: %1, which n − m alone decides").arg(means),
                QStringLiteral("Positional pattern: %1").arg(means), QStringLiteral("Positional: diagonal means"),
                QStringLiteral("Positional pattern")};
    }
    const QString largest = readableNumber(std::max(std::abs(image.minimum), std::abs(image.maximum)), 2);
    return {QStringLiteral("Content variation: what is left beside each diagonal's mean, at most %1").arg(largest),
            QStringLiteral("Content variation: the rest, at most %1").arg(largest),
            QStringLiteral("Content variation (≤ %1)").arg(largest), QStringLiteral("Content variation")};
}

QStringList clippedWords(double colourEnd, double largest)
{
    return {QStringLiteral("colours end at %1; the largest weight is %2")
                .arg(readableNumber(colourEnd, 2), readableNumber(largest, 2)),
            QStringLiteral("largest weight %1").arg(readableNumber(largest, 2))};
}

QStringList warningWords(const ExplorerState& state)
{
    if (state.encoding.relative != RelativeEncoding::Rotary)
        return {QStringLiteral("drawn with rotation, which the chosen encoding does not use"),
                QStringLiteral("rotated, though the chosen encoding is not"),
                QStringLiteral("rotated; the encoding is not"), QStringLiteral("rotated all the same")};
    return {};
}

} // namespace rope
