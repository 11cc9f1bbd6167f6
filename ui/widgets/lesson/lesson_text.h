#pragma once

#include "core/lessons/lesson.h"
#include "ui/paint/style.h"

#include <QTextBrowser>
#include <QTextCursor>
#include <map>

namespace rope {

/// A piece of a lesson's text: as tall as it needs to be, with equations in the theme's colour, live numbers that are
/// replaced in place, and links that ask for changes.
class LessonText : public QTextBrowser {
    Q_OBJECT
public:
    explicit LessonText(QWidget* parent = nullptr);

    /// Shows Markdown with live numbers as they are in `state`.
    void showText(const std::string& markdown, const ShownState& state, const PaintStyle& style);

    /// Replaces the live numbers that have changed; nothing else moves.
    void follow(const ShownState& state);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {80, 1}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

Q_SIGNALS:
    /// A link `set:...` was activated: what comes after the colon, percent-encoded, and the link's words.
    void changeRequested(const QString& assignments, const QString& words);

protected:
    QVariant loadResource(int type, const QUrl& name) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct LiveNumber {
        QuantityReference reference;
        QTextCursor place; ///< selects the number
        QString shown;
    };

    void collectNumbers(const ShownState& state);
    void showNumber(LiveNumber& number, const QString& text);
    void followLink(const QUrl& link);
    void styleDocument();
    void fitHeight();

    PaintStyle style_;
    std::vector<LiveNumber> numbers_;
    double equationWidth_ = 0.0;
    mutable std::map<int, int> heights_; ///< by width, of the text as it is
};

} // namespace rope
