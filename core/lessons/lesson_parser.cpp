#include "core/lessons/lesson_parser.h"

#include "core/lessons/task_parser.h"
#include "core/lessons/text_tools.h"
#include "core/state/keys.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace rope {
namespace {

constexpr std::string_view summaryHeading = "## Summary";

/// Reads one file line by line; errors carry its name and the line.
class LessonReader {
public:
    LessonReader(std::string_view file, std::string_view text)
        : file_(file)
        , rest_(text)
    {}

    Result<Lesson> read()
    {
        lesson_.id = stem(file_);
        for (const auto part : {&LessonReader::readFrontMatter, &LessonReader::readBody, &LessonReader::readSummary})
            if (const Result<void> done = (this->*part)(); !done)
                return tl::unexpected(done.error());
        return std::move(lesson_);
    }

private:
    static std::string stem(std::string_view file)
    {
        const std::size_t slash = file.find_last_of('/');
        const std::string_view name = slash == std::string_view::npos ? file : file.substr(slash + 1);
        return std::string(name.substr(0, name.find_last_of('.')));
    }

    tl::unexpected<Error> wrong(int line, std::string message) const
    {
        return refuse(std::string(file_) + ':' + std::to_string(line), std::move(message));
    }

    std::string_view next()
    {
        ++line_;
        return takeLine(rest_);
    }

    Result<void> readFrontMatter()
    {
        if (next() != "---")
            return wrong(line_, "a lesson begins with front matter between two lines ---");
        while (!rest_.empty()) {
            const std::string_view line = next();
            if (line == "---")
                return completeFrontMatter();
            if (const Result<void> set = setField(line); !set)
                return wrong(line_, describe(set.error()));
        }
        return wrong(line_, "the front matter is not closed with ---");
    }

    Result<void> setField(std::string_view line)
    {
        const auto [key, text] = splitField(line);
        if (key == "title")
            lesson_.title = text;
        else if (key == "order")
            return setOrder(text);
        else if (key == "figures")
            setFigures(text);
        else if (key == "start")
            return addStart(text);
        else
            return refuse(std::string(key), "is not a field of a lesson; known are title, order, figures, start");
        return {};
    }

    Result<void> setOrder(std::string_view text)
    {
        const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), lesson_.order);
        if (failure != std::errc{} || end != text.data() + text.size() || lesson_.order < 1)
            return refuse("order", "must be a whole number from 1");
        return {};
    }

    void setFigures(std::string_view text)
    {
        while (!text.empty()) {
            const std::size_t comma = text.find(',');
            lesson_.figures.emplace_back(trimmed(text.substr(0, comma)));
            text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
        }
    }

    Result<void> addStart(std::string_view text)
    {
        Result<std::vector<Assignment>> assignments = parseAssignments(text);
        if (!assignments)
            return tl::unexpected(assignments.error());
        lesson_.start.insert(lesson_.start.end(), assignments->begin(), assignments->end());
        return {};
    }

    Result<void> completeFrontMatter() const
    {
        if (lesson_.title.empty() || lesson_.order < 1)
            return wrong(line_, "the front matter needs a title and an order");
        return {};
    }

    Result<void> readBody()
    {
        while (!rest_.empty()) {
            const std::string_view line = next();
            if (line == summaryHeading)
                return closeProse();
            const auto read = line == "```task"       ? &LessonReader::addTask
                              : line == "```controls" ? &LessonReader::addControls
                                                      : nullptr;
            if (read == nullptr) {
                addProse(line);
                continue;
            }
            if (const Result<void> closed = closeProse(); !closed)
                return closed;
            if (const Result<void> block = readBlock(read); !block)
                return block;
        }
        return wrong(line_, "a lesson ends with the heading " + std::string(summaryHeading));
    }

    void addProse(std::string_view line)
    {
        if (prose_.markdown.empty())
            prose_.line = line_;
        prose_.markdown.append(line) += '\n';
    }

    Result<void> closeProse()
    {
        Prose prose = std::exchange(prose_, {});
        if (trimmed(prose.markdown).empty())
            return {};
        if (const Result<void> collected = collect(prose.markdown, prose.line); !collected)
            return collected;
        lesson_.blocks.emplace_back(std::move(prose));
        return {};
    }

    Result<void> readBlock(Result<void> (LessonReader::*add)(std::string_view, int))
    {
        const int first = line_ + 1;
        std::string block;
        while (!rest_.empty()) {
            const std::string_view line = next();
            if (line == "```")
                return (this->*add)(block, first);
            block.append(line) += '\n';
        }
        return wrong(first - 1, "the block is not closed with ```");
    }

    Result<void> addTask(std::string_view block, int first)
    {
        Result<Task> task = parseTask(block, file_, first);
        if (!task)
            return tl::unexpected(task.error());
        if (!taskIds_.insert(task->id).second)
            return wrong(first, "there is already a task " + task->id);
        if (const Result<void> collected = collectTask(*task); !collected)
            return collected;
        lesson_.blocks.emplace_back(std::move(*task));
        return {};
    }

    Result<void> addControls(std::string_view block, int first)
    {
        LessonControls controls{{}, first};
        for (int line = first; !block.empty(); ++line) {
            const std::string key(trimmed(takeLine(block)));
            const bool known = key.starts_with("scheme.") ||
                               std::ranges::any_of(stateKeys(), [&](const StateKey& each) { return each.id == key; });
            if (!known)
                return wrong(line, "there is no key " + key + " that a control could set");
            controls.keys.push_back(key);
        }
        if (controls.keys.empty())
            return wrong(first, "controls need a key on every line");
        lesson_.blocks.emplace_back(std::move(controls));
        return {};
    }

    Result<void> collectTask(const Task& task)
    {
        std::string texts = task.question + ' ' + task.hint + ' ' + task.right;
        for (const TaskOption& option : task.options)
            texts += ' ' + option.text + ' ' + option.reply;
        return collect(texts, task.line);
    }

    Result<void> readSummary()
    {
        const int first = line_ + 1;
        while (!rest_.empty())
            lesson_.summary.append(next()) += '\n';
        if (trimmed(lesson_.summary).empty())
            return wrong(line_, "the summary is empty");
        return collect(lesson_.summary, first);
    }

    /// Notes links, equations and live numbers of a text that begins at `line`.
    Result<void> collect(std::string_view text, int line)
    {
        for (; !text.empty(); ++line) {
            const std::string_view one = takeLine(text);
            for (const auto part : {&LessonReader::collectNumbers, &LessonReader::collectLinks})
                if (const Result<void> done = (this->*part)(one, line); !done)
                    return done;
        }
        return {};
    }

    Result<void> collectNumbers(std::string_view text, int line)
    {
        Result<void> outcome;
        replaceBraces(text, [&](std::string_view inside) {
            Result<QuantityReference> reference = parseQuantityReference(inside);
            if (!reference)
                outcome = wrong(line, describe(reference.error()));
            else
                lesson_.numbers.push_back({std::move(*reference), line});
            return std::string();
        });
        return outcome;
    }

    /// Every `[words](target)` of the line, with or without `!` before it.
    Result<void> collectLinks(std::string_view text, int line)
    {
        for (std::size_t middle = text.find("]("); middle != std::string_view::npos; middle = text.find("](")) {
            const std::size_t open = text.rfind('[', middle);
            const std::size_t close = text.find(')', middle);
            if (open == std::string_view::npos || close == std::string_view::npos)
                return wrong(line, "a link must be written as [text](target)");
            const bool picture = open > 0 && text[open - 1] == '!';
            const std::string words(text.substr(open + 1, middle - open - 1));
            const std::string_view target = text.substr(middle + 2, close - middle - 2);
            if (const Result<void> added = addLink(picture, words, target, line); !added)
                return added;
            text.remove_prefix(close + 1);
        }
        return {};
    }

    Result<void> addLink(bool picture, const std::string& words, std::string_view target, int line)
    {
        constexpr std::string_view equation = "equation:";
        constexpr std::string_view set = "set:";
        if (picture && target.starts_with(equation) && !words.empty()) {
            lesson_.equations.push_back({std::string(target.substr(equation.size())), words, line});
            return {};
        }
        if (picture || !target.starts_with(set))
            return wrong(line,
                         "a link is [text](set:key=value) or ![in words](equation:name), not " + std::string(target));
        Result<std::vector<Assignment>> assignments = parseAssignments(target.substr(set.size()));
        if (!assignments)
            return wrong(line, describe(assignments.error()));
        lesson_.links.push_back({words, std::move(*assignments), line});
        return {};
    }

    std::string_view file_;
    std::string_view rest_;
    int line_ = 0;
    Lesson lesson_;
    Prose prose_;
    std::set<std::string> taskIds_;
};

} // namespace

Result<Lesson> parseLesson(std::string_view file, std::string_view text)
{
    return LessonReader(file, text).read();
}

} // namespace rope
