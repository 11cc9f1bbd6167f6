#pragma once

#include <QObject>

namespace rope {

/// Whether the desktop wants dark programs: the portal's color-scheme, else the palette the program started with.
/// Asked again whenever the program comes to the front.
class SystemTheme : public QObject {
    Q_OBJECT
public:
    /// Requires that nobody has set the application's palette yet.
    explicit SystemTheme(QObject* parent = nullptr);

    bool isDark() const { return dark_; }

Q_SIGNALS:
    void changed(bool dark);

private:
    void ask();

    bool dark_;
};

} // namespace rope
