#include "ui/widgets/icons.h"

#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmap>
#include <QSvgRenderer>
#include <string_view>

namespace rope {

namespace {

struct Drawing {
    IconName name;
    std::string_view path; ///< SVG path data in a 24 x 24 box, stroked
};

constexpr Drawing drawings[] = {
    {IconName::Close, "M6 6 L18 18 M18 6 L6 18"},
    {IconName::Copy, "M9 9 H19 V20 H9 Z M15 9 V4 H5 V15 H9"},
    {IconName::Detach, "M11 5 H5 V19 H19 V13 M14 4 H20 V10 M20 4 L11 13"},
    {IconName::Export, "M12 4 V15 M7.5 10.5 L12 15 L16.5 10.5 M5 19.5 H19"},
    {IconName::Loop,
     "M5 11 A7 7 0 0 1 17.5 7.5 L19 9 M19 4.5 V9 H14.5 M19 13 A7 7 0 0 1 6.5 16.5 L5 15 M5 19.5 V15 H9.5"},
    {IconName::Maximise, "M5 10 V5 H10 M14 5 H19 V10 M19 14 V19 H14 M10 19 H5 V14"},
    {IconName::Menu, "M5 7 H19 M5 12 H19 M5 17 H19"},
    {IconName::Open, "M3.5 18.5 V6 H9.5 L11.5 8.5 H20 V18.5 Z"},
    {IconName::Pause, "M8.5 6 V18 M15.5 6 V18"},
    {IconName::Play, "M8 5.5 L18.5 12 L8 18.5 Z"},
    {IconName::PutBack, "M19 11 V19 H5 V5 H13 M20 4 L12 12 M12 7 V12 H17"},
    {IconName::Redo, "M19 9.5 H9.5 A5 5 0 0 0 9.5 19 H13 M15 5.5 L19 9.5 L15 13.5"},
    {IconName::Reset, "M5.5 8 A8 8 0 1 1 4.3 14 M5 3.5 V8.5 H10"},
    {IconName::Restore, "M10 5 V10 H5 M19 10 H14 V5 M14 19 V14 H19 M5 14 H10 V19"},
    {IconName::StepBack, "M17.5 6 L9 12 L17.5 18 Z M6.5 6 V18"},
    {IconName::StepForward, "M6.5 6 L15 12 L6.5 18 Z M17.5 6 V18"},
    {IconName::Table, "M4.5 5.5 H19.5 V18.5 H4.5 Z M4.5 10 H19.5 M4.5 14.3 H19.5 M10 10 V18.5"},
    {IconName::Theme,
     "M12 4.5 A7.5 7.5 0 1 0 12 19.5 A7.5 7.5 0 1 0 12 4.5 M12 4.5 V19.5 M12 8 H15.8 M12 12 H19 M12 16 H15.8"},
    {IconName::Undo, "M5 9.5 H14.5 A5 5 0 0 1 14.5 19 H11 M9 5.5 L5 9.5 L9 13.5"},
    {IconName::Warning, "M12 4.5 L21 19.5 H3 Z M12 10 V14.5 M12 16.6 V17.2"},
};

QByteArray svgOf(IconName name, const QColor& colour)
{
    QByteArray path;
    for (const Drawing& drawing : drawings)
        if (drawing.name == name)
            path = QByteArray(drawing.path.data(), static_cast<qsizetype>(drawing.path.size()));
    return R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="none" stroke-width="1.7" )"
           R"(stroke-linecap="round" stroke-linejoin="round" stroke=")" +
           colour.name().toLatin1() + R"(" d=")" + path + R"("/></svg>)";
}

/// Renders on demand, so that a change of the palette needs no new icons.
class LineIconEngine : public QIconEngine {
public:
    explicit LineIconEngine(IconName name)
        : name_(name)
    {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
        const auto role = mode == QIcon::Selected ? QPalette::HighlightedText : QPalette::ButtonText;
        QSvgRenderer renderer(svgOf(name_, QGuiApplication::palette().color(group, role)));
        renderer.render(painter, rect);
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        if (size.isEmpty()) // a button without room
            return {};
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return pixmap;
    }
    QIconEngine* clone() const override { return new LineIconEngine(*this); }

private:
    IconName name_;
};

} // namespace

QIcon lineIcon(IconName name)
{
    return QIcon(new LineIconEngine(name));
}

} // namespace rope
