#include "core/doctor/blind.h"

#include "core/doctor/ladder_fit.h"
#include "core/doctor/turns.h"
#include "core/model/presets.h"
#include "core/rotation/frequency.h"
#include "core/schemes/support.h"
#include "core/state/derived.h"

#include <algorithm>
#include <cmath>

namespace rope {

namespace {

using Complex = std::complex<double>;

constexpr Eigen::Index usedTokens = 256; ///< the centres of so many consecutive tokens tell enough
constexpr Eigen::Index fewestTokens = 8;
constexpr double decidingMargin = 0.004; ///< of C, below which nothing is told
constexpr double smallestBase = 100.0;
constexpr double largestBase = 1e8;
constexpr double baseStep = 0.02; ///< of ln base

/// One way to take channels as pairs.
struct Reading {
    PairLayout layout = PairLayout::HalfSplit;
    int rotaryDim = 0;
};

/// Autocorrelations of all heads: |sum_t z_t e^{-i theta t}|^2, summed over heads, follows from them for any theta.
class Centres {
public:
    Centres(const std::vector<HeadRows>& tensors, const Reading& reading)
        : lags_(Eigen::MatrixXcd::Zero(reading.rotaryDim / 2, lengthOf(tensors)))
    {
        for (const HeadRows& rows : tensors)
            for (Eigen::Index head = 0; head < rows.heads(); ++head)
                add(rows, head, reading);
    }

    Eigen::Index pairs() const { return lags_.rows(); }
    double energy() const { return energy_ / static_cast<double>(tokens_); }

    /// |mean_t z e^{-i theta t}|^2 of one pair, summed over heads.
    double centre(Eigen::Index pair, double theta) const
    {
        const Complex step = std::polar(1.0, -theta);
        Complex turn = step;
        double sum = lags_(pair, 0).real();
        for (Eigen::Index lag = 1; lag < lags_.cols(); ++lag) {
            sum += 2.0 * (lags_(pair, lag).real() * turn.real() - lags_(pair, lag).imag() * turn.imag());
            turn = Complex(turn.real() * step.real() - turn.imag() * step.imag(),
                           turn.real() * step.imag() + turn.imag() * step.real());
        }
        return sum / static_cast<double>(tokens_ * tokens_);
    }

    static Eigen::Index lengthOf(const std::vector<HeadRows>& tensors)
    {
        return std::min(tensors.front().tokens() - 1, usedTokens);
    }

private:
    void add(const HeadRows& rows, Eigen::Index head, const Reading& reading)
    {
        const PairReading pairs{reading.layout, reading.layout, 0, reading.rotaryDim};
        PairRows reader(rows, rows, pairs);
        tokens_ = lags_.cols();
        Eigen::MatrixXcd z(tokens_, pairs.pairs());
        for (Eigen::Index t = 0; t < tokens_; ++t) {
            reader.read(t + 1, head);
            for (int j = 0; j < pairs.pairs(); ++j)
                z(t, j) = reader.before(j);
        }
        energy_ += z.squaredNorm();
        for (Eigen::Index j = 0; j < z.cols(); ++j)
            for (Eigen::Index lag = 0; lag < tokens_; ++lag)
                lags_(j, lag) += z.col(j).head(tokens_ - lag).dot(z.col(j).tail(tokens_ - lag));
    }

    Eigen::MatrixXcd lags_; ///< sum over heads and t of z_{t + lag} conj(z_t). Shape (pairs, tokens)
    Eigen::Index tokens_ = 0;
    double energy_ = 0.0;
};

/// A setting that was tried, and its C.
struct Setting {
    Reading reading;
    int sign = 0; ///< 0: not rotated
    double base = 0.0;
    std::string scheme = "default";
    double factor = 1.0;
    std::string name{}; ///< of the model whose frequencies they are
    Eigen::VectorXd inverseFrequency{};
    double concentration = 0.0;

    bool sameKind(const Setting& other) const
    {
        return sign == other.sign && (sign == 0 || reading.layout == other.reading.layout);
    }
};

/// Tries settings on some arrays.
class BlindSearch {
public:
    explicit BlindSearch(std::vector<HeadRows> tensors)
        : tensors_(std::move(tensors))
        , headDim_(static_cast<int>(tensors_.front().headDim()))
    {
        for (const PairLayout layout : {PairLayout::HalfSplit, PairLayout::Interleaved})
            whole_.emplace_back(tensors_, Reading{layout, headDim_ / 2 * 2});
    }

    void run(const std::optional<Expectation>& expected)
    {
        tryStill();
        for (const PairLayout layout : {PairLayout::HalfSplit, PairLayout::Interleaved})
            for (const int rotaryDim : {headDim_ / 2 * 2, headDim_ / 4 * 2, headDim_ / 8 * 2})
                if (rotaryDim >= 4)
                    tryBases({layout, rotaryDim});
        for (const Preset& preset : presets())
            if (const Result<ModelFile> file = loadPreset(preset.id))
                tryModel(file->model, preset.id);
        if (expected)
            tryModel(expected->model, expected->name);
    }

    /// The best setting; one with fewer rotating channels or the frequencies of a model must be better by something.
    const Setting& best() const
    {
        return *std::ranges::max_element(settings_, {}, [&](const Setting& setting) {
            const double fewer = setting.sign != 0 && setting.reading.rotaryDim < headDim_ / 2 * 2 ? 0.01 : 0.0;
            return setting.concentration - fewer - (setting.name.empty() ? 0.0 : 0.002);
        });
    }

    const Setting* runnerUp() const
    {
        const Setting* second = nullptr;
        for (const Setting& setting : settings_)
            if (!setting.sameKind(best()) && (second == nullptr || setting.concentration > second->concentration))
                second = &setting;
        return second;
    }

private:
    double energy() const { return std::max(whole_.front().energy(), 1e-300); }

    const Centres& whole(PairLayout layout) const { return whole_[layout == PairLayout::HalfSplit ? 0 : 1]; }

    /// Centres of the channels that do not rotate, whatever their pairs: of all but the first few interleaved pairs.
    double stillCentre(int rotaryDim) const
    {
        double sum = 0.0;
        for (Eigen::Index j = rotaryDim / 2; j < whole_[1].pairs(); ++j)
            sum += whole_[1].centre(j, 0.0);
        return sum;
    }

    const Centres& centresOf(const Reading& reading)
    {
        if (reading.layout == PairLayout::Interleaved || reading.rotaryDim == headDim_ / 2 * 2)
            return whole(reading.layout);
        for (const auto& [rotaryDim, centres] : parts_)
            if (rotaryDim == reading.rotaryDim)
                return centres;
        parts_.emplace_back(reading.rotaryDim, Centres(tensors_, reading));
        return parts_.back().second;
    }

    double concentration(const Centres& centres, const Reading& reading, const Eigen::VectorXd& theta, int sign) const
    {
        double sum = stillCentre(reading.rotaryDim);
        for (Eigen::Index j = 0; j < theta.size(); ++j)
            sum += centres.centre(j, sign * theta[j]);
        return sum / energy();
    }

    void tryStill()
    {
        Setting setting;
        setting.reading.rotaryDim = headDim_ / 2 * 2;
        setting.concentration = stillCentre(0) / energy();
        settings_.push_back(std::move(setting));
    }

    void tryBases(const Reading& reading)
    {
        const Centres& centres = centresOf(reading);
        for (const int sign : {1, -1}) {
            Setting setting;
            setting.reading = reading;
            setting.sign = sign;
            const auto at = [&](double logBase) {
                return concentration(centres, reading, inverseFrequencies(std::exp(logBase), reading.rotaryDim), sign);
            };
            double highest = std::log(smallestBase);
            for (double logBase = highest; logBase < std::log(largestBase); logBase += baseStep)
                if (const double value = at(logBase); value > setting.concentration) {
                    setting.concentration = value;
                    highest = logBase;
                }
            for (double step = 0.5 * baseStep; step > 1e-4; step *= 0.5)
                for (const double moved : {highest - step, highest + step})
                    if (const double value = moved > 0.0 ? at(moved) : 0.0; value > setting.concentration) {
                        setting.concentration = value;
                        highest = moved;
                    }
            setting.base = std::exp(highest);
            setting.inverseFrequency = inverseFrequencies(setting.base, reading.rotaryDim);
            settings_.push_back(std::move(setting));
        }
    }

    void tryModel(const ModelSettings& model, const std::string& name)
    {
        for (const RotarySettings& rotary : model.layers) {
            if (!rotary.rotates || rotary.headDim != headDim_ || rotary.rotatesTail)
                continue;
            const Result<Schedule> schedule = scheduleOf(rotary, 0.0);
            if (!schedule || (schedule->inverseFrequency - schedule->unscaled).norm() == 0.0)
                continue; // plain bases are tried already
            Setting setting;
            setting.reading = {rotary.pairing, rotary.rotaryDim};
            setting.sign = rotary.negativeAngle ? -1 : 1;
            setting.base = rotary.base;
            setting.scheme = rotary.scheme;
            if (const auto factor = rotary.parameters.find("factor"); factor != rotary.parameters.end())
                setting.factor = factor->second;
            setting.name = name;
            setting.inverseFrequency = schedule->inverseFrequency;
            setting.concentration =
                concentration(centresOf(setting.reading), setting.reading, setting.inverseFrequency, setting.sign);
            settings_.push_back(std::move(setting));
        }
    }

    std::vector<HeadRows> tensors_;
    int headDim_;
    std::vector<Centres> whole_;                 ///< half-split, interleaved: of the whole head
    std::vector<std::pair<int, Centres>> parts_; ///< half-split within fewer channels
    std::vector<Setting> settings_;
};

std::string percent(double share)
{
    return shortNumber(std::round(1000.0 * share) / 1000.0);
}

/// What a preset's frequencies would be for the same shape: those near a found base.
std::vector<std::string> presetsNear(const Setting& found, int headDim)
{
    std::vector<std::pair<double, std::string>> near;
    for (const Preset& preset : presets())
        if (const Result<ModelFile> file = loadPreset(preset.id))
            for (const RotarySettings& rotary : file->model.layers) {
                const Result<Schedule> schedule = scheduleOf(rotary, 0.0);
                if (!schedule || !rotary.rotates || rotary.headDim != headDim ||
                    rotary.pairing != found.reading.layout || rotary.rotaryDim != found.reading.rotaryDim)
                    continue;
                const Eigen::Index seen =
                    std::min<Eigen::Index>(found.inverseFrequency.size(), schedule->inverseFrequency.size()) / 2 + 1;
                const double distance = (found.inverseFrequency.head(seen).array().log() -
                                         schedule->inverseFrequency.head(seen).array().max(1e-300).log())
                                            .abs()
                                            .maxCoeff();
                if (distance < 0.15)
                    near.emplace_back(distance, preset.id);
            }
    std::ranges::sort(near);
    std::vector<std::string> ids;
    for (const auto& [distance, id] : near)
        if (ids.size() < 5 && std::ranges::find(ids, id) == ids.end())
            ids.push_back(id);
    return ids;
}

void fill(const Setting& best, double runnerUp, int headDim, Diagnosis& found)
{
    found.blind = BlindEvidence{best.concentration, runnerUp, best.concentration - runnerUp};
    found.rotated = best.sign != 0;
    if (best.sign == 0 || best.concentration - runnerUp < decidingMargin)
        return;
    found.pairing = best.reading.layout;
    found.rotaryDim = best.reading.rotaryDim;
    found.sign = best.sign;
    found.base = best.base;
    found.scheme = best.scheme;
    found.factor = best.factor;
    for (Eigen::Index j = 0; j < best.inverseFrequency.size(); ++j)
        found.perPair.push_back({static_cast<int>(j), best.inverseFrequency[j], {}, {}});
    found.nearestPresets = presetsNear(best, headDim);
}

std::string sentence(const Setting& best, const Diagnosis& found)
{
    const std::string evidence = "concentration of centres " + percent(found.blind->concentration) + " against " +
                                 percent(found.blind->runnerUp) + " of the next";
    if (found.blind->margin < decidingMargin)
        return "cannot tell: no setting stands out (" + evidence + ")";
    if (best.sign == 0)
        return "not rotated (" + evidence + "); how channels pair cannot be seen";
    std::string text = best.reading.layout == PairLayout::HalfSplit ? "half-split" : "interleaved";
    text += ", " + std::to_string(best.reading.rotaryDim) + " channels, base about " +
            shortNumber(std::exp(roundLogarithm(std::log(best.base), 0.005)));
    if (best.scheme != "default")
        text += ", " + best.scheme + " with factor " + shortNumber(best.factor) + " as " + best.name + " has it";
    return text + (best.sign < 0 ? ", turning by -m" : "") + " (" + evidence + ")";
}

/// Whether the found setting is one of the model's.
void compare(const Setting& best, const Expectation& expected, Diagnosis& found)
{
    if (found.blind->margin < decidingMargin) {
        found.verdict += ", so it is not known whether it is as " + expected.name + " has it";
        return;
    }
    found.asExpected = false;
    if (best.sign == 0) {
        found.faults.emplace_back("not_rotated");
        return;
    }
    const RotarySettings* nearest = nullptr;
    double distance = 1e9;
    for (const RotarySettings& rotary : expected.model.layers)
        if (rotary.rotates && std::abs(std::log(best.base / rotary.base)) < distance) {
            nearest = &rotary;
            distance = std::abs(std::log(best.base / rotary.base));
        }
    if (nearest == nullptr)
        return;
    if (nearest->pairing != best.reading.layout)
        found.faults.emplace_back("wrong_pairing");
    if ((nearest->negativeAngle ? -1 : 1) != best.sign)
        found.faults.emplace_back("wrong_sign");
    if (distance > 0.2)
        found.faults.emplace_back("wrong_base");
    found.asExpected = found.faults.empty();
    found.verdict += *found.asExpected
                         ? ": as " + expected.name + " has it, as far as can be seen"
                         : "; but not as " + expected.name + " has it (base " + shortNumber(nearest->base) + ")";
}

/// Values must not rotate.
void checkValues(const std::vector<RowsPair>& tensors, Diagnosis& found)
{
    for (const RowsPair& tensor : tensors) {
        if (tensor.role != HeadRole::Value || tensor.after.tokens() < fewestTokens)
            continue;
        BlindSearch search({tensor.after});
        search.run({});
        const Setting* second = search.runnerUp();
        if (search.best().sign != 0 && second != nullptr &&
            search.best().concentration - second->concentration > 2.0 * decidingMargin) {
            found.faults.emplace_back("values_rotated");
            found.verdict += "; but values are rotated, which only queries and keys must be";
        }
    }
}

} // namespace

Result<Diagnosis> diagnoseBlind(const std::vector<RowsPair>& tensors, const std::optional<Expectation>& expected,
                                bool axesGiven)
{
    std::vector<HeadRows> rows;
    for (const RowsPair& tensor : tensors)
        if (tensor.role != HeadRole::Value || tensors.size() == 1)
            rows.push_back(tensor.after);
    if (rows.empty())
        return refuse(tensors.front().after.name(), "holds values alone; queries or keys are needed");
    const auto longest = [](const std::vector<HeadRows>& all) {
        return std::ranges::max_element(all, {}, [](const HeadRows& one) { return one.tokens(); })->tokens();
    };
    std::vector<HeadRows> exchanged;
    for (const HeadRows& one : rows) {
        if (one.headDim() != rows.front().headDim() || one.headDim() < 4)
            return refuse(one.name(), "has " + std::to_string(one.headDim()) +
                                          " channels; all arrays need the same "
                                          "number, from 4 on");
        exchanged.push_back(one.exchanged());
    }
    Diagnosis found;
    std::optional<BlindSearch> search;
    const auto alike = [](const std::vector<HeadRows>& all) {
        return std::ranges::all_of(all, [&](const HeadRows& one) { return one.tokens() == all.front().tokens(); });
    };
    if (longest(rows) >= fewestTokens && alike(rows)) {
        search.emplace(rows);
        search->run(expected);
    }
    if (!axesGiven && alike(exchanged) && longest(exchanged) >= fewestTokens && rows.front().heads() > 1) {
        BlindSearch other(exchanged);
        other.run(expected);
        const auto margin = [](const BlindSearch& one) {
            return one.best().sign == 0 ? 0.0 : one.best().concentration - one.runnerUp()->concentration;
        };
        if (!search || margin(other) > margin(*search) + decidingMargin) {
            search = std::move(other);
            found.notes.emplace_back("The axes were taken with heads before tokens, which concentrates centres more.");
        } else {
            found.notes.emplace_back("The axes were taken with tokens before heads; --axes states another order.");
        }
    }
    if (!search)
        return refuse(rows.front().name(), "has " + std::to_string(rows.front().tokens()) + " tokens; at least " +
                                               std::to_string(fewestTokens) + " are needed, and as many in each array");
    const Setting& best = search->best();
    fill(best, search->runnerUp()->concentration, static_cast<int>(rows.front().headDim()), found);
    found.verdict = sentence(best, found);
    if (expected)
        compare(best, *expected, found);
    checkValues(tensors, found);
    if (expected && !found.faults.empty())
        found.asExpected = false;
    found.notes.emplace_back("Rotated rows alone never show where positions begin, nor the attention factor" +
                             std::string(best.sign == 0 ? ", nor how channels pair." : "."));
    return found;
}

} // namespace rope
