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

std::optional<Change> Figure::step(const ExplorerState&, int, bool) const
{
    return std::nullopt;
}

std::optional<Change> Figure::wheel(const FigureContext&, QPointF, double) const
{
    return std::nullopt;
}

bool Figure::needsPreparation(const ExplorerState&) const
{
    return false;
}

std::shared_ptr<const Prepared> Figure::prepare(const ExplorerState&, const CancelFlag&,
                                                const std::function<void(double)>&) const
{
    return nullptr;
}

} // namespace rope
