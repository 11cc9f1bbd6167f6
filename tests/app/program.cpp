#include "tests/app/program.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <sys/resource.h>

namespace rope::test {

namespace {

std::string npyBytes(const std::string& type, const std::string& shape, const void* data, std::size_t size)
{
    std::string header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
    header += std::string(64 - (10 + header.size() + 1) % 64, ' ') + "\n";
    const char length[] = {static_cast<char>(header.size() % 256), static_cast<char>(header.size() / 256)};
    const std::string start = std::string("\x93NUMPY\x01\x00", 8) + std::string(length, 2) + header;
    return start + std::string(static_cast<const char*>(data), size);
}

QProcessEnvironment withoutDisplay()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        environment.remove(QString::fromLatin1(name));
    environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
    return environment;
}

Outcome run(QProcess& process, const std::vector<std::string>& arguments)
{
    QStringList list;
    for (const std::string& argument : arguments)
        list << QString::fromStdString(argument);
    process.start(QStringLiteral(ROPE_PROGRAM), list);
    Outcome outcome;
    if (process.waitForFinished(120'000) && process.exitStatus() == QProcess::NormalExit)
        outcome.exitCode = process.exitCode();
    outcome.out = process.readAllStandardOutput().toStdString();
    outcome.err = process.readAllStandardError().toStdString();
    return outcome;
}

} // namespace

Outcome runProgram(const std::vector<std::string>& arguments)
{
    QProcess process;
    process.setProcessEnvironment(withoutDisplay());
    return run(process, arguments);
}

Outcome runProgramIn(const std::vector<std::string>& environment, const std::vector<std::string>& arguments)
{
    QProcess process;
    QProcessEnvironment all = withoutDisplay();
    for (const std::string& variable : environment)
        all.insert(QString::fromStdString(variable.substr(0, variable.find('='))),
                   QString::fromStdString(variable.substr(variable.find('=') + 1)));
    process.setProcessEnvironment(all);
    return run(process, arguments);
}

Outcome runProgramWithin(std::size_t memory, const std::vector<std::string>& arguments)
{
    QProcess process;
    process.setProcessEnvironment(withoutDisplay());
#ifdef ROPE_SANITIZED
    static_cast<void>(memory); // a sanitizer reserves far more than any limit
#else
    process.setChildProcessModifier([memory] {
        const rlimit limit{memory, memory};
        setrlimit(RLIMIT_AS, &limit);
    });
#endif
    return run(process, arguments);
}

Outcome runProgramInto(const std::string& path, const std::vector<std::string>& arguments)
{
    QProcess process;
    process.setStandardOutputFile(QString::fromStdString(path));
    process.setProcessEnvironment(withoutDisplay());
    return run(process, arguments);
}

Outcome runProgramWithFault(const std::string& fault, const std::vector<std::string>& arguments)
{
    QProcess process;
    QProcessEnvironment environment = withoutDisplay();
    environment.insert(QStringLiteral("LD_PRELOAD"), QStringLiteral(ROPE_FAULTS));
    environment.insert(QStringLiteral("ROPE_FAULT"), QString::fromStdString(fault));
    // The address sanitizer wants to be the first library; it works as the second too.
    environment.insert(QStringLiteral("ASAN_OPTIONS"),
                       qEnvironmentVariable("ASAN_OPTIONS") + QStringLiteral(":verify_asan_link_order=0"));
    process.setProcessEnvironment(environment);
    return run(process, arguments);
}

nlohmann::json jsonOf(const std::vector<std::string>& arguments)
{
    const Outcome outcome = runProgram(arguments);
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    nlohmann::json json = nlohmann::json::parse(outcome.out, nullptr, false);
    EXPECT_FALSE(json.is_discarded()) << outcome.out.substr(0, 400);
    return json;
}

void expectRefusal(const Outcome& outcome, int exitCode, const std::string& words)
{
    EXPECT_EQ(outcome.exitCode, exitCode) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_NE(outcome.err.find(words), std::string::npos) << "'" << words << "' is not in: " << outcome.err;
}

std::string Folder::write(const std::string& name, const std::string& bytes) const
{
    QFile file(folder_.filePath(QString::fromStdString(name)));
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    EXPECT_EQ(file.write(bytes.data(), static_cast<qint64>(bytes.size())), static_cast<qint64>(bytes.size()));
    return path(name);
}

std::string Folder::read(const std::string& name) const
{
    QFile file(folder_.filePath(QString::fromStdString(name)));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

std::vector<std::string> Folder::names() const
{
    std::vector<std::string> names;
    for (const QString& name : QDir(folder_.path()).entryList(QDir::Files | QDir::Hidden))
        names.push_back(name.toStdString());
    return names;
}

namespace {

template <class Number> std::string npyRows(const std::string& type, const std::vector<std::vector<Number>>& rows)
{
    std::vector<Number> values;
    for (const auto& row : rows)
        values.insert(values.end(), row.begin(), row.end());
    const std::string shape = "(" + std::to_string(rows.size()) + ", " + std::to_string(rows.front().size()) + ")";
    return npyBytes(type, shape, values.data(), values.size() * sizeof(Number));
}

} // namespace

std::string npyMatrix(const std::vector<std::vector<double>>& rows)
{
    return npyRows("<f8", rows);
}

std::string npyIntegerRows(const std::vector<std::vector<long long>>& rows)
{
    return npyRows("<i8", rows);
}

std::string npyIntegers(const std::vector<long long>& values)
{
    return npyBytes("<i8", "(" + std::to_string(values.size()) + ",)", values.data(),
                    values.size() * sizeof(long long));
}

std::vector<std::vector<double>> rowsOf(const std::string& npyBytes)
{
    const std::size_t headerEnd = npyBytes.find('\n') + 1;
    const std::size_t open = npyBytes.find("'shape': (");
    std::size_t rows = 0;
    std::size_t columns = 0;
    const bool fits = npyBytes.starts_with("\x93NUMPY") && npyBytes.find("'<f8'") < headerEnd && open < headerEnd &&
                      std::sscanf(npyBytes.c_str() + open, "'shape': (%zu, %zu", &rows, &columns) == 2 &&
                      npyBytes.size() == headerEnd + rows * columns * sizeof(double);
    EXPECT_TRUE(fits) << "no float64 matrix: " << npyBytes.size() << " bytes, header " << headerEnd;
    std::vector<std::vector<double>> result;
    for (std::size_t r = 0; fits && r < rows; ++r) {
        std::vector<double>& row = result.emplace_back(columns);
        std::memcpy(row.data(), npyBytes.data() + headerEnd + r * columns * sizeof(double), columns * sizeof(double));
    }
    return result;
}

} // namespace rope::test
