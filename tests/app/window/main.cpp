#include "ui/widgets/explorer_style.h"

#include <QApplication>
#include <gtest/gtest.h>

int main(int argc, char** argv)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    QApplication::setStyle(new rope::ExplorerStyle);
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
