#pragma once

#include <QObject>

namespace rope {

/// Turns SIGINT, SIGTERM and SIGHUP (Ctrl+C, a logout, a terminal that closes) into a Qt signal on the GUI thread, so
/// that work is kept before the program ends. One at a time; a second such signal while it lives ends the program.
class QuitSignals : public QObject {
    Q_OBJECT
public:
    explicit QuitSignals(QObject* parent = nullptr);
    ~QuitSignals() override;

Q_SIGNALS:
    void asked();
};

} // namespace rope
