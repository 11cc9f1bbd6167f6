#include "tests/ui/figures/figure_states.h"
#include "tests/ui/messages.h"
#include "tests/ui/text_recorder.h"
#include "ui/figures/registry.h"
#include "ui/paint/canvas.h"
#include "ui/paint/export/tex/latex_text.h"
#include "ui/widgets/figure/figure_picture.h"

#include <QPainter>
#include <QRegularExpression>
#include <QSet>
#include <gtest/gtest.h>

namespace rope {
namespace {

/// All macros that our files may use: LaTeX's own, pgf's basic layer, and what latexText writes.
const QSet<QString>& knownMacros()
{
    static const QSet<QString> macros = [] {
        const QString names = QStringLiteral(
            "expandafter ifx csname endcsname documentclass let relax else usepackage IfFileExists pagestyle parindent "
            "topskip def end begin fi ropefigureend pgfpathrectangle pgfpointorigin pgfqpoint pgfusepath pgfpathmoveto "
            "pgfpathlineto pgfpathcurveto pgfpathclose definecolor pgfsetfillcolor pgfsetstrokecolor pgfsetfillopacity "
            "pgfsetstrokeopacity pgfseteorule pgfsetnonzerorule pgfsetlinewidth pgfsetroundcap pgfsetrectcap "
            "pgfsetbuttcap pgfsetroundjoin pgfsetbeveljoin pgfsetmiterjoin pgfsetdash pgftext fontsize selectfont "
            "bfseries color textbackslash textasciicircum textasciitilde textquotedblright ldots mathrm mbox circ "
            "vert Vert cdot times pm div surd infty leq geq neq approx propto rightarrow leftarrow hookleftarrow "
            "langle rangle angle sum prod in alpha beta gamma delta varepsilon theta lambda mu pi rho sigma tau "
            "varphi omega Gamma Delta Theta Lambda Pi Sigma Phi Omega");
        const QStringList list = names.split(' ');
        return QSet<QString>(list.begin(), list.end());
    }();
    return macros;
}

/// Without the comments at the start and the line ends.
QString codeOf(const QByteArray& tex)
{
    QString code;
    for (const QString& line : QString::fromUtf8(tex).split('\n')) {
        static const QRegularExpression comment("(?<!\\\\)%.*$");
        code += QString(line).remove(comment) + '\n';
    }
    return code;
}

/// Letters and digits of what LaTeX sets, without its macros.
QString lettersOf(QString latex)
{
    static const QRegularExpression macro("\\\\[A-Za-z]+");
    static const QRegularExpression rest("[^A-Za-z0-9]");
    return latex.remove(macro).remove(rest);
}

int depthAtEnd(const QString& code)
{
    int depth = 0;
    for (qsizetype i = 0; i < code.size(); ++i) {
        if (code[i] == '\\')
            ++i;
        else if (code[i] == '{')
            ++depth;
        else if (code[i] == '}' && --depth < 0)
            return depth;
    }
    return depth;
}

class EveryFigureInLatex : public testing::TestWithParam<const Figure*> {
protected:
    void SetUp() override
    {
        options_.size = {{120, 90}, ExportSize::Unit::Millimetre};
        describeInto(options_, *GetParam(), state_);
        prepared_ = preparedNow(*GetParam(), state_);
        tex_ = exportPicture(u"tex", options_, paint()).value_or(QByteArray());
        code_ = codeOf(tex_);
    }
    PaintFunction paint() const { return paintFunction(*GetParam(), state_, prepared_); }

    ExplorerState state_;
    ExportOptions options_;
    std::shared_ptr<const Prepared> prepared_;
    QByteArray tex_;
    QString code_;
};

TEST_P(EveryFigureInLatex, IsBalancedAndKnowsItsMacros)
{
    EXPECT_TRUE(tex_.startsWith("% A figure of RoPE Explorer"));
    EXPECT_EQ(depthAtEnd(code_), 0);
    EXPECT_EQ(code_.count("\\begin{pgfscope}"), code_.count("\\end{pgfscope}"));
    static const QRegularExpression macro("\\\\([A-Za-z]+)");
    for (auto found = macro.globalMatch(code_); found.hasNext();) {
        const QString name = found.next().captured(1);
        EXPECT_TRUE(knownMacros().contains(name)) << name.toStdString();
    }
    EXPECT_EQ(takeWarnings(), QStringList());
}

TEST_P(EveryFigureInLatex, SetsEveryTextOfTheFigure)
{
    const QSizeF area = options_.size.value / 25.4 * unitsPerInch;
    const PaintFunction painted = paint();
    TextRecorder recorder(area.toSize());
    QPainter painter(&recorder);
    paintCanvas(painter, {options_, painted, options_.size.value / 25.4});
    painter.end();
    QString expected;
    for (const PaintedText& text : recorder.texts())
        expected += lettersOf(latexText({{text.text}}));
    QString written;
    static const QRegularExpression label("\\\\pgftext\\[[^\\]]*\\]\\{\\\\fontsize\\{[^}]*\\}\\{[^}]*\\}\\\\selectfont "
                                          "(?:\\\\bfseries )?\\\\color\\{rope\\}(.*)\\}\n");
    for (auto found = label.globalMatch(code_); found.hasNext();)
        written += lettersOf(found.next().captured(1));
    EXPECT_FALSE(expected.isEmpty());
    EXPECT_EQ(written.toStdString(), expected.toStdString());
}

INSTANTIATE_TEST_SUITE_P(Figures, EveryFigureInLatex, testing::ValuesIn(figures()),
                         [](const auto& figure) { return figure.param->id().toStdString(); });

TEST(LatexFile, NoImageIsLargerThanTexHolds)
{
    ExportOptions options;
    options.dpi = 600;
    const PaintFunction noise = [](QPainter& painter, const QRectF& area, const PaintStyle&, double deviceScale) {
        QImage image((area.size() * deviceScale).toSize(), QImage::Format_RGB32);
        std::uint32_t seed = 1;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                image.setPixel(x, y, 0xff000000U | ((seed = seed * 1664525U + 1013904223U) >> 8U));
        painter.drawImage(area, image);
    };
    const Result<QByteArray> tex = exportPicture(u"tex", options, noise);
    ASSERT_TRUE(tex);
    EXPECT_LT(tex->size(), 900'000);
    EXPECT_GT(tex->size(), 100'000);
}

TEST(LatexFile, ClipsAreScopes)
{
    const PaintFunction clipped = [](QPainter& painter, const QRectF& area, const PaintStyle&, double) {
        painter.save();
        painter.setClipRect(area.adjusted(100, 100, -100, -100));
        painter.fillRect(area, Qt::red);
        painter.restore();
        painter.fillRect(QRectF(0, 0, 10, 10), Qt::blue);
    };
    const QString code = codeOf(exportPicture(u"tex", ExportOptions{}, clipped).value_or(QByteArray()));
    EXPECT_EQ(code.count("\\pgfusepath{clip}"), 1);
    EXPECT_EQ(code.count("\\begin{pgfscope}"), code.count("\\end{pgfscope}"));
    const qsizetype red = code.indexOf("{255,0,0}");
    const qsizetype blue = code.indexOf("{0,0,255}");
    EXPECT_LT(code.indexOf("\\pgfusepath{clip}"), red);
    EXPECT_GT(code.mid(red, blue - red).count("\\end{pgfscope}"), code.mid(red, blue - red).count("\\begin{pgfscope}"));
}

} // namespace
} // namespace rope
