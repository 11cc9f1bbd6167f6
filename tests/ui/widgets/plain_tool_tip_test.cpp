#include "ui/widgets/plain_tool_tip.h"

#include "ui/widgets/elided_label.h"

#include <QTextDocument>
#include <gtest/gtest.h>

namespace rope {
namespace {

/// What a tooltip shows of a text.
QString seen(const QString& tip)
{
    QTextDocument document;
    if (!Qt::mightBeRichText(tip))
        return tip;
    document.setHtml(tip);
    return document.toPlainText();
}

TEST(PlainToolTip, ShowsMarkupAsItIsWritten)
{
    for (const char* text : {"Llama 3.1 8B", "a & b", "<b>bold</b>", "<img src='x.png'> m", "x < 3 &amp; <h1>", "θ\nm"})
        EXPECT_EQ(seen(plainToolTip(text)), QString(text));
}

TEST(PlainToolTip, AShortenedLabelShowsItsWholeTextAsItIs)
{
    ElidedLabel label;
    label.resize(40, 20);
    label.showText("<h1>a long heading</h1> and <b>more</b>");
    EXPECT_EQ(seen(label.toolTip()), "<h1>a long heading</h1> and <b>more</b>");
}

} // namespace
} // namespace rope
