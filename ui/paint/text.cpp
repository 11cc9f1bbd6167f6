#include "ui/paint/text.h"

#include "ui/paint/export/tex/tikz_device.h"

#include <QFontMetricsF>
#include <algorithm>
#include <array>

namespace rope {
namespace {

constexpr double scriptSize = 0.72; // of the normal size
constexpr double subDrop = 0.17;    // of the normal size, below the base line
constexpr double superRise = 0.36;  // above it

double sizeOf(const PaintStyle& style, const TextFormat& format)
{
    return format.size > 0.0 ? format.size : style.fontSize;
}

QFont runFont(const TextRun& run, const PaintStyle& style, const TextFormat& format)
{
    const double size = sizeOf(style, format);
    return fontOf(style, run.script == TextRun::Script::Normal ? size : size * scriptSize, format.bold);
}

double runShift(const TextRun& run, double size)
{
    switch (run.script) {
    case TextRun::Script::Sub:
        return subDrop * size;
    case TextRun::Script::Super:
        return -superRise * size;
    case TextRun::Script::Normal:
        break;
    }
    return 0.0;
}

QColor inkOf(const PaintStyle& style, const TextFormat& format)
{
    return format.colour.isValid() ? format.colour : style.text;
}

/// `size` placed inside `box` by the alignment's flags.
QRectF aligned(const QRectF& box, QSizeF size, Qt::Alignment alignment)
{
    double x = box.left();
    double y = box.top();
    if (alignment & Qt::AlignRight)
        x = box.right() - size.width();
    if (alignment & Qt::AlignHCenter)
        x = box.center().x() - size.width() / 2.0;
    if (alignment & Qt::AlignBottom)
        y = box.bottom() - size.height();
    if (alignment & Qt::AlignVCenter)
        y = box.center().y() - size.height() / 2.0;
    return {QPointF(x, y), size};
}

/// The text of a script after `_` or `^`: a group in braces or one character.
QString takeScript(QStringView markup, qsizetype& at)
{
    if (at >= markup.size())
        return {};
    if (markup[at] != '{')
        return QString(markup[at++]);
    const qsizetype close = markup.indexOf(QChar('}'), at);
    const qsizetype end = close < 0 ? markup.size() : close;
    const QString group = markup.mid(at + 1, end - at - 1).toString();
    at = std::min(end + 1, markup.size());
    return group;
}

void appendText(std::vector<TextRun>& runs, QChar character)
{
    if (runs.empty() || runs.back().script != TextRun::Script::Normal)
        runs.push_back({});
    runs.back().text += character;
}

} // namespace

std::vector<TextRun> textRuns(QStringView markup)
{
    std::vector<TextRun> runs;
    for (qsizetype at = 0; at < markup.size();) {
        const QChar character = markup[at++];
        if (character == '\\' && at < markup.size()) {
            appendText(runs, markup[at++]);
        } else if ((character == '_' || character == '^') && at < markup.size()) {
            const auto script = character == '_' ? TextRun::Script::Sub : TextRun::Script::Super;
            runs.push_back({takeScript(markup, at), script});
        } else {
            appendText(runs, character);
        }
    }
    return runs;
}

QSizeF richTextSize(QStringView markup, const PaintStyle& style, const TextFormat& format)
{
    double width = 0.0;
    for (const TextRun& run : textRuns(markup))
        width += QFontMetricsF(runFont(run, style, format)).horizontalAdvance(run.text);
    return {width, QFontMetricsF(fontOf(style, sizeOf(style, format), format.bold)).height()};
}

QRectF richTextRect(const QRectF& box, QStringView markup, const PaintStyle& style, const TextFormat& format)
{
    return aligned(box, richTextSize(markup, style, format), format.alignment);
}

QRectF drawRichText(QPainter& painter, const QRectF& box, QStringView markup, const PaintStyle& style,
                    const TextFormat& format)
{
    const QRectF rect = richTextRect(box, markup, style, format);
    const double size = sizeOf(style, format);
    const double baseline = rect.top() + QFontMetricsF(fontOf(style, size, format.bold)).ascent();
    double x = rect.left();
    const LabelScope label(painter, {textRuns(markup), rect, baseline, size, format.alignment});
    painter.save();
    painter.setPen(inkOf(style, format));
    for (const TextRun& run : textRuns(markup)) {
        painter.setFont(runFont(run, style, format));
        painter.drawText(QPointF(x, baseline + runShift(run, size)), run.text);
        x += QFontMetricsF(painter.font()).horizontalAdvance(run.text);
    }
    painter.restore();
    return rect;
}

QRectF drawText(QPainter& painter, const QRectF& box, const QString& text, const PaintStyle& style,
                const TextFormat& format)
{
    const QFont font = fontOf(style, sizeOf(style, format), format.bold);
    const QFontMetricsF metrics(font);
    const QString fitting = metrics.elidedText(text, Qt::ElideRight, box.width() + 0.5);
    const QRectF rect = aligned(box, QSizeF(metrics.horizontalAdvance(fitting), metrics.height()), format.alignment);
    const double baseline = rect.top() + metrics.ascent();
    const LabelScope label(painter, {{{fitting}}, rect, baseline, sizeOf(style, format), format.alignment});
    painter.save();
    painter.setFont(font);
    painter.setPen(inkOf(style, format));
    painter.drawText(QPointF(rect.left(), baseline), fitting);
    painter.restore();
    return rect;
}

namespace {

/// Breaks text at spaces into lines no wider than `width`; at most `maximum` lines, the last takes the rest.
QStringList brokenLines(const QString& text, const QFontMetricsF& metrics, double width, int maximum)
{
    QStringList lines;
    for (const QString& word : text.split(' ', Qt::SkipEmptyParts)) {
        const QString longer = lines.isEmpty() ? word : lines.back() + ' ' + word;
        if (!lines.isEmpty() && (lines.size() >= maximum || metrics.horizontalAdvance(longer) <= width))
            lines.back() = longer;
        else
            lines << word;
    }
    return lines;
}

} // namespace

QRectF drawParagraph(QPainter& painter, const QRectF& box, const QString& text, const PaintStyle& style,
                     const TextFormat& format)
{
    const QFontMetricsF metrics(fontOf(style, sizeOf(style, format), format.bold));
    const double lineHeight = metrics.lineSpacing();
    const int maximum = std::max(1, static_cast<int>(box.height() / lineHeight));
    const QStringList lines = brokenLines(text, metrics, box.width(), maximum);
    const double height = lineHeight * static_cast<double>(lines.size());
    QRectF line = aligned(box, QSizeF(box.width(), height), format.alignment);
    QRectF covered;
    line.setHeight(lineHeight);
    for (const QString& part : lines) {
        covered |= drawText(painter, line, part, style, format);
        line.translate(0.0, lineHeight);
    }
    return covered;
}

QRectF drawTitle(QPainter& painter, const QRectF& box, const QString& markup, const PaintStyle& style,
                 const TextFormat& format)
{
    if (richTextSize(markup, style, format).width() <= box.width())
        return drawRichText(painter, box, markup, style, format);
    QString plain;
    for (const TextRun& run : textRuns(markup))
        plain += run.text;
    return drawText(painter, box, plain, style, format);
}

void drawVerticalText(QPainter& painter, const QRectF& box, const QString& text, const PaintStyle& style,
                      const TextFormat& format)
{
    painter.save();
    painter.translate(box.center());
    painter.rotate(-90.0);
    TextFormat centred = format;
    centred.alignment = Qt::AlignCenter;
    const QRectF turned(-box.height() / 2.0, -box.width() / 2.0, box.height(), box.width());
    drawTitle(painter, turned, text, style, centred);
    painter.restore();
}

bool LabelPlacer::isFree(const QRectF& rect) const
{
    if (!bounds_.contains(rect))
        return false;
    return std::none_of(taken_.begin(), taken_.end(), [&](const QRectF& other) { return other.intersects(rect); });
}

std::optional<QRectF> LabelPlacer::place(std::span<const QRectF> candidates)
{
    const auto found = std::find_if(candidates.begin(), candidates.end(), [&](const QRectF& r) { return isFree(r); });
    if (found == candidates.end())
        return std::nullopt;
    taken_.push_back(*found);
    return *found;
}

std::optional<QRectF> LabelPlacer::placeAround(QPointF point, QSizeF size, double gap)
{
    const double w = size.width();
    const double h = size.height();
    const auto at = [&](double x, double y) {
        return QRectF(point + QPointF(x, y), size);
    };
    const std::array candidates{at(gap, -h / 2),   at(-w - gap, -h / 2), at(-w / 2, -h - gap),   at(-w / 2, gap),
                                at(gap, -h - gap), at(gap, gap),         at(-w - gap, -h - gap), at(-w - gap, gap)};
    return place(candidates);
}

} // namespace rope
