#include "core/captures/tensors/pickle.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>

namespace rope {

namespace {

constexpr std::size_t mostBytes = 64U << 20U;
constexpr std::size_t mostValues = 1'000'000;
constexpr std::size_t mostTensors = 100'000;
constexpr int mostLevels = 32;

/// A value of the pickle. Values refer to one another by their index, so that a pickle that holds itself is no cycle of
/// owners.
struct Node {
    enum class Kind { Plain, Integer, Text, List, Dictionary, Global, Storage, Tensor, Mark };

    Kind kind = Kind::Plain;
    std::int64_t integer = 0;
    std::string text;                 ///< of a text or global; of a storage, its key
    std::string type;                 ///< of a storage
    std::vector<std::size_t> members; ///< of a list; of a dictionary, key and value in turn
    PickledTensor tensor;
};

constexpr std::string_view storages[] = {
    "FloatStorage", "DoubleStorage", "HalfStorage", "BFloat16Storage", "LongStorage",         "IntStorage",
    "ShortStorage", "CharStorage",   "ByteStorage", "BoolStorage",     "ComplexFloatStorage", "ComplexDoubleStorage"};
constexpr std::string_view dtypes[] = {"float8_e4m3fn", "float8_e5m2", "float16", "bfloat16", "float32", "float64"};

bool isAllowed(std::string_view module, std::string_view name)
{
    if (module == "collections")
        return name == "OrderedDict";
    if (module == "torch._utils")
        return name == "_rebuild_tensor_v2" || name == "_rebuild_tensor_v3" || name == "_rebuild_parameter";
    if (module == "torch.storage")
        return name == "UntypedStorage";
    return module == "torch" && (std::ranges::find(storages, name) != std::end(storages) ||
                                 std::ranges::find(dtypes, name) != std::end(dtypes) || name == "Size");
}

class Machine {
public:
    Machine(std::string_view bytes, const std::string& name)
        : bytes_(bytes)
        , name_(name)
    {}

    Result<std::vector<PickledTensor>> run()
    {
        while (!stopped_) {
            if (at_ >= bytes_.size())
                return wrong("it ends before its end mark");
            if (nodes_.size() > mostValues || stack_.size() > mostValues)
                return wrong("it has more than a million values");
            if (const std::optional<std::string> problem = step(static_cast<unsigned char>(bytes_[at_++])))
                return wrong(*problem);
        }
        if (stack_.size() != 1)
            return wrong("it does not end with one value");
        if (const std::optional<std::string> problem = collect(stack_.back(), "", 0))
            return wrong(*problem);
        return tensors_;
    }

private:
    using Problem = std::optional<std::string>;

    tl::unexpected<Error> wrong(const std::string& problem) const
    {
        return refuse(name_, "byte " + std::to_string(at_) + " of its pickle: " + problem);
    }

    // ---- Bytes

    std::optional<std::string_view> take(std::uint64_t count)
    {
        if (count > bytes_.size() - at_)
            return std::nullopt;
        const std::string_view taken = bytes_.substr(at_, count);
        at_ += count;
        return taken;
    }

    std::optional<std::uint64_t> takeUnsigned(std::size_t width)
    {
        const std::optional<std::string_view> taken = take(width);
        if (!taken)
            return std::nullopt;
        std::uint64_t value = 0;
        for (std::size_t i = width; i-- > 0;)
            value = value << 8U | static_cast<unsigned char>((*taken)[i]);
        return value;
    }

    std::optional<std::string> takeLine()
    {
        const std::size_t end = bytes_.find('\n', at_);
        if (end == std::string_view::npos || end - at_ > 200)
            return std::nullopt;
        std::string line(bytes_.substr(at_, end - at_));
        at_ = end + 1;
        return line;
    }

    // ---- The stack

    std::size_t add(Node node)
    {
        nodes_.push_back(std::move(node));
        return nodes_.size() - 1;
    }
    Problem push(Node node)
    {
        stack_.push_back(add(std::move(node)));
        return std::nullopt;
    }
    Problem pushPlain() { return push({}); }
    Problem pushInteger(std::int64_t value)
    {
        Node node;
        node.kind = Node::Kind::Integer;
        node.integer = value;
        return push(std::move(node));
    }
    Problem pushText(std::string text)
    {
        Node node;
        node.kind = Node::Kind::Text;
        node.text = std::move(text);
        return push(std::move(node));
    }
    Problem pushList(std::vector<std::size_t> members)
    {
        Node node;
        node.kind = Node::Kind::List;
        node.members = std::move(members);
        return push(std::move(node));
    }
    Problem pushEmpty(Node::Kind kind)
    {
        Node node;
        node.kind = kind;
        return push(std::move(node));
    }

    static Problem short_() { return "it ends within a value"; }
    static Problem empty() { return "a value is missing"; }

    std::optional<std::size_t> pop()
    {
        if (stack_.empty() || nodes_[stack_.back()].kind == Node::Kind::Mark)
            return std::nullopt;
        const std::size_t top = stack_.back();
        stack_.pop_back();
        return top;
    }

    /// What lies above the last mark, which goes too.
    std::optional<std::vector<std::size_t>> popToMark()
    {
        const auto mark = std::find_if(stack_.rbegin(), stack_.rend(),
                                       [&](std::size_t index) { return nodes_[index].kind == Node::Kind::Mark; });
        if (mark == stack_.rend())
            return std::nullopt;
        std::vector<std::size_t> members(mark.base(), stack_.end());
        stack_.erase(mark.base() - 1, stack_.end());
        return members;
    }

    Problem pushTuple(std::size_t count)
    {
        std::vector<std::size_t> members(count);
        for (std::size_t i = count; i-- > 0;) {
            const std::optional<std::size_t> member = pop();
            if (!member)
                return empty();
            members[i] = *member;
        }
        return pushList(std::move(members));
    }

    /// Adds members to the list or dictionary on top.
    Problem extend(const std::vector<std::size_t>& members, Node::Kind kind)
    {
        if (stack_.empty() || nodes_[stack_.back()].kind != kind)
            return "there is no list or dictionary to add to";
        if (kind == Node::Kind::Dictionary && members.size() % 2 != 0)
            return "a key of a dictionary has no value";
        Node& target = nodes_[stack_.back()];
        target.members.insert(target.members.end(), members.begin(), members.end());
        held_ += members.size();
        return held_ > mostValues ? Problem("it has more than a million values") : std::nullopt;
    }

    Problem extendByOne(std::size_t count, Node::Kind kind)
    {
        std::vector<std::size_t> members(count);
        for (std::size_t i = count; i-- > 0;) {
            const std::optional<std::size_t> member = pop();
            if (!member)
                return empty();
            members[i] = *member;
        }
        return extend(members, kind);
    }

    Problem extendToMark(Node::Kind kind)
    {
        const std::optional<std::vector<std::size_t>> members = popToMark();
        return members ? extend(*members, kind) : empty();
    }

    // ---- Names of code: known ones are words here, nothing is called

    Problem pushGlobal(const std::string& module, const std::string& name)
    {
        if (!isAllowed(module, name))
            return "it names " + module.substr(0, 60) + "." + name.substr(0, 60) +
                   ", which is no part of a tensor; only tensors, lists and dictionaries are read";
        Node node;
        node.kind = Node::Kind::Global;
        node.text = name;
        return push(std::move(node));
    }

    Problem stackGlobal()
    {
        const std::optional<std::size_t> name = pop();
        const std::optional<std::size_t> module = pop();
        if (!name || !module || nodes_[*name].kind != Node::Kind::Text || nodes_[*module].kind != Node::Kind::Text)
            return "a name of code is no text";
        return pushGlobal(nodes_[*module].text, nodes_[*name].text);
    }

    /// ('storage', type, key, device, numbers)
    Problem persistent()
    {
        const std::optional<std::size_t> top = pop();
        if (!top || nodes_[*top].members.size() < 3)
            return "a storage is not named as torch.save does";
        const std::vector<std::size_t> parts = nodes_[*top].members;
        const Node& type = nodes_[parts[1]];
        const Node& key = nodes_[parts[2]];
        if (nodes_[parts[0]].text != "storage" || type.kind != Node::Kind::Global || key.kind != Node::Kind::Text)
            return "a storage is not named as torch.save does";
        Node node;
        node.kind = Node::Kind::Storage;
        node.text = key.text;
        node.type = type.text;
        return push(std::move(node));
    }

    std::optional<std::vector<std::int64_t>> integersIn(std::size_t index) const
    {
        std::vector<std::int64_t> values;
        if (nodes_[index].kind != Node::Kind::List || nodes_[index].members.size() > 8)
            return std::nullopt;
        for (const std::size_t member : nodes_[index].members) {
            if (nodes_[member].kind != Node::Kind::Integer || nodes_[member].integer < 0)
                return std::nullopt;
            values.push_back(nodes_[member].integer);
        }
        return values;
    }

    /// (storage, offset, shape, strides, ...); version 3 has the dtype as its seventh.
    Problem pushTensor(const std::vector<std::size_t>& arguments, bool typed)
    {
        if (arguments.size() < (typed ? 7U : 4U) || nodes_[arguments[0]].kind != Node::Kind::Storage ||
            nodes_[arguments[1]].kind != Node::Kind::Integer || nodes_[arguments[1]].integer < 0)
            return "a tensor has no storage";
        const auto shape = integersIn(arguments[2]);
        const auto strides = integersIn(arguments[3]);
        if (!shape || !strides || shape->size() != strides->size())
            return "a tensor has no shape of at most 8 axes";
        const Node& storage = nodes_[arguments[0]];
        Node node;
        node.kind = Node::Kind::Tensor;
        node.tensor = {"",           typed ? nodes_[arguments[6]].text : storage.type,
                       storage.text, nodes_[arguments[1]].integer,
                       *shape,       *strides};
        return push(std::move(node));
    }

    Problem reduce()
    {
        const std::optional<std::size_t> arguments = pop();
        const std::optional<std::size_t> callee = pop();
        if (!arguments || !callee || nodes_[*callee].kind != Node::Kind::Global ||
            nodes_[*arguments].kind != Node::Kind::List)
            return "something other than a tensor is made";
        const std::string called = nodes_[*callee].text;
        const std::vector<std::size_t> given = nodes_[*arguments].members;
        if (called == "OrderedDict" && given.empty())
            return pushEmpty(Node::Kind::Dictionary);
        if (called == "_rebuild_tensor_v2" || called == "_rebuild_tensor_v3")
            return pushTensor(given, called == "_rebuild_tensor_v3");
        if ((called == "_rebuild_parameter" || called == "Size") && !given.empty()) {
            stack_.push_back(given[0]);
            return std::nullopt;
        }
        return "it calls " + called + " in a way that torch.save does not";
    }

    // ---- Memory of values

    Problem remember(std::uint64_t place)
    {
        if (stack_.empty())
            return empty();
        memory_[place] = stack_.back();
        return memory_.size() > mostValues ? Problem("it has more than a million values") : std::nullopt;
    }
    Problem recall(std::uint64_t place)
    {
        const auto found = memory_.find(place);
        if (found == memory_.end())
            return "it recalls a value that it has not kept";
        stack_.push_back(found->second);
        return std::nullopt;
    }

    Problem text(std::size_t width)
    {
        const std::optional<std::uint64_t> length = takeUnsigned(width);
        const std::optional<std::string_view> taken = length ? take(*length) : std::nullopt;
        return taken ? pushText(std::string(*taken)) : short_();
    }

    Problem integerOf(std::size_t width, bool isSigned)
    {
        const std::optional<std::uint64_t> value = takeUnsigned(width);
        if (!value)
            return short_();
        const auto shift = static_cast<unsigned>(64 - 8 * width);
        return pushInteger(isSigned ? static_cast<std::int64_t>(*value << shift) >> shift
                                    : static_cast<std::int64_t>(*value));
    }

    Problem longInteger()
    {
        const std::optional<std::uint64_t> length = takeUnsigned(1);
        if (!length || *length > 8)
            return "a whole number has more than 8 bytes";
        return *length == 0 ? pushInteger(0) : integerOf(static_cast<std::size_t>(*length), true);
    }

    Problem skip(std::uint64_t count) { return take(count) ? std::nullopt : short_(); }

    Problem step(unsigned char opcode)
    {
        switch (opcode) {
        case 0x80: // PROTO
            return skip(1);
        case 0x95: // FRAME
            return skip(8);
        case '(': // MARK
            return pushEmpty(Node::Kind::Mark);
        case '.': // STOP
            stopped_ = true;
            return std::nullopt;
        case '}':
            return pushEmpty(Node::Kind::Dictionary);
        case ']':
        case ')':
            return pushEmpty(Node::Kind::List);
        case 'N':
            return pushPlain();
        case 0x88: // True
            return pushInteger(1);
        case 0x89: // False
            return pushInteger(0);
        case 'K':
            return integerOf(1, false);
        case 'M':
            return integerOf(2, false);
        case 'J':
            return integerOf(4, true);
        case 0x8a: // LONG1
            return longInteger();
        case 'G': // BINFLOAT
            return take(8) ? pushPlain() : short_();
        case 'X': // BINUNICODE
            return text(4);
        case 0x8c: // SHORT_BINUNICODE
            return text(1);
        case 'c': { // GLOBAL
            const std::optional<std::string> module = takeLine();
            const std::optional<std::string> name = module ? takeLine() : std::nullopt;
            return name ? pushGlobal(*module, *name) : Problem("a name of code has no end");
        }
        case 0x93: // STACK_GLOBAL
            return stackGlobal();
        case 'Q': // BINPERSID
            return persistent();
        case 'R': // REDUCE
            return reduce();
        case 'b': // BUILD: attributes of a dictionary, which hold no tensor
            return pop() ? std::nullopt : empty();
        case 't': { // TUPLE
            std::optional<std::vector<std::size_t>> members = popToMark();
            return members ? pushList(std::move(*members)) : empty();
        }
        case 0x85:
        case 0x86:
        case 0x87:
            return pushTuple(opcode - 0x84U);
        case 'a': // APPEND
            return extendByOne(1, Node::Kind::List);
        case 'e': // APPENDS
            return extendToMark(Node::Kind::List);
        case 's': // SETITEM
            return extendByOne(2, Node::Kind::Dictionary);
        case 'u': // SETITEMS
            return extendToMark(Node::Kind::Dictionary);
        case 0x94: // MEMOIZE
            return remember(memory_.size());
        case 'q':
        case 'r': {
            const std::optional<std::uint64_t> place = takeUnsigned(opcode == 'q' ? 1 : 4);
            return place ? remember(*place) : short_();
        }
        case 'h':
        case 'j': {
            const std::optional<std::uint64_t> place = takeUnsigned(opcode == 'h' ? 1 : 4);
            return place ? recall(*place) : short_();
        }
        default:
            return "the opcode " + std::to_string(opcode) + " is not read; only tensors, lists and dictionaries are";
        }
    }

    // ---- Tensors and the way to them

    Problem collect(std::size_t index, const std::string& way, int level)
    {
        if (level > mostLevels || ++visited_ > mostValues)
            return "its lists and dictionaries are nested without end";
        const Node& node = nodes_[index];
        if (node.kind == Node::Kind::Tensor) {
            tensors_.push_back(node.tensor);
            tensors_.back().name = way.empty() ? "tensor" : way;
            return tensors_.size() > mostTensors ? Problem("it has more than 100 000 tensors") : std::nullopt;
        }
        const bool dictionary = node.kind == Node::Kind::Dictionary;
        for (std::size_t i = 0; i + (dictionary ? 1 : 0) < node.members.size(); i += dictionary ? 2 : 1) {
            const Node& key = nodes_[node.members[i]];
            const std::string step = !dictionary                    ? std::to_string(i)
                                     : key.kind == Node::Kind::Text ? key.text.substr(0, 200)
                                                                    : std::to_string(key.integer);
            const Problem problem =
                collect(node.members[i + (dictionary ? 1 : 0)], (way.empty() ? way : way + ".") + step, level + 1);
            if (problem)
                return problem;
        }
        return std::nullopt;
    }

    std::string_view bytes_;
    const std::string& name_;
    std::size_t at_ = 0;
    bool stopped_ = false;
    std::vector<Node> nodes_;
    std::vector<std::size_t> stack_;
    std::map<std::uint64_t, std::size_t> memory_;
    std::size_t held_ = 0;
    std::size_t visited_ = 0;
    std::vector<PickledTensor> tensors_;
};

} // namespace

Result<std::vector<PickledTensor>> pickledTensors(std::string_view bytes, const std::string& name)
{
    if (bytes.size() > mostBytes)
        return refuse(name, "its pickle has " + std::to_string(bytes.size() >> 20U) + " MiB; at most 64 are read");
    return Machine(bytes, name).run();
}

} // namespace rope
