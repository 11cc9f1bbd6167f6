#include "core/rotation/rotation.h"
#include "core/schemes/registry.h"
#include "core/schemes/support.h"
#include "tests/core/property.h"

#include <algorithm>
#include <cmath>

namespace rope {
namespace {

using testing::holds;

class EveryScheme : public ::testing::TestWithParam<const Scheme*> {};

/// A base in [1.1, 1e9], a rotary dimension in [2, 256] and every parameter within its range.
ScheduleInput anyInput(const Scheme& scheme)
{
    ScheduleInput input;
    input.rotaryDim = 2 * *rc::gen::inRange(1, 129);
    input.headDim = input.rotaryDim + 2 * *rc::gen::inRange(0, 65);
    input.base = std::pow(10.0, *rc::gen::inRange(42, 9001) / 1000.0);
    input.originalContext = *rc::gen::inRange(1, 1000001);
    input.maximumContext = *rc::gen::inRange(1, 10000001);
    input.sequenceLength = *rc::gen::inRange(0, 10000001);
    for (const Parameter& parameter : scheme.parameters) {
        const double share = *rc::gen::inRange(0, 1001) / 1000.0;
        const double value = parameter.logarithmic
                                 ? parameter.minimum * std::pow(parameter.maximum / parameter.minimum, share)
                                 : parameter.minimum + (parameter.maximum - parameter.minimum) * share;
        input.parameters[std::string(parameter.id)] =
            parameter.kind == Parameter::Kind::Real ? value : std::round(value);
    }
    return input;
}

bool isEmptyOrAShare(const Eigen::VectorXd& ramp, Eigen::Index pairs)
{
    return ramp.size() == 0 || (ramp.size() == pairs && ramp.minCoeff() >= 0.0 && ramp.maxCoeff() <= 1.0);
}

TEST_P(EveryScheme, SaysWhetherItFollowsTheLengthOfTheCall)
{
    bool differs = false;
    for (const double length : {1.0, 8192.0, 1e6}) {
        ScheduleInput input;
        input.longFactors.assign(64, 2.0);
        const Schedule atLoadTime = GetParam()->schedule(input).value();
        input.sequenceLength = length;
        differs = differs || GetParam()->schedule(input)->inverseFrequency != atLoadTime.inverseFrequency;
    }
    EXPECT_EQ(differs, GetParam()->followsLength);
}

TEST_P(EveryScheme, HasFiniteFrequenciesOrARefusalOverAllItsSliders)
{
    EXPECT_TRUE(holds(
        [] {
            const auto schedule = GetParam()->schedule(anyInput(*GetParam()));
            RC_PRE(schedule.has_value());
            RC_ASSERT(schedule->inverseFrequency.allFinite());
            RC_ASSERT(schedule->inverseFrequency.minCoeff() >= 0.0);
            RC_ASSERT(schedule->unscaled.size() == schedule->inverseFrequency.size());
            RC_ASSERT(isEmptyOrAShare(schedule->ramp, schedule->unscaled.size()));
            RC_ASSERT(std::isfinite(schedule->attentionFactor) && std::isfinite(schedule->softmaxScaleFactor));
        },
        500));
}

TEST_P(EveryScheme, HasFiniteFrequenciesAtTheEndsOfItsSlidersAndNextToThem)
{
    for (const Parameter& parameter : GetParam()->parameters)
        for (const double value : {parameter.minimum, std::nextafter(parameter.minimum, parameter.maximum),
                                   std::nextafter(parameter.maximum, parameter.minimum), parameter.maximum}) {
            ScheduleInput input;
            input.parameters[std::string(parameter.id)] = value;
            const auto schedule = GetParam()->schedule(input);
            ASSERT_TRUE(schedule.has_value()) << parameter.id << " = " << value;
            EXPECT_TRUE(schedule->inverseFrequency.allFinite()) << parameter.id << " = " << value;
            EXPECT_TRUE(isEmptyOrAShare(schedule->ramp, schedule->unscaled.size())) << parameter.id << " = " << value;
        }
}

TEST_P(EveryScheme, WithFactorOneIsUnscaled)
{
    for (const int rotaryDim : {2, 20, 64, 128}) {
        ScheduleInput input{
            .rotaryDim = rotaryDim, .parameters = {{"factor", 1.0}}, .shortFactors = {}, .longFactors = {}};
        const auto schedule = GetParam()->schedule(input);
        ASSERT_TRUE(schedule.has_value());
        const double change = (schedule->inverseFrequency - schedule->unscaled).cwiseAbs().maxCoeff();
        if (GetParam()->actsAtFactorOne)
            EXPECT_GT(change, 0.0) << "it says that it acts at factor 1";
        else
            EXPECT_LE(change, 1e-16);
        EXPECT_EQ(schedule->attentionFactor, 1.0);
        EXPECT_EQ(schedule->softmaxScaleFactor, 1.0);
    }
}

TEST_P(EveryScheme, MakesScoresThatDependOnTheOffsetAlone)
{
    const ScheduleInput input{
        .sequenceLength = 200000, .parameters = {{"factor", 4.0}}, .shortFactors = {}, .longFactors = {}};
    const auto schedule = GetParam()->schedule(input);
    ASSERT_TRUE(schedule.has_value());
    const Eigen::VectorXd q = Eigen::VectorXd::LinSpaced(128, -1.0, 1.0);
    const Eigen::VectorXd k = Eigen::VectorXd::LinSpaced(128, 0.5, -1.5);
    for (const PairLayout layout : {PairLayout::HalfSplit, PairLayout::Interleaved}) {
        const auto score = [&](std::int64_t m, std::int64_t n) {
            return rotate(q, m, schedule->inverseFrequency, layout)
                .dot(rotate(k, n, schedule->inverseFrequency, layout));
        };
        EXPECT_NEAR(score(17, 5), score(100017, 100005), 1e-9);
        EXPECT_GT(std::abs(score(17, 5) - score(18, 5)), 1e-6);
    }
}

TEST_P(EveryScheme, RefusesWhatNobodyCanTurn)
{
    for (const ScheduleInput& input :
         {ScheduleInput{.rotaryDim = 127, .parameters = {}, .shortFactors = {}, .longFactors = {}},
          ScheduleInput{.headDim = 64, .rotaryDim = 128, .parameters = {}, .shortFactors = {}, .longFactors = {}},
          ScheduleInput{.base = 1.0, .parameters = {}, .shortFactors = {}, .longFactors = {}},
          ScheduleInput{.base = std::nan(""), .parameters = {}, .shortFactors = {}, .longFactors = {}},
          ScheduleInput{.originalContext = 0.0, .parameters = {}, .shortFactors = {}, .longFactors = {}},
          ScheduleInput{.parameters = {{"factor", std::nan("")}}, .shortFactors = {}, .longFactors = {}}})
        EXPECT_FALSE(GetParam()->schedule(input).has_value());
}

TEST_P(EveryScheme, IsFoundByItsIdAndSaysWhatItIs)
{
    const Scheme& scheme = *GetParam();
    EXPECT_EQ(findScheme(scheme.id), &scheme);
    EXPECT_FALSE(scheme.title.empty() || scheme.reference.empty());
    EXPECT_EQ(std::ranges::count(scheme.lesson, '.'), 3);
    for (const Parameter& parameter : scheme.parameters) {
        EXPECT_LE(parameter.minimum, parameter.initial) << parameter.id;
        EXPECT_LE(parameter.initial, parameter.maximum) << parameter.id;
        EXPECT_TRUE(!parameter.logarithmic || parameter.minimum > 0.0) << parameter.id;
        EXPECT_FALSE(parameter.help.empty()) << parameter.id;
    }
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryScheme, ::testing::ValuesIn(schemes().begin(), schemes().end()),
                         [](const auto& scheme) { return std::string(scheme.param->id); });

TEST_P(EveryScheme, ReadsTheContextThatItSaysAndNoOther)
{
    const auto theta = [](double original, double maximum) {
        ScheduleInput input{.originalContext = original,
                            .maximumContext = maximum,
                            .sequenceLength = 40000,
                            .parameters = {{"factor", 4.0}},
                            .shortFactors = std::vector<double>(64, 1.0),
                            .longFactors = std::vector<double>(64, 2.0)};
        return GetParam()->schedule(input)->inverseFrequency;
    };
    EXPECT_EQ(theta(4096, 8192) != theta(65536, 8192), GetParam()->reads == ContextRead::Original);
    EXPECT_EQ(theta(4096, 8192) != theta(4096, 16384), GetParam()->reads == ContextRead::Maximum);
}

TEST_P(EveryScheme, ReadsListsOnlyWhereItSaysSo)
{
    ScheduleInput plain{.parameters = {{"factor", 4.0}}, .shortFactors = {}, .longFactors = {}};
    ScheduleInput listed = plain;
    listed.shortFactors.assign(64, 3.0);
    EXPECT_EQ(GetParam()->schedule(plain)->inverseFrequency != GetParam()->schedule(listed)->inverseFrequency,
              GetParam()->takesLists);
}

TEST_P(EveryScheme, IsPlainWhereItSaysSo)
{
    const ScheduleInput input{
        .sequenceLength = 40000, .parameters = {{"factor", 4.0}}, .shortFactors = {}, .longFactors = {}};
    const auto schedule = GetParam()->schedule(input);
    EXPECT_LE(GetParam()->isPlain, schedule->inverseFrequency == schedule->unscaled);
    EXPECT_EQ(GetParam()->parameters.empty() && GetParam()->reads == ContextRead::None, GetParam()->isPlain);
}

TEST_P(EveryScheme, IsMeantByTheTypesItNames)
{
    EXPECT_EQ(schemeOfType(GetParam()->id), GetParam());
    for (const std::string_view type : GetParam()->typeNames)
        EXPECT_EQ(schemeOfType(type), GetParam()) << type;
}

TEST(Registry, KnowsNoOtherScheme)
{
    EXPECT_EQ(findScheme("abf"), nullptr);
}

} // namespace
} // namespace rope
