#include "ui/figures/all.h"
#include "ui/figures/encodings/encodings_words.h"
#include "ui/figures/kit/lab_parts.h"
#include "ui/figures/kit/marks.h"
#include "ui/figures/kit/panel_figure.h"
#include "ui/paint/heatmap.h"
#include "ui/paint/text.h"
#include "ui/paint/ticks.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rope {

namespace {

/// All that the figure shows, as numbers.
struct EncodingsNumbers {
    EncodingScores scores;
    EncodingTable table;
    EncodingBias bias;
    std::optional<EncodingImage> image = {}; ///< nothing while its size, or what it needs, is not known
};
using Numbers = std::shared_ptr<const EncodingsNumbers>;

/// The sums of a long learned table, made ahead of painting.
struct PreparedEncodings : Prepared {
    explicit PreparedEncodings(EncodingSums made)
        : sums(std::move(made))
    {}

    EncodingSums sums;
};

QString counted(std::int64_t number)
{
    return groupedNumber(static_cast<double>(number));
}

ValueRange finiteRange(const RowMatrix& values)
{
    ValueRange range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    for (Eigen::Index i = 0; i < values.size(); ++i)
        if (const double value = values.data()[i]; std::isfinite(value))
            range = {std::min(range.minimum, value), std::max(range.maximum, value)};
    return range.minimum <= range.maximum ? range : ValueRange{0.0, 0.0};
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

void addPointedOffset(ChartSpec& chart, const FigureContext& context)
{
    const Highlight& at = context.highlight;
    std::optional<std::int64_t> offset = at.offset;
    if (at.queryPosition && at.keyPosition)
        offset = *at.keyPosition - *at.queryPosition;
    if (offset)
        chart.lines.push_back({Qt::Vertical,
                               static_cast<double>(*offset),
                               {},
                               context.style.highlight,
                               Qt::SolidLine,
                               context.style.hairline});
}

/// Curves over offsets -span ... span, with room above and below them and 0.
ChartSpec overOffsets(std::vector<ChartSeries> series, std::int64_t span, const QString& title,
                      const FigureContext& context)
{
    ValueRange range{0.0, 0.0};
    for (const ChartSeries& one : series)
        for (const QPointF& point : one.points)
            if (std::isfinite(point.y()))
                range = {std::min(range.minimum, point.y()), std::max(range.maximum, point.y())};
    const double room = std::max(0.06 * (range.maximum - range.minimum), 1e-3);
    ChartSpec chart;
    chart.frame.bottom = {.minimum = -static_cast<double>(span),
                          .maximum = static_cast<double>(span),
                          .integers = true,
                          .title = QStringLiteral("offset n − m (tokens)"),
                          .ticks = {}};
    chart.frame.left = {.minimum = range.minimum - room, .maximum = range.maximum + room, .title = title, .ticks = {}};
    chart.series = std::move(series);
    addPointedOffset(chart, context);
    return chart;
}

ChartSpec rowsOf(const EncodingsNumbers& numbers, const FigureContext& context)
{
    std::vector<ChartSeries> series;
    for (std::size_t i = 0; numbers.image && i < numbers.image->queries.size(); ++i) {
        const EncodingImage& image = *numbers.image;
        ChartSeries row = plainSeries(context.style, i, QStringLiteral("row m = %1").arg(counted(image.queries[i])));
        for (std::size_t j = 0; j + 1 < image.rowEdges.size(); ++j)
            row.points.emplace_back(0.5 * static_cast<double>(image.rowEdges[j] + image.rowEdges[j + 1] - 1) -
                                        static_cast<double>(image.queries[i]),
                                    image.rows[i][static_cast<Eigen::Index>(j)]);
        series.push_back(std::move(row));
    }
    return overOffsets(std::move(series), std::max<std::int64_t>(1, numbers.scores.length - 1), QStringLiteral("score"),
                       context);
}

/// The first head's bias is the one in use, and on top.
ChartSpec biasOf(const EncodingsNumbers& numbers, const FigureContext& context)
{
    const PaintStyle& style = context.style;
    std::vector<ChartSeries> series;
    for (const BiasCurve& curve : numbers.bias.curves) {
        const bool usedHere = &curve == &numbers.bias.curves.front();
        ChartSeries one{.name = {},
                        .points = {},
                        .colour = usedHere ? style.primary : style.secondary,
                        .width = usedHere ? 1.5 * style.lineWidth : style.hairline,
                        .dashes = {},
                        .markerSize = 0.0,
                        .strong = usedHere};
        for (const auto& [offset, value] : curve.points)
            one.points.emplace_back(offset, value);
        series.push_back(std::move(one));
    }
    return overOffsets(std::move(series), numbers.bias.span, QStringLiteral("bias"), context);
}

/// Where the learned table ends: lines across, and what they mean.
void paintEnd(QPainter& painter, const EncodingScores& scores, const Frame& frame, bool bothWays,
              const PaintStyle& style)
{
    if (scores.known == scores.length)
        return;
    const double end = static_cast<double>(scores.known) - 0.5;
    const QPointF corner = frame.toPosition(end, end);
    painter.setPen(QPen(style.warning, 1.5 * style.lineWidth));
    painter.drawLine(QPointF(frame.plot.left(), corner.y()), QPointF(frame.plot.right(), corner.y()));
    if (bothWays)
        painter.drawLine(QPointF(corner.x(), frame.plot.top()), QPointF(corner.x(), frame.plot.bottom()));
    const double left = bothWays ? corner.x() : frame.plot.left();
    const bool roomy = frame.plot.right() - left > 11.0 * style.fontSize;
    const QRectF below(QPointF((roomy ? left : frame.plot.left()) + 0.4 * style.fontSize, corner.y()),
                       frame.plot.bottomRight());
    if (below.height() > 1.4 * style.fontSize)
        drawText(painter, QRectF(below.topLeft(), QSizeF(below.width(), 1.4 * style.fontSize)),
                 QStringLiteral("no entry from %1 on").arg(groupedNumber(end + 0.5)), style, {.colour = style.warning});
}

MarkedMatrix scoresOf(const Numbers& numbers, const FigureContext& context)
{
    const RowMatrix means = numbers->image ? numbers->image->means : RowMatrix();
    ValueRange range = finiteRange(means);
    if (range.maximum - range.minimum < 1e-9)
        range = {range.minimum - 0.5, range.maximum + 0.5}; // rounding is no pattern
    return {{means, placeAxis(numbers->scores.length, true, QStringLiteral("query place m")),
             placeAxis(numbers->scores.length, false, QStringLiteral("key place n")), stateMap(context.state), range,
             true, QStringLiteral("score")},
            [numbers, &context](QPainter& painter, const Frame& frame) {
                paintEnd(painter, numbers->scores, frame, true, context.style);
                markHighlight(painter, frame, context);
            }};
}

MarkedMatrix tableOf(const Numbers& numbers, const FigureContext& context)
{
    AxisSpec columns;
    columns.minimum = -0.5;
    columns.maximum = tableChannels - 0.5;
    columns.integers = true;
    columns.title = QStringLiteral("channel");
    return {{numbers->table.rows, placeAxis(numbers->scores.length, true, QStringLiteral("place m (tokens)")), columns,
             divergingMap(), symmetricRange(numbers->table.rows, 1e-6), false, QStringLiteral("entry")},
            [numbers, &context](QPainter& painter, const Frame& frame) {
                if (numbers->table.end > 0)
                    paintEnd(painter, numbers->scores, frame, false, context.style);
                for (const auto& place : {context.highlight.queryPosition, context.highlight.keyPosition})
                    if (place)
                        drawHorizontal(painter, frame, static_cast<double>(*place),
                                       QPen(context.style.highlight, 1.5 * context.style.hairline));
            }};
}

/// While a long learned table is summed.
OwnPanel waiting(const FigureContext& context)
{
    return {[&context](QPainter& painter, const QRectF& plot) {
        painter.fillRect(plot, context.style.panel);
        drawParagraph(
            painter, plot.adjusted(4, 4, -4, -4),
            QStringLiteral("Summing the learned table's %1 entries …").arg(counted(context.state.encoding.tableLength)),
            context.style, {.colour = context.style.mutedText, .alignment = Qt::AlignCenter});
    }};
}

/// The place under a coordinate of an axis of places.
std::int64_t placeAt(double value, std::int64_t length)
{
    return std::clamp<std::int64_t>(std::llround(value), 0, length - 1);
}

QString scoreText(double score)
{
    return std::isnan(score) ? QStringLiteral("no entry, no score")
                             : QStringLiteral("score %1").arg(readableNumber(score, 5));
}

Readout readScore(const EncodingScores& scores, const PanelPoint& point)
{
    const std::int64_t m = placeAt(point.value.y(), scores.length);
    const std::int64_t n = placeAt(point.value.x(), scores.length);
    return {QStringLiteral("m = %1, n = %2, n − m = %3: %4")
                .arg(counted(m), counted(n), counted(n - m), scoreText(scores.content.score(m, n))),
            cellHighlight(m, n)};
}

Readout readTable(const EncodingTable& table, const PanelPoint& point)
{
    const auto place = placeIn(point.frame, point.at, table.rows.rows(), tableChannels);
    if (!place)
        return {};
    const double entry = table.rows(place->row, place->column);
    const std::int64_t first = table.edges[static_cast<std::size_t>(place->row)];
    const std::int64_t last = table.edges[static_cast<std::size_t>(place->row) + 1] - 1;
    const QString where = last > first && table.end == 0
                              ? QStringLiteral("mean of places %1 to %2").arg(counted(first), counted(last))
                              : QStringLiteral("place %1").arg(counted(first));
    Readout readout;
    readout.highlight.queryPosition = first;
    readout.text = QStringLiteral("%1, channel %2: %3")
                       .arg(where)
                       .arg(place->column)
                       .arg(std::isnan(entry) ? QStringLiteral("no entry") : readableNumber(entry, 4));
    return readout;
}

Readout readOffset(const PanelPoint& point)
{
    Readout readout;
    readout.highlight.offset = std::llround(point.value.x());
    readout.text =
        QStringLiteral("n − m = %1: %2").arg(counted(*readout.highlight.offset), readableNumber(point.value.y(), 3));
    return readout;
}

/// The sums of this state in what was prepared; nullptr where it holds none of it.
const TableSums* sumsIn(const Prepared* prepared, const ExplorerState& state)
{
    const auto* encodings = dynamic_cast<const PreparedEncodings*>(prepared);
    return encodings != nullptr && encodings->sums.fits(state) ? &encodings->sums.sums : nullptr;
}

/// `ready`: whether the scores can be shown, though their image may not be made yet.
PanelPicture panelsOf(const Numbers& numbers, const FigureContext& context, bool ready)
{
    const auto& image = numbers->image;
    const bool means = image && pixelSide(*image) > 1;
    const bool rowMeans = image && image->rowEdges.size() <= static_cast<std::size_t>(numbers->scores.length);
    const auto bodyOf = [&](auto body) {
        return ready ? decltype(PanelSpec::body)(std::move(body)) : decltype(PanelSpec::body)(waiting(context));
    };
    const auto readable = [ready](auto read) {
        return ready ? std::function<Readout(const PanelPoint&)>(read) : nullptr;
    };
    PanelPicture picture{.panels = {},
                         .captions = encodingCaptions(context.state, numbers->scores, image ? pixelSide(*image) : 1),
                         .smallest = {17.0, 14.0}};
    picture.panels.push_back(
        {QStringLiteral("scores"),
         means ? QStringLiteral("Scores of one word, area means") : QStringLiteral("Scores of one word"),
         bodyOf(scoresOf(numbers, context)),
         readable([numbers](const PanelPoint& point) { return readScore(numbers->scores, point); })});
    picture.panels.push_back({QStringLiteral("rows"),
                              rowMeans ? QStringLiteral("Rows by offset, means") : QStringLiteral("Rows by offset"),
                              bodyOf(rowsOf(*numbers, context)), readable(readOffset)});
    if (!numbers->table.isEmpty())
        picture.panels.push_back({QStringLiteral("table"), tableName(numbers->table), tableOf(numbers, context),
                                  [numbers](const PanelPoint& point) {
                                      return readTable(numbers->table, point);
                                  }});
    if (!numbers->bias.curves.empty())
        picture.panels.push_back({QStringLiteral("bias"),
                                  numbers->bias.span < numbers->scores.length - 1
                                      ? QStringLiteral("Bias by offset, level beyond")
                                      : QStringLiteral("Bias by offset"),
                                  biasOf(*numbers, context), readOffset});
    return picture;
}

/// The image is as large as the first panel that may show it.
PanelPicture pictureOf(const FigureContext& context)
{
    Result<EncodingScores> scores = encodingScores(context.state);
    if (!scores)
        return {.panels = {}, .refusal = scores.error()};
    auto numbers = std::make_shared<EncodingsNumbers>(
        EncodingsNumbers{std::move(*scores), encodingTable(context.state), encodingBias(context.state)});
    std::optional<TableSums> quick;
    if (!encodingSumsTakeLong(context.state))
        quick = numbers->scores.content.tableSums(numbers->scores.length);
    const TableSums* sums = quick ? &*quick : sumsIn(context.prepared, context.state);
    if (sums == nullptr)
        return panelsOf(numbers, context, false);
    const PanelPicture outline = panelsOf(numbers, context, true);
    const double width = layoutPanels(outline, context).panels.front().frame.plot.width();
    numbers->image = encodingImage(numbers->scores, *sums, heatmapPixels(width, context.deviceScale));
    return panelsOf(numbers, context, true);
}

bool needsPreparation(const ShownState& state, const Prepared* have)
{
    return encodingSumsTakeLong(state) && sumsIn(have, state) == nullptr;
}

std::shared_ptr<const Prepared> prepare(const ShownState& state, const WorkControl& control, const Prepared*)
{
    std::optional<EncodingSums> sums = encodingSumsTakeLong(state) ? encodingSums(state, control) : std::nullopt;
    return sums ? std::make_shared<const PreparedEncodings>(std::move(*sums)) : nullptr;
}

QString describe(const ShownState& state)
{
    const Result<EncodingScores> scores = encodingScores(state);
    if (!scores)
        return QString::fromStdString(scores.error().message);
    return encodingCaptions(state, *scores, 1).first();
}

DataTable data(const ShownState& state)
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
    static const PanelFigure figure({.head = {"encodings", "Encodings",
                                              "The absolute and relative encodings in force: their tables and biases, "
                                              "and the scores that they give to one word standing everywhere."},
                                     .picture = pictureOf,
                                     .subtitle = [](const ShownState& state) { return encodingText(state); },
                                     .describe = describe,
                                     .data = data,
                                     .steps = {.across = "view.panel"},
                                     .showsContent = true,
                                     .needsPreparation = needsPreparation,
                                     .prepare = prepare});
    return figure;
}

} // namespace rope
