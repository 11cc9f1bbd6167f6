#include "app/window_start.h"

#include <QApplication>

int main(int argc, char** argv)
{
    const QApplication application(argc, argv);
    return rope::runWindow({});
}
