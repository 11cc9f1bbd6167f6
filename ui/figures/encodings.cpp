#include "ui/figures/all.h"
#include "ui/figures/encodings_numbers.h"
#include "ui/figures/figure_text.h"
#include "ui/figures/lab_parts.h"
#include "ui/figures/moves.h"
#include "ui/paint/text.h"
#include "ui/paint/ticks.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rope {

namespace {

enum class Part { Scores, Curves, Table, Bias };
constexpr std::array<Eigen::Index, 4> queriesShown = {2, 11, 20, 29};

struct Picture {
    EncodingScores scores;
    EncodingTable table;
    EncodingBias bias;
    std::vector<Part> kinds; ///< what there is to show
    FigureParts parts;
    std::vector<Panel> panels;
};

QStringList captions(const ExplorerState& state, const EncodingScores& scores)
{
    const PositionDependence& law = scores.dependence;
    const QString moves =
        QStringLiteral("The score changes by %1 when m alone moves, by %2 when n does, by %3 when "
                       "both do.")
            .arg(readableNumber(law.queryMoves, 2), readableNumber(law.keyMoves, 2), readableNumber(law.bothMove, 2));
    const QString which = encodingText(state);
    const QString verdict = law.bothMove > 1e-9   ? QStringLiteral("It depends on the places themselves.")
                            : law.keyMoves > 1e-9 ? QStringLiteral("It depends on n − m alone.")
                                                  : QStringLiteral("It does not depend on places at all.");
    return {QStringLiteral("One word at every place, %1. %2 %3").arg(which, moves, verdict),
            QStringLiteral("%1 %2").arg(moves, verdict), verdict};
}

QStringList panelNames(const Picture& picture)
{
    QStringList names;
    for (const Part kind : picture.kinds)
        switch (kind) {
        case Part::Scores:
            names.append(QStringLiteral("Scores of one word"));
            break;
        case Part::Curves:
            names.append(QStringLiteral("Rows by offset"));
            break;
        case Part::Table:
            names.append(picture.table.end > 0 ? QStringLiteral("Learned table")
                                               : QStringLiteral("Sinusoidal vectors"));
            break;
        case Part::Bias:
            names.append(QStringLiteral("Bias by offset"));
            break;
        }
    return names;
}

std::vector<LegendEntry> legendOf(const PaintStyle& style)
{
    std::vector<LegendEntry> entries;
    for (std::size_t i = 0; i < queriesShown.size(); ++i)
        entries.push_back({QStringLiteral("row m = %1").arg(queriesShown[i]), seriesPen(style, i), false});
    return entries;
}

Result<Picture> pictureOf(const FigureContext& context)
{
    const Result<EncodingScores> scores = encodingScores(context.state);
    if (!scores)
        return tl::unexpected(scores.error());
    Picture picture{*scores, encodingTable(context.state), encodingBias(context.state), {}, {}, {}};
    picture.kinds = {Part::Scores, Part::Curves};
    if (!picture.table.positions.empty())
        picture.kinds.push_back(Part::Table);
    if (!picture.bias.curves.empty())
        picture.kinds.push_back(Part::Bias);
    picture.parts =
        divideFigure(context.area, context.style, legendOf(context.style), captions(context.state, *scores));
    picture.panels = panelsOf(picture.parts.body, context.style, static_cast<int>(picture.kinds.size()),
                              context.state.view.panel, {17.0, 14.0});
    return picture;
}

Part kindOf(const Picture& picture, const Panel& panel)
{
    return picture.kinds[static_cast<std::size_t>(panel.index)];
}

AxisSpec placeAxis(bool vertical, const QString& title)
{
    AxisSpec axis;
    axis.minimum = -0.5;
    axis.maximum = static_cast<double>(encodingPlaces) - 0.5;
    if (vertical)
        std::swap(axis.minimum, axis.maximum);
    axis.integers = true;
    axis.title = title;
    return axis;
}

MatrixPanel scoresPanel(const Picture& picture, const FigureContext& context)
{
    const RowMatrix& scores = picture.scores.scores;
    ValueRange range{scores.minCoeff(), scores.maxCoeff()};
    if (range.maximum - range.minimum < 1e-9)
        range = {range.minimum - 0.5, range.maximum + 0.5}; // rounding is no pattern
    return {scores,
            placeAxis(true, QStringLiteral("query place m")),
            placeAxis(false, QStringLiteral("key place n")),
            stateMap(context.state),
            range,
            true};
}

MatrixPanel tablePanel(const Picture& picture)
{
    AxisSpec rows;
    rows.minimum = static_cast<double>(picture.table.positions.back()) + 0.5;
    rows.maximum = -0.5;
    rows.integers = true;
    rows.title = QStringLiteral("place m (tokens)");
    AxisSpec columns;
    columns.minimum = -0.5;
    columns.maximum = tableChannels - 0.5;
    columns.integers = true;
    columns.title = QStringLiteral("channel");
    return {picture.table.rows, rows, columns, divergingMap(), symmetricRange(picture.table.rows, 1e-6), false};
}

Frame curveFrame(const Picture& picture, const Panel& panel, const PaintStyle& style)
{
    FrameSpec spec;
    spec.bottom.integers = true;
    spec.bottom.title = QStringLiteral("offset n − m (tokens)");
    double low = 0.0;
    double high = 0.0;
    if (kindOf(picture, panel) == Part::Curves) {
        spec.bottom.minimum = -static_cast<double>(encodingPlaces);
        spec.bottom.maximum = static_cast<double>(encodingPlaces);
        spec.left.title = QStringLiteral("score");
        low = picture.scores.scores.minCoeff();
        high = picture.scores.scores.maxCoeff();
    } else {
        spec.bottom.minimum = static_cast<double>(picture.bias.firstOffset);
        spec.bottom.maximum = -spec.bottom.minimum;
        spec.left.title = QStringLiteral("bias");
        for (const BiasCurve& curve : picture.bias.curves) {
            low = std::min(low, *std::ranges::min_element(curve.values));
            high = std::max(high, *std::ranges::max_element(curve.values));
        }
    }
    const double room = std::max(0.06 * (high - low), 1e-3);
    spec.left.minimum = low - room;
    spec.left.maximum = high + room;
    return layoutFrame(panel.plot, spec, style);
}

void paintCurves(QPainter& painter, const Picture& picture, const Panel& panel, const PaintStyle& style)
{
    const Frame frame = curveFrame(picture, panel, style);
    paintGrid(painter, frame, style);
    for (std::size_t i = 0; i < queriesShown.size(); ++i) {
        std::vector<QPointF> points;
        for (Eigen::Index n = 0; n < encodingPlaces; ++n)
            points.emplace_back(static_cast<double>(n - queriesShown[i]), picture.scores.scores(queriesShown[i], n));
        drawCurve(painter, frame, points, seriesPen(style, i));
    }
    paintAxes(painter, frame, style);
}

void paintBias(QPainter& painter, const Picture& picture, const Panel& panel, const PaintStyle& style)
{
    const Frame frame = curveFrame(picture, panel, style);
    paintGrid(painter, frame, style);
    for (const BiasCurve& curve : picture.bias.curves) {
        std::vector<QPointF> points;
        for (std::size_t i = 0; i < curve.values.size(); ++i)
            points.emplace_back(static_cast<double>(picture.bias.firstOffset + static_cast<std::int64_t>(i)),
                                curve.values[i]);
        const bool usedHere = &curve == &picture.bias.curves.front();
        drawCurve(painter, frame, points,
                  QPen(usedHere ? style.primary : style.secondary, usedHere ? 1.5 * style.lineWidth : style.hairline));
    }
    paintAxes(painter, frame, style);
}

void paintTable(QPainter& painter, const Picture& picture, const Panel& panel, const FigureContext& context)
{
    const PaintStyle& style = context.style;
    const MatrixPanel matrix = tablePanel(picture);
    paintMatrixPanel(painter, panel, matrix, context);
    const Frame frame = matrixPanelFrame(panel, matrix, style);
    const double end = static_cast<double>(picture.table.end);
    if (picture.table.end == 0 || picture.table.end > picture.table.positions.back())
        return;
    const double y = frame.y.toPosition(end - 0.5);
    painter.setPen(QPen(style.warning, 1.5 * style.lineWidth));
    painter.drawLine(QPointF(frame.plot.left(), y), QPointF(frame.plot.right(), y));
    const QRectF below(QPointF(frame.plot.left() + 0.4 * style.fontSize, y), frame.plot.bottomRight());
    if (below.height() > 1.4 * style.fontSize)
        drawText(painter, QRectF(below.topLeft(), QSizeF(below.width(), 1.4 * style.fontSize)),
                 QStringLiteral("no entry from %1 on").arg(groupedNumber(end)), style, {.colour = style.warning});
}

void paintPanel(QPainter& painter, const Picture& picture, const Panel& panel, const FigureContext& context)
{
    switch (kindOf(picture, panel)) {
    case Part::Scores:
        return paintMatrixPanel(painter, panel, scoresPanel(picture, context), context);
    case Part::Curves:
        return paintCurves(painter, picture, panel, context.style);
    case Part::Table:
        return paintTable(painter, picture, panel, context);
    case Part::Bias:
        return paintBias(painter, picture, panel, context.style);
    }
}

Readout scoreReadout(const Picture& picture, const Panel& panel, const FigureContext& context, QPointF point)
{
    const Frame frame = matrixPanelFrame(panel, scoresPanel(picture, context), context.style);
    const auto place = placeIn(frame, point, encodingPlaces, encodingPlaces);
    if (!place)
        return {};
    return {QStringLiteral("m = %1, n = %2, n − m = %3: score %4")
                .arg(place->row)
                .arg(place->column)
                .arg(groupedNumber(static_cast<double>(place->column - place->row)),
                     readableNumber(picture.scores.scores(place->row, place->column), 5)),
            {}};
}

Readout tableReadout(const Picture& picture, const Panel& panel, const FigureContext& context, QPointF point)
{
    const Frame frame = matrixPanelFrame(panel, tablePanel(picture), context.style);
    const auto place = placeIn(frame, point, picture.table.rows.rows(), tableChannels);
    if (!place)
        return {};
    const double entry = picture.table.rows(place->row, place->column);
    const std::int64_t position = picture.table.positions[static_cast<std::size_t>(place->row)];
    return {QStringLiteral("place %1, channel %2: %3")
                .arg(groupedNumber(static_cast<double>(position)))
                .arg(place->column)
                .arg(std::isnan(entry) ? QStringLiteral("no entry") : readableNumber(entry, 4)),
            {}};
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
    QString subtitle(const ExplorerState& state) const override { return encodingText(state); }
    QString describe(const ExplorerState& state) const override;
    void paint(QPainter& painter, const FigureContext& context) const override;
    Readout hover(const FigureContext& context, QPointF point) const override;
    std::optional<Change> step(const ExplorerState& state, int steps, bool vertical) const override;
    DataTable data(const ExplorerState& state) const override;
};

QString EncodingsFigure::describe(const ExplorerState& state) const
{
    const Result<EncodingScores> scores = encodingScores(state);
    if (!scores)
        return QString::fromStdString(scores.error().message);
    const EncodingTable table = encodingTable(state);
    const QString end =
        table.end == 0 ? QString() : QStringLiteral(" The learned table has no entry from place %1 on.").arg(table.end);
    return captions(state, *scores).first() + end;
}

void EncodingsFigure::paint(QPainter& painter, const FigureContext& context) const
{
    const Result<Picture> picture = pictureOf(context);
    if (!picture)
        return paintRefusal(painter, context, picture.error());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Panel& panel : picture->panels) {
        paintPanel(painter, *picture, panel, context);
        drawPanelTitle(painter, panel, panelNames(*picture), picture->panels.size(), context.style);
    }
    drawFigureParts(painter, picture->parts, context.style);
    painter.restore();
}

Readout EncodingsFigure::hover(const FigureContext& context, QPointF point) const
{
    const Result<Picture> picture = pictureOf(context);
    const Panel* panel = picture ? panelAt(picture->panels, point) : nullptr;
    if (panel == nullptr)
        return {};
    const Part kind = kindOf(*picture, *panel);
    if (kind == Part::Scores)
        return scoreReadout(*picture, *panel, context, point);
    if (kind == Part::Table)
        return tableReadout(*picture, *panel, context, point);
    const Frame frame = curveFrame(*picture, *panel, context.style);
    if (!frame.plot.contains(point))
        return {};
    const QPointF value = frame.toValue(point);
    return {QStringLiteral("n − m = %1: %2").arg(groupedNumber(std::round(value.x())), readableNumber(value.y(), 3)),
            {}};
}

std::optional<Change> EncodingsFigure::step(const ExplorerState& state, int steps, bool) const
{
    return moveBy(state, "view.panel", steps);
}

DataTable EncodingsFigure::data(const ExplorerState& state) const
{
    DataTable table;
    for (const char* name : {"query_place", "key_place", "score"})
        table.columns.push_back({QString::fromLatin1(name), {}, {}});
    const Result<EncodingScores> scores = encodingScores(state);
    if (!scores) {
        table.note = QString::fromStdString(scores.error().message);
        return table;
    }
    for (Eigen::Index m = 0; m < encodingPlaces; ++m)
        for (Eigen::Index n = 0; n < encodingPlaces; ++n)
            addRow(table, {static_cast<double>(m), static_cast<double>(n), scores->scores(m, n)});
    table.note = QStringLiteral("Scores of one word at places 0 to %1 of a small attention head, with %2.")
                     .arg(encodingPlaces - 1)
                     .arg(encodingText(state));
    return table;
}

} // namespace

const Figure& encodingsFigure()
{
    static const EncodingsFigure figure;
    return figure;
}

} // namespace rope
