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

Result<Assignment> assignmentIn(const std::string& text)
{
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        return refuse("--set", "'" + text + "' is not KEY=VALUE, such as model.base=500k");
    return Assignment{text.substr(0, equals), text.substr(equals + 1)};
}

/// What the assignments make of a text of the state that is `present` now.
std::string assigned(const std::vector<Assignment>& assignments, std::string_view key, std::string present)
{
    for (const Assignment& assignment : assignments)
        if (assignment.key == key)
            present = assignment.text;
    return present;
}

/// A content file decides what no option has: a capture that comes with the program the whole model, own arrays the
/// head dimension.
Result<void> fitToContent(RequestedState& request, std::vector<Assignment>& assignments)
{
    const auto sets = [&](std::string_view group) {
        return std::ranges::any_of(assignments, [&](const Assignment& each) { return each.key.starts_with(group); });
    };
    const SequenceSettings& present = request.state.sequence;
    const char* const kind = present.content == ContentKind::File ? "file" : "";
    const std::string source = assigned(assignments, "sequence.content_file", present.contentFile);
    if (request.modelGiven || assigned(assignments, "sequence.content", kind) != "file" || sets("model.head_dim"))
        return {};
    const auto content = request.shelf.open(source);
    if (!content)
        return {}; // the state is shown with the reason
    if (!sets("model.")) {
        const Result<ExplorerState> fitted = withContent(request.state, source, **content);
        return fitted ? change(request, ReplaceAll{*fitted}) : tl::unexpected(fitted.error());
    }
    const std::string headDim = std::to_string((*content)->capture.headDim);
    assignments.insert(assignments.begin(), Assignment{"model.head_dim", headDim});
    return {};
}

Result<void> setAll(RequestedState& request, std::vector<Assignment> assignments)
{
    if (assignments.empty())
        return {};
    request.lengthGiven = request.lengthGiven || !assigned(assignments, "sequence.length", "").empty();
    if (const Result<void> fitted = fitToContent(request, assignments); !fitted)
        return fitted;
    return change(request, SetTexts{std::move(assignments)});
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

/// A whole state names the length and the model.
Result<void> takeState(RequestedState& request, const Result<ExplorerState>& state)
{
    if (!state)
        return tl::unexpected(state.error());
    request.lengthGiven = true;
    request.modelGiven = true;
    request.file.reset();
    return change(request, ReplaceAll{*state});
}

Result<void> takeContent(RequestedState& request, const std::string& source)
{
    const auto content = request.shelf.open(source);
    if (!content)
        return tl::unexpected(content.error());
    const Result<ExplorerState> state = withContent(request.state, source, **content);
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

Result<void> setSource(RequestedState& request, const StateOption& option)
{
    switch (option.kind) {
    case StateOption::Kind::Preset:
        return takeModel(request, loadPreset(option.value));
    case StateOption::Kind::Model:
        return takeModel(request, readModelFile(option.value));
    case StateOption::Kind::State:
        return takeState(request, readSession(option.value));
    case StateOption::Kind::Named:
        return takeModel(request, modelNamed(option.value));
    case StateOption::Kind::Compared:
        return setCompared(request, option.value);
    case StateOption::Kind::Set:
        break;
    }
    return assignmentIn(option.value).and_then([&](const Assignment& assignment) {
        return setAll(request, {assignment});
    });
}

/// What the window opens.
struct TakeOpened {
    RequestedState& request;

    Result<void> operator()(const ExplorerState& state) const { return takeState(request, state); }
    Result<void> operator()(const ModelFile& file) const { return takeModel(request, file); }
    Result<void> operator()(const ContentSource& content) const { return takeContent(request, content.source); }
};

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

Result<RequestedState> requestedState(const std::vector<StateOption>& options, const OpenedFile* opened)
{
    RequestedState request;
    if (opened != nullptr)
        if (const Result<void> taken = std::visit(TakeOpened{request}, *opened); !taken)
            return tl::unexpected(taken.error());
    std::vector<Assignment> neighbours;
    for (const StateOption& option : options) {
        Result<void> done;
        if (option.kind == StateOption::Kind::Set)
            done = assignmentIn(option.value).map([&](Assignment each) { neighbours.push_back(std::move(each)); });
        else if (done = setAll(request, std::exchange(neighbours, {})); done)
            done = setSource(request, option);
        if (!done)
            return tl::unexpected(done.error());
    }
    if (const Result<void> done = setAll(request, std::move(neighbours)); !done)
        return tl::unexpected(done.error());
    request.state = withContentOpened(std::move(request.state), request.shelf);
    return request;
}

} // namespace rope::cli
