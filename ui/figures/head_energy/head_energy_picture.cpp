#include "ui/figures/head_energy/head_energy_picture.h"

#include "ui/figures/kit/figure_text.h"
#include "ui/figures/kit/marks.h"
#include "ui/paint/heatmap.h"
#include "ui/paint/text.h"
#include "ui/paint/ticks.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

namespace rope {

namespace {

enum Part { Queries, Keys, Weight };
constexpr int partCount = 3;

const RowMatrix& sharesOf(const HeadEnergy& energy, int part)
{
    return part == Queries ? energy.queryShare : part == Keys ? energy.keyShare : energy.weight;
}

QString barTitle(double height, const PaintStyle& style)
{
    return fittingWording({QStringLiteral("share of the head"), QStringLiteral("share")}, style, style.fontSize,
                          height);
}

/// One line with room: wavelengths above the plot and a bar beside it.
bool isRoomy(const QRectF& plot, const PaintStyle& style)
{
    return plot.height() > 14.0 * style.fontSize && plot.width() > 20.0 * style.fontSize;
}

/// `3.2` on every row where there is height, else the layer's number in the middle of its heads.
std::vector<Tick> headTicks(const HeadEnergy& energy, double height, const PaintStyle& style, bool& perHead)
{
    const double row = height / energy.rows();
    std::vector<Tick> ticks;
    perHead = row >= 1.3 * style.fontSize;
    for (int r = 0; perHead && r < energy.rows(); ++r)
        ticks.push_back({static_cast<double>(r), QStringLiteral("%1.%2").arg(r / energy.heads).arg(r % energy.heads)});
    const int step = std::max(1, static_cast<int>(std::ceil(1.3 * style.fontSize / (row * energy.heads))));
    for (int layer = 0; !perHead && layer < energy.layers; layer += step)
        ticks.push_back({(layer + 0.5) * energy.heads - 0.5, QString::number(layer)});
    return ticks;
}

Frame frameOf(const HeadEnergy& energy, const Panel& panel, ValueRange range, const PaintStyle& style)
{
    const bool roomy = isRoomy(panel.plot, style);
    bool perHead = false;
    FrameSpec spec;
    spec.bottom = pairAxis(energy.pairs);
    spec.left.minimum = energy.rows() - 0.5;
    spec.left.maximum = -0.5;
    spec.left.ticks = headTicks(energy, panel.plot.height() - (roomy ? 7.0 : 4.0) * style.fontSize, style, perHead);
    spec.left.title = perHead ? QStringLiteral("head") : QStringLiteral("layer");
    spec.grid = false;
    spec.closed = true;
    spec.topRoom = roomy ? 2.5 * style.fontSize : 0.0;
    spec.rightRoom =
        roomy ? colourBarWidth(range, barTitle(panel.plot.height(), style), panel.plot.height(), style) : 0.0;
    return layoutFrame(panel.plot, spec, style);
}

EnergyPanel panelOf(const HeadEnergy& energy, const Panel& panel, ValueRange range, const PaintStyle& style)
{
    EnergyPanel result{panel, frameOf(energy, panel, range, style), {}};
    const QRectF& plot = result.frame.plot;
    if (isRoomy(panel.plot, style))
        result.bar = QRectF(plot.right() + colourBarGap(style), plot.top(), colourBarThickness(style), plot.height());
    return result;
}

QPen trainedPen(const PaintStyle& style)
{
    QPen pen(style.highlight, 1.3 * style.lineWidth, Qt::SolidLine, Qt::FlatCap);
    pen.setDashPattern({4.0, 2.0});
    return pen;
}

std::vector<LegendEntry> legendOf(const HeadEnergy& energy, const PaintStyle& style)
{
    return {{QStringLiteral("wavelength = trained context, %1 tokens")
                 .arg(groupedNumber(std::round(energy.trainedContext))),
             trainedPen(style)}};
}

/// A line or an outline that stays visible on every colour: a casing in the background's colour below it.
template <class Draw> void drawCased(QPainter& painter, const QPen& pen, const PaintStyle& style, Draw draw)
{
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(style.background, pen.widthF() + 2.0 * style.hairline, Qt::SolidLine, Qt::FlatCap));
    draw();
    painter.setPen(pen);
    draw();
}

void drawCells(QPainter& painter, const EnergyPicture& picture, const EnergyPanel& each, const ColourMap& map,
               const FigureContext& context)
{
    const RowMatrix& shares = sharesOf(picture.energy, each.panel.index);
    const std::span<const double> values(shares.data(), static_cast<std::size_t>(shares.size()));
    const QImage image = heatmapImage(values, static_cast<int>(shares.rows()), static_cast<int>(shares.cols()), map,
                                      picture.range, context.style.panel.rgb());
    paintImage(painter, each.frame.plot, image, context.deviceScale);
    painter.setPen(QPen(context.style.background, context.style.hairline));
    for (int layer = 1; layer < picture.energy.layers; ++layer) {
        const double y = each.frame.y.toPosition(layer * picture.energy.heads - 0.5);
        painter.drawLine(QPointF(each.frame.plot.left(), y), QPointF(each.frame.plot.right(), y));
    }
}

void drawMarks(QPainter& painter, const HeadEnergy& energy, const Frame& frame, EnergyPlace chosen,
               const PaintStyle& style)
{
    const double at = energy.trainedPair();
    if (at > -0.5 && at < energy.pairs - 0.5)
        drawCased(painter, trainedPen(style), style, [&] {
            const double x = frame.x.toPosition(at);
            painter.drawLine(QPointF(x, frame.plot.top()), QPointF(x, frame.plot.bottom()));
        });
    const QPen pen(style.highlight, style.lineWidth, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin);
    const double inset = 0.5 * style.lineWidth;
    const auto outline = [&](double left, double right) {
        const QRectF box(frame.toPosition(left, chosen.row - 0.5), frame.toPosition(right, chosen.row + 0.5));
        drawCased(painter, pen, style, [&] { painter.drawRect(box.adjusted(inset, -inset, -inset, inset)); });
    };
    outline(-0.5, energy.pairs - 0.5);
    if (chosen.pair < energy.pairs && !energy.example)
        outline(chosen.pair - 0.5, chosen.pair + 0.5);
}

/// The wavelength of every pair that has a number below, as far as there is room.
void drawWavelengths(QPainter& painter, const HeadEnergy& energy, const Frame& frame, const PaintStyle& style)
{
    const QFontMetricsF metrics(fontOf(style));
    const double line = 1.2 * style.fontSize;
    const double bottom = frame.plot.top() - tickLength(style);
    double end = -1e300;
    for (const Tick& tick : frame.spec.bottom.ticks) {
        const auto pair = static_cast<Eigen::Index>(std::lround(tick.value));
        if (tick.label.isEmpty() || pair < 0 || pair >= energy.pairs)
            continue;
        const double x = frame.x.toPosition(tick.value);
        painter.setPen(QPen(style.axis, style.hairline));
        painter.drawLine(QPointF(x, frame.plot.top()), QPointF(x, bottom));
        const QString label = compactNumber(energy.wavelength[pair]);
        const double half = 0.5 * metrics.horizontalAdvance(label);
        if (x - half < end || x + half > frame.area.right())
            continue;
        end = x + half + 0.6 * style.fontSize;
        drawText(painter, QRectF(x - 1e4, bottom - line, 2e4, line), label, style,
                 {.colour = style.mutedText, .alignment = Qt::AlignCenter});
    }
    const QRectF title(frame.plot.left(), bottom - 2.0 * line, frame.plot.width(), line);
    drawText(painter, title, QStringLiteral("wavelength (tokens)"), style,
             {.colour = style.text, .alignment = Qt::AlignCenter});
}

QString sharingWords(const Capture& capture)
{
    const int sharing = capture.queryHeads / capture.keyHeads;
    return sharing > 1 ? QStringLiteral(" Every %1 query heads share a key head.").arg(sharing) : QString();
}

} // namespace

QStringList energyCaptions(const HeadEnergy& energy)
{
    const ContentFile& file = *energy.content;
    const Capture& capture = file.capture;
    const QString title = QString::fromStdString(capture.title);
    const QString lead = energy.example ? QStringLiteral("Content is not from a file, so as an example: ") : QString();
    const QString places = groupedNumber(capture.places);
    const QString not_ = QStringLiteral("Energy bounds what a pair can add to a score; it does not say what the head "
                                        "attends to.");
    const QString name = file.builtIn || file.sharedArray
                             ? title
                             : title + QStringLiteral(" with ") + QString::fromStdString(file.keyName);
    const QString licence = QString::fromStdString(capture.licence);
    QString full =
        lead + name + QStringLiteral(", mean over %1 positions. ").arg(places) + not_ + sharingWords(capture);
    if (file.builtIn)
        full += QLatin1Char(' ') + licence;
    return {full, lead + name + QStringLiteral(", mean over %1 positions. ").arg(places) + not_,
            (energy.example ? QStringLiteral("Example: ") : QString()) + name +
                QStringLiteral(", mean of %1 positions; energy, not attention.").arg(places),
            (energy.example ? QStringLiteral("Example: ") : QString()) + name +
                QStringLiteral("; energy, not attention."),
            (energy.example ? QStringLiteral("Example: ") : QString()) + name};
}

EnergyPicture energyPicture(const HeadEnergy& energy, const FigureContext& context)
{
    EnergyPicture picture{energy, {}, {}, {}};
    const ColourMap& map = colourMapOrDefault(QString::fromStdString(context.state.view.colorMap));
    const double largest =
        std::max({energy.queryShare.maxCoeff(), energy.keyShare.maxCoeff(), energy.weight.maxCoeff()});
    picture.range = rangeFor(map, {0.0, largest});
    picture.parts = divideFigure(context.area, context.style, legendOf(energy, context.style), energyCaptions(energy));
    for (const Panel& panel : panelsOf(picture.parts.body, context.style, partCount,
                                       std::min(context.state.view.panel, partCount), {24.0, 17.0}))
        picture.panels.push_back(panelOf(energy, panel, picture.range, context.style));
    return picture;
}

std::optional<EnergyPlace> energyPlaceAt(const EnergyPicture& picture, QPointF point)
{
    for (const EnergyPanel& each : picture.panels) {
        const auto pair = pairUnder(each.frame, point, picture.energy.pairs);
        if (!pair)
            continue;
        const auto row = static_cast<int>(std::lround(each.frame.y.toValue(point.y())));
        return EnergyPlace{std::clamp(row, 0, picture.energy.rows() - 1), *pair};
    }
    return std::nullopt;
}

void paintEnergy(QPainter& painter, const EnergyPicture& picture, EnergyPlace chosen, const FigureContext& context)
{
    const PaintStyle& style = context.style;
    const ColourMap& map = colourMapOrDefault(QString::fromStdString(context.state.view.colorMap));
    const QStringList names = {QStringLiteral("Energy of the queries"), QStringLiteral("Energy of the keys"),
                               QStringLiteral("Weight in the score, √(q k)")};
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const EnergyPanel& each : picture.panels) {
        drawCells(painter, picture, each, map, context);
        painter.setRenderHint(QPainter::Antialiasing);
        drawMarks(painter, picture.energy, each.frame, chosen, style);
        painter.setRenderHint(QPainter::Antialiasing, false);
        paintAxes(painter, each.frame, style);
        if (!each.bar.isEmpty()) {
            drawWavelengths(painter, picture.energy, each.frame, style);
            paintColourBar(painter, each.bar, map, picture.range, barTitle(each.bar.height(), style), style,
                           context.deviceScale);
        }
        drawPanelTitle(painter, each.panel, names, picture.panels.size(), style);
    }
    drawFigureParts(painter, picture.parts, style);
}

void paintEnergyTrouble(QPainter& painter, const QString& words, const FigureContext& context)
{
    drawParagraph(painter, context.area.adjusted(8, 8, -8, -8), words, context.style,
                  {.colour = context.style.mutedText, .alignment = Qt::AlignCenter});
}

} // namespace rope
