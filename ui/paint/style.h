#pragma once

#include <QColor>
#include <QFont>
#include <QString>
#include <QStringList>
#include <optional>

namespace rope {

enum class Theme { Light, Dark, Print, Presenter };

/// Every colour and size that a picture uses: one struct, the same for the screen, a file and the tests.
/// Lengths are in the painter's logical units; fonts are set in pixels of those units.
struct PaintStyle {
    QColor background; ///< of the figure
    QColor panel;      ///< of boxes inside the figure
    QColor text;       ///< titles and values
    QColor mutedText;  ///< axis numbers, captions; still at 4.5:1 contrast
    QColor axis;       ///< axis lines and ticks
    QColor grid;       ///< grid lines
    QColor query;      ///< q and all that belongs to m
    QColor key;        ///< k and all that belongs to n
    QColor value;      ///< v
    QColor primary;    ///< the main curve
    QColor secondary;  ///< the second curve (unscaled, envelope)
    QColor highlight;  ///< the highlighted pair, offset or cell
    QColor good;
    QColor warning;
    QString fontFamily = "DejaVu Sans";
    double fontSize = 12.0;  ///< of axis numbers and labels, in logical units
    double titleSize = 14.0; ///< of titles inside a figure
    double lineWidth = 1.5;
    double hairline = 1.0;
    double margin = 8.0;
    QStringList series; ///< colour-blind-safe colours (`#rrggbb`) for further curves
};

/// The style of a theme with labels of the given size in logical units; all other lengths follow from it.
PaintStyle styleOf(Theme theme, double fontSize = 12.0);

/// `light`, `dark`, `print`, `presenter`, or nothing.
std::optional<Theme> themeFromName(QStringView name);
QString themeName(Theme theme);

/// A colour on the way from one to another: `from` at share 0, `to` at 1. Opaque, as files want it.
QColor blended(const QColor& from, const QColor& to, double share);

/// The style's font at `size` logical units (0: fontSize).
QFont fontOf(const PaintStyle& style, double size = 0.0, bool bold = false);

} // namespace rope
