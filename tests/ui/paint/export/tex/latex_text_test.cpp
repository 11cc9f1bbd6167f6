#include "ui/paint/export/tex/latex_text.h"

#include <gtest/gtest.h>

namespace rope {
namespace {

QString latex(const QString& markup)
{
    return latexText(textRuns(markup));
}

QString plain(const QString& text)
{
    return latexText({{text}});
}

TEST(LatexText, OwnCharactersAreEscaped)
{
    EXPECT_EQ(plain("50% of a_b & c#d $1 {x}"), R"(50\% of a\_b \& c\#d \$1 \{x\})");
    EXPECT_EQ(plain(R"(\input)"), R"(\textbackslash{}input)");
    EXPECT_EQ(plain("~^"), R"(\textasciitilde{}\textasciicircum{})");
    EXPECT_EQ(plain("“a” ‘b’"), "``a'' `b'");
}

TEST(LatexText, SignsAndGreekAreMath)
{
    EXPECT_EQ(plain("θ = 0.5"), R"($\theta$ = 0.5)");
    EXPECT_EQ(plain("q·k/√d"), R"(q$\cdot$k/$\surd$d)");
    EXPECT_EQ(plain("⟨q, k⟩"), R"($\langle$q, k$\rangle$)");
    EXPECT_EQ(plain("a < b"), "a $<$ b");
    EXPECT_EQ(plain("15°"), R"(15${}^{\circ}$)");
}

TEST(LatexText, AMinusIsNoHyphen)
{
    EXPECT_EQ(plain("−3"), "$-$3");
    EXPECT_EQ(plain("-3"), "$-$3");
    EXPECT_EQ(plain("n - m"), "n $-$ m");
    EXPECT_EQ(plain("half-split"), "half-split");
    EXPECT_EQ(plain("1e-05"), "1e-05");
}

TEST(LatexText, ScriptsStandOnTheirLetter)
{
    EXPECT_EQ(latex("θ_j"), R"($\theta _{j}$)");
    EXPECT_EQ(latex("R_m q"), "$R_{m}$ q");
    EXPECT_EQ(latex("q^T R_{n−m} k"), "$q^{T}$ $R_{n-m}$ k");
    EXPECT_EQ(latex("log_2"), "log${}_{2}$");
    EXPECT_EQ(latex("s_{max}"), R"($s_{\mathrm{max}}$)");
    EXPECT_EQ(latex("x_a^b"), "$x_{a}^{b}$");
}

TEST(LatexText, NeighbouringScriptsOfOneKindAreOne)
{
    EXPECT_EQ(plain("10⁻⁵"), "10${}^{-5}$");
    EXPECT_EQ(plain("qₘ"), "$q_{m}$");
}

TEST(LatexText, WhatLatexCannotSetIsNamed)
{
    EXPECT_EQ(plain(QString::fromUtf8("中")), "[U+4E2D]");
    EXPECT_EQ(plain("Äé"), "Äé");
}

} // namespace
} // namespace rope
