#pragma once

#include "core/base/result.h"
#include "core/captures/content_file.h"
#include "core/state/state.h"

#include <memory>
#include <string>

namespace rope {

/// A state as it is shown: with the content file that it names, opened by whoever owns the state. Nothing that is made
/// from a state opens a file. A state alone becomes one whose content file, if it names one, is not open.
struct ShownState : ExplorerState {
    ShownState() = default;
    ShownState(ExplorerState state); // NOLINT(google-explicit-constructor): tests and most figures know no files

    std::shared_ptr<const ContentFile> content; ///< nullptr where no file is the content, or it cannot be used
    std::string contentProblem;                 ///< why it cannot, one sentence
};

/// The state with the content that it names, opened from the shelf and with what is known of the file brought up to
/// date; with the reason where the file cannot be opened or does not fit the state.
ShownState withContentOpened(ExplorerState state, ContentShelf& shelf);

/// The same where the owner of `shown` asks for a neighbouring state: it has that content if it names the same file.
ShownState withContentOf(ExplorerState state, const ShownState& shown);

/// The content file of a state. Refuses where there is none, with the reason.
Result<std::shared_ptr<const ContentFile>> contentFileOf(const ShownState& state);

} // namespace rope
