# Shared by app/run and tests/run, which source it: packages, configuration and build on Debian 12.
# Callers have set -euo pipefail and `root`, the repository's folder.

build_packages=(
  g++ cmake ninja-build
  qt6-base-dev qt6-charts-dev qt6-svg-dev libqt6opengl6-dev
  libeigen3-dev nlohmann-json3-dev libexpected-dev libcli11-dev libzip-dev
  fonts-dejavu-core
)

# Programs that the export of figures calls: EPS, GIF and MP4.
export_packages=(poppler-utils ffmpeg)

# say TEXT...: what happens now, one line, apart from the output of the tools.
say() {
  printf '== %s\n' "$*" >&2
}

# is_installed PACKAGE
is_installed() {
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# as_root COMMAND...: through sudo unless we are root already.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    say "this needs root and there is no sudo; as root run: $*"
    return 1
  fi
}

# install_packages PACKAGE...: installs those that are missing, and nothing when none is.
install_packages() {
  local package missing=()
  for package in "$@"; do
    is_installed "$package" || missing+=("$package")
  done
  [ "${#missing[@]}" -gt 0 ] || return 0
  command -v apt-get >/dev/null || { say "no apt-get here; install: ${missing[*]}"; return 1; }
  say "installing ${missing[*]}"
  apt_get update -q || say "the package lists could not be fetched; is the network up? Going on with those that are here"
  apt_get install -y -q --no-install-recommends "${missing[@]}" || {
    say "these packages could not be installed: ${missing[*]}; see the lines of apt-get above (network, disk space)"
    return 1
  }
}

# apt_get ARGUMENT...: as root, without questions; waits while another program holds the package system.
apt_get() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 "$@"
}

# configure_and_build FOLDER TARGET CMAKE_OPTION...: compiler cache used where there is one; jobs: one per processor.
configure_and_build() {
  local folder=$1 target=$2
  shift 2
  say "configuring in ${folder#"$root"/}"
  cmake -S "$root" -B "$folder" -G Ninja "$@" >&2
  say "building"
  cmake --build "$folder" --target "$target" --parallel "$(nproc)" >&2
}
