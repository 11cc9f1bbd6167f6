#include "ui/figures/agreement_chart.h"

#include <algorithm>

namespace rope {
namespace {

constexpr int samples = 400;

std::vector<QPointF> pointsOf(const std::vector<std::int64_t>& positions, const std::vector<double>& cosines)
{
    std::vector<QPointF> points;
    for (std::size_t i = 0; i < std::min(positions.size(), cosines.size()); ++i)
        if (positions[i] > 0)
            points.emplace_back(static_cast<double>(positions[i]), cosines[i]);
    return points;
}

ChartSeries seriesOf(const QString& name, std::vector<QPointF> points, const QColor& colour, double width)
{
    ChartSeries series{name, std::move(points), colour};
    series.width = width;
    return series;
}

void addTwo(ChartSpec& spec, const PartComparison& comparison, const std::vector<std::int64_t>& positions,
            const PaintStyle& style)
{
    const RotationAgreement agreement = comparison.agreement(1, positions);
    spec.series.push_back(seriesOf(QStringLiteral("lowest of any pair"), pointsOf(positions, agreement.lowest),
                                   style.secondary, 0.6 * style.lineWidth));
    if (!comparison.against.front().samePartners && !agreement.unpermuted.empty())
        spec.series.push_back(seriesOf(QStringLiteral("mean, channels as they lie"),
                                       pointsOf(positions, agreement.unpermuted), style.query, style.lineWidth));
    spec.series.push_back(seriesOf(QStringLiteral("mean over the pairs"), pointsOf(positions, agreement.mean),
                                   style.primary, 1.4 * style.lineWidth));
}

} // namespace

ChartSpec agreementChart(const PartComparison& comparison, const PaintStyle& style)
{
    const std::vector<std::int64_t> positions = comparison.positions(samples);
    ChartSpec spec;
    spec.frame.bottom = {.minimum = 1.0,
                         .maximum = std::max(10.0, static_cast<double>(positions.back())),
                         .logarithmic = true,
                         .title = QStringLiteral("position (tokens)")};
    spec.frame.left = {.minimum = -1.05, .maximum = 1.05, .title = QStringLiteral("cosine")};
    if (comparison.models.size() == 2)
        addTwo(spec, comparison, positions, style);
    for (std::size_t second = 1; comparison.models.size() > 2 && second < comparison.models.size(); ++second) {
        const auto colour = static_cast<qsizetype>(second - 1) % style.series.size();
        spec.series.push_back(seriesOf(QString::fromStdString(comparison.models[second]),
                                       pointsOf(positions, comparison.agreement(second, positions).mean),
                                       QColor(style.series[colour]), style.lineWidth));
    }
    return spec;
}

} // namespace rope
