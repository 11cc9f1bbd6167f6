#include "app/commands/list.h"

#include "core/base/files.h"
#include "core/model/presets.h"
#include "core/schemes/registry.h"
#include "core/state/keys.h"
#include "ui/figures/registry.h"
#include "ui/paint/colour_map.h"

#include <map>

namespace rope::cli {

namespace {

/// One listed thing: its id, a line about it, and further members of its JSON object.
struct Entry {
    std::string id;
    std::string title;
    std::string about;
    std::vector<std::pair<std::string, std::string>> more; ///< key, JSON value
};

using Entries = std::vector<Entry>;

std::string kindName(ColourMap::Kind kind)
{
    switch (kind) {
    case ColourMap::Kind::Sequential:
        return "sequential: lightness rises all the way";
    case ColourMap::Kind::Diverging:
        return "diverging: lightest in the middle";
    case ColourMap::Kind::Cyclic:
        break;
    }
    return "cyclic: both ends alike, for phases";
}

std::string kindName(ValueKind kind)
{
    switch (kind) {
    case ValueKind::Integer:
        return "integer";
    case ValueKind::Real:
        return "real";
    case ValueKind::Switch:
        return "switch";
    case ValueKind::Choice:
        return "choice";
    case ValueKind::Text:
        break;
    }
    return "text";
}

bool isNumber(ValueKind kind)
{
    return kind == ValueKind::Integer || kind == ValueKind::Real;
}

std::string choicesOf(const StateKey& key, const char* between)
{
    std::string text;
    for (const KeyChoice& choice : key.choices)
        text += (text.empty() ? "" : between) + choice.id;
    return text;
}

std::string rangeOf(const StateKey& key)
{
    if (key.kind == ValueKind::Choice)
        return choicesOf(key, "|");
    if (isNumber(key.kind))
        return roundedNumber(key.minimum) + " ... " + roundedNumber(key.maximum) +
               (key.unit.empty() ? "" : " " + key.unit);
    return key.kind == ValueKind::Switch ? "on|off" : "text";
}

Entry entryOf(const StateKey& key, const ExplorerState& state)
{
    Entry entry{key.id, key.title, rangeOf(key) + "; " + key.help, {}};
    entry.more.emplace_back("kind", jsonText(kindName(key.kind)));
    entry.more.emplace_back("unit", jsonText(key.unit));
    if (isNumber(key.kind)) {
        entry.more.emplace_back("minimum", jsonNumber(key.minimum));
        entry.more.emplace_back("maximum", jsonNumber(key.maximum));
    }
    if (key.kind == ValueKind::Choice)
        entry.more.emplace_back("choices", "[\"" + choicesOf(key, "\", \"") + "\"]");
    entry.more.emplace_back("default", jsonText(formatValue(key.get(state))));
    return entry;
}

/// The keys of every state, then those that each scheme adds.
Entries keyEntries()
{
    const ExplorerState plain;
    Entries entries;
    for (const StateKey& key : stateKeys())
        entries.push_back(entryOf(key, plain));
    std::map<std::string, std::size_t> known;
    for (const Scheme* scheme : schemes()) {
        ExplorerState state;
        activeRotary(state).scheme = scheme->id;
        for (const Parameter& parameter : scheme->parameters) {
            const KeyHandle key = findKey(state, "scheme." + std::string(parameter.id));
            if (!key)
                continue;
            const auto [place, isNew] = known.emplace(key->id, entries.size());
            if (isNew)
                entries.push_back(entryOf(*key, state));
            auto& about = entries[place->second].more;
            if (isNew)
                about.emplace_back("schemes", "[" + jsonText(scheme->id) + "]");
            else
                about.back().second.insert(about.back().second.size() - 1, ", " + jsonText(scheme->id));
        }
    }
    return entries;
}

Entries figureEntries()
{
    Entries entries;
    for (const Figure* figure : figures())
        entries.push_back(
            {figure->id().toStdString(), figure->title().toStdString(), figure->description().toStdString(), {}});
    return entries;
}

Entries presetEntries()
{
    Entries entries;
    for (const Preset& preset : presets())
        entries.push_back({preset.id, preset.name, preset.source, {{"family", jsonText(preset.family)}}});
    return entries;
}

Entries schemeEntries()
{
    Entries entries;
    for (const Scheme* scheme : schemes())
        entries.push_back({std::string(scheme->id),
                           std::string(scheme->title),
                           std::string(scheme->reference),
                           {{"lesson", jsonText(scheme->lesson)}}});
    return entries;
}

Entries colorMapEntries()
{
    Entries entries;
    for (const ColourMap& map : colourMaps())
        entries.push_back({map.id, map.title, kindName(map.kind), {}});
    return entries;
}

const std::map<std::string, Entries (*)(), std::less<>>& lists()
{
    static const std::map<std::string, Entries (*)(), std::less<>> table{
        {"figures", figureEntries},     {"presets", presetEntries}, {"schemes", schemeEntries},
        {"colormaps", colorMapEntries}, {"keys", keyEntries},
    };
    return table;
}

std::string asJson(const Entries& entries)
{
    std::vector<std::string> objects;
    for (const Entry& entry : entries) {
        JsonObject object;
        object.add("id", jsonText(entry.id)).add("title", jsonText(entry.title)).add("about", jsonText(entry.about));
        for (const auto& [key, value] : entry.more)
            object.add(key, value);
        objects.push_back(object.text(2));
    }
    return jsonLines(objects) + "\n";
}

std::string asTable(const Entries& entries)
{
    std::vector<std::vector<std::string>> rows;
    for (const Entry& entry : entries)
        rows.push_back({entry.id, entry.title, entry.about});
    return alignedTable({"id", "title", "about"}, rows);
}

} // namespace

std::vector<std::string> listNames()
{
    std::vector<std::string> names;
    for (const auto& [name, entries] : lists())
        names.push_back(name);
    return names;
}

std::vector<std::string> listedIds(const std::string& what)
{
    std::vector<std::string> ids;
    for (Entry& entry : lists().at(what)())
        ids.push_back(std::move(entry.id));
    return ids;
}

Result<void> runList(const ListRequest& request)
{
    const auto list = lists().find(request.what);
    if (list == lists().end())
        return refuse(request.what, "can list figures, presets, schemes, colormaps or keys");
    const Entries entries = list->second();
    return writeStandardOutput(request.format == TextFormat::Json ? asJson(entries) : asTable(entries));
}

} // namespace rope::cli
