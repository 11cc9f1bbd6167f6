#include "ui/paint/chart.h"
#include "ui/paint/curve.h"

#include <QChart>
#include <QCoreApplication>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QLineSeries>
#include <QPaintEngine>
#include <QThread>
#include <QValueAxis>
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

namespace rope {
namespace {

/// One curve in shares of the plot; a point that is not a number is a gap.
struct Stroke {
    std::vector<QPointF> points;
    QPen pen;
};

} // namespace

/// A chart without axes, legend or margins: the unit square is the plot. It has as many series as any of its pictures
/// had strokes.
class ChartScene {
public:
    ChartScene();
    void paint(QPainter& painter, const QRectF& plot, const std::vector<Stroke>& strokes);

private:
    QValueAxis* addUnitAxis(Qt::Alignment side);
    void addSeries();

    QGraphicsScene scene_;
    QChart* chart_ = new QChart; // owned by the scene
    QValueAxis* x_ = nullptr;
    QValueAxis* y_ = nullptr;
    std::vector<QLineSeries*> series_;
};

ChartScene::ChartScene()
{
    scene_.addItem(chart_);
    chart_->setAnimationOptions(QChart::NoAnimation);
    chart_->setBackgroundVisible(false);
    chart_->setPlotAreaBackgroundVisible(false);
    chart_->setDropShadowEnabled(false);
    chart_->setMargins(QMargins());
    chart_->layout()->setContentsMargins(0, 0, 0, 0);
    chart_->legend()->hide();
    x_ = addUnitAxis(Qt::AlignBottom);
    y_ = addUnitAxis(Qt::AlignLeft);
}

void ChartScene::addSeries()
{
    series_.push_back(new QLineSeries);
    chart_->addSeries(series_.back());
    series_.back()->attachAxis(x_);
    series_.back()->attachAxis(y_);
}

QValueAxis* ChartScene::addUnitAxis(Qt::Alignment side)
{
    auto* axis = new QValueAxis;
    axis->setRange(0.0, 1.0);
    axis->setVisible(false);
    chart_->addAxis(axis, side);
    return axis;
}

void ChartScene::paint(QPainter& painter, const QRectF& plot, const std::vector<Stroke>& strokes)
{
    while (series_.size() < strokes.size())
        addSeries();
    const QRectF local(QPointF(0.0, 0.0), plot.size());
    const bool resized = chart_->size() != plot.size();
    for (std::size_t index = 0; index < series_.size(); ++index)
        if ((resized || index >= strokes.size()) && series_[index]->count() > 0)
            series_[index]->replace(QList<QPointF>()); // what is laid out anew for nothing costs as much as the picture
    chart_->resize(plot.size());                       // after series and axes
    chart_->setPlotArea(local);
    for (std::size_t index = 0; index < strokes.size(); ++index) {
        const std::vector<QPointF>& points = strokes[index].points;
        series_[index]->setPen(strokes[index].pen);
        series_[index]->replace(QList<QPointF>(points.begin(), points.end()));
    }
    chart_->layout()->activate();
    scene_.setSceneRect(local);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    scene_.render(&painter, plot, local, Qt::IgnoreAspectRatio);
    painter.restore();
}

ChartScenes::ChartScenes() = default;
ChartScenes::~ChartScenes() = default;

ChartScene& ChartScenes::scene()
{
    if (!scene_)
        scene_ = std::make_unique<ChartScene>();
    return *scene_;
}

namespace {

constexpr QPointF nothing(std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN());

bool makesPixels(const QPainter& painter)
{
    return painter.paintEngine() != nullptr && painter.paintEngine()->type() == QPaintEngine::Raster;
}

/// The lines between points, cut into dashes: in layout units, `size` of the plot.
std::vector<QPointF> cutIntoDashes(const std::vector<QPointF>& points, const QPen& pen, QSizeF size)
{
    constexpr double leastDash = 1e-6; // what is left by rounding is no dash, and adds nothing to a large length
    const QList<qreal> pattern = pen.dashPattern();
    std::vector<QPointF> cut;
    qsizetype part = 0; // even parts are drawn, odd ones are gaps
    double left = pattern[0] * pen.widthF();
    for (std::size_t i = 1; i < points.size(); ++i) {
        const QPointF along = points[i] - points[i - 1];
        const double length = std::hypot(along.x() * size.width(), along.y() * size.height());
        for (double at = 0.0; at < length;) { // not for a gap, whose length is no number
            const double end = std::min(length, at + left);
            if (part % 2 == 0)
                cut.insert(cut.end(),
                           {points[i - 1] + along * (at / length), points[i - 1] + along * (end / length), nothing});
            left -= end - at;
            at = end;
            if (left < leastDash) {
                part = (part + 1) % pattern.size();
                left = pattern[part] * pen.widthF();
            }
        }
    }
    return cut;
}

double lengthOf(const std::vector<QPointF>& points, QSizeF size)
{
    double length = 0.0;
    for (std::size_t i = 1; i < points.size(); ++i)
        if (isFinite(points[i]) && isFinite(points[i - 1]))
            length += std::hypot((points[i] - points[i - 1]).x() * size.width(),
                                 (points[i] - points[i - 1]).y() * size.height());
    return length;
}

/// Dashes of a curve that swings up and down many times cannot be seen: it is drawn full. On pixels a long path of
/// dashes costs many times what its single lines cost, so that those of a long curve are cut here.
void settleDashes(Stroke& stroke, const QPainter& painter, QSizeF size)
{
    constexpr std::size_t few = 32;
    const bool swings = lengthOf(stroke.points, size) > 25.0 * size.width();
    if (stroke.pen.style() == Qt::SolidLine || (!swings && (stroke.points.size() <= few || !makesPixels(painter))))
        return;
    if (!swings)
        stroke.points = cutIntoDashes(stroke.points, stroke.pen, size);
    stroke.pen.setStyle(Qt::SolidLine);
}

/// Qt Charts draws a full curve line by line: caps close the joints, and square ones cost least.
void settleCap(Stroke& stroke, const QPainter& painter, bool cut, double deviceScale)
{
    constexpr double fine = 3.0; // pixels
    const bool isFine = makesPixels(painter) && stroke.pen.widthF() * deviceScale < fine;
    stroke.pen.setJoinStyle(isFine ? Qt::BevelJoin : Qt::RoundJoin);
    if (!cut && stroke.pen.style() == Qt::SolidLine)
        stroke.pen.setCapStyle(isFine ? Qt::SquareCap : Qt::RoundCap);
}

/// The visible pieces of a curve, one after another with gaps between them.
Stroke lineStroke(const ChartSeries& series, const Frame& frame, const QPainter& painter, double deviceScale)
{
    const int columns = std::max(1, static_cast<int>(frame.plot.width() * deviceScale));
    Stroke stroke{{}, series.pen()};
    for (const std::vector<QPointF>& piece : clippedToPlot(series.points, frame.x, frame.y)) {
        if (!stroke.points.empty())
            stroke.points.push_back(nothing);
        const std::vector<QPointF> thinned = thinnedToColumns(piece, columns);
        stroke.points.insert(stroke.points.end(), thinned.begin(), thinned.end());
    }
    const std::size_t before = stroke.points.size();
    settleDashes(stroke, painter, frame.plot.size());
    settleCap(stroke, painter, stroke.points.size() != before, deviceScale);
    return stroke;
}

/// Round markers, painted here: the items of QScatterSeries are not the same from one picture to the next.
void paintMarkers(QPainter& painter, const Frame& frame, const ChartSeries& series)
{
    const double radius = series.markerSize / 2.0;
    const QRectF visible = frame.plot.adjusted(-radius, -radius, radius, radius);
    std::vector<QPointF> places;
    for (const QPointF& point : series.points)
        if (const QPointF at = frame.toPosition(point.x(), point.y()); isFinite(at) && visible.contains(at))
            places.push_back(at);
    painter.setPen(Qt::NoPen);
    painter.setBrush(series.colour);
    for (const QPointF& at : pointsApart(places, 0.2 * radius))
        painter.drawEllipse(at, radius, radius);
}

} // namespace

void paintSeries(QPainter& painter, const Frame& frame, const std::vector<ChartSeries>& series, double deviceScale,
                 ChartScenes* kept)
{
    Q_ASSERT(QThread::currentThread() == QCoreApplication::instance()->thread());
    std::vector<Stroke> strokes;
    for (const bool strong : {false, true}) // the active one on top
        for (const ChartSeries& one : series)
            if (one.width > 0.0 && one.strong == strong)
                strokes.push_back(lineStroke(one, frame, painter, deviceScale));
    if (!strokes.empty() && kept != nullptr)
        kept->scene().paint(painter, frame.plot, strokes);
    else if (!strokes.empty())
        ChartScenes().scene().paint(painter, frame.plot, strokes);
    painter.save();
    for (const ChartSeries& one : series)
        if (one.markerSize > 0.0)
            paintMarkers(painter, frame, one);
    painter.restore();
}

} // namespace rope
