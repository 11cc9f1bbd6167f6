#pragma once

#include "ui/paint/axes.h"
#include "ui/paint/style.h"

#include <QPainter>
#include <QRgb>
#include <QString>
#include <array>
#include <span>

namespace rope {

/// The values at both ends of a colour map.
struct ValueRange {
    double minimum = 0.0;
    double maximum = 1.0;

    bool operator==(const ValueRange&) const = default;
};

/// 256 colours from low to high.
struct ColourMap {
    enum class Kind {
        Sequential, ///< lightness rises all the way
        Diverging,  ///< lightest in the middle: centre it on 0
        Cyclic,     ///< both ends alike: phases
    };
    const char* id;    ///< `viridis`
    const char* title; ///< `Viridis`
    Kind kind;
    std::array<QRgb, 256> colours;

    /// The colour at a share of the range, clamped to [0, 1]. `share` must not be NaN.
    QRgb at(double share) const;
};

/// Every colour map, in the order in which a menu lists them; the ids are those of `view.color_map`.
std::span<const ColourMap> colourMaps();
/// The map with this id, or nullptr.
const ColourMap* findColourMap(QStringView id);
/// The map with this id, or the first.
const ColourMap& colourMapOrDefault(QStringView id);

/// The range that a map should span for values in `range`: symmetric about 0 for a diverging map, never empty.
ValueRange rangeFor(const ColourMap& map, ValueRange range);

/// Smallest and largest of the finite values; [0, 1] when there is none.
ValueRange rangeOf(std::span<const double> values);

/// Colours of values; NaN becomes `missing`. Requires as many colours as values and range.minimum < range.maximum.
void colourValues(std::span<const double> values, const ColourMap& map, ValueRange range, QRgb missing,
                  std::span<QRgb> colours);

/// A vertical colour bar with numbers and title at its right: low at the bottom. `bar` is the coloured part.
void paintColourBar(QPainter& painter, const QRectF& bar, const ColourMap& map, ValueRange range, const QString& title,
                    const PaintStyle& style, double deviceScale);

/// Width that a colour bar of this height takes with its numbers, title and the gap before it; the coloured part is
/// colourBarThickness wide and colourBarGap after the plot.
double colourBarWidth(ValueRange range, const QString& title, double height, const PaintStyle& style);
double colourBarThickness(const PaintStyle& style);
double colourBarGap(const PaintStyle& style);

} // namespace rope
