#include "app/files/open_file.h"

#include "core/base/files.h"
#include "core/base/json_text.h"
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
Result<QByteArray> readBytes(const QString& path)
{
    return readOrdinaryFile(path.toStdString(), "a session or an exported figure", JsonLimits{}.bytes)
        .map([](const std::string& bytes) { return QByteArray::fromStdString(bytes); });
}

std::string_view viewOf(const QByteArray& bytes)
{
    return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

/// The session in a JSON text: the text itself, or the `state` of a figure exported as numbers.
std::string sessionText(const QByteArray& text)
{
    const std::string_view whole = viewOf(text);
    const Result<nlohmann::json> json = parseJson(whole);
    const bool wraps = json && json->is_object() && json->contains("figure") && json->contains("state");
    return wraps ? json->at("state").dump() : std::string(whole);
}

bool looksLikeSession(const QString& path)
{
    const Result<QByteArray> text = readBytes(path);
    if (!text)
        return false;
    const Result<nlohmann::json> json = parseJson(sessionText(*text));
    return json && json->is_object() && json->contains("format");
}

} // namespace

FileKind kindOfFile(const std::string& path)
{
    const QString name = QString::fromStdString(path);
    if (hasSuffix(name, {"npy"}))
        return FileKind::Array;
    if (isPicture(name))
        return FileKind::Session;
    return !hasSuffix(name, {"gguf"}) && looksLikeSession(name) ? FileKind::Session : FileKind::Model;
}

Result<ExplorerState> readSession(const std::string& path)
{
    const QString name = QString::fromStdString(path);
    const Result<QByteArray> text = isPicture(name) ? embeddedState(name) : readBytes(name);
    if (!text)
        return tl::unexpected(text.error());
    Result<ExplorerState> state = stateFromJson(sessionText(*text));
    if (!state)
        return refuse(path, describe(state.error()));
    return state;
}

} // namespace rope
