#include "ui/paint/heatmap.h"

#include <QBuffer>
#include <QSvgGenerator>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>

namespace rope {
namespace {

const QRgb missing = qRgb(1, 2, 3);

TEST(Heatmap, ToeplitzRowsAreShiftedCopies)
{
    constexpr int rows = 5;
    constexpr int columns = 7;
    std::vector<double> diagonal(rows + columns - 1);
    std::iota(diagonal.begin(), diagonal.end(), 0.0);
    diagonal[2] = std::nan("");
    std::vector<double> cells;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            cells.push_back(diagonal[static_cast<std::size_t>(column - row + rows - 1)]);
    const ColourMap& map = colourMapOrDefault(u"viridis");
    const ValueRange range{0.0, 10.0};
    const QImage toeplitz = toeplitzImage(diagonal, rows, columns, map, range, missing);
    EXPECT_EQ(toeplitz, heatmapImage(cells, rows, columns, map, range, missing));
    EXPECT_EQ(toeplitz.pixel(0, 0), map.at(0.4));
    EXPECT_EQ(toeplitz.pixel(0, 2), missing); // column - row = -2
}

TEST(Heatmap, EnlargedCellsKeepHardEdges)
{
    QImage cells(2, 1, QImage::Format_RGB32);
    cells.setPixel(0, 0, qRgb(255, 0, 0));
    cells.setPixel(1, 0, qRgb(0, 0, 255));
    QImage target(100, 20, QImage::Format_RGB32);
    QPainter painter(&target);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    paintImage(painter, QRectF(0, 0, 100, 20), cells, 1.0);
    painter.end();
    for (int x = 0; x < 100; ++x)
        EXPECT_EQ(target.pixel(x, 10), x < 50 ? qRgb(255, 0, 0) : qRgb(0, 0, 255)) << x;
}

TEST(Heatmap, FilesHoldEnlargedCells)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize({100, 100});
    QPainter painter(&generator);
    QImage cells(2, 2, QImage::Format_RGB32);
    cells.fill(Qt::red);
    paintImage(painter, QRectF(0, 0, 100, 100), cells, 2.0);
    painter.end();
    const QByteArray svg = buffer.data();
    const qsizetype begin = svg.indexOf("base64,") + 7;
    const QByteArray png = QByteArray::fromBase64(svg.mid(begin, svg.indexOf('"', begin) - begin));
    EXPECT_EQ(QImage::fromData(png).size(), QSize(200, 200));
}

TEST(Heatmap, PixelsAreBounded)
{
    EXPECT_EQ(heatmapPixels(300.0, 2.0), 600);
    EXPECT_EQ(heatmapPixels(0.01, 1.0), 1);
    EXPECT_EQ(heatmapPixels(1e9, 1.0), 4096);
    EXPECT_EQ(heatmapPixels(std::nan(""), 1.0), 1);
}

} // namespace
} // namespace rope
