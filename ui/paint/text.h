#pragma once

#include "ui/paint/style.h"

#include <QPainter>
#include <QRectF>
#include <QStringView>
#include <optional>
#include <span>
#include <vector>

namespace rope {

/// A piece of a label that is set in one size and at one height.
struct TextRun {
    enum class Script { Normal, Sub, Super };
    QString text;
    Script script = Script::Normal;

    bool operator==(const TextRun&) const = default;
};

/// Splits `R_m q`, `q^T R_{n-m} k`, `theta_j` into runs: `_` and `^` raise or lower the next character or `{group}`;
/// a backslash takes the next character as it is.
std::vector<TextRun> textRuns(QStringView markup);

/// How a label is set. Sizes in the painter's logical units; colour invalid: the style's text colour.
struct TextFormat {
    double size = 0.0; ///< 0: style.fontSize
    QColor colour{};
    bool bold = false;
    Qt::Alignment alignment = Qt::AlignLeft | Qt::AlignVCenter;
};

/// Width of a label with its sub- and superscripts, and the height of a line of it.
QSizeF richTextSize(QStringView markup, const PaintStyle& style, const TextFormat& format = {});

/// Draws a label with sub- and superscripts inside `box` (aligned in it, not clipped). Text stays text in SVG and PDF.
/// Returns the rectangle that it covers.
QRectF drawRichText(QPainter& painter, const QRectF& box, QStringView markup, const PaintStyle& style,
                    const TextFormat& format = {});

/// Where drawRichText would put it.
QRectF richTextRect(const QRectF& box, QStringView markup, const PaintStyle& style, const TextFormat& format = {});

/// One line of plain text inside `box`, elided at the right when it does not fit. Returns what it covers.
QRectF drawText(QPainter& painter, const QRectF& box, const QString& text, const PaintStyle& style,
                const TextFormat& format = {});

/// Several lines of plain text, broken at spaces, elided at the last line that fits. Returns what it covers.
QRectF drawParagraph(QPainter& painter, const QRectF& box, const QString& text, const PaintStyle& style,
                     const TextFormat& format = {});

/// One line with sub- and superscripts where it fits, else its plain text elided (an axis title).
QRectF drawTitle(QPainter& painter, const QRectF& box, const QString& markup, const PaintStyle& style,
                 const TextFormat& format = {});

/// drawTitle turned by 90 degrees counter-clockwise, centred in `box` (a y axis title).
void drawVerticalText(QPainter& painter, const QRectF& box, const QString& text, const PaintStyle& style,
                      const TextFormat& format = {});

/// Remembers what labels cover, so that later ones keep clear of them.
class LabelPlacer {
public:
    /// Labels stay inside `bounds`.
    explicit LabelPlacer(const QRectF& bounds)
        : bounds_(bounds)
    {}

    /// Something that labels must not cover.
    void block(const QRectF& rect) { taken_.push_back(rect); }
    bool isFree(const QRectF& rect) const;
    /// The first of the candidates that is inside the bounds and free, now taken; nothing when none is.
    std::optional<QRectF> place(std::span<const QRectF> candidates);
    /// The usual candidates for a label of `size` about `point`, `gap` away: right, left, above, below, then corners.
    std::optional<QRectF> placeAround(QPointF point, QSizeF size, double gap);

private:
    QRectF bounds_;
    std::vector<QRectF> taken_;
};

} // namespace rope
