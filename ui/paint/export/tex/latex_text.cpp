#include "ui/paint/export/tex/latex_text.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace rope {
namespace {

struct Sign {
    char32_t character;
    const char* latex;
};

/// What text mode must not take as it stands: LaTeX's own characters.
constexpr Sign textSigns[] = {
    {U'\\', R"(\textbackslash{})"},
    {U'{', R"(\{)"},
    {U'}', R"(\})"},
    {U'#', R"(\#)"},
    {U'$', R"(\$)"},
    {U'%', R"(\%)"},
    {U'&', R"(\&)"},
    {U'_', R"(\_)"},
    {U'^', R"(\textasciicircum{})"},
    {U'~', R"(\textasciitilde{})"},
    {U'"', R"(\textquotedblright{})"},
    {U'“', "``"},
    {U'”', "''"},
    {U'‘', "`"},
    {U'’', "'"},
    {U'–', "--"},
    {U'—', "---"},
    {U'…', R"(\ldots{})"},
    {U'\u00A0', "~"},
    {U'\u2009', R"(\,)"},
    {U'\u202F', R"(\,)"},
};

/// Signs that exist in math only, or that math sets better.
constexpr Sign mathSigns[] = {
    {U'<', "<"},
    {U'>', ">"},
    {U'|', R"(\vert )"},
    {U'−', "-"},
    {U'·', R"(\cdot )"},
    {U'×', R"(\times )"},
    {U'±', R"(\pm )"},
    {U'÷', R"(\div )"},
    {U'√', R"(\surd )"},
    {U'∞', R"(\infty )"},
    {U'≤', R"(\leq )"},
    {U'≥', R"(\geq )"},
    {U'≠', R"(\neq )"},
    {U'≈', R"(\approx )"},
    {U'∝', R"(\propto )"},
    {U'→', R"(\rightarrow )"},
    {U'←', R"(\leftarrow )"},
    {U'↵', R"(\hookleftarrow )"},
    {U'⟨', R"(\langle )"},
    {U'⟩', R"(\rangle )"},
    {U'‖', R"(\Vert )"},
    {U'∠', R"(\angle )"},
    {U'∑', R"(\sum )"},
    {U'∏', R"(\prod )"},
    {U'∈', R"(\in )"},
    {U'°', R"(^{\circ})"},
    {U'²', "^{2}"},
    {U'³', "^{3}"},
    {U'¹', "^{1}"},
    {U'⁰', "^{0}"},
    {U'⁴', "^{4}"},
    {U'⁵', "^{5}"},
    {U'⁶', "^{6}"},
    {U'⁷', "^{7}"},
    {U'⁸', "^{8}"},
    {U'⁹', "^{9}"},
    {U'⁻', "^{-}"},
    {U'ⱼ', "_{j}"},
    {U'ₘ', "_{m}"},
    {U'ₙ', "_{n}"},
    {U'α', R"(\alpha )"},
    {U'β', R"(\beta )"},
    {U'γ', R"(\gamma )"},
    {U'δ', R"(\delta )"},
    {U'ε', R"(\varepsilon )"},
    {U'θ', R"(\theta )"},
    {U'λ', R"(\lambda )"},
    {U'μ', R"(\mu )"},
    {U'π', R"(\pi )"},
    {U'ρ', R"(\rho )"},
    {U'σ', R"(\sigma )"},
    {U'τ', R"(\tau )"},
    {U'φ', R"(\varphi )"},
    {U'ω', R"(\omega )"},
    {U'Γ', R"(\Gamma )"},
    {U'Δ', R"(\Delta )"},
    {U'Θ', R"(\Theta )"},
    {U'Λ', R"(\Lambda )"},
    {U'Π', R"(\Pi )"},
    {U'Σ', R"(\Sigma )"},
    {U'Φ', R"(\Phi )"},
    {U'Ω', R"(\Omega )"},
};

template <std::size_t N> const char* found(const Sign (&table)[N], char32_t character)
{
    const auto* sign = std::ranges::find(table, character, &Sign::character);
    return sign == std::end(table) ? nullptr : sign->latex;
}

/// Letters with accents, which LaTeX reads as UTF-8 since 2018.
bool isReadAsItStands(char32_t character)
{
    return (character >= U' ' && character < U'\x7F') || (character >= U'\u00C0' && character <= U'\u017F');
}

/// A piece that needs one mode; `script`: `_{...}` or `^{...}` of what stands before it.
struct Piece {
    QString latex;
    bool math = false;
    bool script = false;
};

bool isScript(const QString& latex)
{
    return latex.startsWith(u'^') || latex.startsWith(u'_');
}

Piece pieceOf(char32_t character)
{
    if (const char* math = found(mathSigns, character)) {
        const QString latex = QString::fromUtf8(math);
        return {latex, true, isScript(latex)};
    }
    if (const char* text = found(textSigns, character))
        return {QString::fromUtf8(text)};
    if (isReadAsItStands(character))
        return {QString::fromUcs4(&character, 1)};
    return {QStringLiteral("[U+%1]").arg(static_cast<uint>(character), 4, 16, QChar(u'0')).toUpper()};
}

/// In math a word is upright and a single letter is a variable.
QString wordInMath(const QString& word)
{
    return word.size() == 1 ? word : QStringLiteral("\\mathrm{%1}").arg(word);
}

/// A script's content in math mode.
QString scriptText(const QString& text)
{
    QString latex;
    QString word;
    const auto endWord = [&] {
        if (!word.isEmpty())
            latex += wordInMath(word);
        word.clear();
    };
    for (const char32_t character : text.toUcs4()) {
        const bool letter = character < 128 && QChar(static_cast<char16_t>(character)).isLetter();
        if (letter) {
            word += QChar(static_cast<char16_t>(character));
            continue;
        }
        endWord();
        const Piece piece = pieceOf(character);
        latex += character == U' ' ? QStringLiteral("\\ ")
                                   : (piece.math || character < 128 ? piece.latex : "\\mbox{" + piece.latex + "}");
    }
    endWord();
    return latex;
}

/// A hyphen that stands for a minus: before a number, or between spaces.
bool isMinus(const QList<uint>& text, qsizetype at)
{
    const QChar before = at > 0 ? QChar(static_cast<char16_t>(text[at - 1])) : QChar(u' ');
    const QChar after = at + 1 < text.size() ? QChar(static_cast<char16_t>(text[at + 1])) : QChar(u' ');
    return text[at] == U'-' && (after.isDigit() || after == u' ') && !before.isLetterOrNumber() && text.size() > 1;
}

void appendPieces(std::vector<Piece>& pieces, const QString& text)
{
    const QList<uint> characters = text.toUcs4();
    for (qsizetype i = 0; i < characters.size(); ++i)
        pieces.push_back(isMinus(characters, i) ? Piece{QStringLiteral("-"), true} : pieceOf(characters[i]));
}

Piece scriptPiece(const TextRun& run)
{
    const QChar mark = run.script == TextRun::Script::Sub ? u'_' : u'^';
    return {mark + QStringLiteral("{") + scriptText(run.text) + u'}', true, true};
}

/// The pieces of all runs in order.
std::vector<Piece> piecesOf(const std::vector<TextRun>& runs)
{
    std::vector<Piece> pieces;
    for (const TextRun& run : runs) {
        if (run.script == TextRun::Script::Normal)
            appendPieces(pieces, run.text);
        else
            pieces.push_back(scriptPiece(run));
    }
    return pieces;
}

bool isLetter(const Piece& piece)
{
    return !piece.math && piece.latex.size() == 1 && piece.latex.front().isLetter();
}

/// A lone letter with a script is a variable: R_m, but not the g of `log_2`.
void makeVariables(std::vector<Piece>& pieces)
{
    for (std::size_t i = 0; i + 1 < pieces.size(); ++i) {
        const bool alone = i == 0 || !isLetter(pieces[i - 1]);
        if (isLetter(pieces[i]) && alone && pieces[i + 1].script)
            pieces[i].math = true;
    }
}

/// `x^{-}^{5}` is an error: neighbouring scripts of one kind become one, and another starts on an empty base.
QString joinedMath(const std::vector<Piece>& pieces, std::size_t begin, std::size_t end)
{
    QString latex;
    for (std::size_t i = begin; i < end; ++i) {
        const QString& piece = pieces[i].latex;
        const bool follows = i > begin && pieces[i].script && pieces[i - 1].script;
        const bool third = follows && i > begin + 1 && pieces[i - 2].script;
        if (follows && piece.front() == pieces[i - 1].latex.front()) {
            latex.chop(1);
            latex += piece.mid(2);
        } else {
            latex += (pieces[i].script && (i == begin || third) ? QStringLiteral("{}") : QString()) + piece;
        }
    }
    return latex;
}

} // namespace

QString latexText(const std::vector<TextRun>& runs)
{
    std::vector<Piece> pieces = piecesOf(runs);
    makeVariables(pieces);
    QString latex;
    for (std::size_t begin = 0; begin < pieces.size();) {
        std::size_t end = begin;
        while (end < pieces.size() && pieces[end].math == pieces[begin].math)
            ++end;
        if (pieces[begin].math)
            latex += u'$' + joinedMath(pieces, begin, end).trimmed() + u'$';
        else
            for (std::size_t i = begin; i < end; ++i)
                latex += pieces[i].latex;
        begin = end;
    }
    return latex;
}

} // namespace rope
