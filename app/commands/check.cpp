#include "app/commands/check.h"

#include "app/commands/state_options.h"
#include "app/files/head_files.h"
#include "app/files/weight_files.h"
#include "core/base/files.h"
#include "core/captures/tensors/tensor_files.h"
#include "core/doctor/blind.h"
#include "core/state/layer_fields.h"

#include <filesystem>

namespace rope::cli {

namespace {

std::string orNull(const std::optional<std::string>& text)
{
    return text ? jsonText(*text) : "null";
}

template <class Number> std::string numberOrNull(const std::optional<Number>& number)
{
    return number ? jsonNumber(static_cast<double>(*number)) : "null";
}

std::string truth(bool value)
{
    return value ? "true" : "false";
}

std::string listJson(const std::vector<std::string>& texts)
{
    std::string text = "[";
    for (const std::string& one : texts)
        text += (text.size() > 1 ? ", " : "") + jsonText(one);
    return text + "]";
}

std::string pairingJson(const std::optional<PairLayout>& pairing)
{
    return !pairing ? "null" : jsonText(idOf(*pairing));
}

std::string asJson(const Diagnosis& found)
{
    std::vector<std::string> pairs;
    for (const PairEvidence& pair : found.perPair)
        pairs.push_back(
            "{\"pair\": " + std::to_string(pair.pair) + ", \"inv_freq\": " + jsonNumber(pair.inverseFrequency) +
            ", \"expected\": " + numberOrNull(pair.expected) + ", \"residual\": " + numberOrNull(pair.residual) + "}");
    const auto& wrong = found.firstWrong;
    const auto& blind = found.blind;
    return JsonObject()
               .add("verdict", jsonText(found.verdict))
               .add("rotated", truth(found.rotated))
               .add("as_expected", found.asExpected ? truth(*found.asExpected) : "null")
               .add("pairing", pairingJson(found.pairing))
               .add("rotary_dim", numberOrNull(found.rotaryDim))
               .add("sign", numberOrNull(found.sign))
               .add("offset", numberOrNull(found.offset))
               .add("base", numberOrNull(found.base))
               .add("scheme", orNull(found.scheme))
               .add("factor", numberOrNull(found.factor))
               .add("attention_factor", numberOrNull(found.attentionFactor))
               .add("number_format", orNull(found.numberFormat))
               .add("faults", listJson(found.faults))
               .add("first_wrong", wrong ? "{\"token\": " + std::to_string(wrong->token) +
                                               ", \"head\": " + std::to_string(wrong->head) +
                                               ", \"pair\": " + std::to_string(wrong->pair) + "}"
                                         : "null")
               .add("nearest_presets", listJson(found.nearestPresets))
               .add("per_pair", jsonLines(pairs, 2))
               .add("blind", blind ? "{\"concentration\": " + jsonNumber(blind->concentration) +
                                         ", \"runner_up\": " + jsonNumber(blind->runnerUp) +
                                         ", \"margin\": " + jsonNumber(blind->margin) + "}"
                                   : "null")
               .add("notes", listJson(found.notes))
               .text() +
           "\n";
}

std::string joined(const std::vector<std::string>& texts)
{
    std::string all;
    for (const std::string& text : texts)
        all += (all.empty() ? "" : ", ") + text;
    return all;
}

std::string asTable(const Diagnosis& found)
{
    std::string text = found.verdict + "\n";
    for (const std::string& note : found.notes)
        text += "note: " + note + "\n";
    if (!found.faults.empty())
        text += "faults: " + joined(found.faults) + "\n";
    if (found.firstWrong)
        text += "first wrong: token " + std::to_string(found.firstWrong->token) + ", head " +
                std::to_string(found.firstWrong->head) + ", pair " + std::to_string(found.firstWrong->pair) + "\n";
    if (found.numberFormat)
        text += "tables: " + *found.numberFormat + "\n";
    if (!found.nearestPresets.empty())
        text += "nearest presets: " + joined(found.nearestPresets) + "\n";
    if (found.blind)
        text += "concentration of centres " + roundedNumber(found.blind->concentration, 4) + ", runner-up " +
                roundedNumber(found.blind->runnerUp, 4) + ", margin " + roundedNumber(found.blind->margin, 4) + "\n";
    if (found.perPair.empty())
        return text;
    std::vector<std::vector<std::string>> rows;
    for (const PairEvidence& pair : found.perPair)
        rows.push_back({std::to_string(pair.pair), roundedNumber(pair.inverseFrequency, 10),
                        pair.expected ? roundedNumber(*pair.expected, 10) : "-",
                        pair.residual ? roundedNumber(*pair.residual, 3) : "-"});
    return text + "\n" + alignedTable({"pair", "rad/token", "expected", "relative error"}, rows);
}

/// The name without what tells before from after.
std::string stem(const std::string& name)
{
    std::string word;
    std::string kept;
    const std::string whole = isTensorFileName(name) ? std::filesystem::path(name).stem().string() : name;
    for (const char letter : whole + ".") {
        if (std::isalnum(static_cast<unsigned char>(letter)) != 0) {
            word += letter;
            continue;
        }
        if (word != "rot" && word != "rotated" && word != "before" && word != "after" && word != "pre" &&
            word != "post" && word != "rope")
            kept += word + ".";
        word.clear();
    }
    return kept;
}

Result<std::vector<HeadRows>> readRowsOf(const std::string& path, const std::optional<std::string>& axes)
{
    Result<std::vector<NamedTensor>> tensors = readTensors(path);
    if (!tensors)
        return tl::unexpected(tensors.error());
    std::vector<HeadRows> rows;
    for (NamedTensor& tensor : *tensors) {
        Result<HeadRows> one = headRowsOf(std::move(tensor), axes);
        if (!one)
            return tl::unexpected(one.error());
        rows.push_back(*std::move(one));
    }
    return rows;
}

/// Tensors of two files that belong together: by name, or as the only ones.
Result<std::vector<RowsPair>> pairedRows(const CheckRequest& request)
{
    const Result<std::vector<HeadRows>> before = readRowsOf(request.before, request.axes);
    if (!before)
        return tl::unexpected(before.error());
    const Result<std::vector<HeadRows>> after = readRowsOf(request.after, request.axes);
    if (!after)
        return tl::unexpected(after.error());
    std::vector<RowsPair> pairs;
    for (const HeadRows& rows : *before)
        for (const HeadRows& others : *after)
            if ((before->size() == 1 && after->size() == 1) || stem(rows.name()) == stem(others.name()))
                pairs.push_back({rows, others, roleOf(rows.name())});
    if (pairs.empty())
        return refuse(request.after, "holds no array with the name of one in " + request.before);
    return pairs;
}

Result<std::optional<Expectation>> expectationOf(const std::optional<std::string>& name)
{
    if (!name)
        return std::optional<Expectation>();
    Result<ModelFile> file = modelNamed(*name);
    if (!file)
        return tl::unexpected(file.error());
    return std::optional(Expectation{file->model, file->model.name});
}

Result<Diagnosis> diagnosisOf(const CheckRequest& request)
{
    const Result<std::optional<Expectation>> expected = expectationOf(request.expected);
    if (!expected)
        return tl::unexpected(expected.error());
    if (!request.rotated.empty()) {
        const Result<std::vector<HeadRows>> rows = readRowsOf(request.rotated, request.axes);
        if (!rows)
            return tl::unexpected(rows.error());
        std::vector<RowsPair> tensors;
        for (const HeadRows& one : *rows)
            tensors.push_back({one, one, roleOf(one.name())});
        return diagnoseBlind(tensors, *expected, request.axes.has_value());
    }
    Result<std::vector<RowsPair>> pairs = pairedRows(request);
    if (!pairs)
        return tl::unexpected(pairs.error());
    return diagnose(*std::move(pairs), *expected, request.axes.has_value());
}

std::string orderName(RowOrder order)
{
    return order == RowOrder::Same ? "identity"
                                   : (order == RowOrder::ToInterleaved ? "half_to_interleaved" : "interleaved_to_half");
}

std::string numbersJson(const std::vector<int>& numbers)
{
    std::string text = "[";
    for (const int number : numbers)
        text += (text.size() > 1 ? ", " : "") + std::to_string(number);
    return text + "]";
}

/// The members of the contract, those that weights do not have as null, and the rows of each projection.
std::string weightsJson(const WeightDiagnosis& found)
{
    std::vector<std::string> rows;
    for (const RowFinding& row : found.rows)
        rows.push_back("{\"name\": " + jsonText(row.name) + ", \"permutation\": " + jsonText(orderName(row.order)) +
                       ", \"head_dim\": " + (row.headDim > 0 ? std::to_string(row.headDim) : "null") +
                       ", \"residual\": " + jsonNumber(row.residual) + ", \"next_residual\": " +
                       jsonNumber(row.nextResidual) + ", \"wrong_heads\": " + numbersJson(row.wrongHeads) +
                       ", \"wrong_rows\": " + numbersJson(row.wrongRows) + "}");
    Diagnosis members;
    members.verdict = found.verdict;
    members.faults = found.faults;
    members.asExpected = found.consistent;
    std::string text = asJson(members);
    text.resize(text.rfind('}'));
    text.erase(text.find_last_not_of("\n ") + 1);
    return text + ",\n  \"weights\": " + jsonLines(rows, 2) + "\n}\n";
}

Result<int> checkWeights(const CheckRequest& request)
{
    const Result<std::vector<ProjectionRows>> rows = readProjections(request.weights[0], request.weights[1]);
    if (!rows)
        return tl::unexpected(rows.error());
    const WeightDiagnosis found = diagnoseWeights(*rows);
    const Result<void> written =
        writeStandardOutput(request.format == TextFormat::Json ? weightsJson(found) : found.verdict + "\n");
    if (!written)
        return tl::unexpected(written.error());
    return found.consistent ? 0 : 1;
}

} // namespace

Result<int> runCheck(const CheckRequest& request)
{
    if (request.weights.size() == 2)
        return checkWeights(request);
    if (request.before.empty() && request.rotated.empty())
        return refuse("check", "needs --before Q --after Q_ROT, --rotated Q, or --weights A B");
    const Result<Diagnosis> found = diagnosisOf(request);
    if (!found)
        return tl::unexpected(found.error());
    const Result<void> written =
        writeStandardOutput(request.format == TextFormat::Json ? asJson(*found) : asTable(*found));
    if (!written)
        return tl::unexpected(written.error());
    return found->asExpected.value_or(found->faults.empty()) ? 0 : 1;
}

} // namespace rope::cli
