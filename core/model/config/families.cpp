#include "core/model/config/families.h"

#include "core/model/config/family_texts.h"

#include <algorithm>
#include <array>

namespace rope {
namespace {

using Json = nlohmann::json;

AxisRule axisRuleNamed(const std::string& name)
{
    struct Named {
        std::string_view name;
        AxisRule rule;
    };
    constexpr std::array rules = {Named{"chunked", AxisRule::Chunked},
                                  Named{"interleaved", AxisRule::Interleaved},
                                  Named{"axial_2d", AxisRule::Axial2D},
                                  Named{"height_width_time", AxisRule::HeightWidthThenTime},
                                  Named{"axial_2d_width_first", AxisRule::Axial2DWidthFirst},
                                  Named{"axial_2d_one_ladder", AxisRule::Axial2DOneLadder}};
    const auto found = std::ranges::find(rules, name, &Named::name);
    return found == rules.end() ? AxisRule::None : found->rule;
}

Family familyFrom(const Json& entry, const std::string& authority)
{
    const Json rules = entry.value("rules", Json::object());
    Family family{.modelType = entry.at("model_type"),
                  .alsoWritten = entry.value("also", std::vector<std::string>{}),
                  .source = authority + ", " + entry.at("source").get<std::string>()};
    family.pairing = entry.value("pairing", "half") == "half" ? PairLayout::HalfSplit : PairLayout::Interleaved;
    family.config = entry.value("config", Json::object());
    family.noRopeInterval = rules.value("no_rope_interval", 0);
    family.fullAttentionHasNoRope = rules.value("full_attention_has_no_rope", false);
    family.scalesFullAttentionOnly = rules.value("scales_full_attention_only", false);
    family.negativeAngle = rules.value("negative_angle", false);
    family.rotatesTail = rules.value("rotates_tail", false);
    family.indexerInterleaves = rules.value("indexer", "half") == "interleaved";
    family.readsMscales = rules.value("reads_mscales", false);
    family.axes = axisRuleNamed(rules.value("axes", "none"));
    family.text = entry.value("text", "");
    family.vision = entry.value("vision", "");
    family.unsupported = entry.value("unsupported", "");
    family.instead = entry.value("instead", "");
    return family;
}

struct Families {
    std::vector<Family> rotating;
    std::vector<Family> others; ///< models of several parts, and families without rotation
};

Families parseFamilies()
{
    Families all;
    for (const std::string_view text : familyTexts()) {
        const Json file = Json::parse(text);
        for (const Json& entry : file.at("families")) {
            Family family = familyFrom(entry, file.at("authority"));
            (entry.contains("pairing") ? all.rotating : all.others).push_back(std::move(family));
        }
    }
    std::ranges::stable_partition(all.rotating, [](const Family& family) { return family.modelType == "llama"; });
    return all;
}

const Families& allFamilies()
{
    static const Families all = parseFamilies();
    return all;
}

const Family* findIn(const std::vector<Family>& list, std::string_view modelType)
{
    const auto isNamed = [&](const Family& family) {
        return family.modelType == modelType ||
               std::ranges::find(family.alsoWritten, modelType) != family.alsoWritten.end();
    };
    const auto found = std::ranges::find_if(list, isNamed);
    return found == list.end() ? nullptr : &*found;
}

/// A family that turns, by its name with a suffix left out or added.
const Family* findRotating(std::string_view modelType)
{
    const std::vector<Family>& all = allFamilies().rotating;
    if (const Family* exact = findIn(all, modelType))
        return exact;
    for (const std::string_view suffix : {"_text_model", "_text"}) {
        if (modelType.ends_with(suffix))
            if (const Family* shorter = findIn(all, modelType.substr(0, modelType.size() - suffix.size())))
                return shorter;
        if (const Family* longer = findIn(all, std::string(modelType) + std::string(suffix)))
            return longer;
    }
    return nullptr;
}

/// The language model of a model_type: its own family, or that of its part.
const Family* findLanguageFamily(std::string_view modelType)
{
    if (const Family* own = findRotating(modelType))
        return own;
    for (const std::string_view suffix : {"", "_text_model", "_text"}) {
        if (!modelType.ends_with(suffix))
            continue;
        const Family* whole = findIn(allFamilies().others, modelType.substr(0, modelType.size() - suffix.size()));
        if (whole != nullptr && !whole->text.empty())
            return findRotating(whole->text);
    }
    return nullptr;
}

} // namespace

double Family::number(const char* key) const
{
    const auto found = config.find(key);
    return found == config.end() || !found->is_number() ? 0.0 : found->get<double>();
}

std::span<const Family> families()
{
    return allFamilies().rotating;
}

const Family& familyOf(std::string_view modelType)
{
    const Family* found = findLanguageFamily(modelType);
    return found != nullptr ? *found : families().front();
}

bool isKnownFamily(std::string_view modelType)
{
    return findLanguageFamily(modelType) != nullptr;
}

const Family* findFamily(std::string_view modelType)
{
    const Family* rotating = findIn(allFamilies().rotating, modelType);
    return rotating != nullptr ? rotating : findIn(allFamilies().others, modelType);
}

const Family* visionFamilyOf(std::string_view modelType)
{
    const Family* whole = findIn(allFamilies().others, modelType);
    return whole == nullptr || whole->vision.empty() ? nullptr : findFamily(whole->vision);
}

std::string_view encodingWithoutRotation(std::string_view modelType)
{
    const Family* found = findIn(allFamilies().others, modelType);
    return found == nullptr ? std::string_view{} : std::string_view(found->instead);
}

} // namespace rope
