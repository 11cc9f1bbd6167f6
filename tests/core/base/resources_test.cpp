#include "core/base/resources.h"

#include "core/base/files.h"

#include <algorithm>

namespace rope {

TEST(Resources, AreTheFilesOfTheirFoldersByteByByte)
{
    for (const char* folder : {"data", "equations", "lessons", "presets"}) {
        const std::vector<std::string_view> paths = resourcesIn(folder);
        EXPECT_GE(paths.size(), 9U) << folder;
        EXPECT_TRUE(std::ranges::is_sorted(paths)) << folder;
        for (const std::string_view path : paths) {
            const auto file = readOrdinaryFile(std::string(ROPE_SOURCE_DIR "/resources/") + std::string(path),
                                               "a resource", 16U << 20U);
            ASSERT_TRUE(file.has_value()) << path;
            EXPECT_TRUE(resource(path) == *file) << path;
        }
    }
}

TEST(Resources, OfOtherNamesAreEmpty)
{
    EXPECT_TRUE(resource("data/gpt.npy").empty());
    EXPECT_TRUE(resource("data").empty());
    EXPECT_TRUE(resourcesIn("dat").empty());
}

} // namespace rope
