#include "core/doctor/diagnosis.h"

#include "core/doctor/mixture.h"
#include "core/doctor/model_match.h"
#include "core/doctor/position_story.h"
#include "core/doctor/section_story.h"
#include "core/doctor/table_format.h"
#include "core/schemes/support.h"

#include <algorithm>
#include <cmath>

namespace rope {

namespace {

using Complex = std::complex<double>;

constexpr std::size_t namedPresets = 5;

/// 500000 as `500 000`, other numbers short.
std::string spaced(double value)
{
    if (!(value >= 1000.0 && value < 1e15 && std::abs(value - std::round(value)) < 1e-6 * value))
        return shortNumber(value);
    std::string digits = std::to_string(std::llround(value));
    for (std::size_t place = digits.size(); place > 3; place -= 3)
        digits.insert(place - 3, " ");
    return digits;
}

std::string pairingWord(PairLayout layout)
{
    return layout == PairLayout::HalfSplit ? "half-split" : "interleaved";
}

std::string roleWord(const RowsPair& tensor)
{
    switch (tensor.role) {
    case HeadRole::Query:
        return "queries";
    case HeadRole::Key:
        return "keys";
    case HeadRole::Value:
        return "values";
    case HeadRole::Unknown:
        break;
    }
    return tensor.before.name();
}

std::string formatWord(NumberFormat format)
{
    switch (format) {
    case NumberFormat::Float64:
        return "float64";
    case NumberFormat::Float32:
        return "float32";
    case NumberFormat::BFloat16:
        return "bfloat16";
    case NumberFormat::Float16:
        return "float16";
    }
    return "float32";
}

/// What was found in one tensor.
struct Finding {
    RowsPair tensor;
    std::optional<TurnFit> fit;
    std::optional<PositionStory> story;
    bool still = false;      ///< nothing turns
    bool transposed = false; ///< angles grow with the head
    std::vector<std::string> faults;
    std::vector<std::string> sentences; ///< one per fault
    std::optional<WrongPlace> firstWrong;

    void add(std::string fault, std::string sentence)
    {
        if (std::ranges::find(faults, fault) == faults.end())
            faults.push_back(std::move(fault));
        sentences.push_back(std::move(sentence));
    }
    bool rotates() const { return fit && fit->turns && fit->straight; }
};

/// Whether after is before, but for a common factor.
bool isStill(const RowsPair& tensor, double unit)
{
    const Eigen::Index step = std::max<Eigen::Index>(1, tensor.before.tokens() / 256);
    double products = 0.0;
    double squares = 0.0;
    double afterSquares = 0.0;
    Eigen::VectorXd b(tensor.before.headDim());
    Eigen::VectorXd a(tensor.before.headDim());
    std::vector<std::pair<Eigen::VectorXd, Eigen::VectorXd>> rows;
    for (Eigen::Index token = 0; token < tensor.before.tokens(); token += step) {
        const Eigen::Index head = token % tensor.before.heads();
        tensor.before.copyRow(token, head, b.data());
        tensor.after.copyRow(token, head, a.data());
        products += a.dot(b);
        squares += b.squaredNorm();
        afterSquares += a.squaredNorm();
        rows.emplace_back(b, a);
    }
    const double factor = squares > 0.0 ? products / squares : 1.0;
    double left = 0.0;
    for (const auto& [before, after] : rows)
        left += (after - factor * before).squaredNorm();
    return factor > 0.0 && left <= std::pow(2.0 * unit, 2) * std::max(afterSquares, 1e-300);
}

/// How far a row lies from the fitted rotation, each pair relative to its length; the largest pair too.
struct RowError {
    double meanSquare = 0.0;
    double largest = 0.0;
    int largestPair = 0;
    int firstPair = -1; ///< the first one beyond the tolerance
};

class RowCheck {
public:
    RowCheck(const HeadRows& before, const HeadRows& after, const PairReading& reading, Eigen::VectorXd frequencies,
             double attentionFactor, double tolerance)
        : rows_(before, after, reading)
        , theta_(std::move(frequencies))
        , attention_(attentionFactor)
        , tolerance_(tolerance)
        , table_(static_cast<std::size_t>(theta_.size()))
    {}

    void setPosition(double position)
    {
        position_ = std::abs(position);
        for (Eigen::Index j = 0; j < theta_.size(); ++j)
            table_[static_cast<std::size_t>(j)] = std::polar(attention_, theta_[j] * position);
    }

    RowError check(Eigen::Index token, Eigen::Index head)
    {
        rows_.read(token, head);
        RowError error;
        const int pairs = rows_.pairs();
        double energy = 0.0;
        for (int j = 0; j < pairs; ++j)
            energy += std::norm(rows_.before(j));
        const double floor = 1e-3 * energy / pairs;
        for (int j = 0; j < pairs; ++j) {
            const Complex b = rows_.before(j);
            const double size = std::max(std::norm(b), floor) * attention_ * attention_;
            const double off =
                size > 0.0 ? std::sqrt(std::norm(rows_.after(j) - table_[static_cast<std::size_t>(j)] * b) / size)
                           : 0.0;
            error.meanSquare += off * off / pairs;
            if (off > error.largest) {
                error.largest = off;
                error.largestPair = j;
            }
            if (error.firstPair < 0 && off > tolerance_ + std::abs(theta_[j]) * position_ * 0x1p-21)
                error.firstPair = j;
        }
        return error;
    }

private:
    PairRows rows_;
    Eigen::VectorXd theta_;
    double attention_;
    double tolerance_;
    double position_ = 0.0;
    std::vector<Complex> table_;
};

double toleranceOf(const TurnFit& fit)
{
    return std::max({40.0 * fit.lengths.spread, 40.0 * fit.unit, 1e-9}) + 8.0 * fit.frequencyError;
}

/// Heads whose rows do not follow the rotation that the others share.
std::vector<Eigen::Index> strangeHeads(const Finding& finding)
{
    const TurnFit& fit = *finding.fit;
    const HeadRows& before = finding.tensor.before;
    const Eigen::Index step = std::max<Eigen::Index>(1, before.tokens() / 48);
    RowCheck check(before, finding.tensor.after, fit.reading, fit.sign * fit.frequencies(), fit.lengths.attentionFactor,
                   toleranceOf(fit));
    std::vector<double> sums(static_cast<std::size_t>(before.heads()), 0.0);
    double count = 0.0;
    for (Eigen::Index token = 0; token < before.tokens(); token += step) {
        const auto& position = finding.story->positions[static_cast<std::size_t>(token)];
        if (!position)
            continue;
        check.setPosition(static_cast<double>(*position));
        for (Eigen::Index head = 0; head < before.heads(); ++head)
            sums[static_cast<std::size_t>(head)] += check.check(token, head).meanSquare;
        count += 1.0;
    }
    std::vector<double> sorted = sums;
    std::ranges::sort(sorted);
    const double usual = sorted[(sorted.size() - 1) / 2];
    std::vector<Eigen::Index> strange;
    for (std::size_t head = 0; head < sums.size(); ++head)
        if (sums[head] > 9.0 * usual + count * std::pow(4.0 * fit.unit + 1e-9, 2) && sums[head] > count * 1e-10)
            strange.push_back(static_cast<Eigen::Index>(head));
    return 2 * strange.size() < sums.size() || sums.size() == 2 ? strange : std::vector<Eigen::Index>{};
}

/// An attention factor nearer to 1 than this is 1.
double attentionTolerance(const TurnFit& fit)
{
    return std::max({2.0 * fit.unit, 0.1 * fit.lengths.spread, 1e-9});
}

std::string shortForm(const TurnFit& fit)
{
    std::string text = pairingWord(fit.reading.before) + ", ";
    if (fit.ladder)
        text += "base " + spaced(fit.ladder->base);
    if (fit.sign < 0)
        text += ", by -m";
    if (fit.offset.value_or(0) != 0)
        text += ", from position " + std::to_string(*fit.offset);
    return text;
}

void tellStrangeHeads(Finding& finding)
{
    for (const Eigen::Index head : strangeHeads(finding)) {
        const HeadRows before = finding.tensor.before.head(head);
        const HeadRows after = finding.tensor.after.head(head);
        std::string how = "does not turn like the others";
        if (isStill({before, after}, finding.fit->unit))
            how = "does not turn at all";
        else if (const std::optional<TurnFit> own = fitTurn(before, after))
            how = "turns otherwise (" + shortForm(*own) + ")";
        finding.add("head_wrong", "head " + std::to_string(head) + " " + how);
        if (!finding.firstWrong) {
            RowCheck check(finding.tensor.before, finding.tensor.after, finding.fit->reading,
                           finding.fit->sign * finding.fit->frequencies(), finding.fit->lengths.attentionFactor,
                           toleranceOf(*finding.fit));
            for (Eigen::Index token = 0; token < finding.tensor.before.tokens() && !finding.firstWrong; ++token)
                if (const auto& position = finding.story->positions[static_cast<std::size_t>(token)]) {
                    check.setPosition(static_cast<double>(*position));
                    if (const RowError error = check.check(token, head); error.firstPair >= 0)
                        finding.firstWrong = WrongPlace{token, head, error.firstPair};
                }
        }
    }
}

/// No reading keeps the lengths: mixed conventions, or rows that do not belong together.
void tellUnreadable(Finding& finding)
{
    const RowsPair& tensor = finding.tensor;
    for (const HeadRows& after : {tensor.after.exchanged(), tensor.after.cutAnew().exchanged()})
        if (after.tokens() == tensor.before.tokens() && after.heads() == tensor.before.heads() && after.heads() > 1)
            if (const auto fit = fitTurn(tensor.before, after); fit && fit->turns && fit->straight) {
                finding.fit = fit;
                return finding.add("transposed_axes", "tokens and heads of the rotated array are exchanged against "
                                                      "those of the array before");
            }
    const int headDim = static_cast<int>(tensor.before.headDim());
    const ChangedChannels changed = changedChannels(tensor.before, tensor.after, 0x1p-12);
    for (const int rotaryDim : {headDim, (changed.last + 2) / 2 * 2})
        if (const auto mixture = rotaryDim >= 4 && rotaryDim <= headDim
                                     ? findMixture(tensor.before, tensor.after, rotaryDim)
                                     : std::nullopt) {
            const bool half = mixture->pairs == PairLayout::HalfSplit;
            return finding.add("mixed_pairing", std::string("conventions are mixed: channels are paired ") +
                                                    (half ? "half-split" : "interleaved") +
                                                    " but cosines and sines are laid out " +
                                                    (half ? "interleaved" : "half-split") + " (base " +
                                                    spaced(std::exp(roundLogarithm(std::log(mixture->base), 1e-4))) +
                                                    "), so neither lengths nor the relative property survive");
        }
    finding.add("unreadable", "no pairing keeps the lengths of pairs, so one rotation does not lead from one array to "
                              "the other: conventions are mixed, or the rows do not belong together");
}

/// Angles that grow with the head and not with the token.
bool tryExchanged(Finding& finding, bool axesGiven)
{
    if (finding.tensor.before.heads() < 4)
        return false;
    const HeadRows before = finding.tensor.before.exchanged();
    const HeadRows after = finding.tensor.after.exchanged();
    const std::optional<TurnFit> fit = fitTurn(before, after);
    if (!fit || !fit->turns || !fit->straight || !fit->ladder)
        return false;
    finding.fit = fit;
    finding.tensor.before = before;
    finding.tensor.after = after;
    finding.transposed = true;
    if (axesGiven)
        finding.add("transposed_axes",
                    "the angle grows along the axis of the heads and not of the tokens: the two axes are exchanged");
    return true;
}

/// Positions 0, 0, 1, 1 ...: every second token shows a plain rotation.
bool tellPositionsUsedTwice(Finding& finding)
{
    const RowsPair& tensor = finding.tensor;
    if (tensor.before.tokens() < 8)
        return false;
    std::optional<TurnFit> even = fitTurn(tensor.before.everySecond(), tensor.after.everySecond());
    if (!even || !even->turns || !even->straight || !even->ladder || !even->offset)
        return false;
    finding.fit = std::move(even);
    finding.story = PositionStory{};
    finding.story->first = *finding.fit->offset;
    finding.add("positions_doubled", "each position is used for two tokens");
    finding.firstWrong = WrongPlace{1, 0, 0};
    return true;
}

/// What the expected model rotates of heads of this size.
std::optional<int> likelyRotaryDim(const std::optional<Expectation>& expected, Eigen::Index headDim)
{
    if (expected)
        for (const RotarySettings& rotary : expected->model.layers)
            if (rotary.rotates && rotary.headDim == headDim)
                return rotary.rotaryDim;
    return std::nullopt;
}

/// A model with several axes per position: the fit is that of its sections, where they can be seen.
bool tellSections(Finding& finding, const std::optional<Expectation>& expected)
{
    if (!expected || !finding.fit)
        return false;
    for (const RotarySettings& rotary : expected->model.layers) {
        if (rotary.axisRule == AxisRule::None || rotary.headDim != finding.tensor.before.headDim())
            continue;
        const std::optional<SectionStory> story = sectionStory(*finding.fit, rotary);
        if (!story || !story->visible)
            continue;
        TurnFit& fit = *finding.fit;
        fit.straight = true;
        fit.turns = true;
        fit.sign = rotary.negativeAngle ? -1 : 1;
        fit.inverseFrequency = story->inverseFrequency;
        fit.error = 1e-6 * story->inverseFrequency.cwiseMax(1e-12);
        FittedLadder ladder;
        ladder.scheme = rotary.scheme;
        ladder.base = rotary.base;
        ladder.turning = static_cast<int>(fit.inverseFrequency.size());
        ladder.inverseFrequency = story->inverseFrequency;
        fit.ladder = ladder;
        fit.offset = story->first;
        finding.story = PositionStory{};
        finding.story->first = story->first.value_or(0);
        if (!story->asExpected) {
            finding.add("sections_swapped", story->sentence);
            finding.firstWrong = WrongPlace{};
        }
        return true;
    }
    return false;
}

Finding examine(RowsPair tensor, const std::optional<Expectation>& expected, bool axesGiven)
{
    Finding finding;
    finding.tensor = std::move(tensor);
    const double unit = roundingUnit(formatOf(finding.tensor.after));
    finding.still = isStill(finding.tensor, unit);
    if (finding.still)
        return finding;
    finding.fit = fitTurn(finding.tensor.before, finding.tensor.after,
                          likelyRotaryDim(expected, finding.tensor.before.headDim()));
    if (tellSections(finding, expected))
        return finding;
    if ((!finding.fit || !finding.fit->turns || !finding.fit->straight || !finding.fit->ladder) &&
        tryExchanged(finding, axesGiven))
        finding.still = false;
    if (!finding.fit) {
        tellUnreadable(finding);
        return finding;
    }
    if (!finding.fit->turns || finding.tensor.before.tokens() < 2)
        return finding;
    if (!finding.fit->straight) {
        finding.add("positions_irregular", "lengths of pairs are kept, but angles do not grow evenly over any run of "
                                           "tokens");
        return finding;
    }
    if (!finding.fit->ladder && tellPositionsUsedTwice(finding))
        return finding;
    finding.story = positionStory(*finding.fit);
    if (!finding.story->fault.empty()) {
        finding.add(finding.story->fault, finding.story->sentence);
        finding.firstWrong = WrongPlace{finding.story->firstWrong.value_or(0), 0, 0};
    }
    tellStrangeHeads(finding);
    return finding;
}

/// `half-split, all 128 channels, base 500 000, llama3 with factor 8 from 8 192`.
std::string described(TurnFit fit, Eigen::Index headDim, const std::optional<ModelMatch>& model)
{
    if (model && model->frequencies && fit.ladder)
        if (const auto factor = model->rotary.parameters.find("factor"); factor != model->rotary.parameters.end()) {
            fit.ladder->scheme = model->rotary.scheme;
            fit.ladder->factor = factor->second;
            if (fit.ladder->originalContext > 0.0)
                fit.ladder->originalContext = model->rotary.originalContext;
        }
    const PairReading& reading = fit.reading;
    std::string text = reading.before == reading.after
                           ? pairingWord(reading.before)
                           : pairingWord(reading.before) + " pairs written " + pairingWord(reading.after);
    if (reading.rotaryDim == headDim)
        text += ", all " + std::to_string(headDim) + " channels";
    else
        text += ", " + std::to_string(reading.rotaryDim) + " of " + std::to_string(headDim) + " channels" +
                (reading.firstChannel > 0 ? " from channel " + std::to_string(reading.firstChannel) : "");
    if (fit.ladder) {
        text += ", base " + spaced(fit.ladder->base);
        if (fit.ladder->scheme != "default")
            text += ", " + fit.ladder->scheme;
        if (fit.ladder->factor != 1.0)
            text += " with factor " + spaced(fit.ladder->factor);
        if (fit.ladder->originalContext > 0.0)
            text += " from " + spaced(fit.ladder->originalContext);
    } else {
        text += ", frequencies that no scheme with one base makes (divisors of their own per pair, as longrope has)";
    }
    if (std::abs(fit.lengths.attentionFactor - 1.0) >= attentionTolerance(fit))
        text += ", attention factor " + shortNumber(fit.lengths.attentionFactor);
    if (fit.sign < 0)
        text += ", turning by -m";
    return text;
}

class Report {
public:
    Report(std::vector<Finding> findings, const std::optional<Expectation>& expected)
        : findings_(std::move(findings))
        , expected_(expected)
    {}

    Diagnosis make()
    {
        chooseMain();
        tellStill();
        tellValues();
        if (main_ != nullptr) {
            fill();
            tellFormat();
            tellDifferences();
        }
        collectFaults();
        if (expected_)
            compareWithModel();
        write();
        return std::move(result_);
    }

private:
    void add(const std::string& fault, const std::string& sentence)
    {
        if (std::ranges::find(result_.faults, fault) == result_.faults.end())
            result_.faults.push_back(fault);
        if (std::ranges::find(sentences_, sentence) == sentences_.end())
            sentences_.push_back(sentence);
    }

    /// The tensor whose rotation is reported: of queries and keys the one that is as expected, or that a scheme fits.
    void chooseMain()
    {
        double best = -1.0;
        for (Finding& finding : findings_) {
            if (!finding.rotates() || (finding.tensor.role == HeadRole::Value && findings_.size() > 1))
                continue;
            double value = finding.fit->ladder ? 1.0 : 0.0;
            value += finding.faults.empty() ? 0.5 : 0.0;
            if (expected_)
                if (const auto match = matchModel(*finding.fit, expected_->model, finding.tensor.before.headDim()))
                    value += match->all() ? 4.0 : 0.0;
            if (value > best) {
                best = value;
                main_ = &finding;
            }
        }
    }

    void tellStill()
    {
        for (const Finding& finding : findings_) {
            const bool turnsNot = finding.still || (finding.fit && !finding.fit->turns);
            if (!turnsNot || finding.tensor.role == HeadRole::Value)
                continue;
            const std::string who = findings_.size() > 1 ? roleWord(finding.tensor) + ": " : "";
            if (finding.tensor.before.tokens() == 1) {
                add("position_zero_only", who + "there is one token, and it does not show how positions run");
            } else if (finding.still) {
                add("position_zero_only", who + "nothing turns, as if every token stood at position 0: the rotation "
                                                "never ran, or positions were never counted");
            } else {
                add("position_zero_only", who + "every token is turned by the same angles, as if all stood at one "
                                                "position");
            }
            if (!result_.firstWrong)
                result_.firstWrong = WrongPlace{std::min<Eigen::Index>(1, finding.tensor.before.tokens() - 1), 0, 0};
        }
    }

    void tellValues()
    {
        for (const Finding& finding : findings_)
            if (finding.tensor.role == HeadRole::Value && finding.fit && finding.fit->turns)
                add("values_rotated", "values are rotated, which only queries and keys must be");
    }

    void fill()
    {
        const TurnFit& fit = *main_->fit;
        result_.rotated = true;
        if (fit.readingKnown)
            result_.pairing = fit.reading.before;
        result_.rotaryDim = fit.reading.rotaryDim;
        result_.sign = fit.sign;
        result_.offset = main_->story ? main_->story->first : fit.offset;
        result_.attentionFactor =
            std::abs(fit.lengths.attentionFactor - 1.0) < attentionTolerance(fit) ? 1.0 : fit.lengths.attentionFactor;
        if (fit.ladder) {
            if (fit.reading.pairs() > 1)
                result_.base = fit.ladder->base;
            result_.scheme = fit.ladder->scheme;
            result_.factor = fit.ladder->factor;
        } else {
            result_.scheme = "longrope";
        }
        if (main_->transposed && main_->faults.empty())
            result_.notes.emplace_back("The axes were taken with heads before tokens, since the angle grows that way.");
        for (int j = 0; j < fit.reading.pairs(); ++j) {
            PairEvidence evidence{j, fit.inverseFrequency[j], {}, {}};
            if (fit.ladder) {
                evidence.expected = fit.ladder->inverseFrequency[j];
                if (*evidence.expected > 0.0)
                    evidence.residual = fit.inverseFrequency[j] / *evidence.expected - 1.0;
            }
            result_.perPair.push_back(evidence);
        }
        result_.nearestPresets = nearestPresets(fit, main_->tensor.before.headDim(), namedPresets);
    }

    void tellFormat()
    {
        const TurnFit& fit = *main_->fit;
        if (!fit.ladder || !fit.offset || !main_->story || main_->story->positions.empty() ||
            main_->story->first != *fit.offset)
            return;
        const auto format = findTableFormat(fit, main_->tensor.before, main_->tensor.after);
        if (!format)
            return;
        result_.numberFormat = formatWord(format->format);
        if (format->format == NumberFormat::BFloat16 || format->format == NumberFormat::Float16)
            add("number_format", format->part + " are kept in " + formatWord(format->format) +
                                     ", which is too coarse for far positions");
    }

    /// Queries against keys.
    void tellDifferences()
    {
        for (const Finding& other : findings_) {
            if (&other == main_ || other.tensor.role == HeadRole::Value)
                continue;
            const TurnFit& a = *main_->fit;
            const std::string right = roleWord(main_->tensor);
            const std::string wrong = roleWord(other.tensor);
            if (!other.rotates()) {
                add("query_key_differ", wrong + " are not turned as " + right + " are");
                continue;
            }
            const TurnFit& b = *other.fit;
            bool same = a.reading.before == b.reading.before && a.reading.after == b.reading.after &&
                        a.reading.rotaryDim == b.reading.rotaryDim && a.sign == b.sign &&
                        main_->story->first == other.story->first;
            for (Eigen::Index j = 0; same && j < a.inverseFrequency.size(); ++j)
                same = std::abs(a.inverseFrequency[j] - b.inverseFrequency[j]) <
                       10.0 * std::hypot(a.error[j], b.error[j]) + 0x1p-21 * a.inverseFrequency[j] +
                           (a.frequencyError + b.frequencyError) * a.inverseFrequency[j];
            const double length = std::abs(a.lengths.attentionFactor - b.lengths.attentionFactor);
            if (!same)
                add("query_key_differ", right + " turn " + shortForm(a) + ", but " + wrong + " turn " + shortForm(b));
            else if (length > std::max(8.0 * std::max(a.unit, b.unit), 1e-6) && !isPowerOfScale(b))
                result_.notes.push_back("The lengths of " + wrong + " are changed by another factor, " +
                                        shortNumber(b.lengths.attentionFactor) + ".");
        }
    }

    static bool isPowerOfScale(const TurnFit& fit) { return fit.lengths.attentionFactor <= 0.0; }

    void collectFaults()
    {
        for (const Finding& finding : findings_)
            for (std::size_t i = 0; i < finding.faults.size() || i < finding.sentences.size(); ++i) {
                const std::string& fault = finding.faults[std::min(i, finding.faults.size() - 1)];
                const bool named = findings_.size() > 1 && finding.tensor.role != HeadRole::Unknown;
                add(fault, (named ? roleWord(finding.tensor) + ": " : "") + finding.sentences[i]);
                if (!result_.firstWrong && finding.firstWrong)
                    result_.firstWrong = finding.firstWrong;
            }
    }

    void compareWithModel()
    {
        result_.asExpected = false;
        if (main_ == nullptr) {
            const bool rotates = std::ranges::any_of(expected_->model.layers, &RotarySettings::rotates);
            result_.asExpected = !rotates && result_.faults.size() <= 1;
            return;
        }
        const TurnFit& fit = *main_->fit;
        const std::optional<ModelMatch> match = matchModel(fit, expected_->model, main_->tensor.before.headDim());
        match_ = match;
        if (!match) {
            add("unexpected_rotation", expected_->name + " does not rotate at all");
            return;
        }
        for (PairEvidence& evidence : result_.perPair) {
            evidence.expected.reset();
            evidence.residual.reset();
            if (evidence.pair < match->schedule.inverseFrequency.size()) {
                evidence.expected = match->schedule.inverseFrequency[evidence.pair];
                if (*evidence.expected > 0.0)
                    evidence.residual = evidence.inverseFrequency / *evidence.expected - 1.0;
            }
        }
        if (match->frequencies) {
            result_.scheme = match->rotary.scheme;
            if (match->rotary.scheme != "ntk_aware" && match->rotary.scheme != "dynamic")
                result_.base = match->rotary.base;
            if (const auto factor = match->rotary.parameters.find("factor"); factor != match->rotary.parameters.end())
                result_.factor = factor->second;
        }
        nameDeviations(fit, *match);
        if (main_->story && main_->story->first != 0)
            add("offset", "positions begin at " + std::to_string(main_->story->first) + ": off by " +
                              (main_->story->first == 1 ? "one" : std::to_string(main_->story->first)) +
                              " from token 0");
        result_.asExpected = result_.faults.empty();
        if (!*result_.asExpected && match->rotary.axisRule == AxisRule::None)
            findFirstWrong(*match);
    }

    void nameDeviations(const TurnFit& fit, const ModelMatch& match)
    {
        const RotarySettings& rotary = match.rotary;
        if (!match.pairing)
            add("wrong_pairing", expected_->name + " pairs channels " + pairingWord(rotary.pairing));
        if (!match.rotaryDim)
            add("wrong_rotary_dim", expected_->name + " turns " + std::to_string(rotary.rotaryDim) + " of " +
                                        std::to_string(rotary.headDim) + " channels");
        if (!match.sign)
            add("wrong_sign",
                "that is the wrong sense: " + expected_->name + " turns by " + (fit.sign < 0 ? "+m" : "-m"));
        if (match.rotaryDim && !match.frequencies)
            nameFrequencies(fit, match);
        if (match.rotaryDim && !match.attention)
            add("attention_factor", "lengths change by " + shortNumber(fit.lengths.attentionFactor) +
                                        " where the attention factor is " +
                                        shortNumber(match.schedule.attentionFactor));
    }

    void nameFrequencies(const TurnFit& fit, const ModelMatch& match)
    {
        const RotarySettings& rotary = match.rotary;
        const auto factor = rotary.parameters.find("factor");
        const std::string scaling =
            rotary.scheme + (factor == rotary.parameters.end() ? "" : " with factor " + spaced(factor->second));
        const bool sameBase = fit.ladder && std::abs(std::log(fit.ladder->base / rotary.base)) <
                                                std::max(8.0 * fit.ladder->baseError, 1e-6 + 2.0 * fit.frequencyError);
        if (fit.ladder && fit.ladder->scheme == "default" && rotary.scheme != "default" && sameBase)
            add("missing_scaling", "the scaling is missing: " + expected_->name + " has " + scaling);
        else if (fit.ladder && !sameBase && fit.ladder->scheme == "default" && rotary.scheme == "default")
            add("wrong_base", "the base is wrong: " + expected_->name + " has " + spaced(rotary.base));
        else if (fit.ladder && !sameBase)
            add("wrong_base", "the frequencies are those of another base: " + expected_->name + " has " +
                                  spaced(rotary.base) + " and " + scaling);
        else
            add("wrong_scheme", "the frequencies are not those of " + expected_->name + ", which has " + scaling);
    }

    void findFirstWrong(const ModelMatch& match)
    {
        const TurnFit& fit = *main_->fit;
        const RotarySettings& rotary = match.rotary;
        const HeadRows& before = main_->tensor.before;
        if (rotary.headDim != before.headDim())
            return;
        const PairReading reading{rotary.pairing,
                                  fit.reading.after == fit.reading.before ? rotary.pairing : fit.reading.after,
                                  rotary.rotatesTail ? rotary.headDim - rotary.rotaryDim : 0, rotary.rotaryDim};
        RowCheck check(before, main_->tensor.after, reading,
                       rotary.negativeAngle ? Eigen::VectorXd(-match.schedule.inverseFrequency)
                                            : match.schedule.inverseFrequency,
                       match.schedule.attentionFactor, toleranceOf(fit));
        for (Eigen::Index token = 0; token < before.tokens(); ++token) {
            check.setPosition(static_cast<double>(token));
            for (Eigen::Index head = 0; head < before.heads(); ++head)
                if (const RowError error = check.check(token, head); error.firstPair >= 0) {
                    result_.firstWrong = WrongPlace{token, head, error.firstPair};
                    return;
                }
        }
    }

    void write()
    {
        std::string text;
        if (main_ != nullptr) {
            text = described(*main_->fit, main_->tensor.before.headDim(), match_);
            const std::int64_t first = main_->story ? main_->story->first : 0;
            if (first != 0 && !expected_)
                text += ", positions from " + std::to_string(first) + " on";
        } else if (sentences_.empty()) {
            text = "not rotated";
        }
        for (std::size_t i = 0; i < sentences_.size(); ++i)
            text += (text.empty() ? "" : i == 0 ? "; but " : "; ") + sentences_[i];
        if (expected_ && result_.asExpected == true)
            text += ": as " + expected_->name + " has it";
        result_.verdict = text;
    }

    std::vector<Finding> findings_;
    const std::optional<Expectation>& expected_;
    Finding* main_ = nullptr;
    std::optional<ModelMatch> match_;
    std::vector<std::string> sentences_;
    Diagnosis result_;
};

} // namespace

Result<Diagnosis> diagnose(std::vector<RowsPair> tensors, const std::optional<Expectation>& expected, bool axesGiven)
{
    std::vector<Finding> findings;
    for (RowsPair& tensor : tensors) {
        const HeadRows& b = tensor.before;
        const bool swapped =
            b.tokens() != b.heads() && tensor.after.tokens() == b.heads() && tensor.after.heads() == b.tokens();
        if (swapped)
            tensor.after = tensor.after.exchanged();
        const HeadRows& a = tensor.after;
        if (b.tokens() != a.tokens() || b.heads() != a.heads() || b.headDim() != a.headDim())
            return refuse(a.name(), "has " + std::to_string(a.tokens()) + " tokens, " + std::to_string(a.heads()) +
                                        " heads and " + std::to_string(a.headDim()) + " channels; " + b.name() +
                                        " has " + std::to_string(b.tokens()) + ", " + std::to_string(b.heads()) +
                                        " and " + std::to_string(b.headDim()) + ", and both must be alike");
        if (b.tokens() == 0 || b.heads() == 0 || b.headDim() < 2)
            return refuse(b.name(), "holds no rows of two or more channels");
        findings.push_back(examine(std::move(tensor), expected, axesGiven));
        if (swapped)
            findings.back().add("transposed_axes", "tokens and heads of the rotated array are exchanged against those "
                                                   "of the array before");
    }
    return Report(std::move(findings), expected).make();
}

} // namespace rope
