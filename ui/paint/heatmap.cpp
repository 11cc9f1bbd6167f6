#include "ui/paint/heatmap.h"

#include <QPaintEngine>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <vector>

namespace rope {
namespace {

constexpr int mostPixels = 4096;

/// Whether the painter makes pixels itself (screen, PNG) or leaves that to a viewer (SVG, PDF).
bool leavesPixelsToViewer(const QPainter& painter)
{
    return painter.paintEngine() != nullptr && painter.paintEngine()->type() != QPaintEngine::Raster;
}

/// Whole copies of every pixel, so that an image of `pixels` reaches about `wanted` of them.
int wholeFactor(int pixels, double wanted)
{
    return std::max(1, static_cast<int>(std::min<double>(wanted, mostPixels)) / std::max(1, pixels));
}

} // namespace

int heatmapPixels(double length, double deviceScale)
{
    const double pixels = std::round(length * deviceScale);
    return std::isfinite(pixels) ? static_cast<int>(std::clamp(pixels, 1.0, static_cast<double>(mostPixels))) : 1;
}

QImage toeplitzImage(std::span<const double> values, int rows, int columns, const ColourMap& map, ValueRange range,
                     QRgb missing)
{
    assert(values.size() == static_cast<std::size_t>(rows + columns - 1));
    std::vector<QRgb> colours(values.size());
    colourValues(values, map, range, missing, colours);
    QImage image(columns, rows, QImage::Format_RGB32);
    for (int row = 0; row < rows; ++row)
        std::memcpy(image.scanLine(row), colours.data() + (rows - 1 - row),
                    static_cast<std::size_t>(columns) * sizeof(QRgb));
    return image;
}

QImage heatmapImage(std::span<const double> values, int rows, int columns, const ColourMap& map, ValueRange range,
                    QRgb missing)
{
    assert(values.size() == static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
    QImage image(columns, rows, QImage::Format_RGB32);
    const std::size_t width = static_cast<std::size_t>(columns);
    for (int row = 0; row < rows; ++row) {
        const std::span line = values.subspan(static_cast<std::size_t>(row) * width, width);
        colourValues(line, map, range, missing, {reinterpret_cast<QRgb*>(image.scanLine(row)), width});
    }
    return image;
}

void paintImage(QPainter& painter, const QRectF& target, const QImage& image, double deviceScale)
{
    const int across = wholeFactor(image.width(), target.width() * deviceScale);
    const int down = wholeFactor(image.height(), target.height() * deviceScale);
    const bool enlarge = leavesPixelsToViewer(painter) && (across > 1 || down > 1);
    painter.save();
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.setRenderHint(QPainter::LosslessImageRendering);
    painter.drawImage(target, enlarge ? image.scaled(image.width() * across, image.height() * down) : image);
    painter.restore();
}

} // namespace rope
