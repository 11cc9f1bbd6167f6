#include "app/main_window.h"
#include "app/workspaces.h"
#include "tests/benchmarks/ui_states.h"

#include <QCoreApplication>
#include <QTemporaryDir>
#include <benchmark/benchmark.h>
#include <cmath>

namespace rope {

namespace {

/// Counts the pictures that reach the window's pixels.
class PaintCounter : public QObject {
public:
    int count = 0;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Paint)
            ++count;
        return QObject::eventFilter(watched, event);
    }
};

/// A slider on the way: the key it moves and the value it has at each step.
struct SliderDrag {
    std::string key;
    double (*at)(int step);
};

double between(double from, double to, int step)
{
    return std::floor(from * std::pow(to / from, (step % 60) / 60.0));
}

const SliderDrag drags[] = {
    {"positions.query",
     [](int step) {
         return 100.0 + step % 200;
     }},
    {"model.base",
     [](int step) {
         return between(1e4, 1e6, step);
     }},
    {"sequence.length",
     [](int step) {
         return between(2e5, 1e7, step);
     }},
};

void processEverything()
{
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QCoreApplication::processEvents();
}

/// Full-window update from a slider move to painted pixels at 1280x800: the change is proposed as the slider
/// proposes it, then all that it brings about is processed, painting included. Long work goes on elsewhere.
void windowUpdate(benchmark::State& run, const Workspace& workspace, int page, const SliderDrag& drag)
{
    const QTemporaryDir folder;
    ExplorerStore store(withWorkspace(benchmarkStates().front().state, workspace));
    MainWindow window(
        store, {folder.filePath("session.json"), folder.filePath("window.ini"), folder.filePath("progress.json")});
    window.resize(1280, 800);
    window.sidePages().setCurrentIndex(page);
    window.show();
    for (int round = 0; round < 5; ++round)
        processEverything();
    PaintCounter pictures;
    for (int cell = 0; cell < window.figureGrid().count(); ++cell)
        window.figureGrid().view(cell)->canvas()->installEventFilter(&pictures);
    const int gesture = store.newGesture();
    int step = 0;
    for (auto _ : run) {
        store.propose(SetValue{drag.key, drag.at(++step)}, QString(), gesture);
        processEverything();
    }
    run.counters["pictures"] = benchmark::Counter(pictures.count, benchmark::Counter::kAvgIterations);
}

void registerWindow(const Workspace& workspace, int page, const std::string& pageName)
{
    for (const SliderDrag& drag : drags)
        benchmark::RegisterBenchmark(
            ("full_window_1280x800/" + std::string(workspace.id) + '/' + pageName + '/' + drag.key).c_str(),
            [&workspace, page, &drag](benchmark::State& run) { windowUpdate(run, workspace, page, drag); })
            ->Unit(benchmark::kMillisecond);
}

} // namespace

void registerWindows()
{
    for (const Workspace& workspace : workspaces())
        registerWindow(workspace, 1, "numbers");
    registerWindow(workspaces().front(), 0, "lesson");
}

} // namespace rope
