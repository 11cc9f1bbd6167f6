#include "core/base/ordinary_file.h"

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

} // namespace rope
