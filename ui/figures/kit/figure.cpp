#include "ui/figures/kit/figure.h"

namespace rope {

Readout Figure::hover(const FigureContext&, QPointF) const
{
    return {};
}

std::optional<Change> Figure::drag(const FigureContext&, const DragGesture&) const
{
    return std::nullopt;
}

std::optional<Change> Figure::step(const ShownState&, int, bool) const
{
    return std::nullopt;
}

std::optional<Change> Figure::wheel(const FigureContext&, QPointF, double) const
{
    return std::nullopt;
}

bool Figure::needsPreparation(const ShownState&, const Prepared*) const
{
    return false;
}

bool Figure::preparesQuickly(const ShownState&) const
{
    return false;
}

std::shared_ptr<const Prepared> Figure::prepare(const ShownState&, const WorkControl&, const Prepared*) const
{
    return nullptr;
}

std::shared_ptr<const Prepared> preparedNow(const Figure& figure, const ShownState& state)
{
    return figure.needsPreparation(state, nullptr) ? figure.prepare(state, {}, nullptr) : nullptr;
}

} // namespace rope
