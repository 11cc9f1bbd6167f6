#include "ui/paint/style.h"

#include <QtMath>
#include <array>
#include <utility>

namespace rope {
namespace {

constexpr std::array<std::pair<const char*, Theme>, 4> themeNames{{
    {"light", Theme::Light},
    {"dark", Theme::Dark},
    {"print", Theme::Print},
    {"presenter", Theme::Presenter},
}};

PaintStyle lightStyle()
{
    PaintStyle style;
    style.background = QColor("#ffffff");
    style.panel = QColor("#f3f6fb");
    style.text = QColor("#1a2233");
    style.mutedText = QColor("#586274");
    style.axis = QColor("#3c4656");
    style.grid = QColor("#e4e7ec");
    style.query = QColor("#c03c06");
    style.key = QColor("#0d7168");
    style.value = QColor("#7a5c00");
    style.primary = QColor("#2160a8");
    style.secondary = QColor("#7d8695");
    style.highlight = QColor("#8a1fd1");
    style.good = QColor("#17703c");
    style.warning = QColor("#9a5400");
    style.series = {"#2160a8", "#d95f02", "#0d8f7c", "#8a1fd1", "#8a7200", "#a8326e", "#1a2233"};
    return style;
}

PaintStyle darkStyle()
{
    PaintStyle style;
    style.background = QColor("#161b24");
    style.panel = QColor("#1f2632");
    style.text = QColor("#e8ecf3");
    style.mutedText = QColor("#a3aebf");
    style.axis = QColor("#8b97a9");
    style.grid = QColor("#2c3442");
    style.query = QColor("#ff8a55");
    style.key = QColor("#46c7b6");
    style.value = QColor("#e0bd4f");
    style.primary = QColor("#6fabf2");
    style.secondary = QColor("#8e99aa");
    style.highlight = QColor("#db4dff");
    style.good = QColor("#5fce8b");
    style.warning = QColor("#f0ad4e");
    style.series = {"#6fabf2", "#ff8a55", "#46c7b6", "#db4dff", "#e0bd4f", "#f58fae", "#e8ecf3"};
    return style;
}

PaintStyle printStyle()
{
    PaintStyle style = lightStyle();
    style.text = QColor("#000000");
    style.mutedText = QColor("#303030");
    style.axis = QColor("#202020");
    style.grid = QColor("#dedede");
    style.secondary = QColor("#707070");
    return style;
}

PaintStyle presenterStyle()
{
    PaintStyle style = lightStyle();
    style.text = QColor("#0b1020");
    style.mutedText = QColor("#3a4252");
    style.axis = QColor("#2a3240");
    style.grid = QColor("#dbe0e7");
    style.secondary = QColor("#687182");
    return style;
}

PaintStyle coloursOf(Theme theme)
{
    switch (theme) {
    case Theme::Light:
        return lightStyle();
    case Theme::Dark:
        return darkStyle();
    case Theme::Print:
        return printStyle();
    case Theme::Presenter:
        return presenterStyle();
    }
    return lightStyle();
}

/// Widths as a share of the font size: {curve, hairline}.
std::pair<double, double> lineShares(Theme theme)
{
    switch (theme) {
    case Theme::Print:
        return {0.11, 0.06};
    case Theme::Presenter:
        return {0.18, 0.10};
    default:
        return {0.135, 0.083};
    }
}

} // namespace

PaintStyle styleOf(Theme theme, double fontSize)
{
    PaintStyle style = coloursOf(theme);
    const auto [curve, hairline] = lineShares(theme);
    style.fontSize = fontSize;
    style.titleSize = fontSize * 7.0 / 6.0;
    style.lineWidth = fontSize * curve;
    style.hairline = fontSize * hairline;
    style.margin = fontSize * 2.0 / 3.0;
    return style;
}

std::optional<Theme> themeFromName(QStringView name)
{
    for (const auto& [known, theme] : themeNames)
        if (name == QLatin1String(known))
            return theme;
    return std::nullopt;
}

QString themeName(Theme theme)
{
    for (const auto& [name, known] : themeNames)
        if (known == theme)
            return QString::fromLatin1(name);
    return {};
}

QColor blended(const QColor& from, const QColor& to, double share)
{
    const auto channel = [share](float a, float b) {
        return a + static_cast<float>(share) * (b - a);
    };
    return QColor::fromRgbF(channel(from.redF(), to.redF()), channel(from.greenF(), to.greenF()),
                            channel(from.blueF(), to.blueF()));
}

QFont fontOf(const PaintStyle& style, double size, bool bold)
{
    QFont font(style.fontFamily);
    font.setPixelSize(qMax(1, qRound(size > 0.0 ? size : style.fontSize)));
    font.setBold(bold);
    font.setHintingPreference(QFont::PreferNoHinting); // the same line breaks on screen and in a file
    return font;
}

} // namespace rope
