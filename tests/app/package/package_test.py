#!/usr/bin/env python3
"""What a machine gets when the program is installed: its files, its Debian package, its manual, its completions."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = os.environ["ROPE_PROGRAM"]
BUILD = os.environ["ROPE_BUILD"]
ID = "org.rope_explorer.RopeExplorer"
INSTALLED = {
    "usr/bin/rope-explorer",
    f"usr/share/applications/{ID}.desktop",
    f"usr/share/metainfo/{ID}.metainfo.xml",
    f"usr/share/mime/packages/{ID}.xml",
    f"usr/share/icons/hicolor/scalable/apps/{ID}.svg",
    "usr/share/man/man1/rope-explorer.1.gz",
    "usr/share/bash-completion/completions/rope-explorer",
    "usr/share/fish/vendor_completions.d/rope-explorer.fish",
    "usr/share/zsh/vendor-completions/_rope-explorer",
    "usr/share/doc/rope-explorer/copyright",
    "usr/share/doc/rope-explorer/changelog.gz",
}


def output(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout


def files_below(folder):
    return {str(p.relative_to(folder)) for p in pathlib.Path(folder).rglob("*") if p.is_file()}


def version():
    return re.search(r"project\(rope_explorer VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)


class Installed(unittest.TestCase):
    def test_install_lays_out_every_file(self):
        with tempfile.TemporaryDirectory() as folder:
            output("cmake", "--install", BUILD, "--prefix", "/usr", env={**os.environ, "DESTDIR": folder})
            self.assertEqual(files_below(folder), INSTALLED)

    def test_the_package_holds_the_same_and_passes_lintian(self):
        with tempfile.TemporaryDirectory() as folder:
            output("cpack", "-G", "DEB", "-B", folder, cwd=BUILD, env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000"})
            package, = pathlib.Path(folder).glob("rope-explorer_*.deb")
            self.assertTrue(package.name.startswith(f"rope-explorer_{version()}_"), package.name)
            output("dpkg-deb", "-x", package, f"{folder}/root")
            self.assertEqual(files_below(f"{folder}/root"), INSTALLED)
            depends = output("dpkg-deb", "-f", package, "Depends")
            for needed in ("libqt6widgets6", "libqt6charts6", "libqt6svg6", "libzip4", "fonts-dejavu-core"):
                self.assertIn(needed, depends)
            if shutil.which("lintian"):
                output("lintian", "--allow-root", "--fail-on", "error", package)

    def test_the_changelog_ends_at_the_version_of_the_build(self):
        first = (ROOT / "app/package/changelog").read_text().splitlines()[0]
        self.assertEqual(re.match(r"rope-explorer \(([^)]+)\)", first).group(1), version())


class Manual(unittest.TestCase):
    def setUp(self):
        self.page = output(PROGRAM, "manual")

    def test_it_names_every_command_and_option_of_the_help(self):
        commands = re.findall(r"^  ([a-z]+) {2,}", output(PROGRAM, "--help").split("Subcommands:")[1], re.M)
        self.assertIn("render", commands)
        for command in commands:
            self.assertIn(f".SS \\fB{command}\\fR", self.page)
            for option in re.findall(r"--[a-z-]+", output(PROGRAM, command, "--help").split("Options:")[1].split("rope-explorer")[0]):
                self.assertIn("\\fB" + option.replace("-", "\\-") + "\\fR", self.page)

    def test_man_sets_it_without_a_warning(self):
        if shutil.which("man") is None:
            return
        done = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-"], input=self.page,
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("rotary positional embeddings", done.stdout)


class Completion(unittest.TestCase):
    def offered(self, *words):
        """What bash offers for a command line whose last word is being typed."""
        script = (f"{output(PROGRAM, 'completion', 'bash')}\n"
                  'COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _rope_explorer; printf "%s\\n" "${COMPREPLY[@]}"')
        return output("bash", "-c", script, "bash", *words).split()

    def ids(self, what):
        return [entry["id"] for entry in json.loads(output(PROGRAM, "list", what, "--format", "json"))]

    def test_commands_and_options(self):
        self.assertEqual(self.offered("rope-explorer", "rend"), ["render"])
        self.assertIn("--layer-type", self.offered("rope-explorer", "ladder", "--"))
        self.assertNotIn("--layer-type", self.offered("rope-explorer", "scores", "--"))

    def test_ids_come_from_the_lists(self):
        for place in (("ladder", "--preset"), ("render", "ladder", "--compared"), ("check", "--expect"), ("compare",),
                      ("compare", "llama-3-8b")):
            self.assertLessEqual(set(self.ids("presets")), set(self.offered("rope-explorer", *place, "")), place)
        self.assertEqual(set(self.offered("rope-explorer", "render", "")), set(self.ids("figures")))
        self.assertIn("presets", self.offered("rope-explorer", "list", ""))
        self.assertIn("vllm", self.offered("rope-explorer", "recipe", ""))
        self.assertEqual(self.offered("rope-explorer", "completion", "fi"), ["fish"])

    def test_keys_and_their_choices(self):
        self.assertEqual(set(self.offered("rope-explorer", "render", "ladder", "--set", "")),
                         {key + "=" for key in self.ids("keys")})
        self.assertEqual(self.offered("rope-explorer", "ladder", "--set", "sequence.mask", "=", "ca"), ["causal"])
        self.assertEqual(self.offered("rope-explorer", "ladder", "--set", "model.pairing", "="), ["half", "interleaved"])

    def test_words_of_options(self):
        self.assertEqual(self.offered("rope-explorer", "render", "ladder", "--theme", "pr"), ["print", "presenter"])
        self.assertEqual(self.offered("rope-explorer", "ladder", "--format", ""), ["table", "csv", "json"])
        self.assertEqual(self.offered("rope-explorer", "compare", "--format", ""), ["table", "json"])

    def test_files_where_a_file_may_stand(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "model.json").touch()
            for place in (("inspect",), ("ladder", "--model"), ("render", "ladder", "-o"), ("compare",)):
                self.assertEqual(self.offered("rope-explorer", *place, f"{folder}/mo"), [f"{folder}/model.json"], place)

    def test_other_shells_can_read_theirs(self):
        for shell in ("zsh", "fish"):
            text = output(PROGRAM, "completion", shell)
            self.assertIn("llama-3.1-8b", text)
            if shutil.which(shell):
                output(shell, "-n", "/dev/stdin", input=text)


class Flatpak(unittest.TestCase):
    def test_the_manifest_builds_this_program_from_pinned_sources(self):
        manifest = json.loads((ROOT / f"app/package/{ID}.json").read_text())
        self.assertEqual((manifest["app-id"], manifest["command"]), (ID, "rope-explorer"))
        for module in manifest["modules"]:
            for source in module["sources"]:
                self.assertTrue(source["type"] == "dir" or source.get("tag"), module["name"])
        folder = ROOT / "app/package" / manifest["modules"][-1]["sources"][0]["path"]
        self.assertEqual(folder.resolve(), ROOT)


if __name__ == "__main__":
    unittest.main()
