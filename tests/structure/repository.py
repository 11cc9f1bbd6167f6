"""The files of the repository, for tests that read the tree instead of running it."""
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
IGNORED = re.compile(r"^(build[^/]*|figures|\.cache|\.git)$")


def files():
    """Paths below the root that belong to the repository, as git knows them or, outside git, all but built ones."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode == 0 and listed.stdout:
        return sorted(p for p in listed.stdout.split("\0") if p and (ROOT / p).is_file())
    found = []
    for folder, subfolders, names in os.walk(ROOT):
        subfolders[:] = [s for s in subfolders if not IGNORED.match(s) and s != "__pycache__"]
        found += [str((pathlib.Path(folder) / n).relative_to(ROOT)) for n in names]
    return sorted(found)


def text(path):
    return (ROOT / path).read_text(encoding="utf-8", errors="replace")


def sources(*folders):
    """C++ files, below these folders when any is named."""
    prefixes = tuple(f.rstrip("/") + "/" for f in folders)
    return [p for p in files() if p.endswith((".cpp", ".h")) and (not prefixes or p.startswith(prefixes))]


def includes(path):
    """(line number, included path) of each include in quotes or angle brackets."""
    for number, line in enumerate(text(path).splitlines(), 1):
        found = re.match(r'\s*#\s*include\s*[<"]([^>"]+)[>"]', line)
        if found:
            yield number, found.group(1)
