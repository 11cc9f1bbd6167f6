#include "ui/paint/chart_scene.h"

#include "ui/paint/curve.h"

#include <QChart>
#include <QCoreApplication>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QLineSeries>
#include <QThread>
#include <QValueAxis>
#include <algorithm>
#include <limits>
#include <map>
#include <memory>

namespace rope {
namespace {

constexpr std::size_t keptScenes = 24;

/// One curve in shares of the plot; a point that is not a number is a gap.
struct Stroke {
    std::vector<QPointF> points;
    QPen pen;
};

/// A chart without axes, legend or margins: the unit square is the plot. Kept for the next picture with as many
/// strokes, for building one takes longer than painting it.
class ChartScene {
public:
    explicit ChartScene(std::size_t strokes);
    void paint(QPainter& painter, const QRectF& plot, const std::vector<Stroke>& strokes);

private:
    QValueAxis* addUnitAxis(Qt::Alignment side);

    QGraphicsScene scene_;
    QChart* chart_ = new QChart; // owned by the scene
    std::vector<QLineSeries*> series_;
};

ChartScene::ChartScene(std::size_t strokes)
{
    scene_.addItem(chart_);
    chart_->setAnimationOptions(QChart::NoAnimation);
    chart_->setBackgroundVisible(false);
    chart_->setPlotAreaBackgroundVisible(false);
    chart_->setDropShadowEnabled(false);
    chart_->setMargins(QMargins());
    chart_->layout()->setContentsMargins(0, 0, 0, 0);
    chart_->legend()->hide();
    for (std::size_t index = 0; index < strokes; ++index) {
        series_.push_back(new QLineSeries);
        chart_->addSeries(series_.back());
    }
    QValueAxis* x = addUnitAxis(Qt::AlignBottom);
    QValueAxis* y = addUnitAxis(Qt::AlignLeft);
    for (QLineSeries* series : series_) {
        series->attachAxis(x);
        series->attachAxis(y);
    }
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
    const QRectF local(QPointF(0.0, 0.0), plot.size());
    chart_->resize(plot.size()); // after series and axes
    chart_->setPlotArea(local);
    for (std::size_t index = 0; index < strokes.size(); ++index) {
        const std::vector<QPointF>& points = strokes[index].points;
        series_[index]->replace(QList<QPointF>(points.begin(), points.end()));
        series_[index]->setPen(strokes[index].pen);
    }
    chart_->layout()->activate();
    scene_.setSceneRect(local);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    scene_.render(&painter, plot, local, Qt::IgnoreAspectRatio);
    painter.restore();
}

/// The charts kept for reuse, by their number of strokes. Emptied before the application object goes.
std::map<std::size_t, std::unique_ptr<ChartScene>>& keptCharts()
{
    static std::map<std::size_t, std::unique_ptr<ChartScene>> charts;
    static const bool registered = [] {
        qAddPostRoutine([] { keptCharts().clear(); });
        return true;
    }();
    Q_UNUSED(registered)
    return charts;
}

ChartScene& sceneFor(std::size_t strokes)
{
    Q_ASSERT(QThread::currentThread() == QCoreApplication::instance()->thread());
    auto& charts = keptCharts();
    if (charts.size() >= keptScenes && charts.find(strokes) == charts.end())
        charts.clear();
    std::unique_ptr<ChartScene>& scene = charts[strokes];
    if (!scene)
        scene = std::make_unique<ChartScene>(strokes);
    return *scene;
}

/// The visible pieces of a curve, one after another with gaps between them: a point that is not a number is a gap.
/// Round joints of fine lines cost a fifth more and cannot be seen.
Stroke lineStroke(const ChartSeries& series, const Frame& frame, int columns, double deviceScale)
{
    constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
    constexpr double fine = 3.0; // pixels
    const Qt::PenJoinStyle join = series.width * deviceScale < fine ? Qt::BevelJoin : Qt::RoundJoin;
    Stroke stroke{{}, QPen(series.colour, series.width, series.dash, Qt::FlatCap, join)};
    for (const std::vector<QPointF>& piece : clippedToPlot(series.points, frame.x, frame.y)) {
        if (!stroke.points.empty())
            stroke.points.emplace_back(nothing, nothing);
        const std::vector<QPointF> thinned = thinnedToColumns(piece, columns);
        stroke.points.insert(stroke.points.end(), thinned.begin(), thinned.end());
    }
    return stroke;
}

/// Round markers, painted here: the items of QScatterSeries are not the same from one picture to the next.
void paintMarkers(QPainter& painter, const Frame& frame, const ChartSeries& series)
{
    const double radius = series.markerSize / 2.0;
    const QRectF visible = frame.plot.adjusted(-radius, -radius, radius, radius);
    painter.setPen(Qt::NoPen);
    painter.setBrush(series.colour);
    for (const QPointF& point : series.points) {
        const QPointF at = frame.toPosition(point.x(), point.y());
        if (isFinite(at) && visible.contains(at))
            painter.drawEllipse(at, radius, radius);
    }
}

} // namespace

void paintSeries(QPainter& painter, const Frame& frame, const std::vector<ChartSeries>& series, double deviceScale)
{
    const int columns = std::max(1, static_cast<int>(frame.plot.width() * deviceScale));
    std::vector<Stroke> strokes;
    for (const ChartSeries& one : series)
        if (one.width > 0.0)
            strokes.push_back(lineStroke(one, frame, columns, deviceScale));
    if (!strokes.empty())
        sceneFor(strokes.size()).paint(painter, frame.plot, strokes);
    painter.save();
    for (const ChartSeries& one : series)
        if (one.markerSize > 0.0)
            paintMarkers(painter, frame, one);
    painter.restore();
}

} // namespace rope
