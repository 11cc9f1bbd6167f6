#include "core/base/npy.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

namespace rope {

namespace {

std::string fileWith(const std::string& header, const std::string& data, int version = 1)
{
    std::string bytes = "\x93NUMPY";
    bytes += static_cast<char>(version);
    bytes += '\0';
    for (int i = 0; i < (version == 1 ? 2 : 4); ++i)
        bytes += static_cast<char>(header.size() >> (8 * i) & 0xff);
    return bytes + header + data;
}

std::string describing(const std::string& type, const std::string& shape, const std::string& order = "False")
{
    return "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }\n";
}

std::string messageOf(const std::string& bytes)
{
    const Result<NpyArray> array = parseNpy(bytes, "x.npy");
    return array ? "accepted" : describe(array.error());
}

} // namespace

TEST(Npy, WritesWhatNumPyWrites)
{
    const RowMatrixF matrix{{1.0F, 2.0F, 3.0F}, {4.0F, 5.0F, 6.0F}};
    const std::string bytes = npyBytes(matrix);
    // numpy.save of the same array: a 118-byte header that ends at byte 128
    std::string expected("\x93NUMPY\x01\x00\x76\x00", 10);
    expected.append("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }");
    expected.resize(127, ' ');
    expected.push_back('\n');
    EXPECT_EQ(bytes.substr(0, 128), expected);
    EXPECT_EQ(bytes.size(), 128U + 24U);
    EXPECT_EQ(bytes.substr(128, 4), std::string("\x00\x00\x80\x3f", 4));
}

TEST(Npy, ReadsBackWhatItWritesInEveryTypeAndShape)
{
    const std::vector<NpyArray> arrays{
        {{3}, std::vector<std::int64_t>{-1, 1'000'000'000'000, 3}},
        {{2, 2}, std::vector<std::int32_t>{-1, 2, 3, 4}},
        {{1, 2, 3}, std::vector<double>{0.1, 2, 3, 4, 5, 6}},
        {{1, 2, 1, 2}, std::vector<float>{0.1F, 2, 3, 4}},
        {{0, 7}, std::vector<float>{}},
    };
    for (const NpyArray& array : arrays) {
        const Result<NpyArray> back = parseNpy(npyBytes(array), "x.npy");
        ASSERT_TRUE(back) << describe(back.error());
        EXPECT_EQ(*back, array);
    }
}

TEST(Npy, ReadsBothByteOrdersAndAllVersions)
{
    const std::string big("\x3f\x80\x00\x00\x40\x00\x00\x00", 8);
    const std::string little("\x00\x00\x80\x3f\x00\x00\x00\x40", 8);
    const std::vector<float> values{1.0F, 2.0F};
    for (const int version : {1, 2, 3}) {
        EXPECT_EQ(std::get<0>(parseNpy(fileWith(describing(">f4", "(2,)"), big, version), "x").value().values), values);
        EXPECT_EQ(std::get<0>(parseNpy(fileWith(describing("<f4", "(2,)"), little, version), "x").value().values),
                  values);
    }
}

TEST(Npy, WidensHalfPrecision)
{
    const std::string halves("\x00\x3c\x00\xc0\x01\x00", 6); // 1, -2, the smallest subnormal
    const auto array = parseNpy(fileWith(describing("<f2", "(3,)"), halves), "x");
    EXPECT_EQ(std::get<0>(array.value().values), (std::vector<float>{1.0F, -2.0F, 0x1p-24F}));
}

TEST(Npy, PutsFortranOrderIntoCOrder)
{
    const std::string columns = npyBytes(NpyArray{{6}, std::vector<std::int32_t>{1, 4, 2, 5, 3, 6}});
    const std::string data = columns.substr(columns.size() - 24);
    const auto matrix = parseNpy(fileWith(describing("<i4", "(2, 3)", "True"), data), "x");
    EXPECT_EQ(std::get<2>(matrix.value().values), (std::vector<std::int32_t>{1, 2, 3, 4, 5, 6}));
    const auto cube = parseNpy(fileWith(describing("<i4", "(1, 2, 3)", "True"), data), "x");
    EXPECT_EQ(std::get<2>(cube.value().values), (std::vector<std::int32_t>{1, 2, 3, 4, 5, 6}));
}

TEST(Npy, RefusesHostileHeadersAndSaysWhy)
{
    EXPECT_EQ(messageOf(""), "x.npy: it is not a .npy file: it does not begin with \\x93NUMPY");
    EXPECT_EQ(messageOf("\x93NUMPY\x09"), "x.npy: byte 6: .npy version 9; readable are 1, 2 and 3");
    EXPECT_EQ(messageOf(std::string("\x93NUMPY\x01\x00\xff", 9)), "x.npy: it ends inside its header");
    EXPECT_NE(messageOf(std::string("\x93NUMPY\x02\x00\xff\xff\xff\xff{}", 14)).find("4294967295 bytes"),
              std::string::npos);
    EXPECT_NE(messageOf(fileWith(describing("<f4", "(9223372036854775807, 9)"), "")).find("more than 2^63"),
              std::string::npos);
    EXPECT_NE(messageOf(fileWith(describing("<f4", "(4000000000, 4000000000)"), "")).find("more than 2^63"),
              std::string::npos);
    EXPECT_NE(messageOf(fileWith(describing("<f8", "(1000000000000,)"), "")).find("asks for 8000000000000 bytes"),
              std::string::npos);
    EXPECT_NE(messageOf(fileWith(describing("<f4", "(2,)"), "1234567")).find("the file holds 7"), std::string::npos);
    EXPECT_NE(messageOf(fileWith(describing("<f4", "(2,)"), "123456789")).find("the file holds 9"), std::string::npos);
    EXPECT_NE(messageOf(fileWith(describing("<f4", "(-2,)"), "")).find("axis length"), std::string::npos);
    EXPECT_NE(messageOf(fileWith(describing("<f4", "(99999999999999999999,)"), "")).find("axis length"),
              std::string::npos);
    EXPECT_NE(messageOf(fileWith(describing("|O", "(1,)"), "")).find("of type '|O'"), std::string::npos);
    EXPECT_NE(messageOf(fileWith(describing("<c8", "(1,)"), "12345678")).find("of another kind"), std::string::npos);
    EXPECT_NE(messageOf(fileWith("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}", "1234"))
                  .find("records or objects"),
              std::string::npos);
    EXPECT_NE(messageOf(fileWith(describing("<f4", "(1, 1, 1, 1, 1)"), "1234")).find("four axes"), std::string::npos);
    EXPECT_NE(messageOf(fileWith(describing("<f4", "()"), "1234")).find("without axes"), std::string::npos);
}

TEST(Npy, NoBrokenHeaderIsAccepted)
{
    const std::string whole = describing("<f4", "(1,)");
    for (std::size_t length = 0; length < whole.size() - 2; ++length)
        EXPECT_NE(messageOf(fileWith(whole.substr(0, length), "1234")), "accepted") << whole.substr(0, length);
    for (const char* header : {"{'descr': '<f4', 'shape': (1,)}", "{'descr': '<f4', 'fortran_order': 0, 'shape': (1,)}",
                               "{'descr': '<f4' 'fortran_order': False, 'shape': (1,)}", "{'x': 1}", "{'descr: '<f4'}",
                               "{'descr': '<f4', 'fortran_order': False, 'shape': (1 2)}",
                               "{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} x", "((((((("})
        EXPECT_NE(messageOf(fileWith(header, "1234")), "accepted") << header;
}

TEST(Npy, ReadsFilesAndRefusesMissingOnes)
{
    const std::string path = (std::filesystem::temp_directory_path() / "rope_npy_test.npy").string();
    const RowMatrix matrix{{0.5, -1.0}};
    std::ofstream(path, std::ios::binary) << npyBytes(matrix);
    const Result<NpyArray> array = readNpy(path);
    std::filesystem::remove(path);
    ASSERT_TRUE(array);
    EXPECT_EQ(matrixOf(*array, path).value(), matrix);
    EXPECT_EQ(readNpy(path).error().field, path);
}

TEST(Npy, MatricesAndPositionsAreCheckedOnTheWay)
{
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_FALSE(matrixOf(NpyArray{{2}, std::vector<float>{1, 2}}, "q"));
    EXPECT_FALSE(matrixOf(NpyArray{{0, 2}, std::vector<float>{}}, "q"));
    EXPECT_FALSE(matrixOf(NpyArray{{1, 2}, std::vector<std::int32_t>{1, 2}}, "q"));
    EXPECT_EQ(describe(matrixOf(NpyArray{{1, 2}, std::vector<float>{1, nan}}, "q").error()),
              "q: value 1 is not finite");
    EXPECT_EQ(integersOf(NpyArray{{1, 2}, std::vector<std::int32_t>{1, 2}}, "p").value(),
              (std::vector<std::int64_t>{1, 2}));
    EXPECT_FALSE(integersOf(NpyArray{{2}, std::vector<double>{1, 2}}, "p"));
}

TEST(Npy, RefusesFilesThatAreNoneBeforeReadingThem)
{
    EXPECT_NE(describe(readNpy("/dev/zero").error()).find("no ordinary file"), std::string::npos);
    EXPECT_NE(describe(readNpy(testing::TempDir()).error()).find("is a folder"), std::string::npos);
    const std::string path = testing::TempDir() + "rope_npy_test_sparse.npy";
    std::ofstream(path) << "\x93NUMPX";
    std::filesystem::resize_file(path, std::uintmax_t{1} << 42); // sparse: no memory holds it
    EXPECT_NE(describe(readNpy(path).error()).find("not a .npy file"), std::string::npos);
    std::filesystem::remove(path);
}

TEST(Npy, RefusesValuesWhoseProductsOverflow)
{
    const NpyArray array{{1, 2}, std::vector<double>{1e150, -1.1e150}};
    EXPECT_EQ(describe(matrixOf(array, "q").error()), "q: value 1 is beyond 1e150, too large for a score");
    EXPECT_TRUE(matrixOf(NpyArray{{1, 2}, std::vector<double>{1e150, -1e150}}, "q"));
}

} // namespace rope
