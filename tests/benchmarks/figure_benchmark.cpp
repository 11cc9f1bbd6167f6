#include "tests/benchmarks/ui_states.h"
#include "ui/figures/registry.h"
#include "ui/paint/chart.h"

#include <QImage>
#include <QPainter>
#include <benchmark/benchmark.h>

namespace rope {

namespace {

constexpr int width = 600;
constexpr int height = 400;

/// One picture of 600 x 400 logical pixels, its preparation done: what the GUI thread pays for a figure.
void paintFigure(benchmark::State& run, const Figure& figure, const ShownState& state)
{
    const PaintStyle style = styleOf(Theme::Light);
    const auto prepared = preparedNow(figure, state);
    ChartScenes charts;
    QImage image(width, height, QImage::Format_ARGB32_Premultiplied);
    for (auto _ : run) {
        image.fill(style.background);
        QPainter painter(&image);
        painter.setRenderHint(QPainter::Antialiasing);
        figure.paint(painter, {state, QRectF(0, 0, width, height), style, {}, prepared.get(), 1.0, &charts});
        benchmark::DoNotOptimize(image.constBits());
    }
}

/// What a figure does away from the GUI thread.
void prepareFigure(benchmark::State& run, const Figure& figure, const ShownState& state)
{
    for (auto _ : run)
        benchmark::DoNotOptimize(figure.prepare(state, {}, nullptr));
}

/// Subtitle and description, made anew with each picture.
void describeFigure(benchmark::State& run, const Figure& figure, const ShownState& state)
{
    for (auto _ : run) {
        benchmark::DoNotOptimize(figure.subtitle(state));
        benchmark::DoNotOptimize(figure.describe(state));
    }
}

/// The pointer in the middle of the picture.
void hoverFigure(benchmark::State& run, const Figure& figure, const ShownState& state)
{
    const PaintStyle style = styleOf(Theme::Light);
    const auto prepared = preparedNow(figure, state);
    const QRectF area(0, 0, width, height);
    for (auto _ : run)
        benchmark::DoNotOptimize(figure.hover({state, area, style, {}, prepared.get(), 1.0}, area.center()));
}

void registerFigure(const Figure& figure, const BenchmarkState& at)
{
    const std::string end = '/' + figure.id().toStdString() + '/' + at.name;
    const ShownState& state = at.state;
    benchmark::RegisterBenchmark(("paint" + end).c_str(), [&figure, state](benchmark::State& run) {
        paintFigure(run, figure, state);
    })->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(("describe" + end).c_str(), [&figure, state](benchmark::State& run) {
        describeFigure(run, figure, state);
    })->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(("hover" + end).c_str(), [&figure, state](benchmark::State& run) {
        hoverFigure(run, figure, state);
    })->Unit(benchmark::kMillisecond);
    if (figure.needsPreparation(state, nullptr))
        benchmark::RegisterBenchmark(("prepare" + end).c_str(), [&figure, state](benchmark::State& run) {
            prepareFigure(run, figure, state);
        })->Unit(benchmark::kMillisecond);
}

} // namespace

void registerFigures()
{
    for (const BenchmarkState& at : benchmarkStates())
        for (const Figure* figure : figures())
            registerFigure(*figure, at);
}

} // namespace rope
