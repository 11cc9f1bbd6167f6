#include "core/model/model_file.h"

#include "core/state/change.h"
#include "core/state/derived.h"
#include "tests/core/model/gguf/gguf_builder.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

namespace rope {
namespace {

namespace fs = std::filesystem;

class ModelFiles : public ::testing::Test {
protected:
    void SetUp() override
    {
        const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
        folder_ = fs::temp_directory_path() / (std::string("rope_model_files_") + test->name());
        fs::remove_all(folder_);
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    fs::path write(const std::string& name, const std::string& bytes) const
    {
        std::ofstream(folder_ / name, std::ios::binary) << bytes;
        return folder_ / name;
    }

    Error refusal(const fs::path& path) const
    {
        const auto file = readModelFile(path);
        EXPECT_FALSE(file.has_value()) << path;
        return file ? Error{} : file.error();
    }

    fs::path folder_;
};

TEST_F(ModelFiles, AreToldApartByContentNotByName)
{
    const auto json = readModelFile(write("weights.gguf", R"({"model_type": "llama", "head_dim": 64})"));
    ASSERT_TRUE(json.has_value());
    EXPECT_EQ(json->model.layers.front().headDim, 64);
    const auto gguf =
        readModelFile(write("config.json", testing::GgufBuilder().integer("attention.key_length", 96).bytes()));
    ASSERT_TRUE(gguf.has_value());
    EXPECT_EQ(gguf->model.layers.front().headDim, 96);
    EXPECT_EQ(gguf->model.source, (folder_ / "config.json").string());
    EXPECT_EQ(gguf->model.name, "config.json");
}

TEST_F(ModelFiles, WithHeadersOverAMegabyteAreReadWhole)
{
    testing::GgufBuilder builder;
    builder.vocabulary(200000)
        .integer("attention.key_length", 96)
        .floats("rope_freqs.weight", std::vector<float>(48, 2.0F));
    const auto file = readModelFile(write("large.gguf", builder.bytes()));
    ASSERT_TRUE(file.has_value()) << describe(file.error());
    EXPECT_EQ(scheduleOf(file->model.layers.front(), 0)->inverseFrequency[0], 0.5);
}

TEST_F(ModelFiles, ThatAreNoneAreRefusedInOneSentence)
{
    EXPECT_NE(refusal(folder_).message.find("folder"), std::string::npos);
    EXPECT_NE(refusal(folder_ / "missing.json").message.find("no such file"), std::string::npos);
    EXPECT_NE(refusal(write("empty.json", "")).message.find("empty"), std::string::npos);
    EXPECT_NE(refusal("/dev/null").message.find("ordinary"), std::string::npos);
    EXPECT_NE(refusal(write("large.bin", std::string((16U << 20U) + 1, 'x'))).message.find("16 MiB"),
              std::string::npos);
    EXPECT_EQ(refusal(write("broken.json", R"({"rope_theta": 1e400, )")).field.substr(0, 11), "broken.json");
    EXPECT_EQ(refusal(write("bad.json", R"({"rope_scaling": "x"})")).field, "bad.json: rope_scaling");
    EXPECT_EQ(describe(refusal(write("line\nbreak.json", "{"))).find('\n'), std::string::npos);
}

std::vector<fs::path> extraFiles(const char* folder, const std::string& ending)
{
    std::vector<fs::path> files;
    const char* const extra = std::getenv("ROPE_EXTRA_CASES");
    const fs::path root = fs::path(extra == nullptr ? "" : extra) / folder;
    if (extra == nullptr || !fs::exists(root))
        return files;
    for (const auto& entry : fs::directory_iterator(root))
        if (entry.path().extension() == ending)
            files.push_back(entry.path());
    return files;
}

TEST(ExtraModelFiles, AreReadOrRefusedInOneLine)
{
    std::vector<fs::path> files = extraFiles("configs", ".json");
    for (fs::path& path : extraFiles("gguf", ".gguf"))
        files.push_back(std::move(path));
    int read = 0;
    for (const fs::path& path : files) {
        const auto file = readModelFile(path);
        if (!file) {
            EXPECT_EQ(describe(file.error()).find('\n'), std::string::npos);
            std::cout << "refused: " << describe(file.error()) << "\n";
            continue;
        }
        EXPECT_TRUE(validate(file->model).has_value()) << path;
        ++read;
    }
    std::cout << read << " of " << files.size() << " extra files read\n";
}

} // namespace
} // namespace rope
