#include "core/captures/tensors/tensor_files.h"

#include "tests/core/captures/tensors/samples.h"

#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace rope {

using namespace test;

namespace {

std::vector<double> doublesOf(const Tensor& tensor, const std::vector<Slice>& slices)
{
    const Result<TensorValues> values = readTensor(tensor, slices);
    EXPECT_TRUE(values) << (values ? "" : describe(values.error()));
    return !values
               ? std::vector<double>{}
               : std::visit([](const auto& list) { return std::vector<double>(list.begin(), list.end()); }, *values);
}

std::vector<double> doublesOf(const Tensor& tensor)
{
    return doublesOf(tensor, wholeOf(tensor));
}

Result<std::vector<Tensor>> opened(const ScratchFolder& folder, const std::string& name, const std::string& bytes)
{
    return openTensors(folder.write(name, bytes));
}

std::string refusal(const ScratchFolder& folder, const std::string& name, const std::string& bytes)
{
    const auto tensors = opened(folder, name, bytes);
    return tensors ? "accepted" : describe(tensors.error());
}

const std::vector<float> six = {1.0F, -2.5F, 3.0F, 0.125F, 5.0F, -6.0F};
const std::vector<double> sixDoubles(six.begin(), six.end());

std::string torchFile(const ScratchFolder& folder, const std::string& value, const std::string& storage,
                      bool compressed = false)
{
    return zipFile(folder, {{"dump/data.pkl", pickled::file(value)}, {"dump/data/0", storage}, {"dump/version", "3\n"}},
                   compressed);
}

/// One small file of each format, all with the numbers of `six` as (2, 3).
struct Sample {
    std::string name;
    std::string bytes;
};

std::vector<Sample> samples(const ScratchFolder& folder)
{
    const std::string npy = npyFile("<f4", "(2, 3)", bytesOf(six));
    const std::string tensor = pickled::tensor("FloatStorage", "0", 0, {2, 3}, {3, 1});
    return {{"a.npy", npy},
            {"stored.npz", zipFile(folder, {{"q.npy", npy}}, false)},
            {"packed.npz", zipFile(folder, {{"q.npy", npy}}, true)},
            {"a.safetensors",
             safetensorsFile(R"({"q": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}})", bytesOf(six))},
            {"a.pt", torchFile(folder, pickled::dictionary({{"q", tensor}}), bytesOf(six))}};
}

} // namespace

TEST(TensorFiles, EachFormatGivesTheSameNumbers)
{
    const ScratchFolder folder;
    for (const Sample& sample : samples(folder)) {
        const auto tensors = opened(folder, sample.name, sample.bytes);
        ASSERT_TRUE(tensors) << sample.name << ": " << describe(tensors.error());
        ASSERT_EQ(tensors->size(), 1U) << sample.name;
        EXPECT_EQ(tensors->front().shape, (std::vector<std::int64_t>{2, 3})) << sample.name;
        EXPECT_EQ(doublesOf(tensors->front()), sixDoubles) << sample.name;
        EXPECT_EQ(tensors->front().name.substr(tensors->front().name.size() - (sample.name == "a.npy" ? 5 : 1)),
                  sample.name == "a.npy" ? "a.npy" : "q");
    }
}

TEST(TensorFiles, EveryTypeIsReadInBothByteOrders)
{
    struct Case {
        const char* type;
        std::string little;
        std::vector<double> values;
        std::size_t width; ///< bytes that change their order together
    };
    const std::vector<Case> cases = {
        {"f8", bytesOf(std::vector<double>{0.1, -3.0}), {0.1, -3.0}, 8},
        {"f4", bytesOf(std::vector<float>{0.5F, -3.0F}), {0.5, -3.0}, 4},
        {"f2", bytesOf(std::vector<std::uint16_t>{0x3c00, 0xc200}), {1.0, -3.0}, 2},
        {"i8", bytesOf(std::vector<std::int64_t>{-7, 1LL << 40}), {-7.0, 1099511627776.0}, 8},
        {"i4", bytesOf(std::vector<std::int32_t>{-7, 70000}), {-7.0, 70000.0}, 4},
        {"i2", bytesOf(std::vector<std::int16_t>{-7, 700}), {-7.0, 700.0}, 2},
        {"i1", bytesOf(std::vector<std::int8_t>{-7, 70}), {-7.0, 70.0}, 1},
        {"u1", bytesOf(std::vector<std::uint8_t>{7, 200}), {7.0, 200.0}, 1},
        {"b1", std::string("\x00\x01", 2), {0.0, 1.0}, 1},
        {"c8", bytesOf(std::vector<float>{1.0F, 2.0F, 3.0F, 4.0F}), {1.0, 2.0, 3.0, 4.0}, 4},
        {"c16", bytesOf(std::vector<double>{1.0, 2.0, 3.0, 4.0}), {1.0, 2.0, 3.0, 4.0}, 8},
    };
    const ScratchFolder folder;
    for (const Case& each : cases)
        for (const bool big : {false, true}) {
            std::string data = each.little;
            for (std::size_t i = 0; big && i < data.size(); i += each.width)
                std::reverse(data.begin() + static_cast<std::ptrdiff_t>(i),
                             data.begin() + static_cast<std::ptrdiff_t>(i + each.width));
            const auto tensors =
                opened(folder, "a.npy", npyFile(std::string(big ? ">" : "<") + each.type, "(1, 2)", data));
            ASSERT_TRUE(tensors) << each.type << ": " << describe(tensors.error());
            EXPECT_EQ(doublesOf(tensors->front()), each.values) << each.type << big;
            EXPECT_EQ(readShape(tensors->front())[1], static_cast<std::int64_t>(each.values.size())) << each.type;
        }
}

/// Every bit pattern of the 8-bit floats against the value that OCP's FP8 specification gives it.
TEST(TensorFiles, EightBitFloatsAreThoseOfTheSpecification)
{
    const ScratchFolder folder;
    std::string all;
    for (int bits = 0; bits < 256; ++bits)
        all += static_cast<char>(bits);
    for (const bool wide : {false, true}) {
        const std::string type = wide ? "F8_E5M2" : "F8_E4M3";
        const auto tensors = opened(
            folder, "a.safetensors",
            safetensorsFile(R"({"x": {"dtype": ")" + type + R"(", "shape": [256], "data_offsets": [0, 256]}})", all));
        ASSERT_TRUE(tensors);
        const std::vector<double> values = doublesOf(tensors->front());
        const int mantissaBits = wide ? 2 : 3;
        const int bias = wide ? 15 : 7;
        for (int bits = 0; bits < 256; ++bits) {
            const int exponent = (bits & 127) >> mantissaBits;
            const int mantissa = bits & ((1 << mantissaBits) - 1);
            const double fraction = mantissa / std::pow(2.0, mantissaBits);
            const double size =
                exponent == 0 ? fraction * std::pow(2.0, 1 - bias) : (1.0 + fraction) * std::pow(2.0, exponent - bias);
            const double got = values[static_cast<std::size_t>(bits)];
            if (wide && exponent == 31)
                EXPECT_TRUE(mantissa == 0 ? std::isinf(got) : std::isnan(got)) << bits;
            else if (!wide && (bits & 127) == 127)
                EXPECT_TRUE(std::isnan(got)) << bits;
            else
                EXPECT_EQ(got, bits >= 128 ? -size : size) << type << " " << bits;
        }
        EXPECT_EQ(*std::ranges::max_element(
                      values,
                      [](double a, double b) { return (std::isfinite(a) ? a : -1.0) < (std::isfinite(b) ? b : -1.0); }),
                  wide ? 57344.0 : 448.0);
    }
}

TEST(TensorFiles, BrainFloatsAreTheUpperHalfOfFloats)
{
    const ScratchFolder folder;
    std::vector<std::uint16_t> upper;
    for (const float value : six)
        upper.push_back(static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(value) >> 16U));
    const auto tensors =
        opened(folder, "a.safetensors",
               safetensorsFile(R"({"x": {"dtype": "BF16", "shape": [6], "data_offsets": [0, 12]}})", bytesOf(upper)));
    ASSERT_TRUE(tensors);
    EXPECT_EQ(doublesOf(tensors->front()), sixDoubles);
}

TEST(TensorFiles, FortranOrderAndStridedViewsComeInCOrder)
{
    const ScratchFolder folder;
    const std::vector<double> turned = {1.0, 3.0, 5.0, -2.5, 0.125, -6.0}; // six as (3, 2), transposed
    const auto fortran = opened(folder, "f.npy", npyFile("<f4", "(2, 3)", bytesOf(six), true));
    ASSERT_TRUE(fortran);
    EXPECT_EQ(doublesOf(fortran->front()), turned);
    const auto view = opened(folder, "v.pt",
                             torchFile(folder, pickled::tensor("FloatStorage", "0", 0, {2, 3}, {1, 2}), bytesOf(six)));
    ASSERT_TRUE(view) << describe(view.error());
    EXPECT_EQ(doublesOf(view->front()), turned);
    const auto part = opened(folder, "p.pt",
                             torchFile(folder, pickled::tensor("FloatStorage", "0", 2, {2, 2}, {2, 1}), bytesOf(six)));
    ASSERT_TRUE(part);
    EXPECT_EQ(doublesOf(part->front()), (std::vector<double>{3.0, 0.125, 5.0, -6.0}));
    const auto spread = opened(
        folder, "s.pt", torchFile(folder, pickled::tensor("FloatStorage", "0", 1, {2, 2}, {0, 3}), bytesOf(six)));
    ASSERT_TRUE(spread);
    EXPECT_EQ(doublesOf(spread->front()), (std::vector<double>{-2.5, 5.0, -2.5, 5.0}));
}

/// A slice is what the whole has there, for C order, Fortran order and a permuted view.
TEST(TensorFiles, SlicesAreThePartsOfTheWhole)
{
    const ScratchFolder folder;
    std::vector<float> numbers(3 * 4 * 5 * 7);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = static_cast<float>(i);
    const auto c = opened(folder, "c.npy", npyFile("<f4", "(3, 4, 5, 7)", bytesOf(numbers)));
    const auto fortran = opened(folder, "f.npy", npyFile("<f4", "(3, 4, 5, 7)", bytesOf(numbers), true));
    const auto view = opened(
        folder, "v.pt",
        torchFile(folder, pickled::tensor("FloatStorage", "0", 0, {3, 4, 5, 7}, {28, 7, 84, 1}), bytesOf(numbers)));
    ASSERT_TRUE(c && fortran && view);
    for (const Tensor& tensor : {c->front(), fortran->front(), view->front()}) {
        const std::vector<double> whole = doublesOf(tensor);
        const std::vector<Slice> slices = {{1, 2}, {2, 1}, {0, 3}, {2, 5}};
        std::vector<double> expected;
        for (std::int64_t i = 1; i < 3; ++i)
            for (std::int64_t k = 0; k < 3; ++k)
                for (std::int64_t l = 2; l < 7; ++l)
                    expected.push_back(whole[static_cast<std::size_t>(((i * 4 + 2) * 5 + k) * 7 + l)]);
        EXPECT_EQ(doublesOf(tensor, slices), expected);
    }
}

TEST(TensorFiles, NamesInATorchFileAreTheWayToTheTensor)
{
    const ScratchFolder folder;
    const std::string one = pickled::tensor("FloatStorage", "0", 0, {6}, {1});
    const auto tensors =
        opened(folder, "a.pt",
               torchFile(folder,
                         pickled::dictionary({{"layers", pickled::tuple({one, pickled::dictionary({{"q", one}})})},
                                              {"note", pickled::text("a text")}}),
                         bytesOf(six)));
    ASSERT_TRUE(tensors) << describe(tensors.error());
    ASSERT_EQ(tensors->size(), 2U);
    EXPECT_EQ((*tensors)[0].name, "layers.0");
    EXPECT_EQ((*tensors)[1].name, "layers.1.q");
}

TEST(TensorFiles, AFolderHasTheArraysOfItsFiles)
{
    const ScratchFolder folder;
    std::filesystem::create_directory(folder.path("dump"));
    for (const Sample& sample : samples(folder))
        folder.write("dump/" + sample.name, sample.bytes);
    folder.write("dump/readme.txt", "no array");
    const auto tensors = openTensors(folder.path("dump"));
    ASSERT_TRUE(tensors) << describe(tensors.error());
    std::vector<std::string> names;
    for (const Tensor& tensor : *tensors)
        names.push_back(tensor.name);
    EXPECT_EQ(names, (std::vector<std::string>{"a.npy", "a.pt/q", "a.safetensors/q", "packed.npz/q", "stored.npz/q"}));
}

/// 20 GiB of which the disk holds a header: one row is read at once, and the whole is refused before memory is taken.
TEST(TensorFiles, ALargeFileIsReadWhereItIsLookedAt)
{
    const ScratchFolder folder;
    const std::uint64_t bytes = std::uint64_t{20} << 30U;
    const std::string path =
        folder.write("large.safetensors",
                     safetensorsFile(R"({"q": {"dtype": "F32", "shape": [41943040, 128], "data_offsets": [0, )" +
                                         std::to_string(bytes) + "]}}",
                                     ""));
    std::error_code failed;
    std::filesystem::resize_file(path, readBytes(path).size() + bytes, failed);
    ASSERT_FALSE(failed) << failed.message();
    const auto tensors = openTensors(path);
    ASSERT_TRUE(tensors) << describe(tensors.error());
    EXPECT_EQ(doublesOf(tensors->front(), {{41943039, 1}, {0, 128}}), std::vector<double>(128, 0.0));
    const auto whole = readTensor(tensors->front(), wholeOf(tensors->front()));
    ASSERT_FALSE(whole);
    EXPECT_NE(whole.error().message.find("ask for a part"), std::string::npos) << whole.error().message;
}

// ---- What strangers send

TEST(TensorFiles, APickleIsNeverExecuted)
{
    const ScratchFolder folder;
    const auto said = [&](const std::string& value) {
        return refusal(folder, "a.pt", torchFile(folder, value, bytesOf(six)));
    };
    EXPECT_NE(said(pickled::global("os", "system") + pickled::tuple({pickled::text("true")}) + "R").find("os.system"),
              std::string::npos);
    EXPECT_NE(said(pickled::text("builtins") + pickled::text("eval") + "\x93").find("builtins.eval"),
              std::string::npos);
    EXPECT_NE(said(pickled::global("torch", "load") + ")R").find("torch.load"), std::string::npos);
    EXPECT_NE(said(pickled::global("torch._utils", "_rebuild_tensor_v2") + ")R").find("no storage"), std::string::npos);
    EXPECT_NE(said("(i__main__\nEvil\n").find("opcode 105"), std::string::npos);
    EXPECT_NE(said(pickled::tensor("FloatStorage", "0", 0, {7}, {1})).find("does not fit"), std::string::npos);
    EXPECT_NE(said(pickled::tensor("FloatStorage", "0", 7, {1}, {1})).find("behind the end"), std::string::npos);
    EXPECT_NE(said(pickled::tensor("FloatStorage", "9", 0, {6}, {1})).find("not in the archive"), std::string::npos);
    EXPECT_NE(said(pickled::tensor("FloatStorage", "0", 0, {2000000000U, 2000000000U}, {1, 1})).find("does not fit"),
              std::string::npos);
}

TEST(TensorFiles, APickleThatHoldsItselfEnds)
{
    const ScratchFolder folder;
    // l = []; l.append(l), and a dictionary of lists that doubles 40 times
    const std::string itself = std::string("]q\x00h\x00", 5) + "a";
    EXPECT_NE(refusal(folder, "a.pt", torchFile(folder, itself, "")).find("without end"), std::string::npos);
    std::string doubling = std::string("]q\x00", 3);
    for (int level = 0; level < 31; ++level)
        doubling += std::string("0](h\x00h\x00", 7) + "eq" + std::string(1, '\0');
    EXPECT_NE(refusal(folder, "a.pt", torchFile(folder, doubling, "")), "accepted");
}

TEST(TensorFiles, AnArchiveThatClaimsMoreThanItMayIsRefusedUnread)
{
    const ScratchFolder folder;
    const std::string npy = npyFile("<f4", "(700000000,)", "");
    std::string bytes = zipFile(folder, {{"q.npy", npy}}, true);
    // The directory at the end says 2.8 GB for the member.
    const std::size_t entry = bytes.find("PK\x01\x02");
    const auto claimed = static_cast<std::uint32_t>(npy.size() + 2'800'000'000U);
    bytes.replace(entry + 24, 4, test::bytesOf(std::vector<std::uint32_t>{claimed}));
    EXPECT_NE(refusal(folder, "bomb.npz", bytes), "accepted");
}

TEST(TensorFiles, BrokenSafetensorsAreRefusedInOneLine)
{
    const ScratchFolder folder;
    const auto said = [&](const std::string& header, const std::string& data) {
        return refusal(folder, "a.safetensors", safetensorsFile(header, data));
    };
    const std::string eight(8, '\0');
    EXPECT_NE(said(R"({"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]},
                       "b": {"dtype": "F32", "shape": [2], "data_offsets": [4, 12]}})",
                   eight + eight)
                  .find("overlaps"),
              std::string::npos);
    EXPECT_NE(said(R"({"a": {"dtype": "F32", "shape": [2], "data_offsets": [4, 12]}})", eight).find("do not fit"),
              std::string::npos);
    EXPECT_NE(said(R"({"a": {"dtype": "F32", "shape": [3], "data_offsets": [0, 8]}})", eight).find("do not fit"),
              std::string::npos);
    EXPECT_NE(said(R"({"a": {"dtype": "F32", "shape": [-1], "data_offsets": [0, 8]}})", eight).find("do not fit"),
              std::string::npos);
    EXPECT_NE(said(R"({"a": {"dtype": "F32", "shape": [9223372036854775807, 2], "data_offsets": [0, 8]}})", eight)
                  .find("do not fit"),
              std::string::npos);
    std::string huge = safetensorsFile("{}", "");
    huge.replace(0, 8, test::bytesOf(std::vector<std::uint64_t>{std::uint64_t{10} << 30U}));
    EXPECT_NE(refusal(folder, "h.safetensors", huge).find("claims a header of 10737418240 bytes"), std::string::npos);
}

/// Every cut and every changed byte of a small file of each format: refused in one line, or read without leaving it.
TEST(TensorFiles, NoDamageGoesFurtherThanARefusal)
{
    const ScratchFolder folder;
    const auto tried = [&](const std::string& name, const std::string& bytes) {
        const auto tensors = opened(folder, name, bytes);
        if (!tensors) {
            EXPECT_EQ(describe(tensors.error()).find('\n'), std::string::npos) << describe(tensors.error());
            return;
        }
        for (const Tensor& tensor : *tensors) {
            const auto values = readTensor(tensor, wholeOf(tensor), 1U << 20U);
            EXPECT_TRUE(values || !values.error().message.empty());
        }
    };
    for (const Sample& sample : samples(folder)) {
        for (std::size_t length = 0; length < sample.bytes.size(); ++length)
            tried(sample.name, sample.bytes.substr(0, length));
        for (std::size_t at = 0; at < sample.bytes.size(); ++at)
            for (const int flip : {1, 0xff}) {
                std::string bytes = sample.bytes;
                bytes[at] = static_cast<char>(bytes[at] ^ flip);
                tried(sample.name, bytes);
            }
    }
}

TEST(TensorFiles, WhatHoldsNoArraysIsNamed)
{
    const ScratchFolder folder;
    EXPECT_NE(refusal(folder, "a.bin", "some text that is no array"), "accepted");
    EXPECT_NE(refusal(folder, "a.pt", "\x80\x02\x8a\x0al\xfc\x9c" + std::string(40, 'x')).find("old format"),
              std::string::npos);
    EXPECT_NE(refusal(folder, "a.npz", zipFile(folder, {{"readme.txt", "hello"}}, false)).find("without arrays"),
              std::string::npos);
    std::filesystem::create_directory(folder.path("empty"));
    EXPECT_FALSE(openTensors(folder.path("empty")));
    EXPECT_FALSE(openTensors(folder.path("missing.npy")));
}

} // namespace rope
