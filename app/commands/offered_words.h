#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace rope::cli {

/// What may stand in the place of an option's value or of a positional.
struct OfferedWords {
    std::vector<std::string> words; ///< ids and names; a word with `=` at its end goes on
    bool files = false;             ///< names of files too
};

/// An option or a positional of one command.
struct OfferedOption {
    std::vector<std::string> names; ///< `-o`, `--output`; empty: a positional
    std::string about;              ///< one line
    bool takesValue = false;
    OfferedWords value;
};

/// A command with everything that may follow it; the first is the program itself, with an empty name.
struct OfferedCommand {
    std::string name;
    std::string about;
    std::vector<OfferedOption> options;
    std::vector<OfferedOption> positionals;
};

std::vector<OfferedCommand> offeredCommands(const CLI::App& root);

/// A key that takes one of a few words: `sequence.mask` and none, causal.
struct OfferedChoice {
    std::string key;
    std::vector<std::string> words;
};

std::vector<OfferedChoice> offeredChoices();

} // namespace rope::cli
