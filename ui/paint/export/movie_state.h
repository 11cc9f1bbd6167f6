#pragma once

#include <QByteArray>
#include <optional>

namespace rope {

/// A GIF with the state in a comment of its own, or an MP4 with the state in a box of its own at the end, which
/// players skip. An empty state or another kind of file changes nothing.
QByteArray movieWithState(const QByteArray& movie, const QByteArray& state);

/// The state that movieWithState put there; nothing where none is or the file is broken.
std::optional<QByteArray> stateOfMovie(const QByteArray& movie);

/// Whether these first bytes of a file are a GIF's or an MP4's.
bool looksLikeMovie(const QByteArray& start);

} // namespace rope
