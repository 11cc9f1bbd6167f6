#include "ui/figures/all.h"
#include "ui/figures/figure_text.h"
#include "ui/figures/lab_parts.h"
#include "ui/figures/moves.h"
#include "ui/paint/text.h"
#include "ui/paint/ticks.h"

#include <algorithm>
#include <cmath>

namespace rope {

namespace {

enum Part { Before, After, Difference, Outputs };
constexpr double smallestBar = 1e-17;  ///< of the logarithmic axis: below rounding
constexpr double smallestShown = 0.01; ///< a difference of weights below this stays pale

/// The sentence and its exchange, both run by the same code, the second put back in the first one's order.
struct Experiment {
    Lab lab;
    std::vector<int> order;
    RowMatrix before;        ///< attention weights as written
    RowMatrix after;         ///< of the exchanged sentence, rows and columns put back
    RowMatrix difference;    ///< after - before
    Eigen::VectorXd outputs; ///< largest change of each word's output
};

Experiment run(Lab lab)
{
    Experiment result;
    result.order = exchangedEnds(static_cast<int>(lab.tokens.size()));
    const LabRun before = runOf(lab);
    const LabRun after = runAttention(permutedRows(lab.embeddings, result.order), lab.head, lab.positions, lab.mask);
    const RowMatrix rows = permutedRows(after.weights, result.order); // an exchange is its own inverse
    result.before = before.weights;
    result.after = permutedRows(rows.transpose(), result.order).transpose();
    result.difference = result.after - result.before;
    result.outputs = (permutedRows(after.output, result.order) - before.output).cwiseAbs().rowwise().maxCoeff();
    result.lab = std::move(lab);
    return result;
}

Result<Experiment> experimentOf(const ExplorerState& state)
{
    return labOf(state).map([](const Lab& lab) { return run(lab); });
}

std::vector<std::string> exchanged(const Experiment& experiment)
{
    std::vector<std::string> words;
    for (const int place : experiment.order)
        words.push_back(experiment.lab.tokens[static_cast<std::size_t>(place)]);
    return words;
}

QString verdict(const ExplorerState& state, double residual)
{
    const bool plain =
        state.encoding.absolute == AbsoluteEncoding::None && state.encoding.relative == RelativeEncoding::None;
    if (residual > 1e-9 && plain)
        return QStringLiteral("The causal mask alone tells places apart.");
    if (residual > 1e-9)
        return QStringLiteral("Word order counts (%1).").arg(encodingText(state));
    if (plain)
        return QStringLiteral("No positions act, so Attention(PX) = P Attention(X) up to rounding.");
    return QStringLiteral("%1 cannot tell this exchange: it keeps every distance.").arg(encodingText(state));
}

QStringList captions(const ExplorerState& state, const Experiment& experiment)
{
    const double residual = experiment.outputs.maxCoeff();
    const QString number = QStringLiteral("largest change of an output %1.").arg(readableNumber(residual, 2));
    return {QStringLiteral("%1 against %2: %3 %4")
                .arg(sentenceText(experiment.lab.tokens), sentenceText(exchanged(experiment)), number,
                     verdict(state, residual)),
            QStringLiteral("Ends exchanged: %1 %2").arg(number, verdict(state, residual)),
            QStringLiteral("Ends exchanged: %1").arg(number),
            QStringLiteral("Residual %1").arg(readableNumber(residual, 2))};
}

struct Picture {
    Experiment experiment;
    FigureParts parts;
    std::vector<Panel> panels;
};

Result<Picture> pictureOf(const FigureContext& context)
{
    return experimentOf(context.state).map([&](const Experiment& experiment) {
        Picture picture{experiment, {}, {}};
        picture.parts = divideFigure(context.area, context.style, {}, captions(context.state, experiment));
        picture.panels = panelsOf(picture.parts.body, context.style, 4, context.state.view.panel, {17.0, 14.0});
        return picture;
    });
}

QStringList panelNames()
{
    return {QStringLiteral("Attention, as written"), QStringLiteral("Ends exchanged, put back"),
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
            true};
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

void paintBars(QPainter& painter, const Picture& picture, const Panel& panel, const PaintStyle& style)
{
    const Frame frame = barFrame(picture, panel, style);
    const Eigen::VectorXd& outputs = picture.experiment.outputs;
    paintGrid(painter, frame, style);
    const double width = 0.6 * frame.plot.width() / static_cast<double>(outputs.size());
    for (Eigen::Index word = 0; word < outputs.size(); ++word) {
        const QColor colour = outputs[word] > 1e-9 ? style.query : style.good;
        if (outputs[word] > smallestBar)
            drawColumn(painter, frame, static_cast<double>(word), smallestBar, outputs[word], width, colour);
    }
    paintAxes(painter, frame, style);
}

class PermutationFigure final : public Figure {
public:
    QString id() const override { return QStringLiteral("permutation"); }
    QString title() const override { return QStringLiteral("Permutation"); }
    QString description() const override
    {
        return QStringLiteral("Attention on a sentence and on the same words with the ends exchanged: without "
                              "positions the outputs only change places.");
    }
    QString subtitle(const ExplorerState& state) const override;
    QString describe(const ExplorerState& state) const override;
    void paint(QPainter& painter, const FigureContext& context) const override;
    Readout hover(const FigureContext& context, QPointF point) const override;
    std::optional<Change> step(const ExplorerState& state, int steps, bool vertical) const override;
    DataTable data(const ExplorerState& state) const override;
};

QString PermutationFigure::subtitle(const ExplorerState& state) const
{
    const QString mask = state.sequence.mask == Mask::Causal ? QStringLiteral(" · causal") : QString();
    return encodingText(state) + mask;
}

QString PermutationFigure::describe(const ExplorerState& state) const
{
    const Result<Experiment> experiment = experimentOf(state);
    if (!experiment)
        return QString::fromStdString(experiment.error().message);
    return captions(state, *experiment).first();
}

void PermutationFigure::paint(QPainter& painter, const FigureContext& context) const
{
    const Result<Picture> picture = pictureOf(context);
    if (!picture)
        return paintRefusal(painter, context, picture.error());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Panel& panel : picture->panels) {
        if (panel.index == Outputs)
            paintBars(painter, *picture, panel, context.style);
        else
            paintMatrixPanel(painter, panel, matrixPanel(*picture, panel, context), context);
        drawPanelTitle(painter, panel, panelNames(), picture->panels.size(), context.style);
    }
    drawFigureParts(painter, picture->parts, context.style);
    painter.restore();
}

Readout PermutationFigure::hover(const FigureContext& context, QPointF point) const
{
    const Result<Picture> picture = pictureOf(context);
    const Panel* panel = picture ? panelAt(picture->panels, point) : nullptr;
    if (panel == nullptr)
        return {};
    const Experiment& experiment = picture->experiment;
    const auto word = [&](Eigen::Index place) {
        return QString::fromStdString(experiment.lab.tokens[static_cast<std::size_t>(place)]);
    };
    if (panel->index == Outputs) {
        const auto place = placeIn(barFrame(*picture, *panel, context.style), point, 1, experiment.outputs.size());
        return place ? Readout{QStringLiteral("output of “%1” changes by at most %2")
                                   .arg(word(place->column), readableNumber(experiment.outputs[place->column], 3)),
                               {}}
                     : Readout{};
    }
    const MatrixPanel matrix = matrixPanel(*picture, *panel, context);
    const auto place =
        placeIn(matrixPanelFrame(*panel, matrix, context.style), point, matrix.values.rows(), matrix.values.cols());
    if (!place)
        return {};
    return {QStringLiteral("“%1” to “%2”: %3 as written, %4 exchanged")
                .arg(word(place->row), word(place->column),
                     readableNumber(experiment.before(place->row, place->column), 3),
                     readableNumber(experiment.after(place->row, place->column), 3)),
            {}};
}

std::optional<Change> PermutationFigure::step(const ExplorerState& state, int steps, bool) const
{
    return moveBy(state, "view.panel", steps);
}

DataTable PermutationFigure::data(const ExplorerState& state) const
{
    DataTable table;
    for (const char* name : {"query", "key", "attention", "attention_exchanged", "output_change_of_query"})
        table.columns.push_back({QString::fromLatin1(name), {}, {}});
    const Result<Experiment> experiment = experimentOf(state);
    if (!experiment) {
        table.note = QString::fromStdString(experiment.error().message);
        return table;
    }
    for (Eigen::Index m = 0; m < experiment->before.rows(); ++m)
        for (Eigen::Index n = 0; n < experiment->before.cols(); ++n)
            addRow(table, {static_cast<double>(m), static_cast<double>(n), experiment->before(m, n),
                           experiment->after(m, n), experiment->outputs[m]});
    table.note = QStringLiteral("One row per pair of words of %1, by place; the exchanged run is put back in this "
                                "order.")
                     .arg(sentenceText(experiment->lab.tokens));
    return table;
}

} // namespace

const Figure& permutationFigure()
{
    static const PermutationFigure figure;
    return figure;
}

} // namespace rope
