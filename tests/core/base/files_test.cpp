#include "core/base/files.h"

#include <fstream>
#include <sys/stat.h>

namespace rope {

namespace {

namespace fs = std::filesystem;

class OrdinaryFile : public testing::Test {
protected:
    void SetUp() override
    {
        fs::remove_all(folder_);
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    static std::string answer(const fs::path& path)
    {
        const Result<std::uint64_t> size = ordinaryFileSize(path, "a text");
        return size ? std::to_string(*size) : size.error().message;
    }

    const fs::path folder_ = fs::path(testing::TempDir()) / "rope_ordinary_file_test";
};

} // namespace

TEST_F(OrdinaryFile, TellsItsSizeThroughALinkToo)
{
    std::ofstream(folder_ / "five") << "12345";
    fs::create_symlink("five", folder_ / "link");
    EXPECT_EQ(answer(folder_ / "five"), "5");
    EXPECT_EQ(answer(folder_ / "link"), "5");
}

TEST_F(OrdinaryFile, RefusesWhateverWouldWaitOrNeverEnd)
{
    ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
    fs::create_symlink("loop", folder_ / "loop");
    EXPECT_EQ(answer(folder_ / "pipe"), "is no ordinary file; it must be a text");
    EXPECT_EQ(answer("/dev/zero"), "is no ordinary file; it must be a text");
    EXPECT_EQ(answer(folder_), "is a folder; it must be a text");
    EXPECT_EQ(answer(folder_ / "missing"), "there is no such file; it must be a text");
    EXPECT_EQ(answer(""), "a file's name is empty; it must be that of a text");
    EXPECT_TRUE(answer(folder_ / "loop").starts_with("cannot be read: "));
}

TEST_F(OrdinaryFile, IsReadWholeUpToItsBound)
{
    std::ofstream(folder_ / "five") << "12345";
    EXPECT_EQ(readOrdinaryFile(folder_ / "five", "a text", 5).value_or(""), "12345");
    const Result<std::string> tooLong = readOrdinaryFile(folder_ / "five", "a text", 4);
    ASSERT_FALSE(tooLong);
    EXPECT_EQ(tooLong.error().message, "has 5 bytes, too many for a text; at most 4 are read");
}

namespace {

class Output : public OrdinaryFile {
protected:
    std::string path(const std::string& name) const { return folder_ / name; }
    std::string read(const std::string& name) const
    {
        return readOrdinaryFile(folder_ / name, "a text", 1U << 20U).value_or("(none)");
    }
    std::ptrdiff_t files() const { return std::distance(fs::directory_iterator(folder_), fs::directory_iterator()); }
};

} // namespace

TEST_F(Output, KeepsThePermissionsOfTheFileItReplaces)
{
    ASSERT_TRUE(writeWhole(path("a"), "one"));
    fs::permissions(path("a"), fs::perms::owner_read | fs::perms::owner_write);
    ASSERT_TRUE(writeWhole(path("a"), "two"));
    EXPECT_EQ(read("a"), "two");
    EXPECT_EQ(fs::status(path("a")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
    EXPECT_EQ(files(), 1);
}

TEST_F(Output, GoesWhereALinkPointsAndLeavesTheLink)
{
    fs::create_directory(folder_ / "inner");
    fs::create_symlink("inner/target", folder_ / "link");
    ASSERT_TRUE(writeWhole(path("link"), "one"));
    ASSERT_TRUE(writeWhole(path("link"), "two"));
    EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
    EXPECT_EQ(read("inner/target"), "two");
    EXPECT_EQ(files(), 2);
}

TEST_F(Output, WithoutCommitTheOldFileStays)
{
    ASSERT_TRUE(writeWhole(path("a"), "old"));
    {
        OutputFile file(path("a"));
        ASSERT_TRUE(file.open());
        ASSERT_TRUE(file.write("new"));
    }
    EXPECT_EQ(read("a"), "old");
    EXPECT_EQ(files(), 1);
}

TEST_F(Output, TakesNamesOfAnyBytesAndLength)
{
    for (const std::string& name : {std::string("caf\xe9"), std::string("a b\nc"), std::string(255, 'n')}) {
        ASSERT_TRUE(writeWhole(path(name), "x")) << name;
        EXPECT_EQ(read(name), "x") << name;
    }
    EXPECT_EQ(files(), 3);
}

} // namespace rope
