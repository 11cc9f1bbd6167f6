#!/usr/bin/env python3
"""The tree as a whole: where things stand and what no file may say."""
import os
import re
import subprocess
import unittest

import repository

TOP_LEVEL = {"app", "core", "ui", "resources", "tests", "CMakeLists.txt", "README.md", "LICENSE"}
# Spelled in pieces so that this file does not hold what it looks for.
UNFINISHED = re.compile(r"\b(" + "|".join(["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"]) + r")\b")
NEVER_FAILS = re.compile(r"EXPECT_TRUE\(true\)|QVERIFY\(true\)|\bSUCC" + r"EED\(\)|QSK" + r"IP|GTEST_SK" + r"IP|DISABL" + r"ED_")
TEXTS = (".cpp", ".h", ".md", ".txt", ".py", ".cmake", ".xml", ".desktop", "run", ".bash")


def texts():
    return [f for f in repository.files() if f.endswith(TEXTS)]


def lines_that_match(files, pattern):
    return [f"{f}:{number}: {line.strip()[:100]}" for f in files
            for number, line in enumerate(repository.text(f).splitlines(), 1) if re.search(pattern, line)]


class Tree(unittest.TestCase):
    def test_top_level_is_as_designed(self):
        entries = {f.split("/")[0] for f in repository.files()}
        self.assertEqual({e for e in entries if not e.startswith(".")}, TOP_LEVEL)

    def test_nothing_is_marked_unfinished(self):
        self.assertEqual(lines_that_match(texts(), UNFINISHED), [])

    def test_every_test_can_fail_and_runs(self):
        self.assertEqual(lines_that_match([f for f in texts() if f.startswith("tests/")], NEVER_FAILS), [])

    def test_every_header_is_guarded_and_every_include_list_starts_with_its_own(self):
        for file in repository.sources("app", "core", "ui"):
            if file.endswith(".h"):
                self.assertIn("#pragma once", repository.text(file).splitlines()[0], file)
            elif (repository.ROOT / file.replace(".cpp", ".h")).is_file():
                first = next(repository.includes(file))[1]
                self.assertEqual(first, file.replace(".cpp", ".h"), file)

    def test_headers_bring_no_namespace_along(self):
        headers = [f for f in repository.sources() if f.endswith(".h")]
        self.assertEqual(lines_that_match(headers, r"^\s*using namespace"), [])

    def test_connections_are_checked_by_the_compiler(self):
        self.assertEqual(lines_that_match(repository.sources("app", "ui"), r"\b(SIGNAL|SLOT)\(|blockSignals\("), [])

    def test_tests_mirror_the_source(self):
        tested = [f for f in repository.files() if re.match(r"tests/(core|ui)/.*_test\.cpp$", f)]
        folders = {os.path.dirname(f)[len("tests/"):] for f in tested}
        self.assertEqual({f for f in folders if not (repository.ROOT / f).is_dir()}, set())

    def test_scripts_run(self):
        for script in ("app/run", "tests/run", ".ci/run"):
            self.assertTrue(os.access(repository.ROOT / script, os.X_OK), script)
            self.assertEqual(subprocess.run(["bash", "-n", repository.ROOT / script]).returncode, 0, script)

    def test_every_source_is_in_a_build_list(self):
        lists = {os.path.dirname(f): repository.text(f) for f in repository.files() if f.endswith("CMakeLists.txt")}
        for file in repository.sources():
            folder, name = os.path.split(file)
            if name.endswith(".cpp"):
                self.assertTrue(listed(name, folder, lists), f"{file} is in no CMakeLists.txt")


def listed(name, folder, lists):
    """Whether the list of this folder, or of one above it, names the file (fuzzers: without its ending)."""
    if name.startswith("fuzz_"):
        name = name.removesuffix(".cpp")
    below = name
    while True:
        if below in lists.get(folder, ""):
            return True
        if not folder:
            return False
        folder, last = os.path.split(folder)
        below = f"{last}/{below}"


if __name__ == "__main__":
    unittest.main()
