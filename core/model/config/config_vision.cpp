#include "core/model/config/config_vision.h"

#include "core/base/json_text.h"
#include "core/base/plain_text.h"
#include "core/model/config/config_layer.h"

#include <numeric>

namespace rope {
namespace {

constexpr int maximumVisionLayers = 512;

std::string textAt(const nlohmann::json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

/// By the tower's own model_type; many files give it that of the whole model, or none.
const Family* towerFamily(const nlohmann::json& document, const nlohmann::json& tower)
{
    const std::string own = textAt(tower, "model_type");
    const Family* family = own.empty() ? nullptr : findFamily(own);
    if (family != nullptr &&
        (!family->instead.empty() || !family->unsupported.empty() || family->axes != AxisRule::None))
        return family;
    family = own.empty() ? nullptr : visionFamilyOf(own);
    return family != nullptr || !own.empty() ? family : visionFamilyOf(textAt(document, "model_type"));
}

std::vector<int> layersOf(const nlohmann::json& tower)
{
    for (const char* key : {"depth", "num_hidden_layers"})
        if (const auto count = tower.find(key);
            count != tower.end() && count->is_number_integer() && *count > 0 && *count <= maximumVisionLayers) {
            std::vector<int> layers(count->get<std::size_t>());
            std::iota(layers.begin(), layers.end(), 0);
            return layers;
        }
    return {};
}

bool readTurning(const Family& family, const VisionConfig& vision, ReadLog& log, std::vector<RotarySettings>& layers)
{
    ReadLog own;
    const ConfigKeys keys(*vision.object, vision.path, own);
    keys.text("model_type", "vision tower of the family " + family.modelType);
    const ConfigContext context{.config = keys, .family = family, .familyRope = {}, .modelType = family.modelType};
    LayerPlan plan{.layerType = std::string(visionPart), .layers = layersOf(*vision.object)};
    for (const char* key : {"rope_scaling", "rope_parameters"})
        if (const nlohmann::json* rope = keys.peek(key); rope != nullptr && rope->is_object()) {
            plan.rope = rope;
            plan.ropePath = keys.path(key);
        }
    ModelSettings model;
    model.layers = {readLayer(context, plan)};
    auto file = std::move(own).finish(std::move(model));
    if (!file) {
        log.warn("The vision tower is left out: " + describe(file.error()) + ".");
        return false;
    }
    layers.push_back(file->model.layers.front());
    log.adopt(*std::move(file));
    return true;
}

} // namespace

VisionConfig visionConfigOf(const nlohmann::json& document)
{
    for (const char* key : {"vision_config", "vision_tower_config"})
        if (const auto found = document.find(key); found != document.end() && found->is_object())
            return {&*found, key};
    return {};
}

bool readVision(const nlohmann::json& document, const VisionConfig& vision, ReadLog& log,
                std::vector<RotarySettings>& layers)
{
    const Family* family = vision.object == nullptr ? nullptr : towerFamily(document, *vision.object);
    if (family == nullptr)
        return false;
    if (family->axes != AxisRule::None)
        return readTurning(*family, vision, log, layers);
    if (!family->unsupported.empty()) {
        log.warn("The vision tower is not shown: a " + family->modelType + " " + family->unsupported + ".");
        return true;
    }
    const std::string own = textAt(*vision.object, "model_type");
    log.note(own.empty() ? vision.path : vision.path + ".model_type", own.empty() ? "{...}" : shortJson(own),
             "vision tower, which does not rotate: it has " + family->instead);
    return true;
}

} // namespace rope
