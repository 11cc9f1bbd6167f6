#include "ui/figures/all.h"
#include "ui/figures/kit/moves.h"
#include "ui/figures/permutation/permutation_picture.h"
#include "ui/paint/text.h"
#include "ui/paint/ticks.h"

#include <algorithm>
#include <cmath>

namespace rope {

namespace {

enum Part { Before, After, Difference, Outputs };
constexpr double smallestBar = 1e-17;  ///< of the logarithmic axis: below rounding
constexpr double smallestShown = 0.01; ///< a difference of weights below this stays pale

struct Picture {
    Experiment experiment;
    FigureParts parts;
    WordRows rows;
    std::vector<Panel> panels;
};

Result<Picture> pictureOf(const FigureContext& context)
{
    return permutationExperiment(context.state).map([&](const Experiment& experiment) {
        Picture picture{experiment, {}, {}, {}};
        const PaintStyle& style = context.style;
        picture.parts = divideFigure(context.area, style, {}, permutationCaptions(context.state, experiment));
        QRectF body = picture.parts.body;
        picture.rows = wordRows(body, experiment, style);
        body.setTop(picture.rows.box.bottom() + 0.5 * style.fontSize);
        picture.panels = panelsOf(body, style, 4, context.state.view.panel, {15.0, 13.0});
        return picture;
    });
}

QStringList panelNames()
{
    return {QStringLiteral("Attention(X)"), QStringLiteral("Attention(PX), put back"),
            QStringLiteral("Difference of the two"), QStringLiteral("Change of each output")};
}

const RowMatrix& matrixOf(const Experiment& experiment, int part)
{
    return part == Before ? experiment.before : part == After ? experiment.after : experiment.difference;
}

MatrixPanel matrixPanel(const Picture& picture, const Panel& panel, const FigureContext& context)
{
    const QStringList words = wordLabels(picture.experiment.lab.tokens);
    const double side = 0.7 * std::min(panel.plot.width(), panel.plot.height());
    const RowMatrix& values = matrixOf(picture.experiment, panel.index);
    const bool signedValues = panel.index == Difference;
    return {values,
            wordAxis(words, QStringLiteral("query"), true, side, context.style),
            wordAxis(words, QStringLiteral("key"), false, side, context.style),
            signedValues ? divergingMap() : stateMap(context.state),
            signedValues ? symmetricRange(values, smallestShown) : ValueRange{0.0, 1.0},
            true,
            signedValues ? QStringLiteral("difference") : QStringLiteral("attention")};
}

Frame barFrame(const Picture& picture, const Panel& panel, const PaintStyle& style)
{
    FrameSpec spec;
    spec.bottom = wordAxis(wordLabels(picture.experiment.lab.tokens), QStringLiteral("word"), false,
                           0.75 * panel.plot.width(), style);
    spec.left.minimum = smallestBar;
    spec.left.maximum = 10.0;
    spec.left.logarithmic = true;
    spec.left.title = QStringLiteral("largest change");
    return layoutFrame(panel.plot, spec, style);
}

void paintBars(QPainter& painter, const Picture& picture, const Panel& panel, const FigureContext& context)
{
    const PaintStyle& style = context.style;
    const Frame frame = barFrame(picture, panel, style);
    const Eigen::VectorXd& outputs = picture.experiment.outputs;
    paintGrid(painter, frame, style);
    const double width = 0.6 * frame.plot.width() / static_cast<double>(outputs.size());
    for (Eigen::Index word = 0; word < outputs.size(); ++word) {
        const QColor colour = outputs[word] > 1e-9 ? style.query : style.good;
        if (outputs[word] > smallestBar)
            drawColumn(painter, frame, static_cast<double>(word), smallestBar, outputs[word], width, colour);
    }
    markColumn(painter, frame, context.highlight.queryPosition, style);
    paintAxes(painter, frame, style);
}

void paintPanel(QPainter& painter, const Picture& picture, const Panel& panel, const FigureContext& context)
{
    if (panel.index == Outputs)
        return paintBars(painter, picture, panel, context);
    const MatrixPanel matrix = matrixPanel(picture, panel, context);
    paintMatrixPanel(painter, panel, matrix, context);
    markHighlight(painter, matrixPanelFrame(panel, matrix, context.style), context);
}

/// The word under a point of the two rows, by its place in the sentence.
std::optional<int> wordAt(const Picture& picture, QPointF point)
{
    const int place = picture.rows.placeAt(point.x());
    const auto isOn = [&](const QRectF& row) {
        return row.contains(point) && picture.rows.chip(row, place).contains(point);
    };
    if (isOn(picture.rows.written))
        return place;
    if (isOn(picture.rows.moved))
        return picture.experiment.lab.order[static_cast<std::size_t>(place)];
    return std::nullopt;
}

/// The word at place `from` of the permutation goes to place `to`; at its own place the state keeps the order it has.
Change moveWord(const ExplorerState& state, const std::vector<int>& order, int from, int to)
{
    const StateKey key = *findKey(state, "sequence.order");
    if (from == to)
        return SetValue{key.id, key.get(state)};
    ExplorerState moved = state;
    moved.sequence.order = movedWord(order, from, to);
    return SetValue{key.id, key.get(moved)};
}

QString wordName(const Experiment& experiment, Eigen::Index word)
{
    return QString::fromStdString(experiment.lab.tokens[static_cast<std::size_t>(word)]);
}

Readout wordReadout(const Experiment& experiment, int word)
{
    Readout readout;
    readout.highlight.queryPosition = word;
    readout.text = QStringLiteral("“%1”: place %2 in X, %3 in PX; output changes by %4")
                       .arg(wordName(experiment, word))
                       .arg(word)
                       .arg(experiment.inverse[static_cast<std::size_t>(word)])
                       .arg(readableNumber(experiment.outputs[word], 3));
    return readout;
}

class PermutationFigure final : public Figure {
public:
    QString id() const override { return QStringLiteral("permutation"); }
    QString title() const override { return QStringLiteral("Permutation"); }
    QString description() const override
    {
        return QStringLiteral(
            "Attention on a sentence X and on its permutation PX: without positions the outputs only "
            "change places. Drag the words of PX, or move the outlined one, that of m, by left and right.");
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

QString PermutationFigure::subtitle(const ShownState& state) const
{
    const QString mask = state.sequence.mask == Mask::Causal ? QStringLiteral(" · causal") : QString();
    return encodingText(state) + mask;
}

QString PermutationFigure::describe(const ShownState& state) const
{
    const Result<Experiment> experiment = permutationExperiment(state);
    if (!experiment)
        return QString::fromStdString(experiment.error().message);
    return permutationCaptions(state, *experiment).first();
}

void PermutationFigure::paint(QPainter& painter, const FigureContext& context) const
{
    const Result<Picture> picture = pictureOf(context);
    if (!picture)
        return paintRefusal(painter, context, picture.error());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    paintWordRows(painter, picture->rows, picture->experiment, context);
    for (const Panel& panel : picture->panels) {
        paintPanel(painter, *picture, panel, context);
        drawPanelTitle(painter, panel, panelNames(), picture->panels.size(), context.style);
    }
    drawFigureParts(painter, picture->parts, context.style);
    painter.restore();
}

Readout PermutationFigure::hover(const FigureContext& context, QPointF point) const
{
    const Result<Picture> picture = pictureOf(context);
    if (!picture)
        return {};
    const Experiment& experiment = picture->experiment;
    if (const auto word = wordAt(*picture, point))
        return wordReadout(experiment, *word);
    const Panel* panel = panelAt(picture->panels, point);
    if (panel == nullptr)
        return {};
    if (panel->index == Outputs) {
        const auto place = placeIn(barFrame(*picture, *panel, context.style), point, 1, experiment.outputs.size());
        return place ? wordReadout(experiment, static_cast<int>(place->column)) : Readout{};
    }
    const MatrixPanel matrix = matrixPanel(*picture, *panel, context);
    const auto place =
        placeIn(matrixPanelFrame(*panel, matrix, context.style), point, matrix.values.rows(), matrix.values.cols());
    if (!place)
        return {};
    return {QStringLiteral("“%1” to “%2”: %3 in X, %4 in PX")
                .arg(wordName(experiment, place->row), wordName(experiment, place->column),
                     readableNumber(experiment.before(place->row, place->column), 3),
                     readableNumber(experiment.after(place->row, place->column), 3)),
            cellHighlight(place->row, place->column)};
}

std::optional<Change> PermutationFigure::drag(const FigureContext& context, const DragGesture& gesture) const
{
    const FigureContext start{gesture.startState, context.area, context.style, {}, nullptr, context.deviceScale};
    const Result<Picture> picture = pictureOf(start);
    const auto word = picture ? wordAt(*picture, gesture.press) : std::nullopt;
    if (!word)
        return std::nullopt;
    return moveWord(gesture.startState, picture->experiment.lab.order,
                    picture->experiment.inverse[static_cast<std::size_t>(*word)],
                    picture->rows.placeAt(gesture.current.x()));
}

/// Left and right carry the word at m through the permutation; up and down choose the panel.
std::optional<Change> PermutationFigure::step(const ShownState& state, int steps, bool vertical) const
{
    if (vertical)
        return moveBy(state, "view.panel", steps);
    const Result<Experiment> experiment = permutationExperiment(state);
    if (!experiment)
        return std::nullopt;
    const int from = experiment->inverse[static_cast<std::size_t>(pickedWord(state, experiment->words()))];
    const int to = std::clamp(from + steps, 0, experiment->words() - 1);
    return from == to ? std::nullopt : std::optional(moveWord(state, experiment->lab.order, from, to));
}

DataTable PermutationFigure::data(const ShownState& state) const
{
    DataTable table;
    for (const char* name : {"query", "key", "attention", "attention_permuted", "output_change_of_query",
                             "query_place_permuted", "key_place_permuted"})
        table.columns.push_back({QString::fromLatin1(name), {}, {}});
    const Result<Experiment> experiment = permutationExperiment(state);
    if (!experiment) {
        table.note = QString::fromStdString(experiment.error().message);
        return table;
    }
    const auto moved = [&](Eigen::Index place) {
        return static_cast<double>(experiment->inverse[static_cast<std::size_t>(place)]);
    };
    for (Eigen::Index m = 0; m < experiment->before.rows(); ++m)
        for (Eigen::Index n = 0; n < experiment->before.cols(); ++n)
            addRow(table, {static_cast<double>(m), static_cast<double>(n), experiment->before(m, n),
                           experiment->after(m, n), experiment->outputs[m], moved(m), moved(n)});
    table.note = QStringLiteral("One row per pair of words of %1, by place; the permuted run is put back in this "
                                "order. %2")
                     .arg(sentenceText(experiment->lab.tokens), repeatWords(*experiment));
    return table;
}

} // namespace

const Figure& permutationFigure()
{
    static const PermutationFigure figure;
    return figure;
}

} // namespace rope
