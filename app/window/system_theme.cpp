#include "app/window/system_theme.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QGuiApplication>
#include <QPalette>

namespace rope {

namespace {

constexpr uint preferDark = 1;
constexpr int portalTimeout = 500; ///< ms

QDBusMessage colorSchemeQuestion()
{
    QDBusMessage question = QDBusMessage::createMethodCall(
        QStringLiteral("org.freedesktop.portal.Desktop"), QStringLiteral("/org/freedesktop/portal/desktop"),
        QStringLiteral("org.freedesktop.portal.Settings"), QStringLiteral("Read"));
    question << QStringLiteral("org.freedesktop.appearance") << QStringLiteral("color-scheme");
    return question;
}

/// The answer is a variant, wrapped in another one by older portals.
QVariant unwrapped(QVariant value)
{
    while (value.canConvert<QDBusVariant>())
        value = value.value<QDBusVariant>().variant();
    return value;
}

} // namespace

SystemTheme::SystemTheme(QObject* parent)
    : QObject(parent)
    , dark_(QGuiApplication::palette().color(QPalette::Window).lightnessF() < 0.5F)
{
    connect(qGuiApp, &QGuiApplication::applicationStateChanged, this, [this](Qt::ApplicationState state) {
        if (state == Qt::ApplicationActive)
            ask();
    });
    ask();
}

void SystemTheme::ask()
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    auto* answer = new QDBusPendingCallWatcher(bus.asyncCall(colorSchemeQuestion(), portalTimeout), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer] {
        const QDBusPendingReply<QDBusVariant> reply = *answer;
        answer->deleteLater();
        if (reply.isError())
            return;
        const bool dark = unwrapped(QVariant::fromValue(reply.value())).toUInt() == preferDark;
        if (std::exchange(dark_, dark) != dark)
            Q_EMIT changed(dark);
    });
}

} // namespace rope
