#pragma once

#include <QColor>
#include <QImage>
#include <QString>

namespace rope {

/// An equation of resources/equations for text of `fontSize` logical pixels, in the given colour, `deviceScale` device
/// pixels per logical one. Shrunk to `maximumWidth` logical pixels when it is wider (0: never). Null when there is none
/// of this name.
QImage equationImage(const QString& name, double fontSize, const QColor& colour, double deviceScale,
                     double maximumWidth = 0.0);

} // namespace rope
