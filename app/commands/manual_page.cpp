#include "app/commands/description.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>

namespace rope::cli {

namespace {

/// A text for troff: backslashes and hyphens as themselves, no line that begins with a request.
std::string troff(const std::string& text)
{
    std::string out;
    bool lineStart = true;
    for (const char c : text) {
        if (lineStart && (c == '.' || c == '\''))
            out += "\\&";
        lineStart = c == '\n';
        if (c == '\\')
            out += "\\e";
        else if (c == '-')
            out += "\\-";
        else
            out += c;
    }
    return out;
}

std::string bold(const std::string& text)
{
    return "\\fB" + troff(text) + "\\fR";
}

std::string italic(const std::string& text)
{
    return text.empty() ? std::string() : "\\fI" + troff(text) + "\\fR";
}

/// `-o, --output OUT`, or a positional's name.
std::string heading(const CLI::Option& option)
{
    std::string names;
    for (const std::string& name : option.get_snames())
        names += (names.empty() ? "" : ", ") + bold("-" + name);
    for (const std::string& name : option.get_lnames())
        names += (names.empty() ? "" : ", ") + bold("--" + name);
    if (names.empty())
        return italic(option.get_name(true));
    const bool takesValue = option.get_items_expected_max() > 0;
    return takesValue ? names + " " + italic(option.get_type_name()) : names;
}

std::string optionParts(const CLI::App& app)
{
    std::string text;
    for (const CLI::Option* option : app.get_options())
        text += ".TP\n" + heading(*option) + "\n" + troff(option->get_description()) + "\n";
    return text;
}

/// `rope-explorer render FIGURE [OPTIONS]`
std::string usage(const CLI::App& app, const std::string& name)
{
    std::string text = bold(name);
    for (const CLI::Option* option : app.get_options()) {
        if (!option->get_positional())
            continue;
        const std::string place = italic(option->get_name(true));
        text += option->get_required() ? " " + place : " [" + place + "]";
    }
    return text + " [" + italic("OPTIONS") + "]";
}

/// A footer's lines: commands as examples, sentences as they are.
std::string footerParts(const std::string& footer)
{
    std::string text;
    std::istringstream lines(footer);
    for (std::string line; std::getline(lines, line);) {
        const bool example = line.rfind("rope-explorer", 0) == 0;
        text += example ? ".PP\n.EX\n" + troff(line) + "\n.EE\n" : ".PP\n" + troff(line) + "\n";
    }
    return text;
}

std::string commandPart(const CLI::App& root, const CLI::App& command)
{
    return ".SS " + bold(command.get_name()) + "\n" + usage(command, root.get_name() + " " + command.get_name()) +
           "\n.PP\n" + troff(command.get_description()) + ".\n" + optionParts(command) +
           footerParts(command.get_footer());
}

} // namespace

std::string manualPage(const CLI::App& root)
{
    const std::string about = root.get_description();
    const std::size_t colon = about.find(": ");
    const std::size_t line = about.find('\n');
    std::string text = ".TH ROPE\\-EXPLORER 1 \"\" \"RoPE Explorer " ROPE_VERSION "\" \"User Commands\"\n.SH NAME\n" +
                       troff(root.get_name()) + " \\- " + troff(about.substr(colon + 2, line - colon - 3)) +
                       "\n.SH SYNOPSIS\n" + usage(root, root.get_name()) + "\n.br\n" + bold(root.get_name()) + " " +
                       italic("COMMAND") + " [" + italic("OPTIONS") + "]\n.SH DESCRIPTION\n" +
                       troff(about.substr(line + 1)) + "\n.SH OPTIONS\n" + optionParts(root) + ".SH COMMANDS\n";
    for (const CLI::App* command : root.get_subcommands([](const CLI::App*) { return true; }))
        text += commandPart(root, *command);
    return text + ".SH NOTES\n" + footerParts(root.get_footer());
}

} // namespace rope::cli
