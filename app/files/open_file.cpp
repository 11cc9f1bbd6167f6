#include "app/files/open_file.h"

#include "core/base/files.h"
#include "core/base/json_text.h"
#include "core/model/model_file.h"
#include "core/state/json.h"
#include "ui/paint/export/export.h"

#include <QFileInfo>
#include <QStringList>

namespace rope {

namespace {

bool hasSuffix(const QString& path, const QStringList& suffixes)
{
    return suffixes.contains(QFileInfo(path).suffix().toLower());
}

bool isPicture(const QString& path)
{
    return hasSuffix(path, {"png", "svg", "pdf", "tex", "gif", "mp4"});
}

/// The bytes of a file of reasonable size.
Result<std::string> readText(const std::string& path)
{
    return readOrdinaryFile(path, "a session or an exported figure", JsonLimits{}.bytes);
}

/// The session in a JSON text: the text itself, or the `state` of a figure exported as numbers.
Result<ExplorerState> sessionIn(const std::string& text)
{
    return parseJson(text).and_then([&](const nlohmann::json& json) {
        const bool wraps = json.is_object() && json.contains("figure") && json.contains("state");
        return stateOfSession(wraps ? json.at("state") : json);
    });
}

/// Refusals name the file.
Result<ExplorerState> named(Result<ExplorerState> state, const std::string& path)
{
    return std::move(state).map_error([&](const Error& error) { return Error{path, describe(error), error.kind}; });
}

} // namespace

Result<OpenedFile> openFile(const std::string& path)
{
    const QString name = QString::fromStdString(path);
    const auto opened = [](auto&& held) {
        return OpenedFile(std::forward<decltype(held)>(held));
    };
    if (hasSuffix(name, {"npy"}))
        return ContentSource{path};
    if (isPicture(name))
        return readSession(path).map(opened);
    const Result<std::string> text = hasSuffix(name, {"gguf"}) ? refuse(path, "is no text") : readText(path);
    if (text && text->find(sessionFormat) != std::string::npos)
        return named(sessionIn(*text), path).map(opened);
    return readModelFile(path).map(opened);
}

Result<ExplorerState> readSession(const std::string& path)
{
    const QString name = QString::fromStdString(path);
    if (isPicture(name))
        return embeddedState(name).and_then(
            [&](const QByteArray& text) { return named(sessionIn(text.toStdString()), path); });
    return readText(path).and_then([&](const std::string& text) { return named(sessionIn(text), path); });
}

} // namespace rope
