#include "ui/figures/registry.h"

#include "ui/figures/all.h"

#include <algorithm>

namespace rope {

std::span<const Figure* const> figures()
{
    // The menu's order.
    static const std::vector<const Figure*> list = {
        &rotationFigure(), &dialsFigure(),       &rotationMatrixFigure(), &scoresFigure(),      &profileFigure(),
        &ladderFigure(),   &schemesFigure(),     &maskFigure(),           &permutationFigure(), &encodingsFigure(),
        &valuesFigure(),   &pairContentFigure(), &headEnergyFigure(),     &extensionFigure(),   &measuredLossFigure(),
        &decayFigure(),    &aliasingFigure(),    &layoutFigure(),         &precisionFigure(),   &comparisonFigure(),
    };
    return list;
}

const Figure* findFigure(QStringView id)
{
    const auto all = figures();
    const auto found = std::find_if(all.begin(), all.end(), [id](const Figure* figure) { return figure->id() == id; });
    return found == all.end() ? nullptr : *found;
}

} // namespace rope
