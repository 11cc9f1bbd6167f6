#pragma once

#include "ui/paint/style.h"

#include <QObject>
#include <QPalette>

namespace rope {

/// How the whole program looks: one PaintStyle for figures, and the palette and style sheet made from it for panels.
class Appearance : public QObject {
    Q_OBJECT
public:
    enum class Choice { System, Light, Dark };

    explicit Appearance(QObject* parent = nullptr);

    const PaintStyle& style() const { return style_; }
    Theme theme() const { return theme_; }
    Choice choice() const { return choice_; }
    bool isPresenting() const { return presenting_; }

    void setChoice(Choice choice);
    void setSystemDark(bool dark);
    void setPresenting(bool presenting);

Q_SIGNALS:
    void changed();

private:
    void update();

    Choice choice_ = Choice::System;
    bool systemDark_ = false;
    bool presenting_ = false;
    Theme theme_ = Theme::Light;
    PaintStyle style_;
};

/// The palette of panels, menus and tables that goes with a figure style.
QPalette paletteOf(const PaintStyle& style);

/// The style sheet that goes with a figure style: cards, flat buttons, fields, scroll bars.
QString styleSheetOf(const PaintStyle& style);

} // namespace rope
