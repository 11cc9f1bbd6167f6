#include "app/commands/offered_words.h"

#include "app/commands/description.h"
#include "app/commands/list.h"
#include "app/commands/recipe.h"
#include "core/schemes/registry.h"
#include "core/state/keys.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <map>

namespace rope::cli {

namespace {

/// The keys of every state and of every scheme, each once.
std::vector<StateKey> allKeys()
{
    std::vector<StateKey> keys = stateKeys();
    for (const Scheme* scheme : schemes()) {
        ExplorerState state;
        activeRotary(state).scheme = scheme->id;
        for (StateKey& key : keysOf(state)) {
            const auto same = [&](const StateKey& known) {
                return known.id == key.id;
            };
            if (std::ranges::none_of(keys, same))
                keys.push_back(std::move(key));
        }
    }
    return keys;
}

OfferedWords presetsOrFiles()
{
    return {listedIds("presets"), true};
}

OfferedWords settings()
{
    std::vector<std::string> words;
    for (const StateKey& key : allKeys())
        words.push_back(key.id + "=");
    return {std::move(words), false};
}

/// Places whose words come from the program's lists, by the option's or positional's name.
const std::map<std::string, OfferedWords (*)(), std::less<>>& listedPlaces()
{
    static const std::map<std::string, OfferedWords (*)(), std::less<>> table{
        {"--preset",
         [] {
             return OfferedWords{listedIds("presets"), false};
         }},
        {"--compared", presetsOrFiles},
        {"--expect", presetsOrFiles},
        {"--set", settings},
        {"A", presetsOrFiles},
        {"B", presetsOrFiles},
        {"C", presetsOrFiles},
        {"FIGURE",
         [] {
             return OfferedWords{listedIds("figures"), false};
         }},
        {"LIST",
         [] {
             return OfferedWords{listNames(), false};
         }},
        {"LIBRARY",
         [] {
             return OfferedWords{recipeNames(), false};
         }},
        {"SHELL",
         [] {
             return OfferedWords{completedShells(), false};
         }},
    };
    return table;
}

bool isWord(const std::string& text)
{
    return !text.empty() && std::ranges::all_of(text, [](unsigned char c) { return std::islower(c) || c == '-'; });
}

/// `none|causal` as its words; nothing when a part of it is no plain word.
std::vector<std::string> wordsOf(const std::string& typeName)
{
    const std::vector<std::string> parts = CLI::detail::split(typeName, '|');
    return parts.size() > 1 && std::ranges::all_of(parts, isWord) ? parts : std::vector<std::string>{};
}

OfferedWords valueOf(const CLI::Option& option, const std::string& name)
{
    if (const auto place = listedPlaces().find(name); place != listedPlaces().end())
        return place->second();
    if (std::vector<std::string> words = wordsOf(option.get_type_name()); !words.empty())
        return {std::move(words), false};
    return {{}, true};
}

std::vector<std::string> namesOf(const CLI::Option& option)
{
    std::vector<std::string> names;
    for (const std::string& name : option.get_snames())
        names.push_back("-" + name);
    for (const std::string& name : option.get_lnames())
        names.push_back("--" + name);
    return names;
}

OfferedCommand offeredCommand(const CLI::App& app, std::string name)
{
    OfferedCommand command{std::move(name), app.get_description(), {}, {}};
    for (const CLI::Option* option : app.get_options()) {
        const std::vector<std::string> names = namesOf(*option);
        const bool takesValue = names.empty() || option->get_items_expected_max() > 0;
        const std::string place = names.empty() ? option->get_name(true) : names.back();
        OfferedOption offered{names, option->get_description(), takesValue, {}};
        if (takesValue)
            offered.value = valueOf(*option, place);
        (names.empty() ? command.positionals : command.options).push_back(std::move(offered));
    }
    return command;
}

} // namespace

std::vector<OfferedCommand> offeredCommands(const CLI::App& root)
{
    std::vector<OfferedCommand> commands{offeredCommand(root, "")};
    for (const CLI::App* command : root.get_subcommands([](const CLI::App*) { return true; }))
        commands.push_back(offeredCommand(*command, command->get_name()));
    return commands;
}

std::vector<OfferedChoice> offeredChoices()
{
    std::vector<OfferedChoice> choices;
    for (const StateKey& key : allKeys()) {
        if (key.kind == ValueKind::Switch)
            choices.push_back({key.id, {"on", "off"}});
        if (key.kind != ValueKind::Choice)
            continue;
        OfferedChoice choice{key.id, {}};
        for (const KeyChoice& each : key.choices)
            choice.words.push_back(each.id);
        choices.push_back(std::move(choice));
    }
    return choices;
}

} // namespace rope::cli
