#include "core/doctor/turn_fit.h"

#include "core/schemes/registry.h"
#include "tests/core/doctor/turned_rows.h"

#include <gtest/gtest.h>

namespace rope {
namespace {

/// A random rotation as models have them, and what must be read from it.
struct Case {
    test::Turning turning;
    std::string scheme;
    double base = 0.0;
    double factor = 1.0;
    std::int64_t offset = 0;

    std::string text() const
    {
        return scheme + " base " + std::to_string(base) + " factor " + std::to_string(factor) + " T " +
               std::to_string(turning.tokens) + " H " + std::to_string(turning.heads) + " d " +
               std::to_string(turning.headDim) + " r " + std::to_string(turning.rotaryDim) +
               (turning.layout == PairLayout::HalfSplit ? " half" : " interleaved") + " sign " +
               std::to_string(turning.sign) + " offset " + std::to_string(offset) + " attention " +
               std::to_string(turning.attentionFactor);
    }
};

class Random {
public:
    explicit Random(unsigned seed)
        : engine_(seed)
    {}
    template <class Value> Value of(std::initializer_list<Value> list)
    {
        return *(list.begin() + static_cast<std::ptrdiff_t>(engine_() % list.size()));
    }
    double between(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }

private:
    std::mt19937 engine_;
};

Case randomCase(unsigned seed, NumberFormat format)
{
    Random random(seed);
    Case made;
    test::Turning& turning = made.turning;
    turning.format = format;
    turning.seed = seed;
    turning.tokens = static_cast<Eigen::Index>(
        std::exp2(random.between(format == NumberFormat::BFloat16 ? 4.0 : 2.0, seed % 20 == 0 ? 12.0 : 8.0)) + 0.5);
    turning.heads = random.of<Eigen::Index>({1, 2, 4, 8});
    turning.headDim = random.of({32, 64, 96, 128});
    turning.rotaryDim = random.of({turning.headDim, turning.headDim, turning.headDim / 2});
    turning.layout = random.of({PairLayout::HalfSplit, PairLayout::Interleaved});
    turning.sign = random.of({1, 1, -1});
    made.offset = random.of<std::int64_t>({0, 0, 1, 7, 100, 1000, format == NumberFormat::BFloat16 ? 1000 : 5000});
    made.scheme = random.of<std::string>({"default", "linear", "yarn", "llama3"});
    made.base = std::exp(random.between(std::log(5000.0), std::log(2e6)));
    ScheduleInput input;
    input.headDim = turning.headDim;
    input.rotaryDim = turning.rotaryDim;
    input.base = made.base;
    input.originalContext = random.of({2048.0, 4096.0, 8192.0});
    if (made.scheme != "default")
        input.parameters["factor"] = made.factor = random.of({2.0, 3.0, 4.0, 8.0, 16.0});
    const Schedule schedule = *findScheme(made.scheme)->schedule(input);
    turning.inverseFrequency = schedule.inverseFrequency;
    turning.attentionFactor = schedule.attentionFactor;
    turning.position = [offset = made.offset](Eigen::Index token, Eigen::Index, int) {
        return static_cast<double>(token + offset);
    };
    return made;
}

int mistakes(NumberFormat format, double tolerance)
{
    int wrong = 0;
    for (unsigned seed = 1; seed <= 200; ++seed) {
        const Case made = randomCase(seed, format);
        const test::TurnedRows rows = test::turnedRows(made.turning);
        const std::optional<TurnFit> fit = fitTurn(rows.before, rows.after);
        std::string say;
        if (!fit) {
            say = "no reading";
        } else {
            if (fit->reading.before != made.turning.layout || fit->reading.after != made.turning.layout)
                say += " pairing";
            if (fit->reading.rotaryDim != made.turning.rotaryDim)
                say += " rotary_dim " + std::to_string(fit->reading.rotaryDim);
            if (fit->sign != made.turning.sign)
                say += " sign";
            if (fit->offset != made.offset)
                say += " offset " + (fit->offset ? std::to_string(*fit->offset) : "none");
            if (!fit->ladder)
                say += " no ladder";
            else {
                if (fit->ladder->scheme != made.scheme)
                    say += " scheme " + fit->ladder->scheme;
                if (!(std::abs(fit->ladder->base / made.base - 1.0) < tolerance))
                    say += " base off by " + std::to_string(1e9 * (fit->ladder->base / made.base - 1.0)) + "e-9";
                if (std::abs(fit->ladder->factor / made.factor - 1.0) > 0.1)
                    say += " factor " + std::to_string(fit->ladder->factor);
            }
            if (std::abs(fit->lengths.attentionFactor - made.turning.attentionFactor) >
                4.0 * std::max(fit->unit, 1e-15))
                say += " attention " + std::to_string(fit->lengths.attentionFactor);
        }
        if (!say.empty()) {
            ++wrong;
            ADD_FAILURE() << seed << ": " << made.text() << ":" << say;
        }
    }
    return wrong;
}

TEST(TurnFit, ReadsTwoHundredRandomRotationsInFloat64)
{
    EXPECT_EQ(mistakes(NumberFormat::Float64, 1e-9), 0);
}

TEST(TurnFit, ReadsTwoHundredRandomRotationsInFloat32)
{
    EXPECT_EQ(mistakes(NumberFormat::Float32, 1e-5), 0);
}

TEST(TurnFit, ReadsTwoHundredRandomRotationsInBFloat16FromSixteenTokens)
{
    EXPECT_EQ(mistakes(NumberFormat::BFloat16, 1e-2), 0);
}

} // namespace
} // namespace rope
