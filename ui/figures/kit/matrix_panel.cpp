#include "ui/figures/kit/matrix_panel.h"

#include "ui/paint/heatmap.h"

#include <algorithm>
#include <cmath>

namespace rope {

namespace {

/// A bar whose numbers have room: with the words beside it too narrow a matrix would be left.
bool hasRoomForBar(const Panel& panel, const MatrixPanel& matrix, const PaintStyle& style)
{
    return matrix.values.size() > 0 && panel.plot.height() > 9.0 * style.fontSize &&
           panel.plot.width() > 18.0 * style.fontSize;
}

double barWidth(const Panel& panel, const MatrixPanel& matrix, const PaintStyle& style)
{
    return colourBarWidth(rangeFor(matrix.map, matrix.range), matrix.title, panel.plot.height(), style);
}

bool hasBar(const Frame& frame)
{
    return frame.spec.rightRoom > 0.0;
}

} // namespace

Frame matrixPanelFrame(const Panel& panel, const MatrixPanel& matrix, const PaintStyle& style)
{
    FrameSpec spec;
    spec.bottom = matrix.columns;
    spec.left = matrix.rows;
    spec.grid = false;
    spec.closed = true;
    if (matrix.square)
        spec.aspect = 1.0;
    const Frame plain = layoutFrame(panel.plot, spec, style);
    if (!hasRoomForBar(panel, matrix, style))
        return plain;
    spec.rightRoom = barWidth(panel, matrix, style);
    const Frame withBar = layoutFrame(panel.plot, spec, style);
    return matrix.square && withBar.plot.width() < plain.plot.width() - 0.5 ? plain : withBar;
}

void paintMatrixPanel(QPainter& painter, const Panel& panel, const MatrixPanel& matrix, const FigureContext& context)
{
    const Frame frame = matrixPanelFrame(panel, matrix, context.style);
    const std::span<const double> values(matrix.values.data(), static_cast<std::size_t>(matrix.values.size()));
    const QImage image =
        heatmapImage(values, static_cast<int>(matrix.values.rows()), static_cast<int>(matrix.values.cols()), matrix.map,
                     rangeFor(matrix.map, matrix.range), context.style.panel.rgb());
    paintImage(painter, frame.plot, image, context.deviceScale);
    paintAxes(painter, frame, context.style);
    if (!hasBar(frame))
        return;
    const QRectF bar(frame.plot.right() + colourBarGap(context.style), frame.plot.top(),
                     colourBarThickness(context.style), frame.plot.height());
    paintColourBar(painter, bar, matrix.map, rangeFor(matrix.map, matrix.range), matrix.title, context.style,
                   context.deviceScale);
}

std::optional<MatrixPlace> placeIn(const Frame& frame, QPointF point, Eigen::Index rows, Eigen::Index columns)
{
    if (!frame.plot.contains(point) || rows == 0 || columns == 0)
        return std::nullopt;
    const double across = (point.x() - frame.plot.left()) / frame.plot.width();
    const double down = (point.y() - frame.plot.top()) / frame.plot.height();
    return MatrixPlace{
        std::clamp<Eigen::Index>(static_cast<Eigen::Index>(down * static_cast<double>(rows)), 0, rows - 1),
        std::clamp<Eigen::Index>(static_cast<Eigen::Index>(across * static_cast<double>(columns)), 0, columns - 1)};
}

ValueRange symmetricRange(const RowMatrix& values, double smallest)
{
    double largest = smallest;
    for (Eigen::Index i = 0; i < values.size(); ++i)
        if (std::isfinite(values.data()[i]))
            largest = std::max(largest, std::abs(values.data()[i]));
    return {-largest, largest};
}

} // namespace rope
