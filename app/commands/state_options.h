#pragma once

#include "app/files/open_file.h"
#include "core/base/result.h"
#include "core/model/model_file.h"
#include "core/state/shown_state.h"

#include <optional>
#include <string>
#include <vector>

namespace rope::cli {

/// One of the options that make a state, as it stood on the command line.
struct StateOption {
    enum class Kind {
        Preset,   ///< `--preset ID`: the model of a preset
        Model,    ///< `--model FILE`: the model in a config.json or .gguf
        State,    ///< `--state FILE`: a session or an exported figure
        Set,      ///< `--set KEY=VALUE`
        Named,    ///< a model file or a preset's id
        Compared, ///< `--compared NAME`: the same, as the second model beside the first
    };
    Kind kind;
    std::string value;
};

/// The state that a row of options makes, and what is worth knowing about it.
struct RequestedState {
    ShownState state;                  ///< with its content file opened
    bool lengthGiven = false;          ///< the options named the sequence's length (by --set or --state)
    std::optional<ModelFile> file;     ///< the model's file or preset as it was read, if one was named last
    bool modelGiven = false;           ///< a preset, a model file or a session named the model
    ContentShelf shelf;                ///< of the content files that were opened
    std::vector<std::string> warnings; ///< what a model file said that has no effect, and the like
};

/// The default state changed by each option in turn. Where no option names the model, a content file brings what it
/// knows: a capture its model, own arrays their head dimension. Neighbouring --set options count as one change, so that
/// values which only fit together may stand in any order. Refuses with the option or the key at fault.
/// `opened`: what the window opens, to which the options are applied.
Result<RequestedState> requestedState(const std::vector<StateOption>& options, const OpenedFile* opened = nullptr);

/// The model in a file, or the preset of that id where there is no such file.
Result<ModelFile> modelNamed(const std::string& name);

/// The value of --seq-len: a whole number of tokens from 1 to maximumLength.
Result<double> parseSequenceLength(const std::string& text);

} // namespace rope::cli
