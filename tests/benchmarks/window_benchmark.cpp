#include "app/window/main_window.h"
#include "app/window/workspaces.h"
#include "tests/benchmarks/ui_states.h"
#include "ui/widgets/lesson/lesson_library.h"

#include <QCoreApplication>
#include <QTemporaryDir>
#include <benchmark/benchmark.h>
#include <cmath>
#include <optional>

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
/// `lesson`: the page of this lesson is on show, and the state it begins with; nothing: the live numbers.
void windowUpdate(benchmark::State& run, const Workspace& workspace, std::optional<int> lesson, const SliderDrag& drag)
{
    const QTemporaryDir folder;
    ExplorerStore store(withWorkspace(benchmarkStates().front().state, workspace));
    MainWindow window(
        store, {folder.filePath("session.json"), folder.filePath("window.ini"), folder.filePath("progress.json")});
    window.resize(1280, 800);
    window.sidePages().setCurrentIndex(lesson ? 0 : 1);
    if (auto* panel = window.findChild<LessonPanel*>(); lesson && panel != nullptr)
        panel->open(*lesson);
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

void registerWindow(const Workspace& workspace, std::optional<int> lesson, const std::string& page)
{
    for (const SliderDrag& drag : drags)
        benchmark::RegisterBenchmark(
            ("full_window_1280x800/" + std::string(workspace.id) + '/' + page + '/' + drag.key).c_str(),
            [&workspace, lesson, &drag](benchmark::State& run) { windowUpdate(run, workspace, lesson, drag); })
            ->Unit(benchmark::kMillisecond);
}

} // namespace

void registerWindows()
{
    const auto lessons = static_cast<int>(builtInLessons().size());
    for (const Workspace& workspace : workspaces())
        registerWindow(workspace, std::nullopt, "numbers");
    for (int lesson = 0; lesson < lessons; ++lesson)
        registerWindow(workspaces().front(), lesson, "lesson_" + std::to_string(lesson + 1));
}

} // namespace rope
