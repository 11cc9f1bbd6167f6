#include "core/model/report.h"

#include <algorithm>

namespace rope {

std::string_view useName(KeyReport::Use use)
{
    switch (use) {
    case KeyReport::Use::Given:
        return "given";
    case KeyReport::Use::Default:
        return "default";
    case KeyReport::Use::Ignored:
        return "ignored";
    }
    return "given";
}

std::string_view kindName(Origin::Kind kind)
{
    switch (kind) {
    case Origin::Kind::File:
        return "file";
    case Origin::Kind::Rule:
        return "rule";
    case Origin::Kind::FamilyDefault:
        return "default of family";
    case Origin::Kind::Guess:
        break;
    }
    return "guess";
}

Origin originOf(const ModelFile& file, std::size_t part, std::string_view value)
{
    if (part < file.parts.size())
        if (const auto found = file.parts[part].origins.find(value); found != file.parts[part].origins.end())
            return found->second;
    return {"the file does not say it", Origin::Kind::Guess};
}

std::vector<std::string> remarks(const ModelFile& file)
{
    std::vector<std::string> sentences = file.warnings;
    for (const Disagreement& disagreement : file.disagreements)
        sentences.push_back(disagreement.key + ": " + disagreement.message);
    return sentences;
}

void ReadLog::note(std::string key, std::string value, std::string decided, KeyReport::Use use)
{
    KeyReport row{std::move(key), std::move(value), std::move(decided), use};
    if (std::ranges::find(file_.report, row) == file_.report.end())
        file_.report.push_back(std::move(row));
}

void ReadLog::warn(std::string sentence)
{
    if (std::ranges::find(file_.warnings, sentence) == file_.warnings.end())
        file_.warnings.push_back(std::move(sentence));
}

void ReadLog::disagree(std::string key, std::string sentence)
{
    Disagreement row{std::move(key), std::move(sentence)};
    if (std::ranges::find(file_.disagreements, row) == file_.disagreements.end())
        file_.disagreements.push_back(std::move(row));
}

void ReadLog::fail(std::string field, std::string message)
{
    if (!error_)
        error_ = Error{std::move(field), std::move(message), Error::Kind::Input};
}

void ReadLog::adopt(ModelFile part)
{
    for (KeyReport& row : part.report)
        note(std::move(row.key), std::move(row.value), std::move(row.decided), row.use);
    for (std::string& sentence : part.warnings)
        warn(std::move(sentence));
    for (Disagreement& disagreement : part.disagreements)
        disagree(std::move(disagreement.key), std::move(disagreement.message));
    for (PartReport& report : part.parts)
        file_.parts.push_back(std::move(report));
}

void ReadLog::setFormat(std::string format, std::string family)
{
    file_.format = std::move(format);
    file_.family = std::move(family);
}

void ReadLog::setLayerCount(int count)
{
    file_.layerCount = count;
}

void ReadLog::beginPart(std::vector<int> layers)
{
    file_.parts.push_back({std::move(layers)});
}

void ReadLog::repeatPart()
{
    file_.parts.push_back(file_.parts.empty() ? PartReport{} : file_.parts.back());
}

bool ReadLog::hasOrigin(std::string_view value) const
{
    return !file_.parts.empty() && file_.parts.back().origins.contains(value);
}

bool ReadLog::knows(const std::string& key) const
{
    return std::ranges::find(file_.report, key, &KeyReport::key) != file_.report.end();
}

bool ReadLog::isGuess(std::string_view value) const
{
    return std::ranges::any_of(file_.parts, [&](const PartReport& part) {
        const auto found = part.origins.find(value);
        return found != part.origins.end() && found->second.kind == Origin::Kind::Guess;
    });
}

void ReadLog::translate(std::map<std::string, Origin> written)
{
    written_ = std::move(written);
}

void ReadLog::translate(const std::string& path, Origin written)
{
    written_.insert_or_assign(path, std::move(written));
}

Origin ReadLog::sourceOf(const std::string& path) const
{
    const auto found = written_.find(path);
    return found != written_.end() ? found->second : Origin{path, Origin::Kind::File};
}

void ReadLog::setOrigin(std::string_view value, Origin origin)
{
    if (file_.parts.empty())
        beginPart();
    file_.parts.back().origins.insert_or_assign(std::string(value), std::move(origin));
}

Result<ModelFile> ReadLog::finish(ModelSettings model) &&
{
    if (error_)
        return tl::unexpected(*std::move(error_));
    file_.model = std::move(model);
    return std::move(file_);
}

} // namespace rope
