#include "app/commands/command_line.h"

#include "app/commands/description.h"
#include "core/base/plain_text.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <optional>

namespace rope::cli {

namespace {

constexpr const char* about = "RoPE Explorer: rotary positional embeddings, seen and computed exactly.\n"
                              "Without a command it opens the window; FILE may be a session, an exported figure, a "
                              "model's config.json or .gguf,\n"
                              "or an .npy of queries. The commands need no display.";

constexpr const char* ending = "Exit codes: 0 done; 2 the command line or a file is at fault; 3 the machine is (a disk "
                               "that is full or read-only).\n"
                               "Outputs are written whole or not at all. `rope-explorer COMMAND --help` tells more.";

constexpr const char* stateGroup = "State (applied from left to right)";

/// Where the parsed values land; one member per command.
struct Requests {
    WindowRequest window;
    RenderRequest render;
    LadderRequest ladder;
    ScoresRequest scores;
    RotateRequest rotate;
    ListRequest list;
    CompareRequest compare;
    InspectRequest inspect;
    RecipeRequest recipe;
    CheckRequest check;
    std::string shell;             ///< of `completion`
    std::optional<Request> chosen; ///< the one whose command was given
};

/// A command that, once its line is read, makes `request` the chosen one.
template <class T>
CLI::App& addCommand(CLI::App& root, Requests& requests, T& request, const char* name, const char* help)
{
    CLI::App& command = *root.add_subcommand(name, help);
    command.callback([&requests, &request] { requests.chosen = request; });
    return command;
}

void addStateOption(CLI::App& command, std::vector<StateOption>& options, StateOption::Kind kind, const char* name,
                    const char* value, const char* help)
{
    command
        .add_option_function<std::string>(
            name,
            [&options, kind](const std::string& text) {
                options.push_back({kind, text});
            },
            help)
        ->trigger_on_parse()
        ->type_name(value)
        ->group(stateGroup);
}

void addStateOptions(CLI::App& command, std::vector<StateOption>& options)
{
    using Kind = StateOption::Kind;
    addStateOption(command, options, Kind::Preset, "--preset", "ID",
                   "a model by name; `list presets` prints the names");
    addStateOption(command, options, Kind::Model, "--model", "FILE", "a model's config.json or .gguf");
    addStateOption(command, options, Kind::State, "--state", "FILE", "a session, or a figure exported with its state");
    addStateOption(command, options, Kind::Compared, "--compared", "NAME",
                   "a second model, a preset's name or a file, for the figure comparison");
    addStateOption(command, options, Kind::Set, "--set", "KEY=VALUE",
                   "one value, such as model.base=500k; may be repeated; `list keys` prints the keys");
}

/// A shorthand for one --set.
void addKeyOption(CLI::App& command, std::vector<StateOption>& options, const char* name, const char* key,
                  const char* value, const char* help)
{
    const std::string prefix = std::string(key) + "=";
    command
        .add_option_function<std::string>(
            name,
            [&options, prefix](const std::string& text) {
                options.push_back({StateOption::Kind::Set, prefix + text});
            },
            help)
        ->trigger_on_parse()
        ->type_name(value);
}

void addFormat(CLI::App& command, TextFormat& format, bool withCsv)
{
    static const std::map<std::string, TextFormat> formats{
        {"table", TextFormat::Table}, {"csv", TextFormat::Csv}, {"json", TextFormat::Json}};
    const std::vector<std::string> names =
        withCsv ? std::vector<std::string>{"table", "csv", "json"} : std::vector<std::string>{"table", "json"};
    command
        .add_option_function<std::string>(
            "--format", [&format](const std::string& name) { format = formats.at(name); },
            withCsv ? "table (as it is), csv or json" : "table (as it is) or json")
        ->type_name(withCsv ? "table|csv|json" : "table|json")
        ->check(CLI::IsMember(names).description(""));
}

void addSequenceLength(CLI::App& command, std::optional<std::string>& length)
{
    command.add_option("--seq-len", length, "tokens in the call: some schemes depend on it (as at load time)")
        ->type_name("N");
}

void addPictureOptions(CLI::App& command, RenderRequest& request)
{
    command.add_option("--size", request.size, "85x60mm or 800x600px (160x120mm; 800x600px when it moves)")
        ->type_name("WxH");
    command
        .add_option("--dpi", request.dpi,
                    "pixels per inch of .png, and of images inside .svg and .pdf (300; 96 for a size in px)")
        ->type_name("N");
    command.add_option("--font-size", request.fontSize, "of labels, in points (9; 14 of the presenter theme)")
        ->type_name("PT");
    command.add_option("--theme", request.theme, "the colours (print)")->type_name("light|dark|print|presenter");
}

void addRender(CLI::App& root, Requests& requests)
{
    RenderRequest& request = requests.render;
    CLI::App& command = addCommand(root, requests, request, "render", "Draw one figure into a file");
    command.add_option("FIGURE", request.figure, "a figure's id; `list figures` prints them")
        ->required()
        ->type_name("")
        ->option_text(" ");
    command
        .add_option("-o,--output", request.output,
                    "the file; its ending decides the format: .png .svg .pdf .eps .tex, .gif .mp4 (moving), .csv .npy "
                    ".json (the numbers)")
        ->required()
        ->type_name("OUT");
    addPictureOptions(command, request);
    command
        .add_option("--animate", request.animate,
                    "what runs in .gif and .mp4 (the query position, 60 tokens from where it stands, 60 frames)")
        ->type_name("KEY=FROM:TO[:FRAMES]");
    command.add_option("--fps", request.framesPerSecond, "frames a second of .gif and .mp4 (10)")->type_name("N");
    addStateOptions(command, request.state);
    command.footer(
        "rope-explorer render scores --preset llama-3.1-8b --set sequence.length=4096 --size 85x60mm -o scores.pdf");
}

void addLadder(CLI::App& root, Requests& requests)
{
    LadderRequest& request = requests.ladder;
    CLI::App& command = addCommand(root, requests, request, "ladder", "Print each pair's frequency and wavelength");
    addFormat(command, request.format, true);
    addSequenceLength(command, request.sequenceLength);
    command.add_option("--layer-type", request.layerType, "one kind of layer of a model that has several")
        ->type_name("NAME");
    addStateOptions(command, request.state);
    command.footer("rope-explorer ladder --model config.json --format json");
}

void addScores(CLI::App& root, Requests& requests)
{
    ScoresRequest& request = requests.scores;
    CLI::App& command =
        addCommand(root, requests, request, "scores",
                   "Write the scores q.k/sqrt(d) of every query and key after rotation, as float64 (T, T)");
    CLI::Option* const query =
        command
            .add_option("--query", request.query,
                        "queries before rotation, (T, head_dim), row = position; without it the state's content")
            ->type_name("Q.npy");
    CLI::Option* const key =
        command.add_option("--key", request.key, "keys before rotation, the same shape")->type_name("K.npy");
    query->needs(key);
    key->needs(query);
    command.add_option("--rows", request.rows, "query positions A up to but not including B")->type_name("A:B");
    command.add_option("--cols", request.columns, "key positions C up to but not including D")->type_name("C:D");
    addKeyOption(command, request.state, "--mask", "sequence.mask", "none|causal",
                 "causal hides keys after the query: 0 in attention, -inf in scores");
    addKeyOption(command, request.state, "--quantity", "sequence.quantity", "product|score|attention",
                 "the raw product, divided by sqrt(d) (as it is), or the softmax over the whole row");
    command.add_option("-o,--output", request.output, ".npy or .csv; without it CSV on standard output")
        ->type_name("OUT");
    addStateOptions(command, request.state);
    command.footer("rope-explorer scores --set sequence.length=1M --rows 0:4 --cols 0:1000 -o corner.npy");
}

void addRotate(CLI::App& root, Requests& requests)
{
    RotateRequest& request = requests.rotate;
    CLI::App& command = addCommand(root, requests, request, "rotate", "Turn the rows of an array to their positions");
    command.add_option("--input", request.input, "(T, head_dim) rows before rotation")->required()->type_name("X.npy");
    command
        .add_option(
            "--positions", request.positions,
            "A up to but not including B, or an .npy of whole numbers: (T,), or one row per axis, (3, T) for t, "
            "h, w and (2, T) for h, w")
        ->required()
        ->type_name("A:B|FILE.npy");
    command.add_option("-o,--output", request.output, "the turned rows, float64")->required()->type_name("Y.npy");
    addStateOptions(command, request.state);
    command.footer("rope-explorer rotate --preset llama-3.1-8b --input q.npy --positions 0:128 -o turned.npy");
}

void addList(CLI::App& root, Requests& requests)
{
    ListRequest& request = requests.list;
    CLI::App& command =
        addCommand(root, requests, request, "list", "List figures, presets, schemes, colormaps or keys");
    command.add_option("LIST", request.what, "figures, presets, schemes, colormaps or keys")
        ->required()
        ->type_name("")
        ->option_text(" ")
        ->check(CLI::IsMember(listNames()).description(""));
    addFormat(command, request.format, false);
}

void addCompare(CLI::App& root, Requests& requests)
{
    CompareRequest& request = requests.compare;
    CLI::App& command =
        addCommand(root, requests, request, "compare", "Tell where the rotary embeddings of models differ");
    command.add_option("A", request.first, "a model file or a preset's id")
        ->required()
        ->type_name("")
        ->option_text(" ");
    command.add_option("B", request.second, "another")->required()->type_name("")->option_text(" ");
    command.add_option("C", request.further, "further ones, in the same tables")->type_name("")->option_text(" ...");
    addFormat(command, request.format, false);
    addSequenceLength(command, request.sequenceLength);
    command
        .add_option("--layer-type", request.layerTypes,
                    "one kind of layer: once for all models, or once for each of them in order")
        ->type_name("NAME")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    CLI::Option* const output =
        command
            .add_option("-o,--output", request.picture.output,
                        "a report to send (.md .html .pdf), or of two models the figure comparison; endings as in "
                        "render")
            ->type_name("OUT");
    output->excludes(command.get_option("--format"));
    addPictureOptions(command, request.picture);
    for (const char* name : {"--size", "--dpi", "--font-size", "--theme"})
        command.get_option(name)->needs(output);
    command.footer("rope-explorer compare llama-3.1-8b config.json -o report.html");
}

void addCheck(CLI::App& root, Requests& requests)
{
    CheckRequest& request = requests.check;
    CLI::App& command =
        addCommand(root, requests, request, "check", "Tell which rotation queries and keys hold, and what is wrong");
    CLI::Option* const before =
        command
            .add_option("--before", request.before,
                        "queries or keys before their rotation: .npy, .npz, .safetensors, .pt, or a folder of them")
            ->type_name("Q");
    CLI::Option* const after = command.add_option("--after", request.after, "the same after it")->type_name("Q_ROT");
    before->needs(after);
    after->needs(before);
    command
        .add_option("--rotated", request.rotated,
                    "the same after it alone: told from the centres of the rows, as far as can be")
        ->type_name("Q")
        ->excludes(before);
    CLI::Option* const weights =
        command
            .add_option("--weights", request.weights,
                        "two .safetensors or .gguf: how rows of q_proj and k_proj were moved from A to B")
            ->type_name("A B")
            ->expected(2);
    for (const char* name : {"--before", "--after", "--rotated"})
        weights->excludes(command.get_option(name));
    command
        .add_option("--axes", request.axes,
                    "a letter for each axis: t tokens, h heads, d channels, b batch, l layer (settled by the angles)")
        ->type_name("thd|bhtd");
    command.add_option("--expect", request.expected, "the model that was meant: a preset's id or a file")
        ->type_name("MODEL");
    for (const char* name : {"--axes", "--expect"})
        weights->excludes(command.get_option(name));
    addFormat(command, request.format, false);
    command.footer("rope-explorer check --before q.npy --after q_rot.npy --expect llama-3.1-8b\n"
                   "Exit code 0: as expected; 1: not; 2: unusable.");
}

void addInspect(CLI::App& root, Requests& requests)
{
    InspectRequest& request = requests.inspect;
    CLI::App& command = addCommand(root, requests, request, "inspect",
                                   "Tell where each value of a model file comes from, and what each key does");
    command
        .add_option("FILE", request.file,
                    "a model's config.json, params.json, .gguf and the like, its folder, or a preset's id")
        ->required()
        ->type_name("")
        ->option_text(" ");
    addFormat(command, request.format, false);
    command.footer("rope-explorer inspect config.json --format json");
}

void addRecipe(CLI::App& root, Requests& requests)
{
    RecipeRequest& request = requests.recipe;
    CLI::App& command = addCommand(root, requests, request, "recipe",
                                   "Print a program that writes a model's queries and keys, before and after rotation");
    command.add_option("LIBRARY", request.name, "transformers, vllm, llama.cpp or mlx")
        ->required()
        ->type_name("")
        ->option_text(" ")
        ->check(CLI::IsMember(recipeNames()).description(""));
    command.footer("rope-explorer recipe transformers > capture.py");
}

/// What packages are made of: the program's own description in the forms that others read.
void addDescriptions(CLI::App& root, Requests& requests)
{
    CLI::App& manual = *root.add_subcommand("manual", "Print the manual page, for man");
    manual.callback([&] { requests.chosen = TextRequest{manualPage(root)}; });
    manual.footer("rope-explorer manual > rope-explorer.1");
    CLI::App& shells = *root.add_subcommand("completion", "Print what completes command lines in a shell");
    shells.add_option("SHELL", requests.shell, "bash, zsh or fish")
        ->required()
        ->type_name("")
        ->option_text(" ")
        ->check(CLI::IsMember(completedShells()).description(""));
    shells.callback([&] { requests.chosen = TextRequest{completion(root, requests.shell)}; });
    shells.footer("rope-explorer completion bash > ~/.local/share/bash-completion/completions/rope-explorer");
}

void describeCommands(CLI::App& root, Requests& requests)
{
    root.get_formatter()->column_width(34);
    root.set_help_flag("-h,--help", "this text");
    root.set_version_flag("--version", "RoPE Explorer " ROPE_VERSION, "the program's version");
    root.footer(ending);
    root.require_subcommand(0, 1);
    root.add_option("FILE", requests.window.file, "what the window opens")->type_name("")->option_text(" ");
    addStateOptions(root, requests.window.state);
    addRender(root, requests);
    addLadder(root, requests);
    addScores(root, requests);
    addRotate(root, requests);
    addList(root, requests);
    addCompare(root, requests);
    addCheck(root, requests);
    addInspect(root, requests);
    addRecipe(root, requests);
    addDescriptions(root, requests);
}

std::string oneLine(std::string text)
{
    std::replace(text.begin(), text.end(), '\n', ' ');
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

/// Values before a command belong to the window and would be lost.
Result<void> requireNothingBefore(const CLI::App& root, const WindowRequest& window)
{
    const std::vector<CLI::App*> commands = root.get_subcommands();
    if (commands.empty() || (window.file.empty() && window.state.empty()))
        return {};
    const std::string name = commands.front()->get_name();
    return refuse(name, "options stand before the command; write them after it: rope-explorer " + name + " [OPTIONS]");
}

} // namespace

Result<Request> parseCommandLine(int argc, const char* const* argv)
{
    for (int i = 1; i < argc; ++i) {
        if (!isUtf8(argv[i]))
            return refuse("argument " + std::to_string(i),
                          "'" + plainText(argv[i]) + "' is no UTF-8; rename the file, or write it in UTF-8");
    }
    Requests requests;
    CLI::App root(about, "rope-explorer");
    describeCommands(root, requests);
    try {
        root.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        return TextRequest{root.help()};
    } catch (const CLI::CallForVersion& version) {
        return TextRequest{std::string(version.what()) + "\n"};
    } catch (const CLI::ParseError& error) {
        return refuse("", oneLine(error.what()) + "; see rope-explorer --help");
    }
    if (const Result<void> fine = requireNothingBefore(root, requests.window); !fine)
        return tl::unexpected(fine.error());
    return requests.chosen ? std::move(*requests.chosen) : Request{requests.window};
}

} // namespace rope::cli
