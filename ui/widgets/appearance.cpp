#include "ui/widgets/appearance.h"

#include <algorithm>

namespace rope {

namespace {

constexpr double presenterFontSize = 17.0;
constexpr double screenFontSize = 11.0;

Theme themeFor(Appearance::Choice choice, bool systemDark)
{
    const bool dark = choice == Appearance::Choice::Dark || (choice == Appearance::Choice::System && systemDark);
    return dark ? Theme::Dark : Theme::Light;
}

} // namespace

Appearance::Appearance(QObject* parent)
    : QObject(parent)
    , style_(styleOf(theme_, screenFontSize))
{}

void Appearance::setChoice(Choice choice)
{
    choice_ = choice;
    update();
}

void Appearance::setSystemDark(bool dark)
{
    systemDark_ = dark;
    update();
}

void Appearance::setPresenting(bool presenting)
{
    presenting_ = presenting;
    update();
}

void Appearance::update()
{
    theme_ = themeFor(choice_, systemDark_);
    style_ = styleOf(theme_, presenting_ ? presenterFontSize : screenFontSize);
    if (presenting_)
        style_.lineWidth = std::max(style_.lineWidth, styleOf(Theme::Presenter, presenterFontSize).lineWidth);
    Q_EMIT changed();
}

QPalette paletteOf(const PaintStyle& style)
{
    const bool dark = style.background.lightnessF() < 0.5F;
    const QColor page =
        dark ? blended(style.background, Qt::black, 0.25) : blended(style.background, style.text, 0.035);
    const QColor faded = blended(style.background, style.text, 0.42);
    QPalette palette;
    palette.setColor(QPalette::Window, page);
    palette.setColor(QPalette::WindowText, style.text);
    palette.setColor(QPalette::Base, style.background);
    palette.setColor(QPalette::AlternateBase, blended(style.background, style.text, 0.03));
    palette.setColor(QPalette::Text, style.text);
    palette.setColor(QPalette::Button, style.background);
    palette.setColor(QPalette::ButtonText, style.text);
    palette.setColor(QPalette::BrightText, style.warning);
    palette.setColor(QPalette::Highlight, style.primary);
    palette.setColor(QPalette::HighlightedText, dark ? style.background : QColor(Qt::white));
    palette.setColor(QPalette::Link, style.primary);
    palette.setColor(QPalette::ToolTipBase, style.background);
    palette.setColor(QPalette::ToolTipText, style.text);
    palette.setColor(QPalette::PlaceholderText, style.mutedText);
    palette.setColor(QPalette::Light, blended(style.background, style.text, 0.06));
    palette.setColor(QPalette::Mid, blended(style.background, style.text, 0.16));
    palette.setColor(QPalette::Dark, blended(style.background, style.text, 0.35));
    palette.setColor(QPalette::Shadow, blended(style.background, style.text, 0.5));
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, faded);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, palette.color(QPalette::Mid));
    return palette;
}

QString styleSheetOf(const PaintStyle& style)
{
    static const QString sheet = QStringLiteral(R"(
* { font-family: "@family"; font-size: @sizepx; }
QMainWindow, QDialog, QWidget#page { background: @page; }
QWidget#card, QWidget#cardContent { background: @card; }
QWidget#card { border: 1px solid @border; border-radius: 8px; }
QScrollArea, QScrollArea > QWidget, QScrollArea > QWidget > QWidget { background: transparent; border: none; }
QLabel { background: transparent; }
QLabel#muted, QLabel#subtitle, QLabel#readout, QLabel#unit { color: @muted; }
QLabel#unit { font-size: @smallpx; }
QLabel#readout { background: @card; padding-left: 5px; }
QLabel#fieldError { color: @warning; }
QLabel#title { font-weight: bold; font-size: @titlepx; }
QLabel#programName { font-weight: bold; font-size: @bigpx; }
QLabel#value { font-weight: bold; }
QWidget#noteBox { background: @tint; border: 1px solid @tintborder; border-radius: 6px; }
QToolButton, QPushButton { background: @card; border: 1px solid @border; border-radius: 5px; padding: 5px 12px; }
QToolButton:hover, QPushButton:hover { background: @hover; }
QToolButton:pressed, QPushButton:pressed, QToolButton:checked { background: @pressed; }
QToolButton:focus, QPushButton:focus { border-color: @accent; }
QToolButton:disabled, QPushButton:disabled { color: @faded; }
QToolButton::menu-indicator { image: none; width: 0; }
QPushButton#primary, QToolButton#primary { background: @accent; border-color: @accent; color: @accenttext; }
QPushButton#primary:hover, QToolButton#primary:hover { background: @accenthover; }
QPushButton#primary:focus, QToolButton#primary:focus { border: 2px solid @text; padding: 4px 11px; }
QToolButton#flat, QToolButton#resetButton { background: transparent; border: 1px solid transparent; padding: 2px; }
QToolButton#flat:hover, QToolButton#resetButton:hover { background: @hover; }
QToolButton#flat:checked { background: @pressed; }
QToolButton#flat:focus, QToolButton#resetButton:focus { border-color: @accent; }
QLabel#figureTitle { padding: 1px 0 1px 4px; font-weight: bold; font-size: @titlepx; }
QToolButton#figureChooser { background: transparent; border: 1px solid transparent; padding: 1px 0; font-size: @titlepx; }
QToolButton#figureChooser:hover { background: @hover; }
QToolButton#figureChooser:focus { border-color: @accent; }
QToolButton#groupHeading { background: transparent; border: 1px solid transparent; color: @muted; font-weight: bold; font-size: @smallpx; padding: 4px 0; text-align: left; }
QToolButton#groupHeading:focus { border-color: @accent; }
QLineEdit, QComboBox, QSpinBox, QDoubleSpinBox { background: @field; border: 1px solid @border; border-radius: 5px; padding: 3px 7px; selection-background-color: @accent; selection-color: @accenttext; }
QLineEdit:focus, QComboBox:focus, QSpinBox:focus, QDoubleSpinBox:focus { border-color: @accent; }
QLineEdit:disabled, QComboBox:disabled { color: @faded; }
QComboBox::drop-down { border: none; width: 17px; }
QComboBox { padding-right: 2px; }
QComboBox QAbstractItemView { background: @card; border: 1px solid @border; selection-background-color: @accent; selection-color: @accenttext; outline: none; }
QMenuBar { background: @page; border: none; }
QMenuBar::item { padding: 3px 9px; background: transparent; border-radius: 4px; }
QMenuBar::item:selected { background: @pressed; }
QMenu { background: @card; border: 1px solid @border; padding: 4px; }
QMenu::item { padding: 5px 24px 5px 12px; border-radius: 4px; }
QMenu::item:selected { background: @accent; color: @accenttext; }
QMenu::item:disabled { color: @faded; }
QMenu::separator { height: 1px; background: @border; margin: 4px 6px; }
QToolTip { background: @card; color: @text; border: 1px solid @border; padding: 4px; }
QTableView, QListView, QTreeView { background: @card; border: 1px solid @border; border-radius: 5px; gridline-color: @border; alternate-background-color: @field; selection-background-color: @accent; selection-color: @accenttext; }
QTreeView::item { padding: 2px 0; }
QHeaderView { background: @field; }
QHeaderView::section { background: @field; color: @muted; border: none; border-bottom: 1px solid @border; padding: 4px 8px; }
QTableCornerButton::section { background: @field; border: none; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 2px; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 2px; }
QScrollBar::handle { background: @handle; border-radius: 3px; min-height: 28px; min-width: 28px; }
QScrollBar::handle:hover { background: @muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QSplitter::handle { background: transparent; }
QSplitter::handle:hover { background: @border; }
QTabBar { qproperty-drawBase: 0; }
QTabBar::tab { background: transparent; color: @muted; border: none; border-bottom: 2px solid transparent; padding: 6px 10px; }
QTabBar::tab:selected { color: @text; border-bottom-color: @accent; }
QTabBar::tab:focus { color: @accent; }
QTabWidget::pane { border: none; }
QProgressBar { background: @border; border: none; border-radius: 2px; }
QProgressBar::chunk { background: @accent; border-radius: 2px; }
QTextBrowser, QPlainTextEdit { background: @card; border: none; selection-background-color: @accent; selection-color: @accenttext; }
)");
    const QPalette palette = paletteOf(style);
    const auto sizeText = [&](double factor) {
        return QString::number(qRound(style.fontSize * factor));
    };
    const std::pair<const char*, QString> values[] = {
        {"@family", style.fontFamily},
        {"@size", sizeText(1.1)},
        {"@titlepx", sizeText(1.18) + QStringLiteral("px")},
        {"@bigpx", sizeText(1.45) + QStringLiteral("px")},
        {"@smallpx", sizeText(0.95) + QStringLiteral("px")},
        {"@page", palette.color(QPalette::Window).name()},
        {"@card", style.background.name()},
        {"@border", palette.color(QPalette::Mid).name()},
        {"@muted", style.mutedText.name()},
        {"@warning", style.warning.name()},
        {"@tintborder", blended(style.background, style.primary, 0.25).name()},
        {"@tint", blended(style.background, style.primary, 0.06).name()},
        {"@hover", blended(style.background, style.text, 0.06).name()},
        {"@pressed", blended(style.background, style.primary, 0.16).name()},
        {"@accenttext", palette.color(QPalette::HighlightedText).name()},
        {"@accenthover", blended(style.primary, style.text, 0.15).name()},
        {"@accent", style.primary.name()},
        {"@faded", palette.color(QPalette::Disabled, QPalette::Text).name()},
        {"@field", blended(style.background, style.text, 0.018).name()},
        {"@handle", palette.color(QPalette::Mid).name()},
        {"@text", style.text.name()},
    };
    QString text = sheet;
    for (const auto& [name, value] : values)
        text.replace(QLatin1String(name), value);
    return text;
}

} // namespace rope
