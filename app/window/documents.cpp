#include "app/window/documents.h"

#include "app/files/session_file.h"
#include "app/window/workspaces.h"
#include "core/model/config/config_json.h"
#include "core/model/inspection.h"
#include "core/model/model_file.h"
#include "core/model/presets.h"

#include <QFileInfo>
#include <algorithm>

namespace rope {

namespace {

/// The report of a model that came with a session or from the command line: of its preset or its file.
Result<ModelFile> readAgain(const std::string& source)
{
    if (QFileInfo(QString::fromStdString(source)).isFile())
        return readModelFile(source);
    return loadPreset(source);
}

QString keyOf(const ModelSettings& model)
{
    return QString::fromStdString(model.source + model.name);
}

/// What was opened and what to know about it, for the message bar.
QString contentNotice(const ContentFile& content)
{
    const Capture& capture = content.capture;
    if (content.builtIn)
        return QString::fromStdString(capture.title + ". " + capture.note + ' ' + capture.licence);
    const QString sizes = Documents::tr("%1 layer(s), %2 positions, %3 query head(s) of %4 channels")
                              .arg(capture.layers)
                              .arg(capture.places)
                              .arg(capture.queryHeads)
                              .arg(capture.headDim);
    const QString queries = QString::fromStdString(content.queryName);
    if (content.sharedArray)
        return Documents::tr("%1 serves as queries and as keys: no array of keys lies beside it. %2, taken as before "
                             "rotation.")
            .arg(queries, sizes);
    return Documents::tr("Queries %1, keys %2: %3, taken as before rotation.")
        .arg(queries, QString::fromStdString(content.keyName), sizes);
}

} // namespace

Documents::Documents(ExplorerStore& store, QObject* parent)
    : QObject(parent)
    , store_(store)
{}

bool Documents::warn(const Error& error)
{
    Q_EMIT told(QString::fromStdString(describe(error)), MessageBar::Kind::Warning);
    return false;
}

bool Documents::openState(const ExplorerState& state, const QString& label)
{
    Q_EMIT opening();
    const std::optional<Error> error = store_.propose(ReplaceAll{state}, label);
    return !error || warn(*error);
}

bool Documents::openFile(const QString& path)
{
    const Result<OpenedFile> opened = rope::openFile(path.toStdString());
    return opened ? take(*opened, path) : warn(opened.error());
}

bool Documents::take(const OpenedFile& opened, const QString& path)
{
    if (const auto* content = std::get_if<ContentSource>(&opened))
        return useContent(QString::fromStdString(content->source));
    if (const auto* file = std::get_if<ModelFile>(&opened))
        return showModel(*file);
    if (!openState(std::get<ExplorerState>(opened), tr("Open session")))
        return false;
    Q_EMIT baselineChanged();
    Q_EMIT told(tr("Opened %1.").arg(QFileInfo(path).fileName()), MessageBar::Kind::Notice);
    return true;
}

/// The model, and what its file said.
bool Documents::showModel(const ModelFile& file)
{
    const bool taken = takeModel(file);
    if (taken)
        Q_EMIT reportWanted();
    return taken;
}

bool Documents::saveSession(const QString& path)
{
    if (const Result<void> written = writeSession(path, store_.state()); !written)
        return warn(written.error());
    Q_EMIT told(tr("Saved as %1.").arg(path), MessageBar::Kind::Notice);
    return true;
}

bool Documents::takeModel(const Result<ModelFile>& file)
{
    if (!file)
        return warn(file.error());
    reports_.insert(keyOf(file->model), *file);
    if (const std::optional<Error> error = store_.propose(SetModel{file->model}, tr("Open model")))
        return warn(*error);
    Q_EMIT baselineChanged();
    const auto remarks = static_cast<int>(file->warnings.size() + file->disagreements.size());
    if (remarks > 0)
        Q_EMIT told(
            tr("%1: %n remark(s), see the page Model.", nullptr, remarks).arg(QString::fromStdString(file->model.name)),
            MessageBar::Kind::Warning);
    else
        Q_EMIT modelTaken();
    return true;
}

bool Documents::usePreset(const QString& id)
{
    return takeModel(loadPreset(id.toStdString()));
}

bool Documents::pasteModel(const QString& text)
{
    const Result<ModelFile> file = readRopeFragment(text.toStdString(), activeRotary(store_.state()));
    if (!file)
        return warn({tr("Pasted text").toStdString(), describe(file.error())});
    return showModel(*file);
}

bool Documents::useContent(const QString& source)
{
    Q_EMIT opening();
    if (const std::optional<Error> error = store_.proposeContent(source.toStdString(), tr("Open content")))
        return warn(*error);
    if (const auto& content = store_.state().content)
        Q_EMIT told(contentNotice(*content), MessageBar::Kind::Notice);
    return true;
}

/// The second model and the figures that show it, as one undo step.
void Documents::startOver()
{
    openState(ExplorerState{}, tr("Start over"));
    Q_EMIT baselineChanged();
}

ModelFile Documents::fileOf(const ModelSettings& model)
{
    const QString key = keyOf(model);
    if (!reports_.contains(key) && !model.source.empty())
        if (const Result<ModelFile> file = readAgain(model.source))
            reports_.insert(key, *file);
    return reports_.value(key);
}

const ModelFile* Documents::report()
{
    fileOf(store_.state().model);
    const QString key = keyOf(store_.state().model);
    const auto found = reports_.constFind(key);
    return found == reports_.constEnd() ? nullptr : &*found;
}

QString Documents::modelTitle()
{
    const ModelSettings& model = store_.state().model;
    const QString name = QString::fromStdString(model.name);
    const ModelFile* file = report();
    return file != nullptr && file->model.layers != model.layers ? tr("%1, changed").arg(name) : name;
}

std::map<QString, QString> Documents::origins()
{
    std::map<QString, QString> texts;
    const ModelSettings& shown = store_.state().model;
    const ModelFile* file = report();
    const auto part = static_cast<std::size_t>(shown.activeLayer);
    if (file == nullptr || part >= file->model.layers.size() || part >= shown.layers.size())
        return texts;
    for (const auto& [name, origin] : originsOf(*file, part, shown.layers[part])) {
        const std::string key = name.starts_with("scheme.") ? name : "model." + name;
        texts.emplace(QString::fromStdString(key), QString::fromStdString(describe(origin)));
    }
    return texts;
}

} // namespace rope
