#include "core/lessons/quantities.h"

#include "core/state/change.h"

#include <cmath>
#include <set>

namespace rope {
namespace {

double now(const char* reference, const ExplorerState& state = {})
{
    const Result<double> value = valueOf(parseQuantityReference(reference).value(), state);
    EXPECT_TRUE(value) << reference << ": " << describe(value.error());
    return value.value_or(std::nan(""));
}

std::string referenceTo(const LiveQuantity& quantity)
{
    return std::string(quantity.id) + (quantity.argument == QuantityArgument::Tokens ? ":100" : "");
}

} // namespace

TEST(Quantities, EveryOneHasAValueInAFreshState)
{
    std::set<std::string_view> ids;
    ExplorerState state;
    state.sequence.text = "the dog saw the man";
    for (const LiveQuantity& quantity : liveQuantities()) {
        EXPECT_TRUE(ids.insert(quantity.id).second) << quantity.id << " twice";
        EXPECT_FALSE(quantity.title.empty()) << quantity.id;
        EXPECT_TRUE(std::isfinite(now(referenceTo(quantity).c_str(), state))) << quantity.id;
    }
}

/// Values known from elsewhere: the default state has d 128, B 1e4, L 4096, T 1024, m 12, n 5, pair 9.
TEST(Quantities, KnownValuesComeOut)
{
    EXPECT_EQ(now("offset"), -7);
    EXPECT_NEAR(now("wavelength:0"), 6.283185307, 1e-8);
    EXPECT_NEAR(now("longest_wavelength"), 54410.1, 0.05);
    EXPECT_EQ(now("pairs_finishing_turn"), 46);
    EXPECT_EQ(now("pair_count"), 64);
    EXPECT_NEAR(now("norm_q"), 8.0, 1e-12);
    EXPECT_NEAR(now("norm_rotated_q"), 8.0, 1e-12);
    EXPECT_NEAR(now("score_same_place"), 64.0 / std::sqrt(128.0), 1e-12);
    EXPECT_NEAR(now("theta:0"), 1.0, 1e-15);
    EXPECT_NEAR(now("phase_offset_degrees:0"), -7 * 180 / M_PI + 360, 1e-9);
    EXPECT_NEAR(now("angle_between_degrees:0"), -7 * 180 / M_PI + 360, 1e-9);
    EXPECT_EQ(now("attention_factor"), 1.0);
    EXPECT_NEAR(now("measured_change_linear"), 0.962, 5e-4);
    EXPECT_EQ(now("visible_keys"), 1024);
}

TEST(Quantities, OneFrequencyComesBackAfterFortyFourTokens)
{
    ExplorerState state;
    state.positions = {0, 44, false};
    EXPECT_NEAR(now("pair_phase_error_degrees:0", state), 0.0177 * 180 / M_PI, 0.01);
    EXPECT_NEAR(now("mean_cosine", state), 0.5416, 5e-5);
    state.positions.key = 710;
    EXPECT_NEAR(now("pair_phase_error_degrees:0", state), 0.00006 * 180 / M_PI, 0.001);
    EXPECT_NEAR(now("mean_cosine", state), 0.2260, 5e-5);
}

TEST(Quantities, TheScoreOfTurnedVectorsIsThatOfTheOffset)
{
    ExplorerState state;
    state.positions = {3012, 3005, false};
    EXPECT_LT(now("score_difference", state), 1e-12);
    EXPECT_NEAR(now("score_rotated", state), now("score_relative"), 1e-12);
    EXPECT_NEAR(now("score_after_shift:1000000", state), now("score_relative"), 1e-9);
    EXPECT_LT(now("toeplitz_meter"), 1e-12);
    EXPECT_GT(now("score_range"), 0.5);
    EXPECT_LT(now("matrix_shift_change:100000"), 1e-9);
}

TEST(Quantities, CausalMaskDecidesWhatIsVisible)
{
    ExplorerState state;
    state.sequence.mask = Mask::Causal;
    EXPECT_EQ(now("visible_keys", state), 13);
    EXPECT_EQ(now("key_visible", state), 1);
    EXPECT_GT(now("attention_here", state), 0);
    state.positions = {5, 12, false};
    EXPECT_EQ(now("key_visible", state), 0);
    EXPECT_EQ(now("attention_here", state), 0);
    state.positions = {0, 0, false};
    EXPECT_NEAR(now("attention_here", state), 1.0, 1e-12);
}

TEST(Quantities, AttentionOfAllKeysSumsToOne)
{
    ExplorerState state;
    state.sequence.length = 40;
    double sum = 0;
    for (state.positions.key = 0; state.positions.key < 40; ++state.positions.key)
        sum += now("attention_here", state);
    EXPECT_NEAR(sum, 1.0, 1e-12);
    EXPECT_FALSE(valueOf({"attention_here", {}}, state)); // n = 40 lies beyond
}

TEST(Quantities, ContextNumbersFollowTheScheme)
{
    ExplorerState state;
    activeRotary(state).maximumContext = activeRotary(state).originalContext = 128;
    state.sequence.length = 1024;
    EXPECT_EQ(now("pairs_with_new_phases", state), now("pair_count") - now("pairs_finishing_turn", state));
    state = withChange(state, SetValues{{{"model.scheme", "linear"}, {"scheme.factor", 8.0}}}).value();
    EXPECT_NEAR(now("compression:5", state), 8.0, 1e-12);
    EXPECT_NEAR(now("local_step_degrees:0", state), 180 / M_PI / 8, 1e-9);
    EXPECT_NEAR(now("local_step_trained_degrees:0", state), 180 / M_PI, 1e-9);
}

TEST(Quantities, PrintAsALessonNeedsThem)
{
    const LiveQuantity& score = *findQuantity("score_rotated");
    EXPECT_EQ(formatQuantity(score, -0.5), "\u22120.500");
    EXPECT_EQ(formatQuantity(score, 0.0), "0");
    EXPECT_EQ(formatQuantity(score, 1.1e-16), "1.1e-16");
    EXPECT_EQ(formatQuantity(score, 0.00012), "1.2e-4");
    EXPECT_EQ(formatQuantity(score, INFINITY), "\u221E");
    EXPECT_EQ(formatQuantity(score, NAN), "\u2013");
    EXPECT_EQ(formatQuantity(*findQuantity("longest_wavelength"), 54410.1), "54\u202F410.1");
    EXPECT_EQ(formatQuantity(*findQuantity("base"), 1e6), "1\u202F000\u202F000");
    EXPECT_EQ(formatQuantity(*findQuantity("base"), 4096), "4096");
    EXPECT_EQ(textOf({"pair_phase_error_degrees", 0}, {}), "41.07\u00B0");
    EXPECT_EQ(textOf({"wavelength", 0}, {}), "6.28 tokens");
}

TEST(Quantities, ReferencesAreChecked)
{
    EXPECT_FALSE(parseQuantityReference("nothing"));
    EXPECT_FALSE(parseQuantityReference("offset:3"));
    EXPECT_FALSE(parseQuantityReference("score_after_shift"));
    EXPECT_FALSE(parseQuantityReference("wavelength:x"));
    EXPECT_FALSE(parseQuantityReference("wavelength:"));
    EXPECT_FALSE(valueOf({"wavelength", 64}, {}));
    EXPECT_FALSE(valueOf({"wavelength", -1}, {}));
    EXPECT_FALSE(valueOf({"theta_ratio", 63}, {}));
}

/// A port with the other pairing is right at place 0 alone; with its channels reordered it is right everywhere.
TEST(Quantities, OfAPortTellTheWrongPairingFromTheReorderedOne)
{
    ExplorerState state;
    const auto value = [&](const char* name) {
        return valueOf(parseQuantityReference(name).value(), state).value();
    };
    for (const std::int64_t position : {0, 1, 40, 100'000}) {
        state.positions.query = position;
        EXPECT_EQ(value("other_pairing_change") == 0.0, position == 0) << position;
        EXPECT_LT(value("reordered_difference"), 1e-12) << position;
        EXPECT_EQ(std::abs(value("mixed_norm_ratio") - 1.0) < 1e-12, position == 0) << position;
    }
}

TEST(Quantities, OfACacheAreThoseOfTheOffsetsItSeemsToHave)
{
    ExplorerState state;
    state.positions = {300, 290};
    const auto value = [&](const char* name) {
        return valueOf(parseQuantityReference(name).value(), state).value();
    };
    EXPECT_DOUBLE_EQ(value("stale_key_change:100"),
                     std::abs(value("score_at_offset:90") - value("score_at_offset:-10")));
    EXPECT_LT(value("turned_back_difference:100"), 1e-12);
    EXPECT_EQ(value("stale_key_change:0"), 0.0);
}

TEST(Quantities, OfAxesKeepTheLawOfOffsets)
{
    const ExplorerState state;
    const auto value = [&](const char* name) {
        return valueOf(parseQuantityReference(name).value(), state).value();
    };
    EXPECT_LT(value("axes_shift_change"), 1e-9);
    EXPECT_GT(value("axes_key_change:1"), 1e-3);
    EXPECT_EQ(value("image_tokens:2"), 6.0);
    EXPECT_EQ(value("image_positions:2"), 3.0);
}

} // namespace rope
