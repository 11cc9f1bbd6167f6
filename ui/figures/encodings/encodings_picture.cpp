#include "ui/figures/encodings/encodings_picture.h"

#include "core/state/content_choice.h"
#include "ui/paint/heatmap.h"
#include "ui/paint/ticks.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rope {

namespace {

/// Cells along a side of a pixel, at most.
std::int64_t pixelSide(const EncodingImage& image)
{
    std::int64_t side = 1;
    for (std::size_t i = 0; i + 1 < image.edges.size(); ++i)
        side = std::max(side, image.edges[i + 1] - image.edges[i]);
    return side;
}

QString counted(std::int64_t number)
{
    return groupedNumber(static_cast<double>(number));
}

QString verdict(const EncodingScores& scores)
{
    const PositionDependence& law = scores.dependence;
    const double rounding = 1e-9 * std::max(1.0, scores.cells.cwiseAbs().maxCoeff());
    if (scores.places.size() < 2)
        return QStringLiteral("One place has no other to compare with.");
    return law.bothMove > rounding   ? QStringLiteral("It depends on the places themselves.")
           : law.keyMoves > rounding ? QStringLiteral("It depends on n − m alone.")
                                     : QStringLiteral("It does not depend on places at all.");
}

QString measuredText(const EncodingScores& scores)
{
    const QString where = static_cast<std::int64_t>(scores.places.size()) == scores.known
                              ? QString()
                              : QStringLiteral(" (at %1 of the places)").arg(scores.places.size());
    return QStringLiteral("Toeplitz to within %1%2.").arg(readableNumber(scores.dependence.toeplitz, 2), where);
}

QString endText(const EncodingScores& scores)
{
    if (scores.known == scores.length)
        return {};
    return QStringLiteral(" No scores from place %1 on: the learned table has no entry.").arg(counted(scores.known));
}

/// The table on show is wider than the vectors of the lab, which the scores are made with.
QString tableName(const EncodingTable& table)
{
    const std::int64_t block = table.largestBlock();
    const QString name = table.end > 0 ? QStringLiteral("Learned table") : QStringLiteral("Sinusoidal vectors");
    const QString rows = block <= 1      ? QString()
                         : table.end > 0 ? QStringLiteral(", one row in %1").arg(counted(block))
                                         : QStringLiteral(", means");
    return QStringLiteral("%1 of %2 channels%3 (scores: %4)").arg(name).arg(tableChannels).arg(rows).arg(labDim);
}

ValueRange finiteRange(const RowMatrix& values)
{
    ValueRange range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    for (Eigen::Index i = 0; i < values.size(); ++i)
        if (const double value = values.data()[i]; std::isfinite(value))
            range = {std::min(range.minimum, value), std::max(range.maximum, value)};
    return range.minimum <= range.maximum ? range : ValueRange{0.0, 0.0};
}

} // namespace

QStringList encodingCaptions(const ExplorerState& state, const EncodingScores& scores, std::int64_t side)
{
    const PositionDependence& law = scores.dependence;
    const QString moves =
        QStringLiteral("The score changes by %1 when m alone moves, by %2 when n does, by %3 when both do.")
            .arg(readableNumber(law.queryMoves, 2), readableNumber(law.keyMoves, 2), readableNumber(law.bothMove, 2));
    const QString says = verdict(scores);
    const QString measured = measuredText(scores);
    const QString pixel =
        side <= 1 ? QString()
                  : QStringLiteral(" A pixel is the exact mean of %1 × %1 cells or one fewer.").arg(counted(side));
    const QString what = showsFile(state) ? QStringLiteral("The file's first query and key at every place")
                                          : QStringLiteral("One word at every place");
    return {QStringLiteral("%1, %2. %3 %4 %5%6%7")
                .arg(what, encodingText(state), moves, says, measured, pixel, endText(scores)),
            QStringLiteral("%1 %2 %3%4").arg(moves, says, measured, endText(scores)),
            QStringLiteral("%1 %2%3").arg(says, measured, endText(scores)), says + u' ' + measured, says};
}

QStringList encodingPanelNames(const EncodingsPicture& picture)
{
    const bool means = picture.image && pixelSide(*picture.image) > 1;
    const bool rowMeans =
        picture.image && picture.image->rowEdges.size() <= static_cast<std::size_t>(picture.scores.length);
    QStringList names;
    for (const EncodingPart kind : picture.kinds)
        switch (kind) {
        case EncodingPart::Scores:
            names.append(means ? QStringLiteral("Scores of one word, area means")
                               : QStringLiteral("Scores of one word"));
            break;
        case EncodingPart::Curves:
            names.append(rowMeans ? QStringLiteral("Rows by offset, means") : QStringLiteral("Rows by offset"));
            break;
        case EncodingPart::Table:
            names.append(tableName(picture.table));
            break;
        case EncodingPart::Bias:
            names.append(picture.bias.span < picture.scores.length - 1 ? QStringLiteral("Bias by offset, level beyond")
                                                                       : QStringLiteral("Bias by offset"));
            break;
        }
    return names;
}

namespace {

std::vector<LegendEntry> legendOf(const EncodingImage& image, const PaintStyle& style)
{
    std::vector<LegendEntry> entries;
    for (std::size_t i = 0; i < image.queries.size(); ++i)
        entries.push_back({QStringLiteral("row m = %1").arg(counted(image.queries[i])), seriesPen(style, i), false});
    return entries;
}

/// Panels from legend and caption: those need the image's edges, and the image the size of its panel.
void place(EncodingsPicture& picture, const FigureContext& context, std::int64_t side,
           const std::vector<LegendEntry>& legend)
{
    picture.parts =
        divideFigure(context.area, context.style, legend, encodingCaptions(context.state, picture.scores, side));
    picture.panels = panelsOf(picture.parts.body, context.style, static_cast<int>(picture.kinds.size()),
                              context.state.view.panel, {17.0, 14.0});
}

/// Everything but the image.
Result<EncodingsPicture> outlineOf(const FigureContext& context)
{
    Result<EncodingScores> scores = encodingScores(context.state);
    if (!scores)
        return tl::unexpected(scores.error());
    EncodingsPicture picture{
        std::move(*scores), encodingTable(context.state), encodingBias(context.state), {}, {}, {}, {}};
    picture.kinds = {EncodingPart::Scores, EncodingPart::Curves};
    if (!picture.table.isEmpty())
        picture.kinds.push_back(EncodingPart::Table);
    if (!picture.bias.curves.empty())
        picture.kinds.push_back(EncodingPart::Bias);
    return picture;
}

AxisSpec placeAxis(std::int64_t length, bool vertical, const QString& title)
{
    AxisSpec axis;
    axis.minimum = -0.5;
    axis.maximum = static_cast<double>(length) - 0.5;
    if (vertical)
        std::swap(axis.minimum, axis.maximum);
    axis.integers = true;
    axis.title = title;
    return axis;
}

} // namespace

MatrixPanel encodingScoresPanel(const EncodingsPicture& picture, const FigureContext& context)
{
    static const RowMatrix nothing;
    const RowMatrix& means = picture.image ? picture.image->means : nothing;
    ValueRange range = finiteRange(means);
    if (range.maximum - range.minimum < 1e-9)
        range = {range.minimum - 0.5, range.maximum + 0.5}; // rounding is no pattern
    return {means,
            placeAxis(picture.scores.length, true, QStringLiteral("query place m")),
            placeAxis(picture.scores.length, false, QStringLiteral("key place n")),
            stateMap(context.state),
            range,
            true,
            QStringLiteral("score")};
}

const TableSums* sumsIn(const Prepared* prepared, const ExplorerState& state)
{
    const auto* encodings = dynamic_cast<const PreparedEncodings*>(prepared);
    return encodings != nullptr && encodings->sums.fits(state) ? &encodings->sums.sums : nullptr;
}

/// The image as large as the first panel that may show it; then the panels once more, since the legend names its rows.
Result<EncodingsPicture> encodingsPicture(const FigureContext& context)
{
    Result<EncodingsPicture> picture = outlineOf(context);
    if (!picture)
        return picture;
    place(*picture, context, 1, {});
    std::optional<TableSums> quick;
    if (!encodingSumsTakeLong(context.state))
        quick = picture->scores.content.tableSums(picture->scores.length);
    const TableSums* sums = quick ? &*quick : sumsIn(context.prepared, context.state);
    if (sums == nullptr)
        return picture;
    const Frame frame =
        matrixPanelFrame(picture->panels.front(), encodingScoresPanel(*picture, context), context.style);
    picture->image = encodingImage(picture->scores, *sums, heatmapPixels(frame.plot.width(), context.deviceScale));
    const bool curves = std::ranges::any_of(
        picture->panels, [&](const Panel& panel) { return picture->kindOf(panel) == EncodingPart::Curves; });
    place(*picture, context, pixelSide(*picture->image),
          curves ? legendOf(*picture->image, context.style) : std::vector<LegendEntry>());
    return picture;
}

MatrixPanel encodingTablePanel(const EncodingsPicture& picture)
{
    AxisSpec columns;
    columns.minimum = -0.5;
    columns.maximum = tableChannels - 0.5;
    columns.integers = true;
    columns.title = QStringLiteral("channel");
    return {picture.table.rows,
            placeAxis(picture.scores.length, true, QStringLiteral("place m (tokens)")),
            columns,
            divergingMap(),
            symmetricRange(picture.table.rows, 1e-6),
            false,
            QStringLiteral("entry")};
}

namespace {

/// Lowest and highest of the curves on show.
ValueRange curveRange(const EncodingsPicture& picture, EncodingPart part)
{
    ValueRange range{0.0, 0.0};
    const auto extend = [&range](double value) {
        if (std::isfinite(value))
            range = {std::min(range.minimum, value), std::max(range.maximum, value)};
    };
    if (part == EncodingPart::Bias)
        for (const BiasCurve& curve : picture.bias.curves)
            for (const auto& [offset, value] : curve.points)
                extend(value);
    else if (picture.image)
        for (const Eigen::RowVectorXd& row : picture.image->rows)
            for (const double value : row)
                extend(value);
    return range;
}

} // namespace

Frame encodingCurveFrame(const EncodingsPicture& picture, const Panel& panel, const PaintStyle& style)
{
    const EncodingPart part = picture.kindOf(panel);
    const ValueRange range = curveRange(picture, part);
    const double room = std::max(0.06 * (range.maximum - range.minimum), 1e-3);
    const double span = static_cast<double>(
        part == EncodingPart::Bias ? picture.bias.span : std::max<std::int64_t>(1, picture.scores.length - 1));
    FrameSpec spec;
    spec.bottom.integers = true;
    spec.bottom.title = QStringLiteral("offset n − m (tokens)");
    spec.bottom.minimum = -span;
    spec.bottom.maximum = span;
    spec.left.title = part == EncodingPart::Bias ? QStringLiteral("bias") : QStringLiteral("score");
    spec.left.minimum = range.minimum - room;
    spec.left.maximum = range.maximum + room;
    return layoutFrame(panel.plot, spec, style);
}

} // namespace rope
