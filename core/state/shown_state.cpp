#include "core/state/shown_state.h"

#include "core/state/content_choice.h"

#include <utility>

namespace rope {

namespace {

const char* const fileKey = "sequence.content_file";

/// With what is known of the file, if that fits the rest; what does not is no fact of this state.
ShownState withOpened(ExplorerState state, std::shared_ptr<const ContentFile> content)
{
    state.sequence.contentFacts = factsOf(*content);
    const Result<void> fits = requireContentFits(state);
    if (!fits)
        state.sequence.contentFacts = {};
    ShownState shown(std::move(state));
    shown.content = fits ? std::move(content) : nullptr;
    shown.contentProblem = fits ? std::string() : describe(fits.error());
    return shown;
}

} // namespace

ShownState::ShownState(ExplorerState state)
    : ExplorerState(std::move(state))
{
    if (sequence.content == ContentKind::File)
        contentProblem = "the content file is not open";
}

ShownState withContentOpened(ExplorerState state, ContentShelf& shelf)
{
    if (state.sequence.content != ContentKind::File)
        return ShownState(std::move(state));
    auto content = shelf.open(state.sequence.contentFile);
    if (content)
        return withOpened(std::move(state), std::move(*content));
    state.sequence.contentFacts = {};
    ShownState shown(std::move(state));
    shown.contentProblem = describe(content.error());
    return shown;
}

ShownState withContentOf(ExplorerState state, const ShownState& shown)
{
    if (state.sequence.content != ContentKind::File || !shown.content ||
        state.sequence.contentFile != shown.sequence.contentFile)
        return ShownState(std::move(state));
    return withOpened(std::move(state), shown.content);
}

Result<std::shared_ptr<const ContentFile>> contentFileOf(const ShownState& state)
{
    if (state.content)
        return state.content;
    return refuse(fileKey,
                  state.contentProblem.empty() ? "the content is not taken from a file" : state.contentProblem);
}

} // namespace rope
