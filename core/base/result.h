#pragma once

#include <string>
#include <tl/expected.hpp>

namespace rope {

/// What went wrong when the user, a file or the machine is at fault.
struct Error {
    enum class Kind {
        Input,   ///< the user or a file: exit code 2
        Machine, ///< disk, memory and the like: exit code 3
    };

    std::string field;   ///< where: a key (`model.base`), a file, a byte; may be empty
    std::string message; ///< one sentence: what is wrong and what would be right
    Kind kind = Kind::Input;

    bool operator==(const Error&) const = default;
};

template <class T> using Result = tl::expected<T, Error>;

/// A refusal caused by the user or a file.
inline tl::unexpected<Error> refuse(std::string field, std::string message)
{
    return tl::unexpected<Error>(Error{std::move(field), std::move(message), Error::Kind::Input});
}

/// A failure of the machine: an unwritable folder, a full disk.
inline tl::unexpected<Error> failMachine(std::string field, std::string message)
{
    return tl::unexpected<Error>(Error{std::move(field), std::move(message), Error::Kind::Machine});
}

/// "field: message" on one line, or the message alone when no field is named.
inline std::string describe(const Error& error)
{
    return error.field.empty() ? error.message : error.field + ": " + error.message;
}

} // namespace rope
