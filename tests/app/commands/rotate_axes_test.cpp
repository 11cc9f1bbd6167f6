#include "tests/app/program.h"
#include "tests/core/reference.h"

#include <algorithm>
#include <cmath>

namespace rope::test {

namespace {

using Rows = std::vector<std::vector<double>>;
using Positions = std::vector<std::vector<long long>>;

/// model.axes of a case of mrope_axial2d.json, by the model whose code it ran.
std::string ruleOf(const nlohmann::json& one)
{
    const std::string id = one.at("id");
    if (one.at("kind") == "mrope")
        return id.starts_with("imrope")        ? "interleaved"
               : id.starts_with("mrope.ernie") ? "height_width_time"
                                               : "chunked";
    if (id.starts_with("axial2d.pixtral"))
        return "axial_2d_one_ladder";
    return id.starts_with("axial2d.qwen2_vl") ? "axial_2d" : "axial_2d_width_first";
}

std::string sectionsOf(const nlohmann::json& one)
{
    std::string text;
    for (const nlohmann::json& section : one.value("mrope_section", nlohmann::json::array()))
        text += (text.empty() ? "" : ",") + section.dump();
    return text;
}

/// One row per axis, as the command takes them; Llama 4's vision counts from 1, and its last row is no patch.
Positions positionsOf(const nlohmann::json& one)
{
    const bool isGrid = one.at("kind") == "axial2d";
    const auto rows = one.at(isGrid ? "positions_hw" : "positions_thw").get<Positions>();
    const long long first = one.at("id").get<std::string>().starts_with("axial2d.llama4") ? 1 : 0;
    Positions axes(rows.front().size());
    for (const auto& row : rows)
        for (std::size_t axis = 0; axis < row.size(); ++axis)
            axes[axis].push_back(row[axis] + first);
    return axes;
}

std::vector<std::string> stateOf(const nlohmann::json& one)
{
    const int headDim = one.at("head_dim");
    std::vector<std::string> options;
    const auto set = [&](const std::string& key, const std::string& value) {
        options.insert(options.end(), {"--set", key + "=" + value});
    };
    set("model.head_dim", std::to_string(headDim));
    set("model.rotary_dim", std::to_string(one.value("rotary_dim", headDim)));
    set("model.base", one.at("rope_theta").dump());
    set("model.pairing", one.at("pairing") == "half" ? "half" : "interleaved");
    set("model.axes", ruleOf(one));
    if (!sectionsOf(one).empty())
        set("model.axis_sections", sectionsOf(one));
    return options;
}

Outcome rotate(std::vector<std::string> state, const std::string& input, const std::string& positions,
               const std::string& output)
{
    state.insert(state.begin(), "rotate");
    state.insert(state.end(), {"--input", input, "--positions", positions, "-o", output});
    return runProgram(state);
}

/// A double theta_j, and so the product m theta_j that the reference has rounded once more, is exact to 53 bits: at a
/// position m an angle is known to within m 2^-52.
double toleranceAt(long long position)
{
    return 1e-12 + static_cast<double>(position) * 0x1p-52;
}

void expectRow(const std::vector<double>& got, const std::vector<double>& wanted, long long position)
{
    ASSERT_EQ(got.size(), wanted.size());
    double scale = 0.0;
    double most = 0.0;
    for (std::size_t c = 0; c < wanted.size(); ++c) {
        scale = std::max(scale, std::abs(wanted[c]));
        most = std::max(most, std::abs(got[c] - wanted[c]));
    }
    EXPECT_LE(most, scale * toleranceAt(position)) << "at position " << position;
}

void expectRows(const std::string& npy, const nlohmann::json& one)
{
    const Rows got = rowsOf(npy);
    const Rows wanted = one.at("y_f64").get<Rows>();
    ASSERT_EQ(got.size(), wanted.size());
    const Positions axes = positionsOf(one);
    for (std::size_t r = 0; r < wanted.size(); ++r) {
        long long last = 0;
        for (const auto& axis : axes)
            last = std::max(last, std::abs(axis[r]));
        expectRow(got[r], wanted[r], last);
    }
}

/// A head of 16 channels with sections 2, 3, 3.
const std::vector<std::string> smallModel = {"--set", "model.head_dim=16", "--set", "model.axes=chunked"};

} // namespace

TEST(RotateAxes, TurnsEveryCaseAsPublicVisionModelsDo)
{
    const Folder folder;
    int cases = 0;
    for (const nlohmann::json& one : rope::testing::referenceCases("mrope_axial2d.json")) {
        SCOPED_TRACE(one.at("id").get<std::string>());
        const std::string x = folder.write("x.npy", npyMatrix(one.at("x").get<Rows>()));
        const std::string p = folder.write("p.npy", npyIntegerRows(positionsOf(one)));
        const Outcome outcome = rotate(stateOf(one), x, p, folder.path("y.npy"));
        ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
        expectRows(folder.read("y.npy"), one);
        ++cases;
    }
    rope::testing::expectEveryCase("mrope_axial2d.json", cases);
}

TEST(RotateAxes, APlainListMeansTheSamePositionOnEveryAxis)
{
    const Folder folder;
    const std::string x =
        folder.write("x.npy", npyMatrix({std::vector<double>(16, 1.0), std::vector<double>(16, -2.0)}));
    const std::string each = folder.write("each.npy", npyIntegerRows({{7, 900}, {7, 900}, {7, 900}}));
    ASSERT_EQ(rotate(smallModel, x, folder.write("p.npy", npyIntegers({7, 900})), folder.path("a.npy")).exitCode, 0);
    ASSERT_EQ(rotate(smallModel, x, each, folder.path("b.npy")).exitCode, 0);
    EXPECT_EQ(folder.read("a.npy"), folder.read("b.npy"));
}

TEST(RotateAxes, AModelFileBringsItsAxes)
{
    const Folder folder;
    const std::string model = folder.write(
        "config.json", R"({"model_type": "qwen3_vl_text", "hidden_size": 64, "num_attention_heads": 2, "head_dim": 32,
                           "rope_theta": 5000000, "rope_scaling": {"rope_type": "default", "mrope_interleaved": true,
                           "mrope_section": [6, 5, 5]}})");
    const nlohmann::json cases = rope::testing::referenceCases("mrope_axial2d.json");
    const auto one = std::ranges::find(cases, "imrope.qwen3_vl.d32", [](const auto& c) { return c.at("id"); });
    ASSERT_NE(one, cases.end());
    const std::string x = folder.write("x.npy", npyMatrix(one->at("x").get<Rows>()));
    const std::string p = folder.write("p.npy", npyIntegerRows(positionsOf(*one)));
    ASSERT_EQ(rotate({"--model", model}, x, p, folder.path("y.npy")).exitCode, 0);
    expectRows(folder.read("y.npy"), *one);
}

TEST(RotateAxes, TheLadderTellsTheAxisOfEachPair)
{
    const auto axes = [](const std::string& rule) {
        return jsonOf({"ladder", "--set", "model.head_dim=16", "--set", "model.axes=" + rule, "--format", "json"})
            .at("axis_of_pair");
    };
    EXPECT_EQ(axes("chunked"), nlohmann::json({"t", "t", "h", "h", "h", "w", "w", "w"}));
    EXPECT_EQ(axes("axial_2d_width_first"), nlohmann::json({"w", "w", "w", "w", "h", "h", "h", "h"}));
    EXPECT_TRUE(axes("none").is_null());
}

TEST(RotateAxes, RefusesOtherShapesAndNamesTheRightOne)
{
    const Folder folder;
    const std::string x =
        folder.write("x.npy", npyMatrix({std::vector<double>(16, 1.0), std::vector<double>(16, 2.0)}));
    const std::string output = folder.write("y.npy", "keep me");
    const std::string threeRows = folder.write("t.npy", npyIntegerRows({{1, 2}, {1, 2}, {1, 2}}));
    const std::string turned = folder.write("turned.npy", npyIntegerRows({{1, 1, 1}, {2, 2, 2}}));
    const std::string twoRows = folder.write("two.npy", npyIntegerRows({{1, 2}, {1, 2}}));
    expectRefusal(rotate(smallModel, x, turned, output), 2,
                  "(2, 3); the positions of these rows need (2,) or (3, 2) for t, h, w");
    expectRefusal(rotate(smallModel, x, twoRows, output), 2, "(3, 2) for t, h, w");
    expectRefusal(rotate({"--set", "model.head_dim=16", "--set", "model.axes=axial_2d"}, x, threeRows, output), 2,
                  "(2, 2) for h, w");
    expectRefusal(rotate({"--set", "model.head_dim=16"}, x, threeRows, output), 2, "need (2,)");
    expectRefusal(rotate(smallModel, x, folder.write("f.npy", npyMatrix({{1, 2}, {1, 2}, {1, 2}})), output), 2,
                  "integers");
    EXPECT_EQ(folder.read("y.npy"), "keep me");
}

TEST(RotateAxes, KeysRefuseAxesThatDoNotFitTheHead)
{
    const auto ladder = [](const std::vector<std::string>& sets) {
        std::vector<std::string> arguments = {"ladder"};
        for (const std::string& set : sets)
            arguments.insert(arguments.end(), {"--set", set});
        return runProgram(arguments);
    };
    expectRefusal(ladder({"model.axes=chunked", "model.axis_sections=16,24,25"}), 2, "add up to the 64 pairs");
    expectRefusal(ladder({"model.axes=chunked", "model.axis_sections=80,-8,-8"}), 2, "0 or more");
    expectRefusal(ladder({"model.axes=chunked", "model.axis_sections=many"}), 2, "16, 24, 24");
    expectRefusal(ladder({"model.axes=height_width_time", "model.axis_sections=20,24,20"}), 2,
                  "as many pairs of height");
    expectRefusal(ladder({"model.head_dim=6", "model.axes=axial_2d"}), 2, "multiple of 4");
    expectRefusal(ladder({"model.axis_sections=1,2,3"}), 2, "no sections");
}

} // namespace rope::test
