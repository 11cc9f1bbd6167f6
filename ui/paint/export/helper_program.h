#pragma once

#include <QFile>
#include <QProcess>
#include <QString>

namespace rope {

/// A file in memory, without a name: a program that is started afterwards opens it by `path()`. Whatever ends the
/// programs, nothing is left behind.
class MemoryFile {
public:
    MemoryFile();

    QString path() const { return QStringLiteral("/dev/fd/%1").arg(file_.handle()); }
    void write(const QByteArray& bytes);
    QByteArray readAll();

private:
    QFile file_;
};

/// Lets `process` die with the thread that will start it, however that ends.
void endWithParent(QProcess& process);

} // namespace rope
