#!/usr/bin/python3
"""Drives the real program in a real window: finds a slider through accessibility, drags it with the mouse, and sees
the value, the picture and the undo follow.

Usage: real_window_test.py PROGRAM. Exit code 77 (skipped) where Xvfb, openbox, xdotool, dbus or pyatspi are missing.
"""

import os
import shutil
import struct
import subprocess
import sys
import tempfile
import time

SKIPPED = 77
TOOLS = ("Xvfb", "openbox", "xdotool", "dbus-run-session")
PATIENCE = 30.0  # seconds until something that should happen counts as missing


def wait_for(what, condition):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.05)
    sys.exit(f"waited in vain for {what}")


class Screen:
    """The pixels of an Xvfb screen, read from its frame buffer file (XWD)."""

    def __init__(self, folder):
        self.path = os.path.join(folder, "Xvfb_screen0")

    def pixels(self, x, y, width, height):
        with open(self.path, "rb") as file:
            data = file.read()
        header = struct.unpack(">25I", data[:100])
        start, colors, stride, bits = header[0], header[19], header[12], header[11]
        first = start + 12 * colors
        size = bits // 8
        return [data[first + row * stride + x * size: first + row * stride + (x + width) * size]
                for row in range(y, y + height)]


def xdotool(*arguments):
    subprocess.run(["xdotool", *map(str, arguments)], check=True)


def find(node, matches):
    if matches(node):
        return node
    for child in node:
        found = child is not None and find(child, matches)
        if found:
            return found
    return None


def inside(program, folder):
    import pyatspi

    screen = Screen(folder)
    subprocess.Popen(["openbox"])
    environment = dict(os.environ, QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1", QT_QPA_PLATFORM="xcb")
    window = subprocess.Popen([program], env=environment)
    try:
        check(pyatspi, screen)
        xdotool("key", "ctrl+q")
        if window.wait(PATIENCE) != 0:
            sys.exit("the program did not end well")
    finally:
        if window.poll() is None:
            window.terminate()


def named(pyatspi, name, role=None, other_than=None):
    def matches(node):
        return node.name == name and (role is None or node.getRole() == role) and node.getRole() != other_than

    def search():
        for application in pyatspi.Registry.getDesktop(0):
            if application is not None and "rope" in application.name.lower():
                found = find(application, matches)
                if found:
                    return found
        return None

    return wait_for(f"'{name}' in the accessibility tree", search)


def extents(pyatspi, node):
    box = node.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
    return box.x, box.y, box.width, box.height


def check(pyatspi, screen):
    slider = named(pyatspi, "Query position m", pyatspi.ROLE_SLIDER)
    figure = named(pyatspi, "Rotation", other_than=pyatspi.ROLE_LABEL)  # the picture, not the title above it
    if not figure.description:
        sys.exit("the figure has no description in words")
    wait_for("the window on the screen", lambda: extents(pyatspi, slider)[2] > 50)
    xdotool("mousemove", 5, 5)
    before = slider.queryValue().currentValue
    place, picture = wait_for("a picture that stands still", lambda: settled(pyatspi, screen, figure))
    wait_for("another value", lambda: dragged(pyatspi, slider, before))
    xdotool("mousemove", 5, 5)
    wait_for("another picture", lambda: screen.pixels(*place) != picture)
    xdotool("key", "ctrl+z")
    wait_for("the value before the drag", lambda: slider.queryValue().currentValue == before)
    wait_for("the picture before the drag", lambda: screen.pixels(*place) == picture)


def settled(pyatspi, screen, node):
    """The place and the pixels of a node once they are the same for half a second and more than one colour."""
    place = extents(pyatspi, node)
    picture = screen.pixels(*place)
    time.sleep(0.5)
    still = extents(pyatspi, node) == place and screen.pixels(*place) == picture
    painted = len(set(picture)) > 10
    return (place, picture) if still and painted else None


def dragged(pyatspi, slider, before):
    """Drags once. Until the window manager has taken the window over, a drag may miss it: then there is another one."""
    drag(extents(pyatspi, slider))
    end = time.monotonic() + 2.0
    while slider.queryValue().currentValue == before and time.monotonic() < end:
        time.sleep(0.05)
    return slider.queryValue().currentValue != before


def drag(box):
    x, y, width, height = box
    middle = y + height // 2
    xdotool("mousemove", x + width // 4, middle, "mousedown", 1)
    for part in (0.3, 0.4, 0.5, 0.6):
        xdotool("mousemove", x + int(width * part), middle)
        time.sleep(0.03)
    xdotool("mouseup", 1)


def outside(program):
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    try:
        import pyatspi  # noqa: F401
    except ImportError:
        missing.append("pyatspi")
    if missing:
        print("skipped: not installed:", ", ".join(missing))
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        reader, writer = os.pipe()
        server = subprocess.Popen(["Xvfb", "-displayfd", str(writer), "-screen", "0", "1400x900x24", "-fbdir", folder],
                                  pass_fds=[writer], stderr=subprocess.DEVNULL)
        os.close(writer)
        try:
            display = os.read(reader, 16).decode().strip()
            environment = dict(os.environ, DISPLAY=f":{display}", HOME=folder, XDG_RUNTIME_DIR=folder,
                               XDG_CONFIG_HOME=folder, XDG_DATA_HOME=folder)
            for name in ("DBUS_SESSION_BUS_ADDRESS", "WAYLAND_DISPLAY", "AT_SPI_BUS_ADDRESS"):
                environment.pop(name, None)
            return subprocess.run(["dbus-run-session", "--", sys.executable, __file__, program, "--inside", folder],
                                  env=environment, timeout=200).returncode
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    if "--inside" in sys.argv:
        inside(sys.argv[1], sys.argv[3])
    else:
        sys.exit(outside(sys.argv[1]))
