#pragma once

#include "ui/paint/canvas.h"

namespace rope {

/// A LaTeX file of the picture: a pgfpicture to \input in a document that uses the package pgf or tikz, which
/// compiles alone too. Text is set in the document's font. Images are bounded to what TeX holds in memory: the picture
/// is painted at fewer dots per inch where they are larger. Refuses sides shorter than 1 mm or longer than TeX holds.
Result<QByteArray> texBytes(const Canvas& canvas);

} // namespace rope
