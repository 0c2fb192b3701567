# third_party/packages.sh -- finds and installs missing Debian packages;
# `quadrille` sources it. Only debian-packages.txt lists the needed ones.
# shellcheck shell=bash
: "${root:?set by quadrille}" "${built:?set by quadrille}"
packages=$root/third_party/debian-packages.txt

# missing GROUP ...: prints the missing packages of these groups, one per line.
# A package whose program is on the PATH counts as installed; packages without a
# program are checked on Debian systems only.
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

# require GROUP ...: fails if a package of these groups is missing.
require() {
    local names
    names=$(missing "$@" | paste -sd' ')
    [[ -z $names ]] ||
        fail "missing packages: $names; ./quadrille setup installs them" 1
}

# On a terminal, draws the progress that apt-get reports as one line.
draw_progress() {
    local kind percent what LC_ALL=C
    while IFS=: read -r kind _ percent what; do
        [[ ! -t 2 ]] || printf '\r\033[Kquadrille: %s %3.0f%%: %.50s' \
            "$([[ $kind == dl* ]] && echo loading || echo installing)" \
            "$percent" "$what" >&2
    done
    [[ ! -t 2 ]] || printf '\r\033[K' >&2
}

# install_packages ASSUME_YES GROUP ...: lists the missing packages, asks on a
# terminal, and installs them. It never fails: the command may work without
# them. The output of apt-get goes to a log.
install_packages() {
    local assume_yes=$1 names answer log=$built/setup.log
    shift
    mapfile -t names < <(missing "$@")
    ((${#names[@]} > 0)) || return 0
    say "missing packages: ${names[*]}"
    if ! command -v apt-get >/dev/null; then
        say "not a Debian system: install these or equivalent packages"
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
