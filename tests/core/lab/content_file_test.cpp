#include "core/lab/content_file.h"

#include "core/lab/captured.h"
#include "core/npy.h"

#include <filesystem>
#include <fstream>

namespace rope {
namespace {

/// A folder of its own that goes with the test.
class ContentFileTest : public testing::Test {
protected:
    ContentFileTest()
        : folder_(std::filesystem::temp_directory_path() /
                  ("rope_content_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name())))
    {
        std::filesystem::create_directories(folder_);
    }
    ~ContentFileTest() override { std::filesystem::remove_all(folder_); }

    std::string write(const std::string& name, const NpyArray& array) const
    {
        const std::filesystem::path path = folder_ / name;
        std::ofstream(path, std::ios::binary) << npyBytes(array);
        return path.string();
    }

private:
    std::filesystem::path folder_;
};

/// An array whose values count from `first` on.
NpyArray counting(std::vector<std::int64_t> shape, float first)
{
    NpyArray array{std::move(shape), std::vector<float>{}};
    auto& values = std::get<std::vector<float>>(array.values);
    for (std::int64_t i = 0; i < array.count(); ++i)
        values.push_back(first + static_cast<float>(i));
    return array;
}

TEST_F(ContentFileTest, TakesKeysFromTheFileBeside)
{
    const std::string file = write("head_q.npy", counting({3, 4}, 0));
    write("head_k.npy", counting({3, 4}, 100));
    const auto content = readContentFile(file, 0, 0);
    ASSERT_TRUE(content) << describe(content.error());
    EXPECT_FALSE(content->keysAreQueries);
    EXPECT_EQ(content->queries(2, 1), 9.0F);
    EXPECT_EQ(content->keys(2, 1), 109.0F);
}

TEST_F(ContentFileTest, RowsServeAsBothWhereThereAreNoKeys)
{
    const auto content = readContentFile(write("rows.npy", counting({2, 6}, 0)), 0, 0);
    ASSERT_TRUE(content) << describe(content.error());
    EXPECT_TRUE(content->keysAreQueries);
    EXPECT_EQ(content->queries, content->keys);
}

TEST_F(ContentFileTest, PicksLayerAndHeadAndSharesKeyHeads)
{
    const std::string file = write("queries.npy", counting({2, 3, 4, 2}, 0)); // layer, place, head, channel
    write("keys.npy", counting({2, 3, 2, 2}, 0));
    const auto content = readContentFile(file, 1, 3);
    ASSERT_TRUE(content) << describe(content.error());
    EXPECT_EQ(content->queries(2, 1), static_cast<float>(((1 * 3 + 2) * 4 + 3) * 2 + 1));
    EXPECT_EQ(content->keys(2, 1), static_cast<float>(((1 * 3 + 2) * 2 + 1) * 2 + 1));
}

TEST_F(ContentFileTest, RefusesWhatIsNotThereAndWhatDoesNotFit)
{
    const std::string file = write("a_q.npy", counting({2, 3, 4, 2}, 0));
    EXPECT_EQ(readContentFile(file, 2, 0).error().field, "sequence.file_layer");
    EXPECT_EQ(readContentFile(file, 0, 4).error().field, "sequence.file_head");
    write("a_k.npy", counting({2, 3, 3, 2}, 0));
    EXPECT_NE(readContentFile(file, 0, 0).error().message.find("divide"), std::string::npos);
    write("a_k.npy", counting({2, 5, 4, 2}, 0));
    EXPECT_NE(readContentFile(file, 0, 0).error().message.find("shape"), std::string::npos);
    EXPECT_FALSE(readContentFile(write("line.npy", counting({7}, 0)), 0, 0));
    EXPECT_FALSE(readContentFile("/nowhere/at_all.npy", 0, 0));
}

TEST_F(ContentFileTest, NamesTheKeysFile)
{
    EXPECT_EQ(keyFileOf("/x/head_q.npy"), "/x/head_k.npy");
    EXPECT_EQ(keyFileOf("q.npy"), "k.npy");
    EXPECT_EQ(keyFileOf("/x/my_queries.npy"), "/x/my_keys.npy");
    EXPECT_EQ(keyFileOf("query.npy"), "key.npy");
    EXPECT_EQ(keyFileOf("seq.npy"), "");
}

TEST_F(ContentFileTest, ReadsACaptureByItsId)
{
    const std::string id = captureIds().front();
    const auto content = readContentFile(id, 0, 1);
    ASSERT_TRUE(content) << describe(content.error());
    EXPECT_EQ(content->keys, RowMatrixF(capturedKeys(*loadCapture(id), 0, 1).cast<float>()));
    EXPECT_FALSE(readContentFile(id, 999, 0));
}

} // namespace
} // namespace rope
