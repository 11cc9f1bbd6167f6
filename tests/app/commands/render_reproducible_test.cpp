#include "tests/app/program.h"

#include <gtest/gtest.h>

namespace rope::test {

namespace {

std::string rendered(const std::string& zone, const std::string& figure, const std::string& suffix)
{
    const Folder folder;
    const Outcome outcome = runProgramIn({"TZ=" + zone}, {"render", figure, "-o", folder.path("a." + suffix)});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    return folder.read("a." + suffix);
}

} // namespace

class EveryReproducedFormat : public testing::TestWithParam<const char*> {};

/// Qt chooses the order of its hashes anew in each run (two fonts came out in either order) and writes the zone in one
/// letter or seven.
TEST_P(EveryReproducedFormat, IsTheSameFileInEveryRunAndTimeZone)
{
    const std::string first = rendered("UTC", "dials", GetParam());
    ASSERT_FALSE(first.empty());
    for (const char* zone : {"UTC", "UTC", "UTC", "UTC", "Asia/Kolkata", "America/New_York", "Pacific/Apia"})
        EXPECT_TRUE(rendered(zone, "dials", GetParam()) == first) << zone;
}

INSTANTIATE_TEST_SUITE_P(RenderCommand, EveryReproducedFormat, testing::Values("png", "svg", "pdf", "eps", "tex"),
                         [](const auto& each) { return std::string(each.param); });

/// The table of objects still fits after the date was made one of fixed length.
TEST(RenderCommand, APdfFromAnotherTimeZoneIsWhole)
{
    for (const char* zone : {"UTC", "Asia/Kolkata"}) {
        const std::string pdf = rendered(zone, "ladder", "pdf");
        const std::size_t table = std::stoul(pdf.substr(pdf.rfind("startxref\n") + 10));
        ASSERT_EQ(pdf.substr(table, 5), "xref\n") << zone;
        const std::size_t count = std::stoul(pdf.substr(table + 7));
        const std::size_t entries = pdf.find('\n', table + 5) + 1;
        for (std::size_t object = 1; object < count; ++object) {
            const std::size_t place = std::stoul(pdf.substr(entries + 20 * object, 10));
            const std::string head = std::to_string(object) + " 0 obj";
            EXPECT_EQ(pdf.substr(place, head.size()), head) << zone;
        }
    }
}

} // namespace rope::test
