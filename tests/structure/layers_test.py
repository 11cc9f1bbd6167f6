#!/usr/bin/env python3
"""Who may include whom: each layer knows only the layers below it."""
import re
import unittest

import repository

QT = re.compile(r"^(Q[A-Z]\w*|Qt[A-Z]?\w*|Qt\w*/.*)$")

# The rooms of core, from the ground up: each may include itself and those before it, none after.
ROOMS = ["base", "rotation", "schemes", "scores", "captures", "studies", "lab", "state", "views", "model", "doctor", "lessons"]
# What a room may not include although it lies on a lower floor.
NEVER = {"scores": {"schemes"}, "captures": {"schemes"}, "studies": {"schemes"}, "lab": {"schemes"}, "lessons": {"model"}}

# Folder -> what nothing in it may include. The longest folder that fits a file counts, and all shorter ones too.
FORBIDDEN = {
    "core": r"^(ui|app|tests)/",
    "ui": r"^(app|tests)/",
    "ui/paint": r"^(core/(state|schemes|views|model|lessons)/|ui/(figures|store|widgets)/)",
    "ui/figures": r"^ui/(store|widgets)/",
    "ui/store": r"^ui/(figures|paint|widgets)/",
    "app": r"^tests/",
}
# A variable that lives as long as the program and may change. What is static and constant is a table.
MUTABLE_STATIC = re.compile(r"^\s*(?:inline\s+)?(?:static|thread_local)\b(?!\s+(?:inline\s+)?const)[^(]*(?:[;={]|\w\(\)\s*;)", re.M)
QT_CHARTS = r"^(QtCharts|QChart|QLegend$|QAbstract(Axis|Series)$|Q\w+(Series|Axis)$)"


def offences(files, pattern):
    return [f"{f}:{line} includes {i}" for f in files for line, i in repository.includes(f) if re.search(pattern, i)]


class Layers(unittest.TestCase):
    def test_every_layer_includes_only_what_is_below_it(self):
        for folder, pattern in FORBIDDEN.items():
            with self.subTest(folder):
                self.assertEqual(offences(repository.sources(folder), pattern), [])

    def test_core_has_the_rooms_of_the_list(self):
        self.assertEqual({f.split("/")[1] for f in repository.sources("core")}, set(ROOMS))

    def test_no_room_of_core_includes_one_above_it(self):
        for floor, room in enumerate(ROOMS):
            above = "|".join(sorted(set(ROOMS[floor + 1:]) | NEVER.get(room, set())))
            with self.subTest(room):
                if above:
                    self.assertEqual(offences(repository.sources(f"core/{room}"), rf"^core/({above})/"), [])

    def test_core_is_free_of_qt(self):
        self.assertEqual(offences(repository.sources("core", "tests/core"), QT), [])

    def test_a_scheme_never_uses_another(self):
        names = re.findall(r"extern const Scheme (\w+);", repository.text("core/schemes/all_schemes.h"))
        self.assertGreater(len(names), 4)
        for file in repository.sources("core/schemes"):
            used = {n for n in names if re.search(rf"\b{n}\b", repository.text(file))}
            if file.endswith(".cpp") and not file.endswith("registry.cpp"):
                self.assertLessEqual(len(used), 1, f"{file} uses {sorted(used)}")

    def test_qt_charts_appears_in_paint_alone(self):
        outside = [f for f in repository.sources("ui", "app") if not f.startswith("ui/paint/")]
        self.assertEqual(offences(outside, QT_CHARTS), [])

    def test_core_and_figures_keep_nothing_in_static_variables(self):
        self.assertTrue(MUTABLE_STATIC.search("    static Recent recent;"))
        self.assertTrue(MUTABLE_STATIC.search("thread_local std::vector<int> last = {};"))
        self.assertFalse(MUTABLE_STATIC.search("static const std::vector<int> table = all();"))
        self.assertFalse(MUTABLE_STATIC.search("    static RangeSums zero(int headDim);"))
        for file in repository.sources("core", "ui/figures"):
            found = MUTABLE_STATIC.search(repository.text(file))
            self.assertIsNone(found, f"{file} keeps what it once computed: {found and found.group(0).strip()}")

    def test_includes_are_written_from_the_root(self):
        for file in repository.sources():
            for number, line in enumerate(repository.text(file).splitlines(), 1):
                found = re.match(r'\s*#\s*include\s*"([^"]+)"', line)
                if found:
                    self.assertTrue((repository.ROOT / found.group(1)).is_file(), f"{file}:{number} {found.group(1)}")


if __name__ == "__main__":
    unittest.main()
