#pragma once

#include "core/base/result.h"
#include "ui/paint/style.h"

#include <QByteArray>
#include <QImage>
#include <QPainter>
#include <QSizeF>
#include <QString>
#include <QStringList>
#include <functional>

namespace rope {

/// How large a picture becomes in a file.
struct ExportSize {
    QSizeF value{160.0, 120.0};
    enum class Unit { Millimetre, Pixel } unit = Unit::Millimetre;
};

/// What a file of a picture needs beside the picture.
struct ExportOptions {
    ExportSize size;
    double dpi = 300.0;    ///< pixels per inch of PNG, and of images inside SVG and PDF
    double fontSize = 9.0; ///< points, of axis numbers and labels
    Theme theme = Theme::Print;
    QString title;       ///< document title
    QString description; ///< the picture in words
    QByteArray state;    ///< JSON of the state, put inside the file so that it reopens as the same view
};

/// Paints the whole picture into `area`; deviceScale is device pixels per logical unit.
using PaintFunction = std::function<void(QPainter&, const QRectF& area, const PaintStyle&, double deviceScale)>;

/// `85x60mm` or `800x600px`; refuses zero, negative, absurd (over 5 m or 32 768 px) and unknown forms.
Result<ExportSize> parseExportSize(QStringView text);

/// Pixels per inch when nobody says otherwise: 300 for millimetres, 96 for pixels (where it relates points to pixels).
double usualDpi(const ExportSize& size);

/// Points when nobody says otherwise: 9, and 14 of the presenter theme, whose pictures are seen from afar.
double usualFontSize(Theme theme);

/// The formats that exportPicture knows, in the order in which a menu lists them.
QStringList pictureSuffixes();

/// The bytes of a picture file. Format from `suffix`: one of pictureSuffixes(). The same input gives the same bytes.
/// Fonts have exactly the size asked for (720 layout units per inch); text stays text in SVG, PDF and EPS; images are
/// lossless. Refuses unknown formats and sizes that no picture needs; needs an application object, for its fonts.
Result<QByteArray> exportPicture(QStringView suffix, const ExportOptions& options, const PaintFunction& paint);

/// The pixels that a PNG of this picture holds.
Result<QImage> exportImage(const ExportOptions& options, const PaintFunction& paint);

/// How many there are, or why that is impossible.
Result<QSize> exportPixels(const ExportOptions& options);

/// Nothing when a file can be written at `path`; a refusal when its folder does not exist or it is a folder itself.
Result<void> requireOutputPath(const QString& path);

/// Writes a file whole or not at all: an existing one stays untouched when anything fails.
Result<void> writeWhole(const QString& path, const QByteArray& bytes);

/// The state JSON inside an exported PNG, SVG, PDF, TeX, GIF or MP4, or a refusal.
Result<QByteArray> embeddedState(const QString& path);

} // namespace rope
