#include "core/schemes/registry.h"

#include <cmath>
#include <numbers>

namespace rope {
namespace {

/// Llama 2's shape: d 128, B 1e4, L 4096.
Schedule llama2(const char* scheme, std::map<std::string, double, std::less<>> parameters, double length = 0)
{
    const ScheduleInput input{
        .sequenceLength = length, .parameters = std::move(parameters), .shortFactors = {}, .longFactors = {}};
    return findScheme(scheme)->schedule(input).value();
}

double theta(int pair, double base = 1e4)
{
    return std::pow(base, -2.0 * pair / 128.0);
}

TEST(Linear, DividesEveryFrequencyByTheFactor)
{
    const Schedule schedule = llama2("linear", {{"factor", 2.5}});
    for (const int pair : {0, 1, 31, 63})
        EXPECT_DOUBLE_EQ(schedule.inverseFrequency[pair], theta(pair) / 2.5);
}

TEST(NtkAware, WithAlpha93TurnsBase1e4Into1e6)
{
    const Schedule schedule = llama2("ntk_aware", {{"factor", 93.0572}});
    for (const int pair : {1, 31, 63})
        EXPECT_NEAR(schedule.inverseFrequency[pair] / theta(pair, 1e6), 1.0, 1e-5);
}

TEST(NtkAware, SlowsTheSlowestPairByExactlyAlphaAndKeepsTheFastest)
{
    const Schedule schedule = llama2("ntk_aware", {{"factor", 8.0}});
    EXPECT_DOUBLE_EQ(schedule.inverseFrequency[0], 1.0);
    EXPECT_NEAR(schedule.inverseFrequency[63] * 8.0 / theta(63), 1.0, 1e-13);
}

TEST(Dynamic, IsExactlyUnscaledUpToTheMaximumContextAndGrowsBeyond)
{
    EXPECT_EQ(llama2("dynamic", {{"factor", 2.7}}, 4096).inverseFrequency, llama2("default", {}).inverseFrequency);
    const Schedule grown = llama2("dynamic", {{"factor", 2.0}}, 8192);
    EXPECT_NEAR(grown.inverseFrequency[63] * 3.0 / theta(63), 1.0, 1e-13);
}

/// Qwen-1's get_ntk_alpha: max(2^ceil(log2(N / L) + 1) - 1, 1), here as its authors write it.
double alphaOfQwen1(double length, double context)
{
    return std::max(std::pow(2.0, std::ceil(std::log2(length / context) + 1.0)) - 1.0, 1.0);
}

TEST(DynamicSteps, SlowsTheSlowestPairByQwen1sAlphaAtEveryLength)
{
    for (const double length : {1.0, 2048.0, 4096.0, 4097.0, 8192.0, 8193.0, 16384.0, 20000.0, 32769.0, 1e6, 1e7}) {
        const Schedule schedule = llama2("dynamic_steps", {}, length);
        EXPECT_DOUBLE_EQ(schedule.inverseFrequency[0], 1.0);
        EXPECT_NEAR(schedule.inverseFrequency[63] * alphaOfQwen1(length, 4096) / theta(63), 1.0, 1e-13) << length;
    }
    EXPECT_EQ(llama2("dynamic_steps", {}, 4096).inverseFrequency, llama2("default", {}).inverseFrequency);
    EXPECT_EQ(llama2("dynamic_steps", {}, 5000).inverseFrequency, llama2("dynamic_steps", {}, 8192).inverseFrequency);
}

TEST(DynamicSteps, AtTwiceTheContextHasTheFrequenciesOfAlpha3)
{
    const Schedule schedule = llama2("dynamic_steps", {}, 8192);
    const double base = 1e4 * std::pow(3.0, 128.0 / 126.0);
    for (const int pair : {1, 31, 63})
        EXPECT_NEAR(schedule.inverseFrequency[pair] / theta(pair, base), 1.0, 1e-13);
}

TEST(Yarn, HasThePublishedFrequenciesAtFactor16)
{
    const Schedule schedule = llama2("yarn", {{"factor", 16.0}});
    const std::map<int, double> wanted = {{20, 5.623413252e-2}, {21, 4.694086000e-2}, {30, 8.526843773e-3},
                                          {45, 1.517716047e-4}, {46, 8.334508951e-5}, {63, 7.217387404e-6}};
    for (const auto& [pair, value] : wanted)
        EXPECT_NEAR(schedule.inverseFrequency[pair] / value, 1.0, 1e-9) << pair;
    EXPECT_EQ(schedule.ramp[20], 0.0);
    EXPECT_GT(schedule.ramp[21], 0.0);
    EXPECT_LT(schedule.ramp[45], 1.0);
    EXPECT_EQ(schedule.ramp[46], 1.0);
}

TEST(Yarn, TakesAnExplicitAttentionFactorEvenZeroAndElseTheRule)
{
    EXPECT_NEAR(llama2("yarn", {{"factor", 8.0}}).attentionFactor, 1.207944, 1e-6);
    EXPECT_EQ(llama2("yarn", {{"factor", 8.0}, {"attention_factor", 0.0}}).attentionFactor, 0.0);
    EXPECT_EQ(llama2("yarn", {{"factor", 8.0}, {"attention_factor", 0.8}}).attentionFactor, 0.8);
    EXPECT_EQ(llama2("yarn", {{"factor", 0.5}}).attentionFactor, 1.0);
    EXPECT_EQ(llama2("yarn", {{"factor", 8.0}, {"mscale", 0.7}, {"mscale_all_dim", 0.7}}).attentionFactor, 1.0);
}

TEST(Yarn, WithThePapersRampIsLinearInTheTurns)
{
    const Schedule schedule = llama2("yarn", {{"factor", 16.0}, {"paper_ramp", 1.0}});
    for (const int pair : {20, 30, 40, 45}) {
        const double turns = 4096 * theta(pair) / (2.0 * std::numbers::pi);
        EXPECT_NEAR(schedule.ramp[pair], std::clamp((32.0 - turns) / 31.0, 0.0, 1.0), 1e-13) << pair;
    }
    EXPECT_GT((schedule.ramp - llama2("yarn", {{"factor", 16.0}}).ramp).cwiseAbs().maxCoeff(), 0.1);
}

TEST(Yarn, ScalesTheSoftmaxOfLatentAttentionBySquareApartFromCosAndSin)
{
    const Schedule schedule =
        llama2("yarn", {{"factor", 40.0}, {"mscale", 1.0}, {"mscale_all_dim", 1.0}, {"mla_softmax_scale", 1.0}});
    const double m = 0.1 * std::log(40.0) + 1.0;
    EXPECT_DOUBLE_EQ(schedule.softmaxScaleFactor, m * m);
    EXPECT_EQ(schedule.attentionFactor, 1.0);
}

ScheduleInput llama31()
{
    return {.base = 5e5,
            .originalContext = 8192,
            .maximumContext = 131072,
            .parameters = {},
            .shortFactors = {},
            .longFactors = {}};
}

TEST(Llama3, Keeps29Blends6AndDivides29PairsOfLlama31)
{
    const Schedule schedule = findScheme("llama3")->schedule(llama31()).value();
    EXPECT_EQ((schedule.ramp.array() == 0.0).count(), 29);
    EXPECT_EQ((schedule.ramp.array() == 1.0).count(), 29);
}

TEST(Llama3, WithEqualFactorsHasNoBandAndNoZeroOverZero)
{
    ScheduleInput input = llama31();
    input.parameters = {{"low_freq_factor", 1.0}, {"high_freq_factor", 1.0}};
    const Schedule schedule = findScheme("llama3")->schedule(input).value();
    EXPECT_TRUE(schedule.inverseFrequency.allFinite());
    EXPECT_TRUE(((schedule.ramp.array() == 0.0) || (schedule.ramp.array() == 1.0)).all());
}

ScheduleInput phi35(double length)
{
    ScheduleInput input{
        .maximumContext = 131072, .sequenceLength = length, .parameters = {}, .shortFactors = {}, .longFactors = {}};
    input.shortFactors.assign(64, 2.0);
    input.longFactors.assign(64, 5.0);
    return input;
}

TEST(LongRope, SwitchesToTheLongListStrictlyBeyondTheOriginalContext)
{
    const Scheme& scheme = *findScheme("longrope");
    EXPECT_DOUBLE_EQ(scheme.schedule(phi35(4096))->inverseFrequency[0], 0.5);
    EXPECT_DOUBLE_EQ(scheme.schedule(phi35(4097))->inverseFrequency[0], 0.2);
    EXPECT_NEAR(scheme.schedule(phi35(0))->attentionFactor, 1.1902380714238083, 1e-15);
}

TEST(LongRope, RefusesAListThatDoesNotFitThePairs)
{
    ScheduleInput input = phi35(0);
    input.longFactors.pop_back();
    const auto schedule = findScheme("longrope")->schedule(input);
    ASSERT_FALSE(schedule.has_value());
    EXPECT_EQ(schedule.error().field, "long_factor");
    EXPECT_NE(schedule.error().message.find("64"), std::string::npos);
}

TEST(LongRope, FactorsOfOneAreSaidToScaleNothing)
{
    const auto noteOf = [](const std::vector<double>& factors) {
        const ScheduleInput input{.parameters = {}, .shortFactors = factors, .longFactors = factors};
        const Schedule schedule = findScheme("longrope")->schedule(input).value();
        return schedule.notes.empty() ? std::string() : schedule.notes.front();
    };
    EXPECT_NE(noteOf(std::vector<double>(64, 1.0)).find("so no frequency is scaled"), std::string::npos);
    EXPECT_NE(noteOf({}).find("No short factors are given"), std::string::npos);
    EXPECT_NE(noteOf(std::vector<double>(64, 2.0)).find("The short factors act"), std::string::npos);
}

TEST(Proportional, TurnsTheFastestPairsOnTheWholeHeadsLadder)
{
    const Schedule schedule = llama2("proportional", {{"partial_rotary_factor", 0.3}});
    EXPECT_DOUBLE_EQ(schedule.inverseFrequency[18], theta(18));
    EXPECT_EQ(schedule.inverseFrequency[19], 0.0);
}

/// Inverse frequencies of pairs 0, 1, 16 and 31 at B 160000, s 2, d 64, from the formula of NTKScalingRotaryEmbedding.
TEST(NtkFixed, GrowsTheBaseByTheFactorAndDividesAllPairs)
{
    const auto schedule = findScheme("ntk_fixed")
                              ->schedule({.headDim = 64,
                                          .rotaryDim = 64,
                                          .base = 160000.0,
                                          .parameters = {{"factor", 2.0}},
                                          .shortFactors = {},
                                          .longFactors = {}});
    ASSERT_TRUE(schedule.has_value());
    const Eigen::VectorXd& theta = schedule->inverseFrequency;
    EXPECT_NEAR(theta[0] / 9.785720621e-01, 1.0, 1e-9);
    EXPECT_NEAR(theta[1] / 6.585016626e-01, 1.0, 1e-9);
    EXPECT_NEAR(theta[16] / 1.729887352e-03, 1.0, 1e-9);
    EXPECT_NEAR(theta[31] / 4.544423230e-06, 1.0, 1e-9);
    EXPECT_NEAR(schedule->unscaled[31] / theta[31], 2.0, 1e-12);
}

} // namespace
} // namespace rope
