#pragma once

#include "ui/paint/text.h"

#include <QString>
#include <vector>

namespace rope {

/// A label as LaTeX sets it in text mode: special characters escaped, Greek letters and mathematical signs as math,
/// sub- and superscripts attached to the letter before them. Needs no package; right in every font encoding. Characters
/// that plain LaTeX has no sign for become [U+4E2D].
QString latexText(const std::vector<TextRun>& runs);

} // namespace rope
