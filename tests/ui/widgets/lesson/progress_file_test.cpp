#include "ui/widgets/lesson/progress_file.h"

#include <QFile>
#include <QTemporaryDir>
#include <gtest/gtest.h>
#include <sys/stat.h>

namespace rope {

namespace {

class ProgressFile : public testing::Test {
protected:
    QString path() const { return folder.filePath(QStringLiteral("progress.json")); }

    void write(const QByteArray& bytes) const
    {
        QFile file(path());
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    QByteArray bytesOf(const QString& name) const
    {
        QFile file(name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    QTemporaryDir folder;
    Progress solved{"02-b", {"01-a/one", "02-b/two"}};
};

} // namespace

TEST_F(ProgressFile, ComesBackAsItWasSaved)
{
    EXPECT_TRUE(loadProgress(path()).message.isEmpty());
    ASSERT_TRUE(saveProgress(path(), {}, solved));
    EXPECT_EQ(loadProgress(path()).progress, solved);
}

TEST_F(ProgressFile, ThatCannotBeReadIsKeptAsideAndToldOf)
{
    const QByteArray whole = QByteArray::fromStdString(toJson(solved));
    for (const QByteArray& odd :
         {QByteArray(), whole.left(whole.size() / 2), QByteArray(whole).replace("\"version\": 1", "\"version\": 2")}) {
        write(odd);
        const KeptProgress kept = loadProgress(path());
        EXPECT_EQ(kept.progress, Progress{});
        EXPECT_TRUE(kept.message.contains(path() + QStringLiteral(".broken"))) << qPrintable(kept.message);
        EXPECT_FALSE(QFile::exists(path()));
        ASSERT_TRUE(saveProgress(path(), {}, solved));
    }
    EXPECT_EQ(bytesOf(path() + QStringLiteral(".broken")), QByteArray());
    EXPECT_EQ(bytesOf(path() + QStringLiteral(".broken2")), whole.left(whole.size() / 2));
    EXPECT_TRUE(bytesOf(path() + QStringLiteral(".broken3")).contains("\"version\": 2"));
}

TEST_F(ProgressFile, ThatBreaksWhileTheWindowIsOpenLosesNothing)
{
    ASSERT_TRUE(saveProgress(path(), {}, solved));
    write("{");
    Progress more = solved;
    more.done.insert("02-b/three");
    ASSERT_TRUE(saveProgress(path(), solved, more));
    EXPECT_EQ(loadProgress(path()).progress, more);
    EXPECT_EQ(bytesOf(path() + QStringLiteral(".broken")), QByteArray("{"));
}

TEST_F(ProgressFile, OfTwoWindowsHoldsWhatBothSolved)
{
    ASSERT_TRUE(saveProgress(path(), {}, solved));
    Progress one = solved;
    one.done.insert("03-c/one");
    Progress other = solved;
    other.done.erase("01-a/one"); // opened again
    other.done.insert("03-c/other");
    ASSERT_TRUE(saveProgress(path(), solved, one));
    ASSERT_TRUE(saveProgress(path(), solved, other));
    EXPECT_EQ(loadProgress(path()).progress.done, (std::set<std::string>{"02-b/two", "03-c/one", "03-c/other"}));
}

TEST_F(ProgressFile, ThatIsAPipeIsSetAsideWithoutWaitingForIt)
{
    ASSERT_EQ(mkfifo(qPrintable(path()), 0600), 0);
    EXPECT_FALSE(loadProgress(path()).message.isEmpty());
    ASSERT_TRUE(saveProgress(path(), {}, solved));
    EXPECT_EQ(loadProgress(path()).progress, solved);
}

} // namespace rope
