#pragma once

#include "core/views/head_energy.h"
#include "ui/figures/kit/plot_parts.h"
#include "ui/paint/colour_map.h"

#include <optional>
#include <vector>

namespace rope {

/// One panel of the figure head_energy with its axes and its colours' bar.
struct EnergyPanel {
    Panel panel;
    Frame frame; ///< x: pairs, y: rows of heads, downwards
    QRectF bar;  ///< empty: no room
};

/// Everything of one picture, computed before anything is drawn.
struct EnergyPicture {
    HeadEnergy energy;
    FigureParts parts;
    std::vector<EnergyPanel> panels;
    ValueRange range; ///< of the shares, the same in all panels
};

/// A head (row of HeadEnergy) and a pair.
struct EnergyPlace {
    int row;
    int pair;
};

/// What it is and what it is not, longest first.
QStringList energyCaptions(const HeadEnergy& energy);

EnergyPicture energyPicture(const HeadEnergy& energy, const FigureContext& context);

/// The cell under a point, or nothing.
std::optional<EnergyPlace> energyPlaceAt(const EnergyPicture& picture, QPointF point);

void paintEnergy(QPainter& painter, const EnergyPicture& picture, EnergyPlace chosen, const FigureContext& context);

/// One sentence instead of a picture.
void paintEnergyTrouble(QPainter& painter, const QString& words, const FigureContext& context);

} // namespace rope
