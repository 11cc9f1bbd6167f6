#include "app/commands/description.h"
#include "app/commands/offered_words.h"

#include <algorithm>

namespace rope::cli {

namespace {

std::string joined(const std::vector<std::string>& words, const std::string& between = " ")
{
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : between) + word;
    return text;
}

/// In single quotes of a POSIX shell.
std::string quoted(const std::string& text)
{
    std::string out = "'";
    for (const char c : text)
        out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

/// The first line of a description, for a list of choices.
std::string line(const std::string& text)
{
    return text.substr(0, text.find('\n'));
}

std::vector<std::string> optionNames(const OfferedCommand& command)
{
    std::vector<std::string> names;
    for (const OfferedOption& option : command.options)
        names.insert(names.end(), option.names.begin(), option.names.end());
    return names;
}

std::vector<std::string> commandNames(const std::vector<OfferedCommand>& commands)
{
    std::vector<std::string> names;
    for (auto command = commands.begin() + 1; command != commands.end(); ++command)
        names.push_back(command->name);
    return names;
}

/// Everything that may be typed in the place of a positional: the words of all of them.
OfferedWords positionalWords(const OfferedCommand& command)
{
    OfferedWords all;
    for (const OfferedOption& positional : command.positionals) {
        for (const std::string& word : positional.value.words) {
            if (std::ranges::find(all.words, word) == all.words.end())
                all.words.push_back(word);
        }
        all.files = all.files || positional.value.files;
    }
    return all;
}

std::string bashOffer(const OfferedWords& value)
{
    const std::string words = value.words.empty() ? "" : " words=" + quoted(joined(value.words)) + ";";
    return words + (value.files ? " files=1;" : "");
}

std::string bashCommand(const OfferedCommand& command, const std::vector<std::string>& commands)
{
    std::string text = "        " + (command.name.empty() ? "''" : command.name) +
                       ")\n            options=" + quoted(joined(optionNames(command))) + "\n";
    OfferedWords plain = positionalWords(command);
    if (command.name.empty())
        plain.words.insert(plain.words.end(), commands.begin(), commands.end());
    text += "            case $before in\n";
    for (const OfferedOption& option : command.options) {
        if (option.takesValue)
            text += "                " + joined(option.names, "|") + ") options=;" + bashOffer(option.value) + " ;;\n";
    }
    return text + "                *)" + bashOffer(plain) + " ;;\n            esac ;;\n";
}

std::string bashCompletion(const std::vector<OfferedCommand>& commands)
{
    std::string text =
        R"(# Completes the command lines of rope-explorer in bash; written by `rope-explorer completion bash`.
_rope_explorer()
{
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command= options= words= files= i key=
    COMPREPLY=()
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
            )" +
        joined(commandNames(commands), "|") + R"() command=${COMP_WORDS[i]}; break ;;
        esac
    done
    # KEY=VALUE comes as three words
    if [ "$word" = "=" ]; then key=$before; word=; elif [ "$before" = "=" ]; then key=${COMP_WORDS[COMP_CWORD-2]}; fi
    case $key in
        '') ;;
)";
    for (const OfferedChoice& choice : offeredChoices())
        text += "        " + choice.key + ") COMPREPLY=($(compgen -W " + quoted(joined(choice.words)) +
                " -- \"$word\")); return ;;\n";
    text += "        *) return ;;\n    esac\n    case $command in\n";
    for (const OfferedCommand& command : commands)
        text += bashCommand(command, commandNames(commands));
    return text + R"(    esac
    if [[ $word == -* ]]; then words=$options files=; fi
    COMPREPLY=($(compgen -W "$words" -- "$word"))
    if [ -n "$files" ]; then compopt -o filenames 2>/dev/null; COMPREPLY+=($(compgen -f -- "$word")); fi
    if [ "${#COMPREPLY[@]}" -eq 1 ] && [[ ${COMPREPLY[0]} == *= ]]; then compopt -o nospace 2>/dev/null; fi
}
complete -F _rope_explorer rope-explorer
)";
}

/// A text inside the brackets of an _arguments specification.
std::string zshText(const std::string& text)
{
    std::string out;
    for (const char c : line(text)) {
        if (c == '[' || c == ']' || c == ':' || c == '\\')
            out += '\\';
        out += c;
    }
    return out;
}

std::string zshValue(const OfferedWords& value, const std::string& what)
{
    if (value.words.empty())
        return ":" + what + ":_files";
    if (value.files)
        return ":" + what + ":{ compadd -- " + joined(value.words) + "; _files }";
    const bool goesOn = value.words.front().back() == '=';
    return ":" + what + ":{ compadd " + (goesOn ? "-S '' " : "") + "-- " + joined(value.words) + " }";
}

std::string zshOption(const OfferedOption& option)
{
    std::string text;
    for (const std::string& name : option.names)
        text += "            " +
                quoted("*" + name + "[" + zshText(option.about) + "]" +
                       (option.takesValue ? zshValue(option.value, "value") : "")) +
                " \\\n";
    return text;
}

std::string zshArguments(const OfferedCommand& command)
{
    std::string text = "        _arguments \\\n";
    for (const OfferedOption& option : command.options)
        text += zshOption(option);
    return text + "            " + quoted("*" + zshValue(positionalWords(command), "argument")) + "\n";
}

std::string zshCompletion(const std::vector<OfferedCommand>& commands)
{
    std::string text = "#compdef rope-explorer\n# Completes the command lines of rope-explorer in zsh; written by "
                       "`rope-explorer completion zsh`.\n_rope_explorer()\n{\n    local -a commands=(\n";
    for (auto command = commands.begin() + 1; command != commands.end(); ++command)
        text += "        " + quoted(command->name + ":" + line(command->about)) + "\n";
    text += "    )\n    local command=${words[2]}\n    if (( CURRENT == 2 )); then\n"
            "        _describe command commands\n    fi\n    case $command in\n";
    for (auto command = commands.begin() + 1; command != commands.end(); ++command)
        text += "    " + command->name + ")\n        shift words; (( CURRENT-- ))\n" + zshArguments(*command) +
                "        ;;\n";
    return text + "    *)\n" + zshArguments(commands.front()) + "        ;;\n    esac\n}\n_rope_explorer \"$@\"\n";
}

/// In single quotes of fish.
std::string fishQuoted(const std::string& text)
{
    std::string out = "'";
    for (const char c : text)
        out += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    return out + "'";
}

std::string fishValue(const OfferedWords& value)
{
    const std::string words = value.words.empty() ? "" : " -a " + fishQuoted(joined(value.words));
    return std::string(value.files ? " -r -F" : " -x") + words;
}

std::string fishOption(const std::string& when, const OfferedOption& option)
{
    std::string text = "complete -c rope-explorer" + when;
    for (const std::string& name : option.names)
        text += name.rfind("--", 0) == 0 ? " -l " + name.substr(2) : " -s " + name.substr(1);
    return text + (option.takesValue ? fishValue(option.value) : std::string(" -f")) + " -d " +
           fishQuoted(line(option.about)) + "\n";
}

std::string fishCommand(const OfferedCommand& command)
{
    const std::string when = command.name.empty() ? std::string(" -n __fish_use_subcommand")
                                                  : " -n " + fishQuoted("__fish_seen_subcommand_from " + command.name);
    std::string text;
    for (const OfferedOption& option : command.options)
        text += fishOption(when, option);
    const OfferedWords plain = positionalWords(command);
    if (!plain.words.empty())
        text += "complete -c rope-explorer" + when + (plain.files ? "" : " -f") + " -a " +
                fishQuoted(joined(plain.words)) + "\n";
    return text;
}

std::string fishCompletion(const std::vector<OfferedCommand>& commands)
{
    std::string text = "# Completes the command lines of rope-explorer in fish; written by `rope-explorer completion "
                       "fish`.\n";
    for (auto command = commands.begin() + 1; command != commands.end(); ++command)
        text += "complete -c rope-explorer -n __fish_use_subcommand -a " + command->name + " -d " +
                fishQuoted(line(command->about)) + "\n";
    for (const OfferedCommand& command : commands)
        text += fishCommand(command);
    return text;
}

} // namespace

const std::vector<std::string>& completedShells()
{
    static const std::vector<std::string> shells{"bash", "zsh", "fish"};
    return shells;
}

std::string completion(const CLI::App& root, const std::string& shell)
{
    const std::vector<OfferedCommand> commands = offeredCommands(root);
    if (shell == "bash")
        return bashCompletion(commands);
    return shell == "zsh" ? zshCompletion(commands) : fishCompletion(commands);
}

} // namespace rope::cli
