#include "core/views/head_energy.h"
#include "core/state/content_choice.h"
#include "ui/figures/all.h"
#include "ui/figures/head_energy/head_energy_picture.h"
#include "ui/figures/kit/content_words.h"
#include "ui/figures/kit/moves.h"
#include "ui/paint/ticks.h"

#include <algorithm>
#include <cmath>

namespace rope {

namespace {

/// The row of the layer and head that the state chooses, as far as the content has them.
int chosenRow(const ExplorerState& state, const HeadEnergy& energy)
{
    return energy.rowOf(std::min(state.sequence.fileLayer, energy.layers - 1),
                        std::min(state.sequence.fileHead, energy.heads - 1));
}

QString percent(double share)
{
    return readableNumber(100.0 * share, 3) + QStringLiteral(" %");
}

QString headName(const HeadEnergy& energy, int row)
{
    const int layer = row / energy.heads;
    const int head = row % energy.heads;
    return headWords(headKind(energy.content->capture, layer, head), layer, head);
}

/// The change that chooses a head and a pair, as far as the state's model has that pair.
std::optional<Change> choose(const ExplorerState& state, const HeadEnergy& energy, int row, int pair)
{
    SetValues values{{{"sequence.file_layer", static_cast<double>(row / energy.heads)},
                      {"sequence.file_head", static_cast<double>(row % energy.heads)}}};
    if (pair < pairCount(state))
        values.values.push_back({"pair.highlighted", static_cast<double>(pair)});
    return values;
}

class HeadEnergyFigure final : public Figure {
public:
    QString id() const override { return QStringLiteral("head_energy"); }
    QString title() const override { return QStringLiteral("Energy of heads"); }
    QString description() const override
    {
        return QStringLiteral("Which pairs the heads of a trained model put their queries and keys into.");
    }
    QString subtitle(const ShownState& state) const override;
    QString describe(const ShownState& state) const override;
    bool showsContent() const override { return true; }
    void paint(QPainter& painter, const FigureContext& context) const override;
    Readout hover(const FigureContext& context, QPointF point) const override;
    std::optional<Change> drag(const FigureContext& context, const DragGesture& gesture) const override;
    std::optional<Change> step(const ShownState& state, int steps, bool vertical) const override;
    DataTable data(const ShownState& state) const override;
};

QString HeadEnergyFigure::subtitle(const ShownState& state) const
{
    const auto energy = headEnergy(state);
    if (!energy)
        return {};
    const QString name = QString::fromStdString(energy->content->capture.title).section(u':', 0, 0);
    return QStringLiteral("%1 · head %2.%3")
        .arg(name)
        .arg(chosenRow(state, *energy) / energy->heads)
        .arg(chosenRow(state, *energy) % energy->heads);
}

QString HeadEnergyFigure::describe(const ShownState& state) const
{
    const auto energy = headEnergy(state);
    if (!energy)
        return contentTrouble(state);
    const int row = chosenRow(state, *energy);
    Eigen::Index query = 0;
    Eigen::Index key = 0;
    energy->queryShare.row(row).maxCoeff(&query);
    energy->keyShare.row(row).maxCoeff(&key);
    const int quarter = (energy->pairs + 3) / 4;
    return energyCaptions(*energy).front() +
           QStringLiteral(" Head %1 has most query energy in pair %2 (%3) and most key energy in pair %4 (%5); the "
                          "fastest quarter of its pairs holds %6 and %7.")
               .arg(headName(*energy, row))
               .arg(query)
               .arg(percent(energy->queryShare(row, query)))
               .arg(key)
               .arg(percent(energy->keyShare(row, key)), percent(energy->queryShare.row(row).head(quarter).sum()),
                    percent(energy->keyShare.row(row).head(quarter).sum()));
}

void HeadEnergyFigure::paint(QPainter& painter, const FigureContext& context) const
{
    const auto energy = headEnergy(context.state);
    painter.save();
    if (energy) {
        const int row = chosenRow(context.state, *energy);
        paintEnergy(painter, energyPicture(*energy, context), {row, context.state.highlightedPair}, context);
    } else {
        paintEnergyTrouble(painter, contentTrouble(context.state), context);
    }
    painter.restore();
}

Readout HeadEnergyFigure::hover(const FigureContext& context, QPointF point) const
{
    const auto energy = headEnergy(context.state);
    const auto place = energy ? energyPlaceAt(energyPicture(*energy, context), point) : std::nullopt;
    if (!place)
        return {};
    const auto [row, pair] = *place;
    Readout readout;
    if (pair < pairCount(context.state) && !energy->example)
        readout.highlight.pair = pair;
    readout.text = QStringLiteral("head %1, pair %2: %3 of the query's energy, %4 of the key's, wavelength %5 tokens")
                       .arg(headName(*energy, row))
                       .arg(pair)
                       .arg(percent(energy->queryShare(row, pair)), percent(energy->keyShare(row, pair)),
                            readableNumber(energy->wavelength[pair], 3));
    return readout;
}

std::optional<Change> HeadEnergyFigure::drag(const FigureContext& context, const DragGesture& gesture) const
{
    const FigureContext start{gesture.startState, context.area, context.style, {}, nullptr, context.deviceScale};
    const auto energy = headEnergy(gesture.startState);
    if (!energy)
        return std::nullopt;
    const EnergyPicture picture = energyPicture(*energy, start);
    if (!energyPlaceAt(picture, gesture.press))
        return std::nullopt;
    const auto place = energyPlaceAt(picture, gesture.current);
    return place ? choose(gesture.startState, *energy, place->row, place->pair) : std::nullopt;
}

std::optional<Change> HeadEnergyFigure::step(const ShownState& state, int steps, bool vertical) const
{
    if (!vertical)
        return moveBy(state, "pair.highlighted", steps);
    const auto energy = headEnergy(state);
    if (!energy)
        return std::nullopt;
    const int row = std::clamp(chosenRow(state, *energy) - steps, 0, energy->rows() - 1);
    return choose(state, *energy, row, state.highlightedPair);
}

DataTable HeadEnergyFigure::data(const ShownState& state) const
{
    DataTable table;
    table.columns = {{QStringLiteral("layer"), {}, {}},
                     {QStringLiteral("head"), {}, {}},
                     {QStringLiteral("pair"), {}, {}},
                     {QStringLiteral("wavelength"), QStringLiteral("tokens"), {}},
                     {QStringLiteral("query_energy_share"), {}, {}},
                     {QStringLiteral("key_energy_share"), {}, {}},
                     {QStringLiteral("weight_share"), {}, {}}};
    const auto energy = headEnergy(state);
    if (!energy) {
        table.note = contentTrouble(state);
        return table;
    }
    for (int row = 0; row < energy->rows(); ++row)
        for (int pair = 0; pair < energy->pairs; ++pair)
            addRow(table, {static_cast<double>(row / energy->heads), static_cast<double>(row % energy->heads),
                           static_cast<double>(pair), energy->wavelength[pair], energy->queryShare(row, pair),
                           energy->keyShare(row, pair), energy->weight(row, pair)});
    table.note = QStringLiteral("One row per head and pair. ") + energyCaptions(*energy).front();
    return table;
}

} // namespace

const Figure& headEnergyFigure()
{
    static const HeadEnergyFigure figure;
    return figure;
}

} // namespace rope
