#!/usr/bin/env python3
"""Every claim of the course in tests/README.md names tests that are there."""
import re
import unittest

import repository

ROW = re.compile(r"^\| (.+?) \| ((?:`\w+\.\w+`(?:, )?)+) \|$", re.M)
DEFINED = re.compile(r"^TEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\)", re.M)


def claims():
    return ROW.findall(repository.text("tests/README.md"))


def tests():
    found = set()
    for path in (repository.ROOT / "tests").rglob("*.cpp"):
        found |= {f"{suite}.{name}" for suite, name in DEFINED.findall(path.read_text(encoding="utf-8"))}
    return found


class Claims(unittest.TestCase):
    def test_there_are_as_many_as_the_course_makes(self):
        table = repository.text("tests/README.md").split("| claim of the course |")[1]
        self.assertEqual(len(claims()), table.count("\n| "), "a row does not name its tests as `Suite.Name`")
        self.assertGreaterEqual(len(claims()), 25)

    def test_each_names_tests_that_are_there(self):
        known = tests()
        for claim, names in claims():
            for name in re.findall(r"`(\S+)`", names):
                with self.subTest(claim):
                    self.assertIn(name, known)


if __name__ == "__main__":
    unittest.main()
