# third_party/packages.sh -- which Debian packages are missing, and installing
# them; `quadrille` sources it. What is needed is listed in debian-packages.txt,
# and nowhere else.
# shellcheck shell=bash
: "${root:?set by quadrille}" "${built:?set by quadrille}"
packages=$root/third_party/debian-packages.txt

# missing GROUP ...: the packages of these groups that are not there, a line
# each. One whose program is on the PATH is there, whoever installed it; of
# those without a program only a Debian system can tell.
missing() {
    local package program installed=''
    if command -v dpkg-query >/dev/null; then
        # shellcheck disable=SC2016 # dpkg-query's own variables
        installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' |
            awk '$1 == "installed" { print $2 }')
    fi
    while read -r package program; do
        if [[ $program != - ]] && command -v "$program" >/dev/null ||
            [[ $program == - && -z $installed ]]; then
            continue
        fi
        grep -qxF -- "$package" <<<"$installed" || echo "$package"
    done < <(awk -v groups=" $* " '!/^#/ && index(groups, " " $1 " ") {
            print $2, $3 }' "$packages") | sort -u
}

# require GROUP ...: stops if something of these groups is missing.
require() {
    local names
    names=$(missing "$@" | paste -sd' ')
    [[ -z $names ]] ||
        fail "missing packages: $names; ./quadrille setup installs them" 1
}

# Draws what apt-get says on its status channel as one line, on a terminal.
draw_progress() {
    local kind percent what LC_ALL=C
    while IFS=: read -r kind _ percent what; do
        [[ ! -t 2 ]] || printf '\r\033[Kquadrille: %s %3.0f%%: %.50s' \
            "$([[ $kind == dl* ]] && echo loading || echo installing)" \
            "$percent" "$what" >&2
    done
    [[ ! -t 2 ]] || printf '\r\033[K' >&2
}

# install_packages ASSUME_YES GROUP ...: installs what is missing; says so
# first, and asks when there is somebody to ask. Never fails: the command may do
# without. What apt says goes to a log.
install_packages() {
    local assume_yes=$1 names answer log=$built/setup.log
    shift
    mapfile -t names < <(missing "$@")
    ((${#names[@]} > 0)) || return 0
    say "missing packages: ${names[*]}"
    if ! command -v apt-get >/dev/null; then
        say "not a Debian system: install them, or their like, by hand"
        return
    fi
    if [[ ${QUADRILLE_SETUP:-} == never || $(id -u) != 0 ]]; then
        say "not installed; as root: apt-get install ${names[*]}"
        return
    fi
    if [[ $assume_yes == no && -t 0 && -t 2 ]]; then
        read -r -p 'Install them now? [Y/n] ' answer
        [[ ! $answer =~ ^[nN] ]] || return 0
    fi
    mkdir -p "$built" 2>/dev/null && : 2>/dev/null >"$log" || log=/dev/null
    say "installing, which takes about a minute; what apt says is in $log"
    export DEBIAN_FRONTEND=noninteractive
    {
        apt-get update -qq &&
            apt-get install -y -qq --no-install-recommends \
                -o APT::Status-Fd=3 "${names[@]}"
    } 3>&1 >>"$log" 2>&1 </dev/null | draw_progress ||
        say "apt-get failed: $(tail -n 1 "$log")"
}
