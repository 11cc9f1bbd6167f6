#include "core/rotation/precision.h"

#include "core/rotation/frequency.h"
#include "tests/core/reference.h"

#include <cmath>
#include <set>

namespace rope {

namespace {

/// "inv_bf16.theta10000.d128" and the like as a setup.
PrecisionSetup setupOf(const std::string& id)
{
    const std::string mode = id.substr(0, id.find('.'));
    const auto format = mode.find("bf16") != std::string::npos   ? NumberFormat::BFloat16
                        : mode.find("_f16") != std::string::npos ? NumberFormat::Float16
                                                                 : NumberFormat::Float32;
    PrecisionSetup setup;
    if (mode.rfind("f32_table", 0) == 0)
        setup.table = format;
    else if (mode.rfind("inv_", 0) == 0)
        setup.inverseFrequency = format;
    else if (mode.rfind("pos_", 0) == 0)
        setup.position = format;
    else if (mode.rfind("angle_", 0) == 0)
        setup.phase = format;
    else if (mode.rfind("all_", 0) == 0)
        setup.inverseFrequency = setup.position = setup.phase = format;
    else if (mode.rfind("ggml_recurrence", 0) == 0)
        setup.recurrence = true;
    else
        EXPECT_EQ(mode, "f32");
    return setup;
}

/// A recorded number: "inf" and "nan" are written as text.
double numberIn(const nlohmann::json& value)
{
    return value.is_string() ? std::stod(value.get<std::string>()) : value.get<double>();
}

/// How far a table's error may lie from the recorded one. A narrow table is emulated bit for bit, so what remains is
/// the double rounding of the exact phase, 131072 * 2^-53 = 1.5e-11 rad. Two libraries' float32 cosines may differ by
/// one unit in the last place, 2^-24 just below 1.
double tableTolerance(NumberFormat table)
{
    constexpr double exactPhase = 2e-11;
    return table == NumberFormat::Float32 ? 0x1p-24 + exactPhase : exactPhase;
}

bool agrees(double got, double wanted, double tolerance)
{
    if (std::isnan(wanted) || std::isinf(wanted))
        return std::isnan(got) == std::isnan(wanted) && std::isinf(got) == std::isinf(wanted);
    return std::abs(got - wanted) <= tolerance;
}

void expectSample(const std::string& id, const PrecisionSetup& setup, const Eigen::VectorXd& theta,
                  const nlohmann::json& sample)
{
    const std::int64_t position = sample.at("position");
    const Eigen::VectorXd phases = phaseErrors(setup, theta, position);
    const Eigen::VectorXd tables = cosSinErrors(setup, theta, position);
    EXPECT_TRUE(agrees(phases.maxCoeff(), numberIn(sample.at("max_phase_error")), 1e-9)) << id << " at " << position;
    EXPECT_TRUE(agrees(phases[0], numberIn(sample.at("phase_error_pair0")), 1e-9)) << id << " at " << position;
    EXPECT_TRUE(agrees(phases[theta.size() - 1], numberIn(sample.at("phase_error_last")), 1e-9)) << id;
    const double tableError = tables.hasNaN() ? std::nan("") : tables.maxCoeff();
    EXPECT_TRUE(agrees(tableError, numberIn(sample.at("max_cos_sin_error")), tableTolerance(setup.table)))
        << id << " at " << position << ": " << tableError << " for " << sample.at("max_cos_sin_error");
    if (!sample.contains("phase_error_per_pair"))
        return;
    int apart = 0; // their pow may be one unit off in the last place of float32
    for (Eigen::Index j = 0; j < phases.size(); ++j) {
        const double wanted = numberIn(sample["phase_error_per_pair"].at(static_cast<std::size_t>(j)));
        const double unit = 1.2e-7 * static_cast<double>(position) * theta[j];
        EXPECT_TRUE(agrees(phases[j], wanted, 2e-7 + 1e-8 * phases[j] + unit)) << id << " at " << position;
        apart += agrees(phases[j], wanted, 2e-7 + 1e-8 * phases[j]) ? 0 : 1;
    }
    EXPECT_LE(apart, 1) << id << " at " << position;
}

} // namespace

TEST(Precision, ReproducesWhatTensorLibrariesCompute)
{
    const nlohmann::json file = testing::reference("precision.json");
    int cases = 0;
    for (const auto& one : file.at("cases")) {
        const std::string id = one.at("id");
        const Eigen::VectorXd theta = inverseFrequencies(one.at("theta"), one.at("rotary_dim"));
        for (const auto& sample : one.at("samples"))
            expectSample(id, setupOf(id), theta, sample);
        ++cases;
    }
    testing::expectEveryCase("precision.json", cases);
}

TEST(Precision, KeepsTheFrequenciesOfTensorLibrariesBitForBit)
{
    const nlohmann::json file = testing::reference("precision.json");
    for (const auto& one : file.at("inv_freq_bf16")) {
        const Eigen::VectorXd theta = inverseFrequencies(one.at("theta"), one.at("d"));
        PrecisionSetup setup;
        EXPECT_EQ(keptFrequencies(setup, theta), testing::vectorIn(one.at("inv_freq_f32")));
        setup.inverseFrequency = NumberFormat::BFloat16;
        EXPECT_EQ(keptFrequencies(setup, theta), testing::vectorIn(one.at("inv_freq_bf16")));
        setup.inverseFrequency = NumberFormat::Float16;
        EXPECT_EQ(keptFrequencies(setup, theta), testing::vectorIn(one.at("inv_freq_f16")));
    }
}

TEST(Precision, Bfloat16TellsAsManyPositionsApartAsTensorLibraries)
{
    const nlohmann::json file = testing::reference("precision.json");
    for (const auto& one : file.at("bf16_distinct_positions")) {
        std::set<double> distinct;
        for (int position = one.at("range").at(0); position <= one.at("range").at(1).get<int>(); ++position)
            distinct.insert(roundTo(NumberFormat::BFloat16, position));
        EXPECT_EQ(distinct.size(), one.at("distinct").get<std::size_t>()) << one.at("range");
    }
}

TEST(Precision, NeighboursCollapseWhereTensorLibrariesSaySo)
{
    const nlohmann::json file = testing::reference("precision.json");
    for (const auto& one : file.at("neighbour_angle_collapse"))
        for (const auto& mode : one.at("modes")) {
            const Eigen::VectorXd theta = inverseFrequencies(one.at("theta"), one.at("d"));
            const PrecisionSetup setup = setupOf(mode.at("mode") == "all_bf16" ? "all_bf16." : "angle_bf16.");
            const auto& wanted = mode.at("first_m_with_angle_m_equal_angle_m_plus_1_per_pair");
            for (int j = 0; j < theta.size(); ++j)
                EXPECT_EQ(firstCollapse(setup, theta, j, 1000), wanted.at(static_cast<std::size_t>(j)))
                    << mode.at("mode") << " pair " << j;
        }
}

TEST(Precision, FormatsHoldWholeNumbersUpToTheirLimit)
{
    for (const auto& [format, last] :
         {std::pair{NumberFormat::BFloat16, 256}, {NumberFormat::Float16, 2048}, {NumberFormat::Float32, 1 << 24}}) {
        for (int number = last - 256; number <= last; ++number)
            EXPECT_EQ(roundTo(format, number), number);
        EXPECT_EQ(roundTo(format, last + 1), last);
    }
    EXPECT_EQ(roundTo(NumberFormat::BFloat16, 257.0), 256.0);
    EXPECT_EQ(roundTo(NumberFormat::BFloat16, 256.0), 256.0);
    EXPECT_EQ(roundTo(NumberFormat::Float16, 2049.0), 2048.0);
    EXPECT_EQ(roundTo(NumberFormat::Float16, 2051.0), 2052.0);
    EXPECT_EQ(roundTo(NumberFormat::Float16, 65519.0), 65504.0);
    EXPECT_TRUE(std::isinf(roundTo(NumberFormat::Float16, 65520.0)));
    EXPECT_TRUE(std::isinf(roundTo(NumberFormat::Float16, -1e9)));
    EXPECT_EQ(firstCollapse({.position = NumberFormat::BFloat16}, inverseFrequencies(1e4, 128), 0, 1000), 256);
    EXPECT_EQ(firstCollapse({.position = NumberFormat::Float16}, inverseFrequencies(1e4, 128), 0, 5000), 2048);
    EXPECT_EQ(firstCollapse({}, inverseFrequencies(1e4, 128), 0, 5000), std::nullopt);
}

TEST(Precision, RoundingAgreesWithTheHardwaresAndEigens)
{
    const RowMatrixF values = RowMatrixF::Random(100, 20);
    for (Eigen::Index i = 0; i < values.size(); ++i)
        for (const double scale : {1.0, 1e-3, 1e-7, 1e4, 1e-39}) {
            const double value = static_cast<double>(values.data()[i]) * scale;
            const auto narrow = static_cast<float>(value);
            EXPECT_EQ(roundTo(NumberFormat::Float32, value), static_cast<double>(narrow));
            const double half = static_cast<double>(static_cast<float>(Eigen::half(narrow)));
            const double brain = static_cast<double>(static_cast<float>(Eigen::bfloat16(narrow)));
            EXPECT_EQ(roundTo(NumberFormat::Float16, static_cast<double>(narrow)), half);
            EXPECT_EQ(roundTo(NumberFormat::BFloat16, static_cast<double>(narrow)), brain);
        }
}

TEST(Precision, NumbersOfTheField)
{
    const Eigen::VectorXd theta = inverseFrequencies(1e4, 128);
    EXPECT_NEAR(phaseErrors({.inverseFrequency = NumberFormat::BFloat16}, theta, 4095).maxCoeff(), 5.0089, 5e-5);
    const PrecisionSetup exact{NumberFormat::Float64, NumberFormat::Float64, NumberFormat::Float64,
                               NumberFormat::Float64, NumberFormat::Float64};
    EXPECT_EQ(phaseErrors(exact, theta, 131'071).maxCoeff(), 0.0);
    EXPECT_NEAR(cosSinErrors({}, theta, 131'071).maxCoeff(), 4.15e-3, 1e-5); // as precision.json's first case
    EXPECT_GT(cosSinErrors({}, theta, 1'048'575).maxCoeff(), 1e-2);
}

TEST(Precision, RoundedRotationComesCloseToTheExactOneAsTheFormatAllows)
{
    const Eigen::VectorXd theta = inverseFrequencies(1e4, 16);
    const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(18, -1.0, 1.0);
    const auto error = [&](NumberFormat format) {
        const PrecisionSetup setup{.table = format, .vector = format};
        return (rotateRounded(setup, x, 100, theta, PairLayout::HalfSplit) -
                rotate(x, 100, theta, PairLayout::HalfSplit))
            .cwiseAbs()
            .maxCoeff();
    };
    EXPECT_LT(error(NumberFormat::Float32), 1e-5);
    EXPECT_GT(error(NumberFormat::Float16), 1e-5);
    EXPECT_LT(error(NumberFormat::Float16), 2e-3);
    EXPECT_GT(error(NumberFormat::BFloat16), 1e-4);
    EXPECT_LT(error(NumberFormat::BFloat16), 2e-2);
}

} // namespace rope
