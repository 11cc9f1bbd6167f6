#include "ui/figures/all.h"
#include "ui/figures/encodings/encodings_picture.h"
#include "ui/figures/kit/lab_parts.h"
#include "ui/figures/kit/moves.h"
#include "ui/paint/text.h"
#include "ui/paint/ticks.h"

#include <algorithm>
#include <cmath>

namespace rope {

namespace {

/// The offset under the pointer in any figure.
void markOffset(QPainter& painter, const Frame& frame, const FigureContext& context)
{
    const Highlight& at = context.highlight;
    std::optional<std::int64_t> offset = at.offset;
    if (at.queryPosition && at.keyPosition)
        offset = *at.keyPosition - *at.queryPosition;
    if (offset)
        drawVertical(painter, frame, static_cast<double>(*offset),
                     QPen(context.style.highlight, context.style.hairline));
}

void paintCurves(QPainter& painter, const EncodingsPicture& picture, const Panel& panel, const FigureContext& context)
{
    const PaintStyle& style = context.style;
    const Frame frame = encodingCurveFrame(picture, panel, style);
    const EncodingImage& image = *picture.image;
    paintGrid(painter, frame, style);
    for (std::size_t i = 0; i < image.queries.size(); ++i) {
        std::vector<QPointF> points;
        for (std::size_t j = 0; j + 1 < image.rowEdges.size(); ++j)
            points.emplace_back(0.5 * static_cast<double>(image.rowEdges[j] + image.rowEdges[j + 1] - 1) -
                                    static_cast<double>(image.queries[i]),
                                image.rows[i][static_cast<Eigen::Index>(j)]);
        drawCurve(painter, frame, points, seriesPen(style, i));
    }
    markOffset(painter, frame, context);
    paintAxes(painter, frame, style);
}

void paintBias(QPainter& painter, const EncodingsPicture& picture, const Panel& panel, const FigureContext& context)
{
    const PaintStyle& style = context.style;
    const Frame frame = encodingCurveFrame(picture, panel, style);
    paintGrid(painter, frame, style);
    for (const BiasCurve& curve : picture.bias.curves) {
        std::vector<QPointF> points;
        for (const auto& [offset, value] : curve.points)
            points.emplace_back(offset, value);
        const bool usedHere = &curve == &picture.bias.curves.front();
        drawCurve(painter, frame, points,
                  QPen(usedHere ? style.primary : style.secondary, usedHere ? 1.5 * style.lineWidth : style.hairline));
    }
    markOffset(painter, frame, context);
    paintAxes(painter, frame, style);
}

/// Where the learned table ends: lines across, and what they mean.
void paintEnd(QPainter& painter, const EncodingsPicture& picture, const Frame& frame, bool bothWays,
              const PaintStyle& style)
{
    if (picture.scores.known == picture.scores.length)
        return;
    const double end = static_cast<double>(picture.scores.known) - 0.5;
    const QPen pen(style.warning, 1.5 * style.lineWidth);
    drawHorizontal(painter, frame, end, pen);
    if (bothWays)
        drawVertical(painter, frame, end, pen);
    const double left = bothWays ? frame.x.toPosition(end) : frame.plot.left();
    const bool roomy = frame.plot.right() - left > 11.0 * style.fontSize;
    const QRectF below(QPointF((roomy ? left : frame.plot.left()) + 0.4 * style.fontSize, frame.y.toPosition(end)),
                       frame.plot.bottomRight());
    if (below.height() > 1.4 * style.fontSize)
        drawText(painter, QRectF(below.topLeft(), QSizeF(below.width(), 1.4 * style.fontSize)),
                 QStringLiteral("no entry from %1 on").arg(groupedNumber(end + 0.5)), style, {.colour = style.warning});
}

void paintScores(QPainter& painter, const EncodingsPicture& picture, const Panel& panel, const FigureContext& context)
{
    const MatrixPanel matrix = encodingScoresPanel(picture, context);
    const Frame frame = matrixPanelFrame(panel, matrix, context.style);
    paintMatrixPanel(painter, panel, matrix, context);
    paintEnd(painter, picture, frame, true, context.style);
    markHighlight(painter, frame, context);
}

void paintTable(QPainter& painter, const EncodingsPicture& picture, const Panel& panel, const FigureContext& context)
{
    const MatrixPanel matrix = encodingTablePanel(picture);
    const Frame frame = matrixPanelFrame(panel, matrix, context.style);
    paintMatrixPanel(painter, panel, matrix, context);
    if (picture.table.end > 0)
        paintEnd(painter, picture, frame, false, context.style);
    for (const auto& place : {context.highlight.queryPosition, context.highlight.keyPosition})
        if (place)
            drawHorizontal(painter, frame, static_cast<double>(*place),
                           QPen(context.style.highlight, 1.5 * context.style.hairline));
}

/// While a long learned table is summed.
void paintWaiting(QPainter& painter, const Panel& panel, const FigureContext& context)
{
    painter.fillRect(panel.plot, context.style.panel);
    drawParagraph(painter, panel.plot.adjusted(4, 4, -4, -4),
                  QStringLiteral("Summing the learned table's %1 entries …")
                      .arg(groupedNumber(static_cast<double>(context.state.encoding.tableLength))),
                  context.style, {.colour = context.style.mutedText, .alignment = Qt::AlignCenter});
}

void paintPanel(QPainter& painter, const EncodingsPicture& picture, const Panel& panel, const FigureContext& context)
{
    const EncodingPart part = picture.kindOf(panel);
    if (!picture.image && (part == EncodingPart::Scores || part == EncodingPart::Curves))
        return paintWaiting(painter, panel, context);
    switch (part) {
    case EncodingPart::Scores:
        return paintScores(painter, picture, panel, context);
    case EncodingPart::Curves:
        return paintCurves(painter, picture, panel, context);
    case EncodingPart::Table:
        return paintTable(painter, picture, panel, context);
    case EncodingPart::Bias:
        return paintBias(painter, picture, panel, context);
    }
}

/// The place under a coordinate of an axis of places.
std::int64_t placeOn(const AxisScale& scale, double position, std::int64_t length)
{
    return std::clamp<std::int64_t>(std::llround(scale.toValue(position)), 0, length - 1);
}

QString scoreText(double score)
{
    return std::isnan(score) ? QStringLiteral("no entry, no score")
                             : QStringLiteral("score %1").arg(readableNumber(score, 5));
}

Readout scoreReadout(const EncodingsPicture& picture, const Panel& panel, const FigureContext& context, QPointF point)
{
    const Frame frame = matrixPanelFrame(panel, encodingScoresPanel(picture, context), context.style);
    if (!frame.plot.contains(point))
        return {};
    const std::int64_t m = placeOn(frame.y, point.y(), picture.scores.length);
    const std::int64_t n = placeOn(frame.x, point.x(), picture.scores.length);
    const auto grouped = [](std::int64_t number) {
        return groupedNumber(static_cast<double>(number));
    };
    return {QStringLiteral("m = %1, n = %2, n − m = %3: %4")
                .arg(grouped(m), grouped(n), grouped(n - m), scoreText(picture.scores.content.score(m, n))),
            cellHighlight(m, n)};
}

Readout tableReadout(const EncodingsPicture& picture, const Panel& panel, const FigureContext& context, QPointF point)
{
    const Frame frame = matrixPanelFrame(panel, encodingTablePanel(picture), context.style);
    const auto place = placeIn(frame, point, picture.table.rows.rows(), tableChannels);
    if (!place)
        return {};
    const double entry = picture.table.rows(place->row, place->column);
    const std::int64_t first = picture.table.edges[static_cast<std::size_t>(place->row)];
    const std::int64_t last = picture.table.edges[static_cast<std::size_t>(place->row) + 1] - 1;
    QString where = QStringLiteral("place %1").arg(groupedNumber(static_cast<double>(first)));
    if (last > first && picture.table.end == 0)
        where = QStringLiteral("mean of places %1 to %2")
                    .arg(groupedNumber(static_cast<double>(first)), groupedNumber(static_cast<double>(last)));
    Readout readout;
    readout.highlight.queryPosition = first;
    readout.text = QStringLiteral("%1, channel %2: %3")
                       .arg(where)
                       .arg(place->column)
                       .arg(std::isnan(entry) ? QStringLiteral("no entry") : readableNumber(entry, 4));
    return readout;
}

Readout curveReadout(const EncodingsPicture& picture, const Panel& panel, const FigureContext& context, QPointF point)
{
    const Frame frame = encodingCurveFrame(picture, panel, context.style);
    if (!frame.plot.contains(point))
        return {};
    const QPointF value = frame.toValue(point);
    Readout readout;
    readout.highlight.offset = std::llround(value.x());
    readout.text =
        QStringLiteral("n − m = %1: %2").arg(groupedNumber(std::round(value.x())), readableNumber(value.y(), 3));
    return readout;
}

class EncodingsFigure final : public Figure {
public:
    QString id() const override { return QStringLiteral("encodings"); }
    QString title() const override { return QStringLiteral("Encodings"); }
    QString description() const override
    {
        return QStringLiteral("The absolute and relative encodings in force: their tables and biases, and the scores "
                              "that they give to one word standing everywhere.");
    }
    QString subtitle(const ShownState& state) const override { return encodingText(state); }
    QString describe(const ShownState& state) const override;
    bool showsContent() const override { return true; }
    void paint(QPainter& painter, const FigureContext& context) const override;
    Readout hover(const FigureContext& context, QPointF point) const override;
    std::optional<Change> step(const ShownState& state, int steps, bool vertical) const override;
    DataTable data(const ShownState& state) const override;
    bool needsPreparation(const ShownState& state, const Prepared* have) const override
    {
        return encodingSumsTakeLong(state) && sumsIn(have, state) == nullptr;
    }
    std::shared_ptr<const Prepared> prepare(const ShownState& state, const WorkControl& control,
                                            const Prepared* have) const override;
};

std::shared_ptr<const Prepared> EncodingsFigure::prepare(const ShownState& state, const WorkControl& control,
                                                         const Prepared*) const
{
    std::optional<EncodingSums> sums = encodingSumsTakeLong(state) ? encodingSums(state, control) : std::nullopt;
    return sums ? std::make_shared<const PreparedEncodings>(std::move(*sums)) : nullptr;
}

QString EncodingsFigure::describe(const ShownState& state) const
{
    const Result<EncodingScores> scores = encodingScores(state);
    if (!scores)
        return QString::fromStdString(scores.error().message);
    return encodingCaptions(state, *scores, 1).first();
}

void EncodingsFigure::paint(QPainter& painter, const FigureContext& context) const
{
    const Result<EncodingsPicture> picture = encodingsPicture(context);
    if (!picture)
        return paintRefusal(painter, context, picture.error());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Panel& panel : picture->panels) {
        paintPanel(painter, *picture, panel, context);
        drawPanelTitle(painter, panel, encodingPanelNames(*picture), picture->panels.size(), context.style);
    }
    drawFigureParts(painter, picture->parts, context.style);
    painter.restore();
}

Readout EncodingsFigure::hover(const FigureContext& context, QPointF point) const
{
    const Result<EncodingsPicture> picture = encodingsPicture(context);
    const Panel* panel = picture ? panelAt(picture->panels, point) : nullptr;
    if (panel == nullptr)
        return {};
    switch (picture->kindOf(*panel)) {
    case EncodingPart::Scores:
        return scoreReadout(*picture, *panel, context, point);
    case EncodingPart::Table:
        return tableReadout(*picture, *panel, context, point);
    default:
        return curveReadout(*picture, *panel, context, point);
    }
}

std::optional<Change> EncodingsFigure::step(const ShownState& state, int steps, bool) const
{
    return moveBy(state, "view.panel", steps);
}

DataTable EncodingsFigure::data(const ShownState& state) const
{
    DataTable table;
    for (const char* name : {"query_place", "key_place", "score"})
        table.columns.push_back({QString::fromLatin1(name), {}, {}});
    const Result<EncodingScores> scores = encodingScores(state);
    if (!scores) {
        table.note = QString::fromStdString(scores.error().message);
        return table;
    }
    for (std::size_t m = 0; m < scores->places.size(); ++m)
        for (std::size_t n = 0; n < scores->places.size(); ++n)
            addRow(table, {static_cast<double>(scores->places[m]), static_cast<double>(scores->places[n]),
                           scores->cells(static_cast<Eigen::Index>(m), static_cast<Eigen::Index>(n))});
    table.note = QStringLiteral("Scores, cell by cell, of one word at %1 places, equally far apart, of a sequence of "
                                "%2; with %3.")
                     .arg(scores->places.size())
                     .arg(groupedNumber(static_cast<double>(scores->length)), encodingText(state));
    return table;
}

} // namespace

const Figure& encodingsFigure()
{
    static const EncodingsFigure figure;
    return figure;
}

} // namespace rope
