#include "core/model/comparison_report.h"

#include "core/base/number_text.h"
#include "core/base/plain_text.h"
#include "core/model/inspection.h"

#include <algorithm>

namespace rope {
namespace {

constexpr std::size_t pairsShown = 6;
constexpr const char* page =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>%TITLE%</title>\n<style>\n"
    ":root { color-scheme: light dark; }\n"
    "body { font: 15px/1.5 system-ui, sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; }\n"
    "table { border-collapse: collapse; margin: 0.7em 0; }\n"
    "th, td { text-align: left; vertical-align: top; padding: 0.25em 0.9em 0.25em 0; border-bottom: 1px solid #8884; "
    "overflow-wrap: anywhere; }\n"
    "figure { margin: 1em 0; background: #fff; color: #000; padding: 0.5em; }\n"
    "svg { max-width: 100%; height: auto; }\n"
    "figcaption { font-size: 0.9em; }\n"
    "</style>\n</head>\n<body>\n";

std::string replaced(std::string text, const std::string& what, const std::string& by)
{
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
    return text;
}

/// Characters that Markdown or HTML inside it would take for markup.
std::string markdownEscaped(std::string_view text)
{
    std::string escaped;
    for (const char c : plainText(text)) {
        if (std::string_view("\\`*_{}[]()#+-!|~").find(c) != std::string_view::npos)
            escaped += '\\';
        if (c == '<')
            escaped += "&lt;";
        else if (c == '>')
            escaped += "&gt;";
        else if (c == '&')
            escaped += "&amp;";
        else
            escaped += c;
    }
    return escaped;
}

std::string joined(const std::vector<std::string>& words, const std::string& between, const std::string& last)
{
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text += (i == 0 ? "" : i + 1 == words.size() ? last : between) + words[i];
    return text;
}

ReportTable differenceTable(const PartComparison& comparison)
{
    ReportTable table{{"value"}, {}};
    table.headings.insert(table.headings.end(), comparison.models.begin(), comparison.models.end());
    for (const ComparedRow* row : comparison.differences()) {
        std::vector<std::string> cells{row->name};
        for (const ComparedCell& cell : row->cells)
            cells.push_back(cellText(cell));
        table.rows.push_back(std::move(cells));
    }
    return table;
}

ReportTable partingTable(const PartComparison& comparison, std::size_t second)
{
    const RotaryComparison& rotary = comparison.against[second - 1];
    ReportTable table{{"pair", "rad/token, " + comparison.models.front(), "rad/token, " + comparison.models[second],
                       "0.1 rad apart", "1 rad apart"},
                      {}};
    const std::vector<PartingPair> parting = partingPairs(rotary);
    for (std::size_t i = 0; i < std::min(pairsShown, parting.size()); ++i)
        table.rows.push_back({std::to_string(parting[i].pair), roundedNumber(rotary.first[parting[i].pair], 10),
                              roundedNumber(rotary.second[parting[i].pair], 10), distanceText(parting[i].tenth),
                              distanceText(parting[i].one)});
    return table;
}

std::string alikeText(const PartComparison& comparison)
{
    std::vector<std::string> names;
    for (const ComparedRow& row : comparison.rows)
        if (!row.differs)
            names.push_back(row.name + " " + row.cells.front().text);
    return names.empty() ? "" : "The same in all: " + joined(names, ", ", ", ") + ".";
}

std::string captionOf(const PartComparison& comparison)
{
    std::string text = "Cosine between the rotations of one vector by " + joined(comparison.models, ", ", " and ") +
                       " against its position: the mean over the pairs that both have, and the lowest of any pair.";
    const std::vector<std::int64_t> all = comparison.positions(2);
    for (std::size_t second = 1; second < comparison.models.size(); ++second) {
        const RotationAgreement agreement = comparison.agreement(second, {100, 1000, all.back()});
        text += " " + comparison.models[second] + ":";
        for (std::size_t i = 0; i < agreement.positions.size(); ++i)
            text += (i == 0 ? " " : ", ") + roundedNumber(agreement.mean[i], 4) + " at " +
                    std::to_string(agreement.positions[i]);
        text += " (mean).";
    }
    return text;
}

void addPart(std::vector<ReportBlock>& report, const std::vector<PartComparison>& comparisons, std::size_t part)
{
    const PartComparison& comparison = comparisons[part];
    if (comparisons.size() > 1)
        report.emplace_back(ReportHeading{2, partsText(comparison)});
    for (const std::string& verdict : comparison.verdicts)
        report.emplace_back(ReportParagraph{verdict});
    if (ReportTable table = differenceTable(comparison); !table.rows.empty()) {
        report.emplace_back(ReportHeading{3, "Values that differ"});
        report.emplace_back(std::move(table));
    }
    for (std::size_t second = 1; second < comparison.models.size(); ++second)
        if (ReportTable table = partingTable(comparison, second); !table.rows.empty()) {
            report.emplace_back(ReportHeading{3, "Pairs that part first" + (comparison.models.size() > 2
                                                                                ? ": " + comparison.models[second]
                                                                                : std::string())});
            report.emplace_back(std::move(table));
        }
    report.emplace_back(ReportPicture{part, captionOf(comparison)});
    if (const std::string alike = alikeText(comparison); !alike.empty())
        report.emplace_back(ReportParagraph{alike});
}

std::string markdownTable(const ReportTable& table)
{
    const auto line = [](const std::vector<std::string>& cells) {
        std::string text = "|";
        for (const std::string& cell : cells)
            text += " " + markdownEscaped(cell) + " |";
        return text + "\n";
    };
    std::string text = line(table.headings) + "|";
    for (std::size_t i = 0; i < table.headings.size(); ++i)
        text += "---|";
    text += "\n";
    for (const auto& row : table.rows)
        text += line(row);
    return text;
}

std::string htmlTable(const ReportTable& table)
{
    const auto line = [](const std::vector<std::string>& cells, const std::string& tag) {
        std::string text = "<tr>";
        for (const std::string& cell : cells)
            text += "<" + tag + ">" + htmlEscaped(cell) + "</" + tag + ">";
        return text + "</tr>\n";
    };
    std::string text = "<table>\n" + line(table.headings, "th");
    for (const auto& row : table.rows)
        text += line(row, "td");
    return text + "</table>\n";
}

struct HtmlBlock {
    const std::function<std::string(const ReportPicture&)>& pictureOf;

    std::string operator()(const ReportHeading& heading) const
    {
        const std::string tag = "h" + std::to_string(heading.level);
        return "<" + tag + ">" + htmlEscaped(heading.text) + "</" + tag + ">\n";
    }
    std::string operator()(const ReportParagraph& paragraph) const
    {
        return "<p>" + htmlEscaped(paragraph.text) + "</p>\n";
    }
    std::string operator()(const ReportTable& table) const { return htmlTable(table); }
    std::string operator()(const ReportPicture& picture) const
    {
        if (!pictureOf)
            return "";
        return "<figure>\n" + pictureOf(picture) + "\n<figcaption>" + htmlEscaped(picture.caption) +
               "</figcaption>\n</figure>\n";
    }
};

struct MarkdownBlock {
    std::string operator()(const ReportHeading& heading) const
    {
        return std::string(static_cast<std::size_t>(heading.level), '#') + " " + markdownEscaped(heading.text) + "\n\n";
    }
    std::string operator()(const ReportParagraph& paragraph) const { return markdownEscaped(paragraph.text) + "\n\n"; }
    std::string operator()(const ReportTable& table) const { return markdownTable(table) + "\n"; }
    std::string operator()(const ReportPicture& picture) const { return markdownEscaped(picture.caption) + "\n\n"; }
};

} // namespace

std::vector<ReportBlock> reportOf(const std::vector<PartComparison>& comparisons)
{
    std::vector<ReportBlock> report;
    report.emplace_back(ReportHeading{1, joined(comparisons.front().models, ", ", " against ")});
    for (std::size_t part = 0; part < comparisons.size(); ++part)
        addPart(report, comparisons, part);
    const double length = comparisons.front().sequenceLength;
    report.emplace_back(ReportParagraph{
        "Rotary embeddings compared by RoPE Explorer, " +
        (length > 0.0 ? "for a sequence of " + shortestNumber(length) + " tokens." : "as at load time.") +
        " theta is the angle by which a pair turns from one token to the next; phases that are 1 rad apart no longer "
        "mean the same."});
    return report;
}

std::string markdownOf(const std::vector<ReportBlock>& report)
{
    std::string text;
    for (const ReportBlock& block : report)
        text += std::visit(MarkdownBlock{}, block);
    return text;
}

std::string htmlBodyOf(const std::vector<ReportBlock>& report)
{
    const std::function<std::string(const ReportPicture&)> none;
    std::string text;
    for (const ReportBlock& block : report)
        text += std::visit(HtmlBlock{none}, block);
    return text;
}

std::string htmlOf(const std::vector<ReportBlock>& report,
                   const std::function<std::string(const ReportPicture&)>& pictureOf)
{
    const auto* title = std::get_if<ReportHeading>(&report.front());
    std::string text = replaced(page, "%TITLE%", htmlEscaped(title != nullptr ? title->text : ""));
    for (const ReportBlock& block : report)
        text += std::visit(HtmlBlock{pictureOf}, block);
    return text + "</body>\n</html>\n";
}

std::string differencesAsTsv(const std::vector<PartComparison>& comparisons)
{
    std::string text = "part\tvalue";
    for (const std::string& model : comparisons.front().models)
        text += "\t" + plainText(model) + "\tkind\torigin";
    text += "\n";
    for (const PartComparison& comparison : comparisons)
        for (const ComparedRow* row : comparison.differences()) {
            text += plainText(partsText(comparison)) + "\t" + row->name;
            for (const ComparedCell& cell : row->cells)
                text += "\t" + plainText(cell.text) + "\t" +
                        (cell.present ? std::string(kindName(cell.origin.kind)) : "") + "\t" +
                        plainText(cell.origin.text);
            text += "\n";
        }
    return text;
}

std::string cellText(const ComparedCell& cell)
{
    return cell.present ? plainText(cell.text + ", " + describe(cell.origin)) : cell.text;
}

std::string partsText(const PartComparison& comparison)
{
    const auto named = [](const std::string& type) {
        return type.empty() ? std::string("all layers") : type;
    };
    const std::string& first = comparison.parts.front();
    if (std::ranges::all_of(comparison.parts, [&](const std::string& part) { return part == first; }))
        return first.empty() ? "all layers" : "layers " + first;
    std::vector<std::string> names;
    for (const std::string& part : comparison.parts)
        names.push_back(named(part));
    return joined(names, " against ", " against ");
}

std::string htmlEscaped(std::string_view text)
{
    std::string escaped;
    for (const char c : plainText(text))
        switch (c) {
        case '&':
            escaped += "&amp;";
            break;
        case '<':
            escaped += "&lt;";
            break;
        case '>':
            escaped += "&gt;";
            break;
        case '"':
            escaped += "&quot;";
            break;
        case '\'':
            escaped += "&#39;";
            break;
        default:
            escaped += c;
        }
    return escaped;
}

} // namespace rope
