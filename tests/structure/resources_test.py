#!/usr/bin/env python3
"""What a desktop reads of the program: its entry, its icon and its description."""
import configparser
import re
import shutil
import subprocess
import unittest
import xml.etree.ElementTree as xml

import repository

ID = "org.rope_explorer.RopeExplorer"
ENTRY = f"resources/{ID}.desktop"
METAINFO = f"resources/{ID}.metainfo.xml"
ICON = f"resources/icons/{ID}.svg"


def checked_by(tool, *arguments):
    """Exit code and output of a checker; a machine without it checks the rest."""
    if shutil.which(tool) is None:
        return 0, ""
    done = subprocess.run([tool, *arguments], cwd=repository.ROOT, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


class Desktop(unittest.TestCase):
    def test_the_entry_starts_the_program_with_a_file(self):
        entry = configparser.ConfigParser(interpolation=None)
        entry.read_string(repository.text(ENTRY))
        self.assertEqual(entry["Desktop Entry"]["Exec"], "rope-explorer %f")
        self.assertEqual(entry["Desktop Entry"]["Icon"], ID)

    def test_the_entry_is_valid(self):
        self.assertEqual(checked_by("desktop-file-validate", ENTRY), (0, ""))

    def test_the_metainfo_names_the_entry_and_the_licence(self):
        root = xml.fromstring(repository.text(METAINFO))
        self.assertEqual(root.findtext("id"), ID)
        self.assertEqual(root.findtext("launchable"), f"{ID}.desktop")
        self.assertEqual(root.findtext("project_license"), "GPL-3.0-or-later")

    def test_the_metainfo_has_the_version_of_the_build(self):
        version = re.search(r"project\(rope_explorer VERSION ([0-9.]+)", repository.text("CMakeLists.txt")).group(1)
        newest = xml.fromstring(repository.text(METAINFO)).find("releases/release").get("version")
        self.assertEqual(newest, version)

    def test_the_metainfo_is_valid(self):
        code, said = checked_by("appstreamcli", "validate", "--no-net", METAINFO)
        self.assertEqual(code, 0, said)

    def test_the_icon_is_a_square_drawing(self):
        root = xml.fromstring(repository.text(ICON))
        self.assertEqual(root.get("width"), root.get("height"))
        self.assertTrue(root.tag.endswith("svg"))


if __name__ == "__main__":
    unittest.main()
