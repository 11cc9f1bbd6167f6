#pragma once

#include "core/state/change.h"
#include "core/state/content_choice.h"
#include "core/state/shown_state.h"

#include <gtest/gtest.h>

namespace rope {

/// The state with a source as content, opened; fails the running test where that is refused.
inline ShownState openedWith(const ExplorerState& state, const std::string& source)
{
    ContentShelf shelf;
    const auto content = shelf.open(source);
    const Result<ExplorerState> next =
        content ? withContent(state, source, **content) : tl::unexpected(content.error());
    if (!next) {
        ADD_FAILURE() << describe(next.error());
        return state;
    }
    return withContentOpened(*next, shelf);
}

/// The state after a change, with the content file that it names opened.
inline ShownState openedAfter(const ShownState& state, const Change& change)
{
    ContentShelf shelf;
    const Result<ExplorerState> next = withChange(state, change);
    if (!next) {
        ADD_FAILURE() << describe(next.error());
        return state;
    }
    return withContentOpened(*next, shelf);
}

} // namespace rope
