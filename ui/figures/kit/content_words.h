#pragma once

#include "core/state/shown_state.h"

#include <QString>
#include <QStringList>
#include <cstdint>

namespace rope {

/// What the content file on show is, longest wording first; empty when content is not taken from a file.
QStringList contentWords(const ShownState& state);

/// Why there is nothing to show; empty when all is well.
QString contentTrouble(const ShownState& state);

/// The token at a position in quotation marks, with a space before it; empty where none is known.
QString tokenWords(const ShownState& state, std::int64_t position);

/// `3.2 (previous token)`: layer, head and what is known of it.
QString headWords(const std::string& kind, int layer, int head);

} // namespace rope
