#include "app/commands/state_options.h"

#include "app/files/open_file.h"
#include "core/model/presets.h"
#include "core/state/change.h"
#include "core/state/content_choice.h"
#include "core/state/keys.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

namespace rope::cli {

namespace {

Result<void> change(RequestedState& request, const Change& wanted)
{
    Result<ExplorerState> next = withChange(request.state, wanted);
    if (!next)
        return tl::unexpected(next.error());
    request.state = ShownState(std::move(*next));
    return {};
}

/// One `KEY=VALUE` read against `state`, which takes the value so that later keys (scheme.factor after model.scheme)
/// are known.
Result<SetValue> readAssignment(ExplorerState& state, const std::string& text)
{
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        return refuse("--set", "'" + text + "' is not KEY=VALUE, such as model.base=500k");
    const std::string id = text.substr(0, equals);
    const std::optional<StateKey> key = findKey(state, id);
    if (!key)
        return refuse(id, "no such key here; `rope-explorer list keys` prints those there are");
    const Result<Value> value = parseValue(*key, std::string_view(text).substr(equals + 1));
    if (!value)
        return tl::unexpected(value.error());
    Result<void> done = requireFits(*key, *value);
    if (done)
        done = key->set(state, *value);
    if (!done)
        return tl::unexpected(done.error());
    return SetValue{id, *value};
}

/// A content file decides what no option has: a capture that comes with the program the whole model, own arrays the
/// head dimension. `scratch` is the state that the values make.
Result<void> fitToContent(RequestedState& request, SetValues& values, const ExplorerState& scratch, ContentShelf& shelf)
{
    const auto sets = [&](std::string_view group) {
        return std::ranges::any_of(values.values, [&](const SetValue& value) { return value.key.starts_with(group); });
    };
    const std::string& source = scratch.sequence.contentFile;
    if (request.modelGiven || scratch.sequence.content != ContentKind::File || sets("model.head_dim"))
        return {};
    const auto content = shelf.open(source);
    if (!content)
        return {}; // the state is shown with the reason
    if (!sets("model.")) {
        const Result<ExplorerState> fitted = withContent(request.state, source, **content);
        return fitted ? change(request, ReplaceAll{*fitted}) : tl::unexpected(fitted.error());
    }
    const double headDim = (*content)->capture.headDim;
    values.values.insert(values.values.begin(), SetValue{"model.head_dim", headDim});
    return {};
}

Result<void> setAll(RequestedState& request, const std::vector<std::string>& assignments, ContentShelf& shelf)
{
    if (assignments.empty())
        return {};
    SetValues values;
    ExplorerState scratch = request.state;
    for (const std::string& assignment : assignments) {
        Result<SetValue> value = readAssignment(scratch, assignment);
        if (!value)
            return tl::unexpected(value.error());
        request.lengthGiven = request.lengthGiven || value->key == "sequence.length";
        values.values.push_back(std::move(*value));
    }
    if (const Result<void> fitted = fitToContent(request, values, scratch, shelf); !fitted)
        return fitted;
    return change(request, values);
}

/// The model, and what its reader had to say about it.
Result<void> takeModel(RequestedState& request, const Result<ModelFile>& file)
{
    if (!file)
        return tl::unexpected(file.error());
    request.warnings.insert(request.warnings.end(), file->warnings.begin(), file->warnings.end());
    for (const Disagreement& disagreement : file->disagreements)
        request.warnings.push_back(disagreement.key + ": " + disagreement.message);
    request.modelGiven = true;
    request.file = *file;
    return change(request, SetModel{file->model});
}

Result<void> setPreset(RequestedState& request, const std::string& id)
{
    return takeModel(request, loadPreset(id));
}

Result<void> setModel(RequestedState& request, const std::string& path)
{
    return takeModel(request, readModelFile(path));
}

Result<void> setState(RequestedState& request, const std::string& path)
{
    const Result<ExplorerState> state = readSession(path);
    if (!state)
        return tl::unexpected(state.error());
    request.lengthGiven = true;
    request.modelGiven = true;
    request.file.reset();
    return change(request, ReplaceAll{*state});
}

Result<void> setFile(RequestedState& request, const std::string& path, ContentShelf& shelf)
{
    switch (kindOfFile(path)) {
    case FileKind::Session:
        return setState(request, path);
    case FileKind::Model:
        return setModel(request, path);
    case FileKind::Array:
        break;
    }
    const auto content = shelf.open(path);
    if (!content)
        return tl::unexpected(content.error());
    const Result<ExplorerState> state = withContent(request.state, path, **content);
    if (!state)
        return tl::unexpected(state.error());
    request.lengthGiven = true;
    return change(request, ReplaceAll{*state});
}

Result<void> setCompared(RequestedState& request, const std::string& name)
{
    const Result<ModelFile> file = modelNamed(name);
    if (!file)
        return tl::unexpected(file.error());
    ExplorerState next = request.state;
    next.compared = file->model;
    return change(request, ReplaceAll{next});
}

Result<void> setSource(RequestedState& request, const StateOption& option, ContentShelf& shelf)
{
    switch (option.kind) {
    case StateOption::Kind::Preset:
        return setPreset(request, option.value);
    case StateOption::Kind::Model:
        return setModel(request, option.value);
    case StateOption::Kind::State:
        return setState(request, option.value);
    case StateOption::Kind::File:
        return setFile(request, option.value, shelf);
    case StateOption::Kind::Named:
        return takeModel(request, modelNamed(option.value));
    case StateOption::Kind::Compared:
        return setCompared(request, option.value);
    case StateOption::Kind::Set:
        break;
    }
    return setAll(request, {option.value}, shelf);
}

} // namespace

Result<ModelFile> modelNamed(const std::string& name)
{
    std::error_code error;
    if (std::filesystem::exists(name, error))
        return readModelFile(name);
    Result<ModelFile> preset = loadPreset(name);
    if (!preset)
        return refuse(name, "is neither a file nor a preset: " + preset.error().message);
    return preset;
}

Result<double> parseSequenceLength(const std::string& text)
{
    const Result<double> length = parseNumber(text);
    if (!length || !(*length >= 1) || *length > static_cast<double>(maximumLength) || *length != std::floor(*length))
        return refuse("--seq-len", "'" + text + "' is not a whole number of tokens from 1 to 10000000");
    return *length;
}

Result<RequestedState> requestedState(const std::vector<StateOption>& options)
{
    RequestedState request;
    ContentShelf shelf;
    std::vector<std::string> assignments;
    for (const StateOption& option : options) {
        if (option.kind == StateOption::Kind::Set) {
            assignments.push_back(option.value);
            continue;
        }
        Result<void> done = setAll(request, std::exchange(assignments, {}), shelf);
        if (done)
            done = setSource(request, option, shelf);
        if (!done)
            return tl::unexpected(done.error());
    }
    if (const Result<void> done = setAll(request, assignments, shelf); !done)
        return tl::unexpected(done.error());
    request.state = withContentOpened(std::move(request.state), shelf);
    return request;
}

} // namespace rope::cli
