#include "app/commands/render.h"

#include "app/commands/render_movie.h"
#include "app/commands/text.h"
#include "core/base/npy.h"
#include "core/state/json.h"
#include "core/state/keys.h"
#include "ui/figures/registry.h"
#include "ui/paint/export/export.h"
#include "ui/paint/export/movie_writer.h"
#include "ui/widgets/figure/figure_picture.h"

#include <QFileInfo>
#include <QMap>

namespace rope::cli {

namespace {

/// A figure, the state it shows and what a picture file wants to know.
struct Picture {
    const Figure* figure = nullptr;
    ShownState state;
    ExportOptions options;
    std::optional<Sweep> sweep; ///< of moving pictures
    double framesPerSecond = 10.0;
};

std::string figureIds()
{
    std::string ids;
    for (const Figure* figure : figures())
        ids += (ids.empty() ? "" : ", ") + figure->id().toStdString();
    return ids;
}

Result<const Figure*> wantedFigure(const std::string& id)
{
    const Figure* figure = findFigure(QString::fromStdString(id));
    if (figure == nullptr)
        return refuse(id, "no figure has this id; there are: " + figureIds());
    return figure;
}

Result<double> wantedNumber(const char* option, const std::optional<std::string>& text, double usual)
{
    if (!text)
        return usual;
    const Result<double> number = parseNumber(*text);
    if (!number)
        return refuse(option, number.error().message);
    return *number;
}

Result<ExportOptions> wantedOptions(const RenderRequest& request, bool moves)
{
    ExportOptions options;
    if (moves)
        options.size = {{800.0, 600.0}, ExportSize::Unit::Pixel};
    if (request.size) {
        const Result<ExportSize> size = parseExportSize(QString::fromStdString(*request.size));
        if (!size)
            return refuse("--size", size.error().message);
        options.size = *size;
    }
    const Result<double> dpi = wantedNumber("--dpi", request.dpi, usualDpi(options.size));
    const std::optional<Theme> theme = themeFromName(QString::fromStdString(request.theme));
    if (!theme)
        return refuse("--theme", "'" + request.theme + "' is not one of light, dark, print, presenter");
    const Result<double> fontSize = wantedNumber("--font-size", request.fontSize, usualFontSize(*theme));
    if (!dpi || !fontSize)
        return tl::unexpected(dpi ? fontSize.error() : dpi.error());
    options.dpi = *dpi;
    options.fontSize = *fontSize;
    options.theme = *theme;
    return options;
}

Result<QByteArray> pictureBytes(const Picture& picture, const QString& suffix)
{
    return exportPicture(suffix, picture.options,
                         paintFunction(*picture.figure, picture.state, preparedNow(*picture.figure, picture.state)));
}

Result<QByteArray> movingBytes(const Picture& picture, const QString& suffix)
{
    return movieBytes({*picture.figure, picture.state, picture.options, *picture.sweep, picture.framesPerSecond},
                      suffix);
}

std::string heading(const DataTable::Column& column)
{
    const std::string name = column.name.toStdString();
    return csvField(column.unit.isEmpty() ? name : name + " (" + column.unit.toStdString() + ")");
}

std::size_t rowCount(const DataTable& table)
{
    return table.columns.empty() ? 0 : table.columns.front().values.size();
}

/// The shortest text that reads back to the same number; nothing where there is no number.
std::string fieldOf(double value)
{
    return std::isnan(value) ? std::string() : shortestNumber(value);
}

/// The note as a comment line, the headings with units, one line a row.
Result<QByteArray> csvBytes(const Picture& picture, const QString&)
{
    const DataTable table = picture.figure->data(picture.state);
    std::string text = "# " + table.note.toStdString() + "\n";
    for (std::size_t c = 0; c < table.columns.size(); ++c)
        text += (c == 0 ? "" : ",") + heading(table.columns[c]);
    for (std::size_t r = 0; r < rowCount(table); ++r) {
        text += '\n';
        for (std::size_t c = 0; c < table.columns.size(); ++c)
            text += (c == 0 ? "" : ",") + fieldOf(table.columns[c].values[r]);
    }
    return QByteArray::fromStdString(text + "\n");
}

Result<QByteArray> jsonBytes(const Picture& picture, const QString&)
{
    const DataTable table = picture.figure->data(picture.state);
    std::vector<std::string> columns;
    for (const DataTable::Column& column : table.columns)
        columns.push_back(JsonObject()
                              .add("name", jsonText(column.name.toStdString()))
                              .add("unit", jsonText(column.unit.toStdString()))
                              .add("values", jsonNumbers(column.values))
                              .text(4));
    JsonObject object;
    object.add("figure", jsonText(picture.figure->id().toStdString()))
        .add("title", jsonText(picture.figure->title().toStdString()))
        .add("description", jsonText(picture.figure->describe(picture.state).toStdString()))
        .add("note", jsonText(table.note.toStdString()))
        .add("columns", jsonLines(columns, 2))
        .add("state", toJson(picture.state));
    return QByteArray::fromStdString(object.text() + "\n");
}

/// The columns as a float64 array of shape (rows, columns).
Result<QByteArray> arrayBytes(const Picture& picture, const QString&)
{
    const DataTable table = picture.figure->data(picture.state);
    RowMatrix values(static_cast<Eigen::Index>(rowCount(table)), static_cast<Eigen::Index>(table.columns.size()));
    for (Eigen::Index c = 0; c < values.cols(); ++c)
        for (Eigen::Index r = 0; r < values.rows(); ++r)
            values(r, c) = table.columns[static_cast<std::size_t>(c)].values[static_cast<std::size_t>(r)];
    return QByteArray::fromStdString(npyBytes(values));
}

using Writer = Result<QByteArray> (*)(const Picture& picture, const QString& suffix);

/// How the formats that hold numbers instead of a picture are written.
const QMap<QString, Writer>& numberWriters()
{
    static const QMap<QString, Writer> table{{"csv", csvBytes}, {"json", jsonBytes}, {"npy", arrayBytes}};
    return table;
}

Result<Writer> wantedWriter(const QString& path, const QString& suffix)
{
    if (pictureSuffixes().contains(suffix))
        return pictureBytes;
    if (movieSuffixes().contains(suffix))
        return movingBytes;
    const auto writer = numberWriters().find(suffix);
    if (writer != numberWriters().end())
        return writer.value();
    std::string known;
    for (const QString& name : pictureSuffixes() + movieSuffixes() + numberWriters().keys())
        known += " ." + name.toStdString();
    return refuse(path.toStdString(),
                  "no figure can be written as '." + suffix.toStdString() + "'; use one of" + known);
}

/// What runs and how fast, when the picture moves.
Result<void> addMotion(Picture& picture, const RenderRequest& request, bool moves)
{
    if (!moves && (request.animate || request.framesPerSecond))
        return refuse(request.animate ? "--animate" : "--fps", "only .gif and .mp4 move; name such an output");
    if (!moves)
        return {};
    const Result<Sweep> sweep =
        request.animate ? parseSweep(picture.state, *request.animate) : usualSweep(picture.state);
    if (!sweep)
        return refuse("--animate", describe(sweep.error()));
    const Result<double> perSecond = wantedNumber("--fps", request.framesPerSecond, picture.framesPerSecond);
    if (!perSecond)
        return tl::unexpected(perSecond.error());
    picture.sweep = *sweep;
    picture.framesPerSecond = *perSecond;
    return {};
}

Result<Picture> wantedPicture(const RenderRequest& request, const Figure& figure, bool moves)
{
    Result<ExportOptions> options = wantedOptions(request, moves);
    if (!options)
        return tl::unexpected(options.error());
    const Result<RequestedState> state = requestedState(request.state);
    if (!state)
        return tl::unexpected(state.error());
    describeInto(*options, figure, state->state);
    Picture picture{&figure, state->state, *options, {}};
    if (figure.showsContent() && !picture.state.contentProblem.empty())
        return refuse("sequence.content_file", picture.state.contentProblem);
    const Result<void> motion = addMotion(picture, request, moves);
    return motion ? Result<Picture>(std::move(picture)) : tl::unexpected(motion.error());
}

} // namespace

Result<void> runRender(const RenderRequest& request)
{
    const QString path = QString::fromStdString(request.output);
    const QString suffix = QFileInfo(path).suffix().toLower();
    const Result<const Figure*> figure = wantedFigure(request.figure);
    if (!figure)
        return tl::unexpected(figure.error());
    const Result<Writer> writer = wantedWriter(path, suffix);
    if (!writer)
        return tl::unexpected(writer.error());
    if (const Result<void> possible = requireOutputPath(path); !possible)
        return possible;
    const Result<Picture> picture = wantedPicture(request, **figure, movieSuffixes().contains(suffix));
    if (!picture)
        return tl::unexpected(picture.error());
    const Result<QByteArray> bytes = (*writer)(*picture, suffix);
    return bytes ? writeWhole(path, *bytes) : tl::unexpected(bytes.error());
}

} // namespace rope::cli
