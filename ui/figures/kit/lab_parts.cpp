#include "ui/figures/kit/lab_parts.h"

#include "core/state/content_choice.h"
#include "ui/figures/kit/content_words.h"
#include "ui/paint/text.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

namespace rope {

namespace {

constexpr int longestWord = 9;
constexpr qsizetype longestSentence = 44;

/// The diagonal n - m = offset of a frame of cells, cut at its edges.
void drawDiagonalLine(QPainter& painter, const Frame& frame, double offset, const QPen& pen)
{
    const double left = std::min(frame.x.minimum, frame.x.maximum);
    const double right = std::max(frame.x.minimum, frame.x.maximum);
    const std::vector<QPointF> ends = {{left, left - offset}, {right, right - offset}};
    drawCurve(painter, frame, ends, pen);
}

AxisSpec axisOf(const QStringList& words, const QString& title, bool vertical)
{
    AxisSpec axis;
    axis.minimum = -0.5;
    axis.maximum = static_cast<double>(words.size()) - 0.5;
    if (vertical)
        std::swap(axis.minimum, axis.maximum);
    axis.title = title;
    return axis;
}

QString absoluteText(AbsoluteEncoding encoding)
{
    switch (encoding) {
    case AbsoluteEncoding::Sinusoidal:
        return QStringLiteral("sinusoidal vectors");
    case AbsoluteEncoding::Learned:
        return QStringLiteral("a learned table");
    case AbsoluteEncoding::None:
        break;
    }
    return {};
}

QString relativeText(RelativeEncoding encoding)
{
    switch (encoding) {
    case RelativeEncoding::Rotary:
        return QStringLiteral("RoPE");
    case RelativeEncoding::Alibi:
        return QStringLiteral("ALiBi");
    case RelativeEncoding::T5:
        return QStringLiteral("T5 biases");
    case RelativeEncoding::None:
        break;
    }
    return {};
}

} // namespace

QString sentenceText(const std::vector<std::string>& words)
{
    QString text;
    for (const std::string& word : words)
        text += (text.isEmpty() ? QString() : QStringLiteral(" ")) + QString::fromStdString(word);
    if (text.size() > longestSentence)
        text = text.left(longestSentence) + u'…';
    return QStringLiteral("“%1”").arg(text);
}

QString wordText(const std::string& word)
{
    const QString text = QString::fromStdString(word);
    return text.size() > longestWord ? text.left(longestWord - 1) + u'…' : text;
}

QStringList wordLabels(const std::vector<std::string>& words)
{
    QStringList labels;
    for (const std::string& word : words)
        labels.append(wordText(word));
    return labels;
}

QString encodingText(const ExplorerState& state)
{
    const QString absolute = showsFile(state) ? QString() : absoluteText(state.encoding.absolute);
    const QString relative = relativeText(state.encoding.relative);
    if (absolute.isEmpty() && relative.isEmpty())
        return QStringLiteral("no positions");
    if (absolute.isEmpty() || relative.isEmpty())
        return absolute + relative;
    return QStringLiteral("%1 and %2").arg(absolute, relative);
}

QString labSourceText(const ShownState& state, const Lab& lab)
{
    if (!lab.fromFile)
        return {};
    const QStringList words = contentWords(state);
    const QString unused =
        state.encoding.absolute == AbsoluteEncoding::None
            ? QString()
            : QStringLiteral(" %1 cannot be added to them.").arg(absoluteText(state.encoding.absolute));
    return QStringLiteral("First %1 tokens of %2; values of this program's own.")
               .arg(lab.tokens.size())
               .arg(words.isEmpty() ? QStringLiteral("the file") : words.back()) +
           unused;
}

AxisSpec wordAxis(const QStringList& words, const QString& title, bool vertical, double length, const PaintStyle& style)
{
    AxisSpec axis = axisOf(words, title, vertical);
    const QFontMetricsF metrics(fontOf(style));
    double widest = 0.0;
    for (const QString& word : words)
        widest = std::max(widest, metrics.horizontalAdvance(word));
    const double each = vertical ? 1.3 * style.fontSize : widest + 0.8 * style.fontSize;
    const double room = length / std::max<double>(1.0, static_cast<double>(words.size()));
    const auto stride = static_cast<qsizetype>(std::max(1.0, std::ceil(each / std::max(room, 1e-6))));
    for (qsizetype place = 0; place < words.size(); place += stride)
        axis.ticks.push_back({static_cast<double>(place), words[place], true});
    return axis;
}

void markRow(QPainter& painter, const Frame& frame, Eigen::Index row, const PaintStyle& style)
{
    const double y = static_cast<double>(row);
    const QRectF box = QRectF(QPointF(frame.plot.left(), frame.y.toPosition(y - 0.5)),
                              QPointF(frame.plot.right(), frame.y.toPosition(y + 0.5)))
                           .normalized() &
                       frame.plot;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(Qt::black, 2.4 * style.hairline));
    painter.drawRect(box);
    painter.setPen(QPen(Qt::white, style.hairline));
    painter.drawRect(box);
}

Highlight cellHighlight(std::int64_t query, std::int64_t key)
{
    Highlight highlight;
    highlight.queryPosition = query;
    highlight.keyPosition = key;
    highlight.offset = key - query;
    return highlight;
}

void markHighlight(QPainter& painter, const Frame& frame, const FigureContext& context)
{
    const Highlight& at = context.highlight;
    const double half = std::max(0.5, 0.4 * context.style.fontSize /
                                          std::max(1e-9, std::abs(frame.x.toPosition(1.0) - frame.x.toPosition(0.0))));
    QRectF box = frame.plot;
    const auto inside = [](const AxisScale& scale, std::int64_t place) {
        const double value = static_cast<double>(place);
        return value >= std::min(scale.minimum, scale.maximum) && value <= std::max(scale.minimum, scale.maximum);
    };
    if (at.queryPosition) {
        const double m = static_cast<double>(*at.queryPosition);
        box.setTop(frame.y.toPosition(m - half));
        box.setBottom(frame.y.toPosition(m + half));
    }
    if (at.keyPosition) {
        const double n = static_cast<double>(*at.keyPosition);
        box.setLeft(frame.x.toPosition(n - half));
        box.setRight(frame.x.toPosition(n + half));
    }
    if ((at.queryPosition && !inside(frame.y, *at.queryPosition)) ||
        (at.keyPosition && !inside(frame.x, *at.keyPosition)))
        return;
    for (const auto& [color, width] :
         {std::pair{QColor(Qt::black), 3.0}, {context.style.highlight.lighter(150), 1.4}}) {
        const QPen pen(color, width * context.style.hairline);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(pen);
        if (at.queryPosition || at.keyPosition)
            painter.drawRect(box & frame.plot);
        else if (at.offset)
            drawDiagonalLine(painter, frame, static_cast<double>(*at.offset), pen);
    }
}

void markColumn(QPainter& painter, const Frame& frame, std::optional<std::int64_t> place, const PaintStyle& style)
{
    if (!place)
        return;
    const double at = static_cast<double>(*place);
    QRectF box(QPointF(frame.x.toPosition(at - 0.5), frame.plot.top()),
               QPointF(frame.x.toPosition(at + 0.5), frame.plot.bottom()));
    box = box.normalized() & frame.plot;
    if (box.isEmpty())
        return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(style.highlight, 1.5 * style.hairline, Qt::DashLine));
    painter.drawRect(box);
}

void paintRefusal(QPainter& painter, const FigureContext& context, const Error& error)
{
    const double margin = 2.0 * context.style.margin;
    drawParagraph(painter, context.area.adjusted(margin, margin, -margin, -margin),
                  QStringLiteral("Nothing to show: %1.").arg(QString::fromStdString(error.message)), context.style,
                  {.colour = context.style.mutedText, .alignment = Qt::AlignLeft | Qt::AlignTop});
}

const ColourMap& divergingMap()
{
    return colourMapOrDefault(u"balance");
}

const ColourMap& stateMap(const ExplorerState& state)
{
    return colourMapOrDefault(QString::fromStdString(state.view.colorMap));
}

} // namespace rope
