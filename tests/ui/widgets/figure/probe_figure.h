#pragma once

#include "ui/figures/kit/figure.h"

#include <atomic>
#include <thread>

namespace rope {

/// A figure that answers predictably: the query position follows the pointer's x, hovering names the pair at y, and
/// preparation waits until the test lets it go.
class ProbeFigure : public Figure {
public:
    QString id() const override { return QStringLiteral("probe"); }
    QString title() const override { return QStringLiteral("Probe"); }
    QString description() const override { return QStringLiteral("What the probe shows"); }
    QString subtitle(const ShownState& state) const override { return QString::number(state.positions.query); }
    QString describe(const ShownState& state) const override
    {
        return QStringLiteral("query at %1").arg(state.positions.query);
    }

    void paint(QPainter& painter, const FigureContext& context) const override
    {
        ++paints;
        paintedQuery = context.state.positions.query;
        paintedPair = context.highlight.pair;
        painter.fillRect(context.area, context.prepared ? Qt::green : Qt::gray);
    }
    Readout hover(const FigureContext&, QPointF point) const override
    {
        const int pair = static_cast<int>(point.y()) / 10;
        Highlight highlight;
        highlight.pair = pair;
        return {QStringLiteral("pair %1").arg(pair), highlight};
    }
    std::optional<Change> drag(const FigureContext&, const DragGesture& gesture) const override
    {
        const double moved = gesture.current.x() - gesture.press.x();
        return SetValue{"positions.query", static_cast<double>(gesture.startState.positions.query) + moved};
    }
    std::optional<Change> step(const ShownState& state, int steps, bool vertical) const override
    {
        if (vertical)
            return std::nullopt;
        return SetValue{"positions.query", static_cast<double>(state.positions.query + steps)};
    }
    std::optional<Change> wheel(const FigureContext& context, QPointF, double steps) const override
    {
        return SetValue{"view.profile_span", static_cast<double>(context.state.view.profileSpan) + steps};
    }
    DataTable data(const ShownState& state) const override
    {
        return {{{QStringLiteral("query"), QStringLiteral("tokens"), {static_cast<double>(state.positions.query)}}},
                QStringLiteral("one row")};
    }

    bool needsPreparation(const ShownState&, const Prepared*) const override { return slow; }
    std::shared_ptr<const Prepared> prepare(const ShownState&, const WorkControl& control,
                                            const Prepared*) const override
    {
        control.report(0.5);
        ++started;
        while (!released && (isDeaf || !control.cancelled()))
            std::this_thread::yield();
        if (!isDeaf && control.cancelled()) {
            ++cancelled;
            return nullptr;
        }
        return std::make_shared<Prepared>();
    }

    bool slow = false;
    bool isDeaf = false; ///< works on although it is cancelled
    mutable std::atomic<bool> released{false};
    mutable std::atomic<int> started{0};
    mutable std::atomic<int> cancelled{0};
    mutable int paints = 0;
    mutable std::int64_t paintedQuery = -1;
    mutable std::optional<int> paintedPair;
};

} // namespace rope
