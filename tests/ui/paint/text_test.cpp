#include "ui/paint/text.h"

#include <QImage>
#include <gtest/gtest.h>

namespace rope {
namespace {

using Script = TextRun::Script;

TEST(Text, MarkupBecomesRuns)
{
    EXPECT_EQ(textRuns(u"R_m q"), (std::vector<TextRun>{{"R"}, {"m", Script::Sub}, {" q"}}));
    EXPECT_EQ(textRuns(u"10^{-3}"), (std::vector<TextRun>{{"10"}, {"-3", Script::Super}}));
    EXPECT_EQ(textRuns(u"a\\_b"), (std::vector<TextRun>{{"a_b"}}));
    EXPECT_EQ(textRuns(u"x_{unclosed"), (std::vector<TextRun>{{"x"}, {"unclosed", Script::Sub}}));
    EXPECT_EQ(textRuns(u"end_"), (std::vector<TextRun>{{"end_"}}));
    EXPECT_TRUE(textRuns(u"").empty());
}

TEST(Text, ScriptsAreNarrowerThanPlainText)
{
    const PaintStyle style = styleOf(Theme::Light);
    EXPECT_LT(richTextSize(u"R_m", style).width(), richTextSize(u"Rm", style).width());
}

TEST(Text, LongTextIsElidedInItsBox)
{
    QImage image(200, 50, QImage::Format_ARGB32_Premultiplied);
    QPainter painter(&image);
    const QRectF box(10, 10, 80, 20);
    const QRectF covered = drawText(painter, box, "a long label that cannot fit", styleOf(Theme::Light));
    EXPECT_LE(covered.width(), box.width() + 1.0);
    EXPECT_GT(covered.width(), 0.5 * box.width());
}

TEST(Text, AlignmentPlacesTheLabelInItsBox)
{
    const PaintStyle style = styleOf(Theme::Light);
    const QRectF box(0, 0, 200, 100);
    TextFormat format;
    format.alignment = Qt::AlignRight | Qt::AlignBottom;
    EXPECT_EQ(richTextRect(box, u"q", style, format).bottomRight(), box.bottomRight());
    format.alignment = Qt::AlignCenter;
    EXPECT_EQ(richTextRect(box, u"q", style, format).center(), box.center());
}

TEST(LabelPlacer, LabelsNeverOverlapAndStayInside)
{
    LabelPlacer placer(QRectF(0, 0, 100, 60));
    std::vector<QRectF> placed;
    for (int index = 0; index < 12; ++index)
        if (const auto rect = placer.placeAround(QPointF(50, 30), QSizeF(20, 10), 3))
            placed.push_back(*rect);
    EXPECT_EQ(placed.size(), 2U); // right and left; the others would touch those
    for (std::size_t a = 0; a < placed.size(); ++a) {
        EXPECT_TRUE(QRectF(0, 0, 100, 60).contains(placed[a]));
        for (std::size_t b = a + 1; b < placed.size(); ++b)
            EXPECT_FALSE(placed[a].intersects(placed[b]));
    }
}

} // namespace
} // namespace rope
