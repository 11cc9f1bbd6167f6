#pragma once

#include <QTemporaryDir>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace rope::test {

/// What a run of the program left behind.
struct Outcome {
    int exitCode = -1; ///< -1: it crashed or did not end
    std::string out;
    std::string err;
};

/// Runs the built program with these arguments and an environment without a display.
Outcome runProgram(const std::vector<std::string>& arguments);

/// The same with one of the faults of faults.cpp, `call:ERROR` ("fsync:EIO"), injected into the program.
Outcome runProgramWithFault(const std::string& fault, const std::vector<std::string>& arguments);

/// The same with these variables set in its environment, NAME=VALUE.
Outcome runProgramIn(const std::vector<std::string>& environment, const std::vector<std::string>& arguments);

/// The same with at most so many bytes of address space.
Outcome runProgramWithin(std::size_t memory, const std::vector<std::string>& arguments);

/// The same with standard output sent to a file or device.
Outcome runProgramInto(const std::string& path, const std::vector<std::string>& arguments);

/// Standard output of a run that must succeed, as JSON; null (and a failed test) otherwise.
nlohmann::json jsonOf(const std::vector<std::string>& arguments);

/// Fails the test unless the run ended with this code and exactly one line on standard error that holds `words`.
void expectRefusal(const Outcome& outcome, int exitCode, const std::string& words);

/// A folder of one test, gone afterwards.
class Folder {
public:
    std::string path(const std::string& name) const
    {
        return folder_.filePath(QString::fromStdString(name)).toStdString();
    }
    std::string write(const std::string& name, const std::string& bytes) const; ///< returns its path
    std::string read(const std::string& name) const;
    std::vector<std::string> names() const;

private:
    QTemporaryDir folder_;
};

/// The bytes of a two-dimensional float64 .npy, or of a list of int64; written here apart from the program's own code.
std::string npyMatrix(const std::vector<std::vector<double>>& rows);
std::string npyIntegers(const std::vector<long long>& values);

/// The bytes of a two-dimensional int64 .npy.
std::string npyIntegerRows(const std::vector<std::vector<long long>>& rows);

/// The rows of a float64 .npy; empty (and a failed test) when the bytes are no such file.
std::vector<std::vector<double>> rowsOf(const std::string& npyBytes);

} // namespace rope::test
