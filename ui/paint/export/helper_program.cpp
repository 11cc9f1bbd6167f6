#include "ui/paint/export/helper_program.h"

#include <csignal>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace rope {

MemoryFile::MemoryFile()
{
    file_.open(memfd_create("rope-explorer", 0), QIODevice::ReadWrite, QFileDevice::AutoCloseHandle);
}

void MemoryFile::write(const QByteArray& bytes)
{
    file_.write(bytes);
    file_.flush();
}

QByteArray MemoryFile::readAll()
{
    file_.seek(0);
    return file_.readAll();
}

void endWithParent(QProcess& process)
{
    process.setChildProcessModifier([parent = getpid()] {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent) // it died before the line above
            _exit(1);
    });
}

} // namespace rope
