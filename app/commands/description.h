#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace rope::cli {

/// `rope-explorer.1`, a manual page in troff's `man` macros: every command and option with the words of --help.
std::string manualPage(const CLI::App& root);

/// bash, zsh, fish.
const std::vector<std::string>& completedShells();

/// The file that completes command lines in one of completedShells: commands, options, ids of presets and figures,
/// keys and their choices, file names elsewhere. The lists are those of this build.
std::string completion(const CLI::App& root, const std::string& shell);

} // namespace rope::cli
