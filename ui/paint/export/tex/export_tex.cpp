#include "ui/paint/export/tex/export_tex.h"

#include "ui/paint/export/export_state.h"
#include "ui/paint/export/tex/tikz_device.h"

namespace rope {
namespace {

constexpr qsizetype largestImage = 800'000; ///< bytes of one image's text; TeX's memory holds some five times that
constexpr double coarsestDpi = 20.0;
constexpr double smallestSide = 1.0 / 25.4; ///< inches
constexpr double largestSide = 226.0;       ///< inches: TeX's longest length is 16384 pt

Result<void> requireLengths(QSizeF inches)
{
    for (const double side : {inches.width(), inches.height()})
        if (side < smallestSide * 0.999 || side > largestSide)
            return refuse("size", "a picture in LaTeX is from 1 to 5740 mm wide and high; choose another size");
    return {};
}

/// The commands at a resolution that TeX can hold.
QByteArray commandsOf(const Canvas& canvas)
{
    for (double dpi = canvas.options.dpi;; dpi *= 0.7) {
        ExportOptions options = canvas.options;
        options.dpi = dpi;
        TikzDevice device(canvas.area().size());
        QPainter painter(&device);
        paintCanvas(painter, {options, canvas.paint, canvas.inches});
        painter.end();
        if (device.largestImage() <= largestImage || dpi < coarsestDpi)
            return device.commands();
    }
}

QByteArray commentLines(const QByteArray& text)
{
    QByteArray lines;
    for (const QByteArray& line : text.split('\n'))
        lines += "% " + line.trimmed() + '\n';
    return lines;
}

QByteArray head(const Canvas& canvas)
{
    const QString title = canvas.options.title;
    const QString description = canvas.options.description;
    return QByteArray(texStart) + "\n" + commentLines((title + u'\n' + description).toUtf8()) +
           "% In a document that says \\usepackage{pgf} or \\usepackage{tikz}: \\input{this file}. It compiles alone "
           "too.\n"
           "% Text takes the document's font. Images are inside, as PDF operators: use pdflatex, lualatex or "
           "xelatex.\n" +
           stateComment(canvas.options.state);
}

/// Alone, the first \documentclass is still to come; inside a document LaTeX has made it an error.
QByteArray opening(const QByteArray& width, const QByteArray& height)
{
    return "\\expandafter\\ifx\\csname @twoclasseserror\\endcsname\\documentclass\n"
           "\\let\\ropefigureend\\relax\n"
           "\\else\n"
           "\\documentclass{article}\n"
           "\\usepackage[paperwidth=" +
           width + ",paperheight=" + height +
           ",margin=0bp]{geometry}\n"
           "\\IfFileExists{lmodern.sty}{\\usepackage[T1]{fontenc}\\usepackage{lmodern}}{}\n"
           "\\usepackage{pgf}\n"
           "\\pagestyle{empty}\\parindent0pt\\topskip0pt\n"
           "\\def\\ropefigureend{\\end{document}}\n"
           "\\begin{document}\n"
           "\\fi\n";
}

} // namespace

Result<QByteArray> texBytes(const Canvas& canvas)
{
    if (const Result<void> possible = requireLengths(canvas.inches); !possible)
        return tl::unexpected(possible.error());
    const QByteArray width = QByteArray::number(canvas.inches.width() * 72.0, 'f', 3) + "bp";
    const QByteArray height = QByteArray::number(canvas.inches.height() * 72.0, 'f', 3) + "bp";
    return head(canvas) + opening(width, height) +
           "\\begin{pgfpicture}%\n"
           "\\pgfpathrectangle{\\pgfpointorigin}{\\pgfqpoint{" +
           width + "}{" + height +
           "}}%\n"
           "\\pgfusepath{use as bounding box}%\n" +
           commandsOf(canvas) +
           "\\end{pgfpicture}%\n"
           "\\ropefigureend\n";
}

} // namespace rope
