#pragma once

#include <QString>

namespace rope {

/// A tooltip that shows `text` as it is, also where it holds `<b>` or the like: names and sentences come from files.
QString plainToolTip(const QString& text);

} // namespace rope
