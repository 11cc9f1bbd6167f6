#include "app/commands/inspect.h"

#include "app/commands/state_options.h"
#include "core/base/files.h"
#include "core/model/inspection.h"

namespace rope::cli {

namespace {

std::string valueJson(const InspectedValue& value)
{
    JsonObject object;
    object.add("value", value.text)
        .add("origin", jsonText(value.origin.text))
        .add("kind", jsonText(std::string(kindName(value.origin.kind))));
    if (!value.origin.authority.empty())
        object.add("authority", jsonText(value.origin.authority));
    return object.text(6);
}

std::string layersJson(const InspectedPart& part)
{
    if (part.layers.empty())
        return "null";
    std::string text;
    for (const int layer : part.layers)
        text += (text.empty() ? "" : ", ") + std::to_string(layer);
    return "[" + text + "]";
}

std::string partJson(const InspectedPart& part)
{
    JsonObject object;
    object.add("name", jsonText(part.name))
        .add("layers", layersJson(part))
        .add("rotates", part.rotates ? "true" : "false");
    for (const InspectedValue& value : part.values)
        object.add(value.name, valueJson(value));
    JsonObject parameters;
    for (const InspectedValue& parameter : part.parameters)
        parameters.add(parameter.name, valueJson(parameter));
    return object.add("parameters", part.parameters.empty() ? "{}" : parameters.text(6)).text(4);
}

std::string rowsJson(const ModelFile& file, KeyReport::Use use, const char* words)
{
    std::vector<std::string> rows;
    for (const KeyReport& row : file.report)
        if (row.use == use)
            rows.push_back(JsonObject()
                               .add("key", jsonText(row.key))
                               .add("value", jsonText(row.value))
                               .add(words, jsonText(row.decided))
                               .text(4));
    return rows.empty() ? "[]" : jsonLines(rows, 2);
}

std::string asJson(const InspectRequest& request, const ModelFile& file)
{
    std::vector<std::string> parts;
    for (const InspectedPart& part : inspect(file))
        parts.push_back(partJson(part));
    std::vector<std::string> sentences;
    for (const std::string& remark : remarks(file))
        sentences.push_back(jsonText(remark));
    return JsonObject()
               .add("file", jsonText(request.file))
               .add("format", jsonText(file.format))
               .add("family", file.family.empty() ? "null" : jsonText(file.family))
               .add("parts", jsonLines(parts, 2))
               .add("read", rowsJson(file, KeyReport::Use::Given, "decided"))
               .add("ignored", rowsJson(file, KeyReport::Use::Ignored, "why"))
               .add("remarks", sentences.empty() ? "[]" : jsonLines(sentences, 2))
               .text() +
           "\n";
}

std::string originText(const Origin& origin)
{
    return origin.authority.empty() ? origin.text : origin.text + " (" + origin.authority + ")";
}

std::string partTable(const InspectedPart& part, int layerCount)
{
    std::string text = part.name + (part.rotates ? "" : ": does not rotate");
    if (!part.layers.empty())
        text += "\n  layers " + rangesOf(part.layers) + "\n  " + layerStrip(part, layerCount);
    std::vector<std::vector<std::string>> rows;
    for (const InspectedValue& value : part.values)
        rows.push_back({value.name, value.text, std::string(kindName(value.origin.kind)), originText(value.origin)});
    for (const InspectedValue& value : part.parameters)
        rows.push_back(
            {"scheme." + value.name, value.text, std::string(kindName(value.origin.kind)), originText(value.origin)});
    return text + "\n\n" + alignedTable({"value", "is", "kind", "origin"}, rows);
}

std::string keyTable(const ModelFile& file, KeyReport::Use use, const char* title, const char* why)
{
    std::vector<std::vector<std::string>> rows;
    for (const KeyReport& row : file.report)
        if (row.use == use)
            rows.push_back({row.key, row.value, row.decided});
    return rows.empty() ? "" : std::string("\n") + title + "\n\n" + alignedTable({"key", "value", why}, rows);
}

std::string asTable(const ModelFile& file)
{
    std::string text = file.model.name + ": " + file.format + (file.family.empty() ? "" : ", family " + file.family);
    text += "\n";
    for (const InspectedPart& part : inspect(file))
        text += "\n" + partTable(part, file.layerCount);
    text += keyTable(file, KeyReport::Use::Given, "Keys that were read", "decided");
    text += keyTable(file, KeyReport::Use::Ignored, "Keys without effect", "why");
    for (const std::string& remark : remarks(file))
        text += "\nnote: " + remark;
    return remarks(file).empty() ? text : text + "\n";
}

} // namespace

std::string originsJson(const std::map<std::string, Origin>& origins, int indent)
{
    JsonObject object;
    for (const auto& [name, origin] : origins)
        object.add(name, JsonObject()
                             .add("origin", jsonText(origin.text))
                             .add("kind", jsonText(std::string(kindName(origin.kind))))
                             .text(indent + 2));
    return object.text(indent);
}

Result<void> runInspect(const InspectRequest& request)
{
    const Result<ModelFile> file = modelNamed(request.file);
    if (!file)
        return tl::unexpected(file.error());
    return writeStandardOutput(request.format == TextFormat::Json ? asJson(request, *file) : asTable(*file));
}

} // namespace rope::cli
