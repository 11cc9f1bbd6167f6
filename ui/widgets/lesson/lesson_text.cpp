#include "ui/widgets/lesson/lesson_text.h"

#include "ui/widgets/appearance.h"
#include "ui/widgets/lesson/equation_image.h"

#include <QKeyEvent>
#include <QRegularExpression>
#include <QTextBlock>
#include <QTextDocumentFragment>
#include <QTextTable>
#include <QWheelEvent>
#include <cmath>

namespace rope {

namespace {

constexpr double lineHeightPercent = 128.0;

QString numberText(const QuantityReference& reference, const ShownState& state)
{
    return QString::fromStdString(textOf(reference, state));
}

/// No line ends within "n − m".
QString unbrokenDifferences(QString markdown)
{
    return markdown.replace(QStringLiteral(" − "), QStringLiteral("\u00a0−\u00a0"));
}

struct Fragment {
    QTextCharFormat format;
    QTextCursor cursor; ///< selects it
};

/// The pieces of one format of the whole document, collected before anything is changed.
std::vector<Fragment> fragmentsOf(QTextDocument& document)
{
    std::vector<Fragment> fragments;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            QTextCursor cursor(&document);
            cursor.setPosition(it.fragment().position());
            cursor.setPosition(it.fragment().position() + it.fragment().length(), QTextCursor::KeepAnchor);
            fragments.push_back({it.fragment().charFormat(), cursor});
        }
    return fragments;
}

} // namespace

LessonText::LessonText(QWidget* parent)
    : QTextBrowser(parent)
{
    setAccessibleName(tr("Lesson text"));
    setOpenLinks(false);
    setFrameShape(QFrame::NoFrame);
    setUndoRedoEnabled(false);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    document()->setDocumentMargin(0.0);
    setStyleSheet(QStringLiteral("background: transparent"));
    connect(this, &QTextBrowser::anchorClicked, this, &LessonText::followLink);
}

void LessonText::showText(const std::string& markdown, const ShownState& state, const PaintStyle& style)
{
    style_ = style;
    equationWidth_ = viewport()->width();
    numbers_.clear();
    QFont font = fontOf(style, style.fontSize * 1.15);
    setFont(font);
    document()->setDefaultFont(font);
    document()->setIndentWidth(1.8 * style.fontSize);
    document()->setMarkdown(unbrokenDifferences(QString::fromStdString(markdown)),
                            QTextDocument::MarkdownDialectGitHub);
    styleDocument();
    collectNumbers(state);
    fitHeight();
}

void LessonText::styleDocument()
{
    for (Fragment& fragment : fragmentsOf(*document())) {
        if (fragment.format.isImageFormat())
            continue;
        QTextCharFormat change;
        change.setForeground(fragment.format.isAnchor() ? style_.primary : style_.text);
        if (const int level = fragment.cursor.blockFormat().headingLevel(); level > 0)
            change.setProperty(QTextFormat::FontSizeAdjustment, std::max(0, 3 - level));
        fragment.cursor.mergeCharFormat(change);
    }
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        QTextCursor cursor(block);
        QTextBlockFormat format = block.blockFormat();
        const bool heading = format.headingLevel() > 0;
        const bool inTable = cursor.currentTable() != nullptr;
        const bool equation = block.text() == QString(QChar::ObjectReplacementCharacter);
        format.setLineHeight(equation ? 100.0 : lineHeightPercent, QTextBlockFormat::ProportionalHeight);
        format.setTopMargin(inTable ? 0 : heading ? style_.fontSize * 1.2 : style_.fontSize * 0.4);
        format.setBottomMargin(inTable ? 0 : style_.fontSize * 0.4);
        if (equation)
            format.setAlignment(Qt::AlignHCenter);
        cursor.setBlockFormat(format);
    }
    for (QTextFrame* frame : document()->rootFrame()->childFrames())
        if (auto* table = qobject_cast<QTextTable*>(frame)) {
            QTextTableFormat format = table->format();
            format.setCellPadding(style_.fontSize * 0.35);
            format.setCellSpacing(0);
            format.setBorderCollapse(true);
            format.setBorder(style_.hairline);
            format.setBorderBrush(style_.grid);
            format.setWidth(QTextLength(QTextLength::PercentageLength, 100));
            table->setFormat(format);
        }
}

void LessonText::collectNumbers(const ShownState& state)
{
    static const QRegularExpression braces(QStringLiteral("\\{\\{([^}]+)\\}\\}"));
    QTextCursor place = document()->find(braces, 0);
    while (!place.isNull()) {
        const QString inside = place.selectedText().mid(2).chopped(2).trimmed();
        const Result<QuantityReference> reference = parseQuantityReference(inside.toStdString());
        const int after = place.selectionEnd();
        if (reference) {
            numbers_.push_back({*reference, place, {}});
            showNumber(numbers_.back(), numberText(*reference, state));
        }
        place = document()->find(braces, reference ? numbers_.back().place.selectionEnd() : after);
    }
}

void LessonText::showNumber(LiveNumber& number, const QString& text)
{
    QTextCharFormat format = number.place.charFormat();
    format.setForeground(style_.text);
    format.setFontWeight(QFont::Bold);
    format.setBackground(blended(style_.background, style_.primary, 0.10));
    const int start = number.place.selectionStart();
    number.place.insertText(text, format);
    number.place.setPosition(start);
    number.place.setPosition(start + static_cast<int>(text.size()), QTextCursor::KeepAnchor);
    number.shown = text;
}

void LessonText::follow(const ShownState& state)
{
    bool moved = false;
    for (LiveNumber& number : numbers_) {
        const QString text = numberText(number.reference, state);
        if (text == number.shown)
            continue;
        showNumber(number, text);
        moved = true;
    }
    if (moved)
        fitHeight();
}

void LessonText::followLink(const QUrl& link)
{
    if (link.scheme() != QStringLiteral("set"))
        return;
    QString words;
    for (const Fragment& fragment : fragmentsOf(*document()))
        if (words.isEmpty() && QUrl(fragment.format.anchorHref()) == link)
            words = fragment.cursor.selectedText();
    Q_EMIT changeRequested(QString::fromLatin1(link.toEncoded().mid(4)), words);
}

QVariant LessonText::loadResource(int type, const QUrl& name)
{
    if (type == QTextDocument::ImageResource && name.scheme() == QStringLiteral("equation"))
        return equationImage(name.path(), style_.fontSize * 1.15, style_.text, devicePixelRatioF(), equationWidth_);
    return {};
}

/// A copy of the document is laid out, once for each width. It has no browser to ask for its equations, and would take
/// files of these names from the present folder: it is given them first.
int LessonText::heightForWidth(int width) const
{
    if (const auto known = heights_.find(width); known != heights_.end())
        return known->second;
    const std::unique_ptr<QTextDocument> copy(document()->clone());
    for (const Fragment& fragment : fragmentsOf(*copy))
        if (fragment.format.isImageFormat()) {
            const QUrl name(fragment.format.toImageFormat().name());
            copy->addResource(QTextDocument::ImageResource, name,
                              document()->resource(QTextDocument::ImageResource, name));
        }
    copy->setTextWidth(width);
    return heights_[width] = static_cast<int>(std::ceil(copy->size().height()));
}

QSize LessonText::sizeHint() const
{
    return {320, static_cast<int>(std::ceil(document()->size().height()))};
}

void LessonText::fitHeight()
{
    heights_.clear();
    document()->setTextWidth(viewport()->width());
    const int height = std::max(1, static_cast<int>(std::ceil(document()->size().height())));
    if (height != this->height())
        setFixedHeight(height);
}

void LessonText::resizeEvent(QResizeEvent* event)
{
    QTextBrowser::resizeEvent(event);
    if (event->oldSize().width() == event->size().width())
        return;
    equationWidth_ = viewport()->width();
    for (const Fragment& fragment : fragmentsOf(*document())) {
        const QUrl name(fragment.format.toImageFormat().name());
        if (fragment.format.isImageFormat())
            document()->addResource(QTextDocument::ImageResource, name,
                                    loadResource(QTextDocument::ImageResource, name));
    }
    document()->markContentsDirty(0, document()->characterCount());
    fitHeight();
}

/// The scroll area around it scrolls.
void LessonText::wheelEvent(QWheelEvent* event)
{
    event->ignore();
}

void LessonText::keyPressEvent(QKeyEvent* event)
{
    const bool scrolls = event->key() == Qt::Key_PageUp || event->key() == Qt::Key_PageDown ||
                         event->key() == Qt::Key_Home || event->key() == Qt::Key_End || event->key() == Qt::Key_Up ||
                         event->key() == Qt::Key_Down || event->key() == Qt::Key_Space;
    if (scrolls)
        event->ignore();
    else
        QTextBrowser::keyPressEvent(event);
}

} // namespace rope
