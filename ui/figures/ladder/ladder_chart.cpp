#include "ui/figures/ladder/ladder_chart.h"

#include "ui/paint/ticks.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rope {
namespace {

constexpr double turn = 2.0 * std::numbers::pi;

/// Range of theta on the axis, and where pairs that do not rotate are put below it.
struct ThetaRange {
    double minimum;
    double maximum;
    double zeroRow; ///< equal to minimum when every pair rotates
};

void include(double& low, double& high, const Eigen::VectorXd& frequencies)
{
    for (const double theta : frequencies) {
        if (theta <= 0.0)
            continue;
        low = std::min(low, theta);
        high = std::max(high, theta);
    }
}

/// Contexts whose line is near enough to the frequencies to be worth the room.
void includeContext(double& low, double high, double context)
{
    const double theta = turn / context;
    if (theta > 0.0 && theta < high && theta > 0.02 * low)
        low = std::min(low, theta);
}

ThetaRange thetaRange(const LadderNumbers& numbers)
{
    double low = 1e300;
    double high = 0.0;
    include(low, high, numbers.schedule.inverseFrequency);
    include(low, high, numbers.schedule.unscaled);
    if (high <= 0.0)
        return {1e-4, 2.0, 2e-4}; // nothing rotates
    includeContext(low, high, numbers.originalContext);
    includeContext(low, high, numbers.maximumContext);
    const double pad = std::pow(std::max(10.0, high / low), 0.05);
    const double bottom = low / pad;
    if (numbers.still == 0)
        return {bottom, high * pad, bottom};
    return {bottom / (pad * pad * pad), high * pad, bottom / (pad * pad)};
}

std::vector<QPointF> pointsOf(const Eigen::VectorXd& frequencies)
{
    std::vector<QPointF> points;
    for (Eigen::Index pair = 0; pair < frequencies.size(); ++pair)
        points.emplace_back(static_cast<double>(pair), frequencies[pair]);
    return points;
}

/// Ticks of theta above the row of pairs that do not rotate, with a 0 at that row.
std::vector<Tick> ticksWithZero(double low, double high, double zeroRow, const QString& zero, int wanted)
{
    std::vector<Tick> ticks = logTicks(low, high, wanted);
    ticks.push_back({zeroRow, zero, true});
    return ticks;
}

void addAxes(ChartSpec& spec, const LadderNumbers& numbers, const ThetaRange& range)
{
    const double margin = std::max(0.5, 0.015 * numbers.pairs());
    spec.frame.bottom = {-margin, numbers.pairs() - 1 + margin, false, true, "pair j"};
    spec.frame.left = {range.minimum, range.maximum, true, false, QString::fromUtf8("θ (rad/token)")};
    spec.frame.right = AxisSpec{turn / range.minimum, turn / range.maximum, true, false, "wavelength (tokens)"};
    if (numbers.still == 0)
        return;
    const double above = range.zeroRow * 1.8;
    spec.frame.left.ticks = ticksWithZero(above, range.maximum, range.zeroRow, "0", 6);
    spec.frame.right->ticks =
        ticksWithZero(turn / range.maximum, turn / above, turn / range.zeroRow, QString(QChar(0x221E)), 6);
}

double markerSize(const LadderNumbers& numbers, const PaintStyle& style)
{
    if (numbers.pairs() > 160)
        return 0.0;
    return style.fontSize * (numbers.pairs() > 80 ? 0.26 : 0.36);
}

void addCurves(ChartSpec& spec, const LadderNumbers& numbers, const PaintStyle& style)
{
    if (numbers.scaled) {
        ChartSeries before{"before scaling", pointsOf(numbers.schedule.unscaled), style.secondary};
        before.width = 0.9 * style.lineWidth;
        before.dashes = {4, 2};
        spec.series.push_back(before);
    }
    ChartSeries now{numbers.scaled ? QString("scaled") : QString(), pointsOf(numbers.schedule.inverseFrequency),
                    style.primary};
    now.width = style.lineWidth;
    now.markerSize = markerSize(numbers, style);
    spec.series.push_back(now);
}

/// Pairs that do not rotate: a row of markers at the bottom.
void addStillPairs(ChartSpec& spec, const LadderNumbers& numbers, const ThetaRange& range, const PaintStyle& style)
{
    if (numbers.still == 0)
        return;
    ChartSeries row;
    row.colour = style.secondary;
    row.markerSize = std::max(0.2 * style.fontSize, markerSize(numbers, style));
    for (int pair = 0; pair < numbers.pairs(); ++pair)
        if (numbers.schedule.inverseFrequency[pair] == 0.0)
            row.points.emplace_back(pair, range.zeroRow);
    const QPointF middle = row.points[row.points.size() / 2];
    spec.series.push_back(row);
    const QString count = QString::number(numbers.still);
    spec.points.push_back({middle,
                           {QString("no rotation: %1 of %2 pairs").arg(count).arg(numbers.pairs()), "no rotation"},
                           style.mutedText,
                           0.0});
}

void addContextLine(ChartSpec& spec, double context, const QString& what, const QColor& colour)
{
    if (!(context > 0.0))
        return;
    const QString length = groupedNumber(context);
    spec.lines.push_back({Qt::Horizontal,
                          turn / context,
                          {QString("one turn in %1 %2 tokens").arg(what, length),
                           QString("one turn in %1 tokens").arg(length), QString("%1 tokens").arg(length)},
                          colour,
                          Qt::DotLine});
}

void addContexts(ChartSpec& spec, const LadderNumbers& numbers, const PaintStyle& style)
{
    addContextLine(spec, numbers.originalContext, "L =", style.key);
    if (numbers.maximumContext != numbers.originalContext)
        addContextLine(spec, numbers.maximumContext, "the longest context,", style.warning);
}

bool finishesATurn(const LadderNumbers& numbers, int pair)
{
    return numbers.turnsBefore[pair] >= 1.0;
}

/// Runs of pairs that finish a turn within the original context; the first run has the count.
void addFinishedPairs(ChartSpec& spec, const LadderNumbers& numbers, const PaintStyle& style)
{
    const QString count = QString("%1 of %2 pairs").arg(numbers.finishedBefore).arg(numbers.pairs());
    QStringList labels{
        count + (numbers.scaled ? " finish a turn in training, before scaling" : " finish a turn in training"),
        count + " finish a turn in training", count + " finish a turn"};
    for (int pair = 0; pair < numbers.pairs(); ++pair) {
        if (!finishesATurn(numbers, pair))
            continue;
        const int first = pair;
        while (pair + 1 < numbers.pairs() && finishesATurn(numbers, pair + 1))
            ++pair;
        const double from = first == 0 ? spec.frame.bottom.minimum : first - 0.5;
        spec.bands.push_back({from, std::min(pair + 0.5, spec.frame.bottom.maximum), labels,
                              blended(style.background, style.primary, 0.07)});
        labels.clear();
    }
}

/// How much of the scaled frequency each pair has.
void addRamp(ChartSpec& spec, const LadderNumbers& numbers, const PaintStyle& style)
{
    if (!numbers.hasRamp())
        return;
    const Eigen::VectorXd& ramp = numbers.schedule.ramp;
    for (int pair = 0; pair < numbers.pairs(); ++pair) {
        const double from = pair == 0 ? spec.frame.bottom.minimum : pair - 0.5;
        const double to = pair + 1 == numbers.pairs() ? spec.frame.bottom.maximum : pair + 0.5;
        spec.strip.cells.push_back({from, to, blended(style.grid, style.primary, ramp[pair])});
    }
    spec.strip.labels = {
        QString("%1 kept · %2 blended · %3 scaled").arg(numbers.kept).arg(numbers.blended).arg(numbers.divided)};
}

void addMark(ChartSpec& spec, const LadderNumbers& numbers, const ThetaRange& range, int pair,
             const QStringList& labels, const QColor& colour, double size)
{
    if (pair < 0 || pair >= numbers.pairs())
        return;
    const double theta = numbers.schedule.inverseFrequency[pair];
    spec.points.push_back({{static_cast<double>(pair), theta > 0.0 ? theta : range.zeroRow}, labels, colour, size});
}

} // namespace

ChartSpec ladderChart(const LadderNumbers& numbers, int highlightedPair, std::optional<int> hovered,
                      const PaintStyle& style)
{
    const ThetaRange range = thetaRange(numbers);
    ChartSpec spec;
    addAxes(spec, numbers, range);
    addFinishedPairs(spec, numbers, style);
    addRamp(spec, numbers, style);
    addCurves(spec, numbers, style);
    if (hovered && *hovered != highlightedPair)
        addMark(spec, numbers, range, *hovered, {}, style.text, 0.6 * style.fontSize);
    addMark(spec, numbers, range, highlightedPair, {QString("pair %1").arg(highlightedPair)}, style.highlight,
            0.8 * style.fontSize);
    addStillPairs(spec, numbers, range, style);
    addContexts(spec, numbers, style);
    return spec;
}

} // namespace rope
