#pragma once

#include <QStringList>

namespace rope {

/// Qt's warnings since the last call, without the offscreen platform's own noise. A picture that was painted well
/// leaves none.
QStringList takeWarnings();

} // namespace rope
