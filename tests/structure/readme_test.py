#!/usr/bin/env python3
"""The README tells the truth: its paths are there and its commands work."""
import os
import re
import shlex
import subprocess
import tempfile
import unittest

import repository

README = repository.text("README.md")
PATH = re.compile(r"`((?:app|core|ui|resources|tests)/[\w./+-]+|LICENSE)`")
PROGRAM = os.environ.get("ROPE_PROGRAM", "")
ENVIRONMENT = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}


def commands():
    """The lines of the fenced shell block, which stand on their own."""
    block = re.search(r"```sh\n(.*?)```", README, re.S).group(1)
    return [shlex.split(line) for line in block.splitlines() if line]


class Readme(unittest.TestCase):
    def test_every_path_it_names_is_there(self):
        paths = set(PATH.findall(README)) - {"resources/equations/name.svg"}
        self.assertGreater(len(paths), 15)
        missing = [p for p in sorted(paths) if not (repository.ROOT / p).exists()]
        self.assertEqual(missing, [])

    def test_every_picture_and_link_is_there(self):
        for target in re.findall(r"\]\(([^)#:]+)\)", README.replace("(set:key=value)", "")):
            self.assertTrue((repository.ROOT / target).is_file(), target)

    def test_its_drawing_has_the_rooms_of_core_and_ui(self):
        drawn = set(re.findall(r"^      (\w+)/ ", README, re.M))
        there = {f.split("/")[1] for f in repository.sources("core", "ui")}
        self.assertEqual(drawn, there)

    def test_its_two_commands_are_the_scripts(self):
        for script in ("app/run", "tests/run"):
            self.assertIn(f"bash {script}", README)
            self.assertTrue((repository.ROOT / script).is_file())

    def test_it_shows_every_command(self):
        shown = {command[1] for command in commands()} | set(re.findall(r"rope-explorer (\w+)", README))
        told = subprocess.run([PROGRAM, "--help"], capture_output=True, text=True, check=True).stdout
        there = set(re.findall(r"^  ([a-z]+) {2,}", told.split("Subcommands:")[1], re.M))
        self.assertIn("render", there)
        self.assertEqual(there - shown, set())

    def test_every_example_works(self):
        self.assertTrue(os.access(PROGRAM, os.X_OK), "ROPE_PROGRAM must name the built program")
        with tempfile.TemporaryDirectory() as folder:
            for command in commands():
                with self.subTest(shlex.join(command)):
                    self.assertEqual(command[0], "rope-explorer")
                    done = subprocess.run([PROGRAM, *command[1:]], cwd=folder, env=ENVIRONMENT, capture_output=True,
                                          text=True, stdin=subprocess.DEVNULL)
                    self.assertEqual((done.returncode, done.stderr), (0, ""))
                    if "-o" in command:
                        self.assertGreater(os.path.getsize(os.path.join(folder, command[command.index("-o") + 1])), 0)


if __name__ == "__main__":
    unittest.main()
