#include "ui/paint/colour_map.h"

#include "ui/paint/colour_map_tables.h"
#include "ui/paint/heatmap.h"

#include <QLatin1String>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace rope {
namespace {

using Colours = std::array<QRgb, 256>;

Colours fromTable(const char* table)
{
    Colours colours{};
    for (std::size_t index = 0; index < colours.size(); ++index)
        colours[index] = 0xFF000000U | QByteArray(table + 6 * index, 6).toUInt(nullptr, 16);
    return colours;
}

struct Oklab {
    double lightness;
    double a;
    double b;
};

double encoded(double linear)
{
    const double clamped = std::clamp(linear, 0.0, 1.0);
    return clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * std::pow(clamped, 1.0 / 2.4) - 0.055;
}

/// sRGB of an Oklab colour (Ottosson 2020).
QRgb toRgb(const Oklab& lab)
{
    const double l = std::pow(lab.lightness + 0.3963377774 * lab.a + 0.2158037573 * lab.b, 3.0);
    const double m = std::pow(lab.lightness - 0.1055613458 * lab.a - 0.0638541728 * lab.b, 3.0);
    const double s = std::pow(lab.lightness - 0.0894841775 * lab.a - 1.2914855480 * lab.b, 3.0);
    const double red = encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
    const double green = encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
    const double blue = encoded(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s);
    return qRgb(qRound(255.0 * red), qRound(255.0 * green), qRound(255.0 * blue));
}

/// One arm of the diverging map: from near white to a dark hue (radians); t in [0, 1].
Oklab armColour(double t, double hue)
{
    const double chroma = 0.150 * std::sin(t * 2.25) / std::sin(1.5708); // most colour at 70 % of the way
    return {0.965 - 0.62 * t, chroma * std::cos(hue), chroma * std::sin(hue)};
}

/// Arm positions that are equally far apart in Oklab.
std::vector<double> evenPositions(double hue, int count)
{
    constexpr int fine = 2000;
    std::vector<double> length(fine + 1, 0.0);
    for (int index = 1; index <= fine; ++index) {
        const Oklab before = armColour((index - 1.0) / fine, hue);
        const Oklab here = armColour(static_cast<double>(index) / fine, hue);
        length[static_cast<std::size_t>(index)] =
            length[static_cast<std::size_t>(index) - 1] +
            std::hypot(here.lightness - before.lightness, here.a - before.a, here.b - before.b);
    }
    std::vector<double> positions;
    for (int index = 0; index < count; ++index) {
        const double target = length.back() * (index + 0.5) / (count - 0.5); // the middle lies between two entries
        const auto above = std::lower_bound(length.begin(), length.end(), target);
        positions.push_back(static_cast<double>(above - length.begin()) / fine);
    }
    return positions;
}

/// Blue through near white to red, even steps, both arms equally light.
Colours balanceColours()
{
    constexpr double blueHue = 4.45; // 255 degrees
    constexpr double redHue = 0.52;  // 30 degrees
    Colours colours{};
    const std::vector<double> blue = evenPositions(blueHue, 128);
    const std::vector<double> red = evenPositions(redHue, 128);
    for (std::size_t index = 0; index < 128; ++index) {
        colours[127 - index] = toRgb(armColour(blue[index], blueHue));
        colours[128 + index] = toRgb(armColour(red[index], redHue));
    }
    return colours;
}

std::vector<ColourMap> makeMaps()
{
    using Kind = ColourMap::Kind;
    return {
        {"viridis", "Viridis", Kind::Sequential, fromTable(viridisTable)},
        {"magma", "Magma", Kind::Sequential, fromTable(magmaTable)},
        {"inferno", "Inferno", Kind::Sequential, fromTable(infernoTable)},
        {"plasma", "Plasma", Kind::Sequential, fromTable(plasmaTable)},
        {"cividis", "Cividis", Kind::Sequential, fromTable(cividisTable)},
        {"balance", "Balance (diverging)", Kind::Diverging, balanceColours()},
        {"twilight", "Twilight (cyclic)", Kind::Cyclic, fromTable(twilightTable)},
    };
}

AxisSpec barAxis(ValueRange range, const QString& title)
{
    AxisSpec axis;
    axis.minimum = range.minimum;
    axis.maximum = range.maximum;
    axis.title = title;
    return axis;
}

} // namespace

QRgb ColourMap::at(double share) const
{
    const double index = std::clamp(share, 0.0, 1.0) * 256.0;
    return colours[static_cast<std::size_t>(std::min(index, 255.0))];
}

std::span<const ColourMap> colourMaps()
{
    static const std::vector<ColourMap> maps = makeMaps();
    return maps;
}

const ColourMap* findColourMap(QStringView id)
{
    for (const ColourMap& map : colourMaps())
        if (id == QLatin1String(map.id))
            return &map;
    return nullptr;
}

const ColourMap& colourMapOrDefault(QStringView id)
{
    const ColourMap* map = findColourMap(id);
    return map != nullptr ? *map : colourMaps().front();
}

ValueRange rangeFor(const ColourMap& map, ValueRange range)
{
    if (map.kind == ColourMap::Kind::Diverging) {
        const double largest = std::max(std::abs(range.minimum), std::abs(range.maximum));
        range = {-largest, largest};
    }
    const double size = std::max(std::abs(range.minimum), std::abs(range.maximum));
    const double least = size > 0.0 ? 1e-9 * size : 1e-9;
    if (range.maximum - range.minimum >= least)
        return range;
    const double middle = 0.5 * (range.minimum + range.maximum);
    const double half = size > 0.0 ? 0.5 * size : 0.5;
    return {middle - half, middle + half};
}

ValueRange rangeOf(std::span<const double> values)
{
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const double value : values) {
        if (!std::isfinite(value))
            continue;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    return low <= high ? ValueRange{low, high} : ValueRange{};
}

void colourValues(std::span<const double> values, const ColourMap& map, ValueRange range, QRgb missing,
                  std::span<QRgb> colours)
{
    const double scale = 1.0 / (range.maximum - range.minimum);
    for (std::size_t index = 0; index < values.size(); ++index) {
        const double value = values[index];
        colours[index] = std::isnan(value) ? missing : map.at((value - range.minimum) * scale);
    }
}

double colourBarThickness(const PaintStyle& style)
{
    return 0.9 * style.fontSize;
}

double colourBarGap(const PaintStyle& style)
{
    return 0.9 * style.fontSize;
}

double colourBarWidth(ValueRange range, const QString& title, double height, const PaintStyle& style)
{
    return colourBarGap(style) + colourBarThickness(style) + rightAxisWidth(barAxis(range, title), height, style);
}

void paintColourBar(QPainter& painter, const QRectF& bar, const ColourMap& map, ValueRange range, const QString& title,
                    const PaintStyle& style, double deviceScale)
{
    const int steps = heatmapPixels(bar.height(), deviceScale);
    QImage image(1, steps, QImage::Format_RGB32);
    for (int y = 0; y < steps; ++y)
        image.setPixel(0, y, map.at(1.0 - (y + 0.5) / steps));
    paintImage(painter, bar, image, deviceScale);
    painter.save();
    painter.setPen(QPen(style.axis, style.hairline, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(bar);
    painter.restore();
    const AxisSpec axis = withTicks(barAxis(range, title), bar.height(), false, style);
    const AxisScale scale{range.minimum, range.maximum, false, bar.bottom(), bar.top()};
    paintRightAxis(painter, bar, bar, axis, scale, style);
}

} // namespace rope
