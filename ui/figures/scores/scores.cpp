#include "core/state/content_choice.h"
#include "ui/figures/all.h"
#include "ui/figures/kit/arrow.h"
#include "ui/figures/kit/content_words.h"
#include "ui/figures/kit/figure_text.h"
#include "ui/figures/kit/moves.h"
#include "ui/figures/kit/turned_pair.h"
#include "ui/figures/scores/score_layout.h"
#include "ui/figures/scores/score_marks.h"
#include "ui/figures/scores/score_source.h"
#include "ui/figures/scores/score_table.h"
#include "ui/figures/scores/score_words.h"
#include "ui/paint/heatmap.h"
#include "ui/paint/text.h"
#include "ui/paint/ticks.h"

#include <QPen>
#include <algorithm>
#include <cmath>
#include <iterator>

namespace rope {
namespace {

/// Everything of one picture, computed before anything is drawn.
struct Picture {
    ScoreLayout layout;
    std::shared_ptr<const ScoreSource> source; ///< nullptr while it is not prepared
    ScoreImage image;
    const ColourMap* map = nullptr;
    ValueRange range;
};

/// What all but a few in a thousand pixels stay below: the first queries see few keys and would outshine all others.
double nearlyLargest(const ScoreImage& image)
{
    std::vector<float> weights;
    std::copy_if(image.cells.data(), image.cells.data() + image.cells.size(), std::back_inserter(weights),
                 [](float weight) { return !std::isnan(weight); });
    if (weights.empty())
        return image.maximum;
    const auto at = weights.begin() + static_cast<std::ptrdiff_t>(0.995 * static_cast<double>(weights.size() - 1));
    std::nth_element(weights.begin(), at, weights.end());
    return *at > 0.0F ? static_cast<double>(*at) : image.maximum;
}

ValueRange shownRange(const ExplorerState& state, const Picture& picture)
{
    if (!state.view.autoRange)
        return {state.view.rangeMinimum, state.view.rangeMaximum};
    const bool weights = state.sequence.quantity == Quantity::Attention && state.view.scorePart == ScorePart::Whole;
    return rangeFor(*picture.map,
                    weights ? ValueRange{0.0, nearlyLargest(picture.image)} : picture.source->range(picture.image));
}

/// The colour bar's numbers decide the plot's size, and the size the number of pixels; one round settles both.
Picture pictureOf(const FigureContext& context)
{
    const ShownState& state = context.state;
    const ScoreWindow window = scoreWindow(state);
    const QString title = shownTitle(state);
    Picture picture;
    picture.map = &colourMapOrDefault(QString::fromStdString(state.view.colorMap));
    picture.range = {-0.25, 0.25};
    const auto layout = [&] {
        return scoreLayout(context.area, context.style, window, picture.range, title, contentLength(state),
                           context.deviceScale, showsFile(state) ? 3 : 2);
    };
    picture.layout = layout();
    picture.source = scoreSource(state, context.prepared);
    if (!picture.source || !picture.source->problem().isEmpty())
        return picture;
    picture.image = picture.source->image(window, picture.layout.pixels);
    picture.range = shownRange(state, picture);
    const int before = picture.layout.pixels;
    picture.layout = layout();
    if (picture.layout.pixels != before)
        picture.image = picture.source->image(window, picture.layout.pixels);
    return picture;
}

QColor maskedColor(const PaintStyle& style)
{
    return faded(style.axis, style.background, 0.12);
}

QImage coloured(const Picture& picture, const PaintStyle& style)
{
    const ScoreImage& image = picture.image;
    const QRgb missing = maskedColor(style).rgb();
    const int pixels = image.pixels;
    if (image.isToeplitz())
        return toeplitzImage({image.diagonals.data(), static_cast<std::size_t>(image.diagonals.size())}, pixels, pixels,
                             *picture.map, picture.range, missing);
    const std::vector<double> values(image.cells.data(), image.cells.data() + image.cells.size());
    return heatmapImage(values, pixels, pixels, *picture.map, picture.range, missing);
}

void drawImage(QPainter& painter, const Picture& picture, const FigureContext& context)
{
    const QRectF& plot = picture.layout.frame.plot;
    QImage image = coloured(picture, context.style);
    const int shown = heatmapPixels(plot.width(), context.deviceScale);
    if (image.width() > shown)
        image = image.scaled(shown, shown, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    paintImage(painter, plot, image, context.deviceScale);
    if (context.state.sequence.mask == Mask::Causal)
        drawHatch(painter, picture.layout, context.style);
}

/// The cell's value on a small plate beside the cross.
void drawValue(QPainter& painter, const Picture& picture, const FigureContext& context, const ScoreCell& cell)
{
    const std::optional<double> value = picture.source->value(cell);
    if (!picture.layout.window.contains(cell))
        return;
    const PaintStyle& style = context.style;
    const QString name = shownSymbol(context.state);
    const QString text = value ? name + QStringLiteral(" = ") + valueText(context.state.sequence.quantity, *value)
                               : QStringLiteral("masked");
    if (!value && !(context.state.sequence.mask == Mask::Causal && cell.offset() > 0))
        return;
    const QRectF& plot = picture.layout.frame.plot;
    const QSizeF size = richTextSize(text, style) + QSizeF(0.8 * style.fontSize, 0.3 * style.fontSize);
    const QRectF box = picture.layout.boxOf(cell);
    const double gap = 0.4 * style.fontSize + std::max(0.5 * box.width(), 0.45 * style.fontSize);
    const bool atRight = box.center().x() + gap + size.width() < plot.right();
    const bool above = box.center().y() - gap - size.height() > plot.top();
    const QRectF plate(atRight ? box.center().x() + gap : box.center().x() - gap - size.width(),
                       above ? box.center().y() - gap - size.height() : box.center().y() + gap, size.width(),
                       size.height());
    if (!plot.contains(plate))
        return;
    painter.setPen(QPen(style.axis, style.hairline));
    painter.setBrush(style.background);
    painter.drawRoundedRect(plate, 0.3 * style.fontSize, 0.3 * style.fontSize);
    painter.setBrush(Qt::NoBrush);
    drawRichText(painter, plate, text, style, {.colour = style.text, .alignment = Qt::AlignCenter});
}

void drawCaptions(QPainter& painter, const Picture& picture, const FigureContext& context)
{
    const PaintStyle& style = context.style;
    const bool isAttention = context.state.sequence.quantity == Quantity::Attention;
    const bool isPart = context.state.view.scorePart != ScorePart::Whole;
    const bool isClipped = isAttention && picture.image.maximum > picture.range.maximum;
    std::vector<Wordings> lines{{sizeWords(context.state, picture.image, picture.layout.window), style.mutedText}};
    if (const QStringList content = contentWords(context.state); !content.isEmpty()) {
        lines.push_back({content, style.mutedText});
        if (picture.layout.caption.height() < captionHeight(2, style, style.fontSize))
            for (QString& words : lines.front().variants)
                words.prepend(content.back() + QStringLiteral(": "));
    }
    if (const QStringList warning = warningWords(context.state); !warning.isEmpty())
        lines.push_back({warning, style.warning});
    else if (isPart)
        lines.push_back({partWords(context.state, picture.image), style.text});
    else if (isClipped)
        lines.push_back({clippedWords(picture.range.maximum, picture.image.maximum), style.mutedText});
    else if (!isAttention)
        lines.push_back({toeplitzWords(picture.source->toeplitz(picture.layout.window)), style.mutedText});
    drawCaption(painter, lines, style, style.fontSize, picture.layout.caption);
}

/// Words in place of the picture: work that goes on, or what is wrong.
void drawWords(QPainter& painter, const Picture& picture, const FigureContext& context)
{
    const PaintStyle& style = context.style;
    const QString waiting = QStringLiteral("Computing %1 tokens …").arg(counted(contentLength(context.state)));
    painter.fillRect(picture.layout.frame.plot, style.panel);
    drawParagraph(painter, picture.layout.frame.plot.adjusted(style.margin, style.margin, -style.margin, -style.margin),
                  picture.source ? picture.source->problem() : waiting, style,
                  {.colour = picture.source ? style.warning : style.mutedText, .alignment = Qt::AlignCenter});
}

void drawMarks(QPainter& painter, const Picture& picture, const FigureContext& context)
{
    const PaintStyle& style = context.style;
    const PositionSettings& at = context.state.positions;
    const Highlight& hovered = context.highlight;
    const ScoreCell cell{at.query, at.key};
    painter.setRenderHint(QPainter::Antialiasing);
    drawDiagonal(painter, picture.layout, cell.offset(), style, Qt::white);
    const std::optional<std::int64_t> offset =
        hovered.queryPosition && hovered.keyPosition ? std::nullopt : hovered.offset;
    if (offset && *offset != cell.offset())
        drawDiagonal(painter, picture.layout, *offset, style, style.highlight.lighter(150));
    painter.setRenderHint(QPainter::Antialiasing, false);
    drawCross(painter, picture.layout, cell, style, Qt::white);
    if (hovered.queryPosition && hovered.keyPosition)
        drawCross(painter, picture.layout, {*hovered.queryPosition, *hovered.keyPosition}, style,
                  style.highlight.lighter(150));
    else if (hovered.queryPosition || hovered.keyPosition)
        drawPlace(painter, picture.layout, hovered.queryPosition, hovered.keyPosition, style,
                  style.highlight.lighter(150));
    painter.setRenderHint(QPainter::Antialiasing);
    drawValue(painter, picture, context, cell);
}

void drawColourBar(QPainter& painter, const Picture& picture, const FigureContext& context)
{
    const QString title = shownTitle(context.state);
    const bool above = !picture.layout.barTitle.isEmpty();
    paintColourBar(painter, picture.layout.bar, *picture.map, picture.range, above ? QString() : title, context.style,
                   context.deviceScale);
    if (above)
        drawRichText(painter, picture.layout.barTitle, title, context.style,
                     {.colour = context.style.text, .alignment = Qt::AlignRight | Qt::AlignVCenter});
}

Change zoomTo(const ScoreWindow& window, std::int64_t length)
{
    const bool whole = window.span == length;
    return SetValues{{{"view.zoom_row", whole ? 0.0 : static_cast<double>(window.firstRow)},
                      {"view.zoom_column", whole ? 0.0 : static_cast<double>(window.firstColumn)},
                      {"view.zoom_span", whole ? 0.0 : static_cast<double>(window.span)}}};
}

class ScoresFigure final : public Figure {
public:
    QString id() const override { return QStringLiteral("scores"); }
    QString title() const override { return QStringLiteral("Scores"); }
    QString description() const override
    {
        return QStringLiteral(
            "Every query against every key, with the diagonal of one offset and exact averages at any length.");
    }
    QString subtitle(const ShownState& state) const override;
    QString describe(const ShownState& state) const override;
    bool showsContent() const override { return true; }
    void paint(QPainter& painter, const FigureContext& context) const override;
    Readout hover(const FigureContext& context, QPointF point) const override;
    std::optional<Change> drag(const FigureContext& context, const DragGesture& gesture) const override;
    std::optional<Change> step(const ShownState& state, int steps, bool vertical) const override;
    std::optional<Change> wheel(const FigureContext& context, QPointF point, double steps) const override;
    DataTable data(const ShownState& state) const override { return scoreDataTable(state); }
    bool needsPreparation(const ShownState& state, const Prepared* have) const override
    {
        return scoresNeedPreparation(state, have);
    }
    bool preparesQuickly(const ShownState& state) const override { return scoresPrepareQuickly(state); }
    std::shared_ptr<const Prepared> prepare(const ShownState& state, const WorkControl& control,
                                            const Prepared* have) const override
    {
        return prepareScores(state, control, have);
    }
};

QString ScoresFigure::subtitle(const ShownState& state) const
{
    const ScoreWindow window = scoreWindow(state);
    const QString kind =
        state.sequence.content == ContentKind::Identical && state.sequence.quantity != Quantity::Attention
            ? QStringLiteral("Toeplitz · ")
            : QString();
    const QString part = partName(state.view.scorePart);
    const QStringList content = contentWords(state);
    return (part.isEmpty() ? kind : part + QStringLiteral(" · ")) +
           QStringLiteral("%1 × %1").arg(counted(window.span)) +
           (content.isEmpty() ? QString() : QStringLiteral(" · ") + content.back());
}

QString ScoresFigure::describe(const ShownState& state) const
{
    const ScoreWindow window = scoreWindow(state);
    const QString part = partName(state.view.scorePart);
    QString text = (part.isEmpty() ? QString() : part + QStringLiteral(" alone. ")) +
                   QStringLiteral("Matrix of %1: queries %2 to %3 downwards, keys %4 to %5 to the right. ")
                       .arg(quantityTitle(state.sequence.quantity))
                       .arg(window.firstRow)
                       .arg(window.firstRow + window.span - 1)
                       .arg(window.firstColumn)
                       .arg(window.firstColumn + window.span - 1);
    const ScoreCell cell{state.positions.query, state.positions.key};
    text +=
        QStringLiteral("The cross is at query %1, key %2, offset %3").arg(cell.query).arg(cell.key).arg(cell.offset());
    const Result<ScoreView> view = scoreView(state);
    const bool isWhole = state.view.scorePart == ScorePart::Whole;
    if (const std::optional<double> value = view && isWhole ? shownCell(*view, cell) : std::nullopt)
        text += QStringLiteral(", %1 %2").arg(quantityName(state.sequence.quantity),
                                              valueText(state.sequence.quantity, *value));
    if (state.sequence.mask == Mask::Causal)
        text += QStringLiteral("; keys after their query are masked");
    if (const QStringList content = contentWords(state); !content.isEmpty())
        text += QStringLiteral(". Content: ") + content.front();
    return text + QStringLiteral(".");
}

void ScoresFigure::paint(QPainter& painter, const FigureContext& context) const
{
    const Picture picture = pictureOf(context);
    painter.save();
    if (picture.source && picture.source->problem().isEmpty()) {
        drawImage(painter, picture, context);
        drawMarks(painter, picture, context);
        drawColourBar(painter, picture, context);
        drawCaptions(painter, picture, context);
    } else {
        drawWords(painter, picture, context);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintAxes(painter, picture.layout.frame, context.style);
    painter.restore();
}

Readout ScoresFigure::hover(const FigureContext& context, QPointF point) const
{
    const Picture picture = pictureOf(context);
    const std::optional<ScoreCell> cell = picture.layout.cellAt(point);
    if (!cell)
        return {};
    Readout readout;
    readout.highlight.queryPosition = cell->query;
    readout.highlight.keyPosition = cell->key;
    readout.highlight.offset = cell->offset();
    readout.text = QStringLiteral("m = %1, n = %2, n − m = %3")
                       .arg(counted(cell->query) + tokenWords(context.state, cell->query),
                            counted(cell->key) + tokenWords(context.state, cell->key), counted(cell->offset()));
    const std::optional<double> value = picture.source ? picture.source->value(*cell) : std::nullopt;
    if (value)
        readout.text +=
            QStringLiteral(": %1 %2").arg(shownName(context.state), valueText(context.state.sequence.quantity, *value));
    else if (context.state.sequence.mask == Mask::Causal && cell->offset() > 0)
        readout.text += QStringLiteral(": masked");
    const TurnedPair pair = turnedPair(context.state, activeSchedule(context.state), shownPlace(context.state, {}).pair,
                                       cell->query, cell->key);
    readout.text += QStringLiteral(", phase of pair %1: %2").arg(pair.pair).arg(degreesText(pair.difference));
    return readout;
}

std::optional<Change> ScoresFigure::drag(const FigureContext& context, const DragGesture& gesture) const
{
    const ScoreLayout layout = pictureOf(context).layout;
    if (!layout.cellAt(gesture.press))
        return std::nullopt;
    const ScoreCell cell = layout.nearestCell(gesture.current);
    return moveCell(gesture.startState, cell.query, cell.key);
}

std::optional<Change> ScoresFigure::step(const ShownState& state, int steps, bool vertical) const
{
    return moveBy(state, vertical ? "positions.query" : "positions.key", vertical ? -steps : steps);
}

std::optional<Change> ScoresFigure::wheel(const FigureContext& context, QPointF point, double steps) const
{
    const ScoreLayout layout = pictureOf(context).layout;
    const QRectF& plot = layout.frame.plot;
    if (!plot.contains(point))
        return std::nullopt;
    const std::int64_t length = std::max<std::int64_t>(1, contentLength(context.state));
    const ScoreWindow next = zoomed(layout.window, std::pow(0.8, steps), (point.x() - plot.left()) / plot.width(),
                                    (point.y() - plot.top()) / plot.height(), length);
    return next == layout.window ? std::nullopt : std::optional<Change>(zoomTo(next, length));
}

} // namespace

const Figure& scoresFigure()
{
    static const ScoresFigure figure;
    return figure;
}

} // namespace rope
