#include "app/window/comparing.h"

#include "app/files/compare_report.h"
#include "app/window/workspaces.h"
#include "core/base/files.h"
#include "core/model/comparison_report.h"
#include "core/model/model_file.h"
#include "core/model/presets.h"
#include "core/state/json.h"
#include "core/views/compared_state.h"
#include "ui/widgets/preset_picker.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <algorithm>

namespace rope {

namespace {

QString sentenceOf(const Error& error)
{
    return QString::fromStdString(describe(error));
}

/// The figures that show both models are on show: the present ones, or those of the workspace for it.
ExplorerState withFigures(ExplorerState state)
{
    if (std::ranges::find(state.view.figures, "comparison") != state.view.figures.end())
        return state;
    return withWorkspace(state, *findWorkspace("compare"));
}

} // namespace

Comparing::Comparing(ExplorerStore& store, FileOf fileOf, QWidget* window)
    : QObject(window)
    , store_(store)
    , fileOf_(std::move(fileOf))
    , window_(window)
    , view_(new ComparisonView(window))
    , menu_(new QMenu(window))
{
    view_->setSecondMenu(menu_);
    connect(menu_, &QMenu::aboutToShow, this, &Comparing::fillMenu);
}

bool Comparing::want(const Result<ExplorerState>& state, const QString& label)
{
    if (!state)
        Q_EMIT refused(sentenceOf(state.error()));
    else
        Q_EMIT stateWanted(*state, label);
    return state.has_value();
}

bool Comparing::take(const Result<ModelFile>& file)
{
    if (!file) {
        Q_EMIT refused(sentenceOf(file.error()));
        return false;
    }
    return want(withChange(store_.state(), SetCompared{file->model}).map(withFigures), tr("Compare models"));
}

void Comparing::takePreset(const QString& id)
{
    take(loadPreset(id.toStdString()));
}

bool Comparing::takeFile(const QString& path)
{
    return take(readModelFile(path.toStdString()));
}

void Comparing::takePart(const QString& layerType)
{
    if (!store_.state().compared)
        return;
    ModelSettings second = *store_.state().compared;
    const ModelFile file = fileOf_(second);
    second.layers = file.model.layers;
    second.activeLayer = 0;
    if (!layerType.isEmpty())
        std::erase_if(second.layers,
                      [&](const RotarySettings& layer) { return layer.layerType != layerType.toStdString(); });
    want(withChange(store_.state(), SetCompared{second}), tr("Compare another kind of layer"));
}

void Comparing::choosePreset()
{
    auto* picker = new PresetPicker(window_);
    picker->setAttribute(Qt::WA_DeleteOnClose);
    picker->setPurpose(tr("Compare %1 with").arg(QString::fromStdString(store_.state().model.name)), tr("Compare"));
    picker->offerFile(tr("Open a file…"));
    connect(picker, &PresetPicker::chosen, this, &Comparing::takePreset);
    connect(picker, &PresetPicker::fileWanted, this, &Comparing::chooseFile);
    picker->open();
}

void Comparing::chooseFile()
{
    const QString path = QFileDialog::getOpenFileName(window_, tr("Compare with"), {},
                                                      tr("Model files (*.json *.gguf *.safetensors);;All files (*)"));
    if (!path.isEmpty())
        takeFile(path);
}

/// Both models change places; the figures stay.
void Comparing::exchange()
{
    const ExplorerState& state = store_.state();
    if (!state.compared)
        return;
    const ModelSettings first = state.model;
    want(withChange(state, SetModel{*state.compared}).and_then([&](const ExplorerState& next) {
        return withChange(next, SetCompared{first});
    }),
         tr("Exchange the models"));
}

void Comparing::stop()
{
    want(withChange(store_.state(), SetCompared{}), tr("Stop comparing"));
}

Result<PartComparison> Comparing::compared() const
{
    const ExplorerState& state = store_.state();
    if (!state.compared)
        return refuse("", "There is no second model.");
    const RotarySettings& first = activeRotary(state);
    const std::vector<ComparedModel> models{{fileOf_(state.model), state.model},
                                            {fileOf_(*state.compared), *state.compared}};
    return compareParts(models, {first.layerType, counterpartOf(first.layerType, *state.compared).layerType},
                        static_cast<double>(state.sequence.length))
        .map([](const std::vector<PartComparison>& parts) { return parts.front(); });
}

void Comparing::copyTable()
{
    const Result<PartComparison> comparison = compared();
    if (!comparison) {
        Q_EMIT refused(sentenceOf(comparison.error()));
        return;
    }
    QApplication::clipboard()->setText(QString::fromStdString(differencesAsTsv({*comparison})));
    Q_EMIT told(tr("The values that differ are in the clipboard, with tabs between."));
}

void Comparing::saveReport()
{
    const QString path =
        QFileDialog::getSaveFileName(window_, tr("Save a report of both models"), QStringLiteral("comparison.html"),
                                     tr("Reports (*.html *.pdf *.md)"));
    if (!path.isEmpty())
        writeReport(path);
}

bool Comparing::writeReport(const QString& path)
{
    const std::string suffix = QFileInfo(path).suffix().toLower().toStdString();
    const Result<PartComparison> comparison = compared();
    Result<void> written = comparison ? Result<void>() : tl::unexpected(comparison.error());
    if (written && !isReportSuffix(suffix))
        written = refuse(path.toStdString(), "a report is a .html, .pdf or .md");
    if (written) {
        const Result<std::string> bytes = compareReport(suffix, {*comparison}, toJson(store_.state()));
        written = bytes ? writeWhole(path.toStdString(), std::string_view(*bytes)) : tl::unexpected(bytes.error());
    }
    if (written)
        Q_EMIT told(tr("Saved as %1.").arg(path));
    else
        Q_EMIT refused(sentenceOf(written.error()));
    return written.has_value();
}

void Comparing::follow()
{
    const ExplorerState& state = store_.state();
    if (shownFirst_ == state.model && shownSecond_ == state.compared && shownLength_ == state.sequence.length)
        return;
    shownFirst_ = state.model;
    shownSecond_ = state.compared;
    shownLength_ = state.sequence.length;
    if (!state.compared)
        return;
    const Result<PartComparison> comparison = compared();
    if (comparison)
        view_->showComparison(*comparison);
    else
        view_->showProblem(sentenceOf(comparison.error()));
}

/// Another second model, and the kinds of layers of the present one.
void Comparing::fillMenu()
{
    menu_->clear();
    connect(menu_->addAction(tr("Choose a model…")), &QAction::triggered, this, &Comparing::choosePreset);
    connect(menu_->addAction(tr("Open a file…")), &QAction::triggered, this, &Comparing::chooseFile);
    if (!store_.state().compared)
        return;
    const ModelSettings& second = *store_.state().compared;
    const std::vector<RotarySettings> layers = fileOf_(second).model.layers;
    if (layers.size() > 1) {
        menu_->addSeparator();
        const auto offer = [&](const QString& text, const QString& layerType, bool now) {
            QAction* part = menu_->addAction(text);
            part->setCheckable(true);
            part->setChecked(now);
            connect(part, &QAction::triggered, this, [this, layerType] { takePart(layerType); });
        };
        offer(tr("The same kind of layer as A"), {}, second.layers.size() > 1);
        for (const RotarySettings& layer : layers)
            offer(QString::fromStdString(layer.layerType), QString::fromStdString(layer.layerType),
                  second.layers.size() == 1 && second.layers.front().layerType == layer.layerType);
    }
    menu_->addSeparator();
    connect(menu_->addAction(tr("Stop comparing")), &QAction::triggered, this, &Comparing::stop);
}

} // namespace rope
