#include "core/rotation/frequency.h"
#include "core/schemes/registry.h"
#include "ui/figures/all.h"
#include "ui/figures/kit/figure_text.h"
#include "ui/figures/kit/marks.h"
#include "ui/figures/ladder/ladder_chart.h"
#include "ui/paint/ticks.h"

#include <algorithm>
#include <cmath>

namespace rope {
namespace {

QString schemeName(const RotarySettings& rotary)
{
    const Scheme* scheme = findScheme(rotary.scheme);
    return scheme == nullptr ? QString::fromStdString(rotary.scheme)
                             : QString::fromUtf8(scheme->title.data(), static_cast<qsizetype>(scheme->title.size()));
}

/// `pair 9: θ = 0.158 rad/token, wavelength 39.8 tokens`, and what it was before scaling.
QString pairText(const LadderNumbers& numbers, int pair)
{
    const double theta = numbers.schedule.inverseFrequency[pair];
    if (theta == 0.0)
        return QString("pair %1: no rotation").arg(pair);
    QString text = QString::fromUtf8("pair %1: θ = %2 rad/token, wavelength %3")
                       .arg(QString::number(pair), readableNumber(theta, 3), wavelengthText(theta));
    const double before = numbers.schedule.unscaled[pair];
    if (before != theta)
        text += QString::fromUtf8("; before scaling %1").arg(wavelengthText(before));
    return text;
}

/// `46 of 64 pairs finish a turn within the training context of 4 096 tokens.`; where a scheme acts, with the
/// frequencies of training and with those after scaling.
QString turnWords(const LadderNumbers& numbers)
{
    const QString text = QString("%1 of %2 pairs finish a turn within the training context of %3 tokens")
                             .arg(QString::number(numbers.finishedBefore), QString::number(numbers.pairs()),
                                  groupedNumber(numbers.originalContext));
    return numbers.scaled ? text + QString(" before scaling, %1 with it.").arg(numbers.finished) : text + ".";
}

Readout readPair(const LadderNumbers& numbers, const PanelPoint& point)
{
    const int pair = pairAt(point, numbers.pairs());
    Readout readout{pairText(numbers, pair), {}};
    readout.highlight.pair = pair;
    return readout;
}

PanelPicture pictureOf(const FigureContext& context)
{
    const LadderNumbers numbers = ladderNumbers(context.state);
    return {.panels = {{"ladder", "Frequency ladder",
                        ladderChart(numbers, context.state.highlightedPair, context.highlight.pair, context.style),
                        [numbers](const PanelPoint& point) { return readPair(numbers, point); }, pickPairUnder}}};
}

QString subtitle(const ShownState& state)
{
    const RotarySettings& rotary = activeRotary(state);
    if (!rotary.rotates)
        return "this layer does not rotate";
    const QString base = readableNumber(rotary.base, 6);
    return ladderNumbers(state).scaled ? QString::fromUtf8("%1 · base %2").arg(schemeName(rotary), base)
                                       : QString("base %1").arg(base);
}

QString describe(const ShownState& state)
{
    const LadderNumbers numbers = ladderNumbers(state);
    if (numbers.still == numbers.pairs())
        return "No pair of this layer rotates.";
    const Eigen::VectorXd& theta = numbers.schedule.inverseFrequency;
    QString text =
        QString::fromUtf8("%1 pairs. The fastest turns by %2 rad per token, the slowest rotating one by %3. ")
            .arg(QString::number(numbers.pairs()), readableNumber(theta.maxCoeff()),
                 readableNumber((theta.array() > 0.0).select(theta, theta.maxCoeff()).minCoeff()));
    text += turnWords(numbers) + QLatin1Char(' ');
    if (numbers.still > 0)
        text += QString("%1 pairs do not rotate. ").arg(numbers.still);
    if (numbers.scaled)
        text += QString("Scaled by %1. ").arg(schemeName(activeRotary(state)));
    const int pair = std::clamp(state.highlightedPair, 0, numbers.pairs() - 1);
    return text + QString("Highlighted: %1.").arg(pairText(numbers, pair));
}

DataTable data(const ShownState& state)
{
    const LadderNumbers numbers = ladderNumbers(state);
    const auto column = [](const Eigen::VectorXd& values) {
        return std::vector<double>(values.begin(), values.end());
    };
    const Eigen::VectorXd& theta = numbers.schedule.inverseFrequency;
    const Eigen::VectorXd& before = numbers.schedule.unscaled;
    DataTable table;
    table.columns = {
        {"pair", {}, column(Eigen::VectorXd::LinSpaced(theta.size(), 0.0, static_cast<double>(theta.size()) - 1.0))},
        {"inverse_frequency", "rad/token", column(theta)},
        {"wavelength", "tokens", column(wavelengths(theta))},
        {"unscaled_inverse_frequency", "rad/token", column(before)},
        {"unscaled_wavelength", "tokens", column(wavelengths(before))},
        {"unscaled_turns_in_original_context", "turns", column(numbers.turnsBefore)},
        {"turns_in_original_context", "turns", column(numbers.turns)},
        {"turns_in_maximum_context", "turns", column(numbers.turnsAtMaximum)},
    };
    if (numbers.schedule.ramp.size() == theta.size())
        table.columns.push_back({"ramp", {}, column(numbers.schedule.ramp)});
    table.note = "One row per pair; the wavelength of a pair that does not rotate is infinite. " + turnWords(numbers);
    return table;
}

} // namespace

const Figure& ladderFigure()
{
    static const PanelFigure figure(
        {.head =
             {"ladder", "Frequency ladder",
              "The angle per token of every pair on a logarithmic axis, its wavelength on the other side, and which "
              "pairs finish a turn within the training context."},
         .picture = pictureOf,
         .subtitle = subtitle,
         .describe = describe,
         .data = data,
         .steps = {.across = "pair.highlighted"}});
    return figure;
}

} // namespace rope
