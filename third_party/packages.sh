# third_party/packages.sh -- finds and installs missing packages; `quadrille`
# sources it. Only debian-packages.txt lists the needed ones.
# shellcheck shell=bash
: "${root:?set by quadrille}" "${built:?set by quadrille}"
packages=$root/third_party/debian-packages.txt

# The R packages of this machine, each after a line of its own.
r_packages() {
    ! command -v Rscript >/dev/null || Rscript --vanilla -e \
        'cat(rownames(installed.packages()), sep = "\n")' 2>/dev/null
}

# is_there PACKAGE PROGRAM: true if Debian has installed the package, or if what
# the package brings is found. A library without a program is looked for on
# Debian systems only.
is_there() {
    ! grep -qxF -- "$1" <<<"$installed" || return 0
    case $2 in
    -) [[ -z $installed ]] ;;
    /*) [[ -e $2 ]] ;;
    R:*) grep -qxF -- "${2#R:}" <<<"${r_installed=$(r_packages)}" ;;
    *) command -v "$2" >/dev/null ;;
    esac
}

# missing GROUP ...: prints the missing packages of these groups, one per line:
# Debian's name, the program, Spack's name, conda's. Programs that are given
# need no build.
missing() {
    local row installed='' r_installed
    unset r_installed
    if command -v dpkg-query >/dev/null; then
        # shellcheck disable=SC2016 # dpkg-query's own variables
        installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' |
            awk '$1 == "installed" { print $2 }')
    fi
    while read -ra row; do
        is_there "${row[0]}" "${row[1]}" || echo "${row[*]}"
    done < <(awk -v groups=" $* " -v is_built="${QUADRILLE_BUILT:+yes}" '
        is_built && /^(build|simulate) / { next }
        !/^#/ && index(groups, " " $1 " ") { print $2, $3, $4, $5 }
        ' "$packages" | LC_ALL=C sort -u)
}

# can_install: whether this command can install packages here.
can_install() {
    [[ ${QUADRILLE_SETUP:-} != never && $(id -u) == 0 ]] &&
        command -v apt-get >/dev/null
}

# names_of COLUMN ROWS: the words of a column, each once, without -.
names_of() {
    awk -v column="$1" '$column != "-" && !has[$column]++ {
        printf "%s%s", n++ ? " " : "", $column }' <<<"$2"
}

# programs_of ROWS: what is missing, in words.
programs_of() {
    awk '$2 ~ /^R:/ { r = r (r ? ", " : " and R packages: ") substr($2, 3) }
        $2 !~ /^R:/ && !has[$1]++ {
            text = text (text ? ", " : "") ($2 ~ /^[a-zA-Z]/ ? $2 : $1) }
        END { print text ? text r : substr(r, 6) }' <<<"$1"
}

# where_to_get ROWS: rows of `missing` in words: what is missing, and who has
# it.
where_to_get() {
    local text rows spack conda
    text=$(programs_of "$1")
    if can_install; then
        echo "$text; ./quadrille setup installs what is missing"
        return
    fi
    # R's packages have names that follow from their own.
    rows=$(sed -E 's/^.* R:.*/r-cran-NAME R r-NAME r-NAME/' <<<"$1")
    text+="; load a module, or install Debian's $(names_of 1 "$rows")"
    spack=$(names_of 3 "$rows") conda=$(names_of 4 "$rows")
    [[ -z $spack ]] || text+=", or Spack's $spack"
    [[ -z $conda ]] || text+=", or conda's $conda"
    echo "$text; see docs/install.md"
}

# need COMMAND GROUP ...: installs the missing packages of these groups, and of
# the build, if that is possible, and fails if one of these groups is missing.
need() {
    local rows
    install_packages no build "${@:2}"
    rows=$(missing "${@:2}")
    # Without Bazel, the rest of its build is not worth naming.
    [[ $rows != *' bazel '* ]] || rows=$(awk '
        NR == FNR { if ($1 == "build") of_build[$2]; next }
        $2 == "bazel" || !($1 in of_build)' "$packages" - <<<"$rows")
    [[ -z $rows ]] || fail "$1 needs $(where_to_get "$rows")" 1
}

# Draws the progress that apt-get reports: on a terminal as one line, elsewhere
# every 10 seconds.
draw_apt() {
    local line='' done=0 what='apt reads its lists' pause_s=5
    # shellcheck disable=SC2034 # of progress
    local progress_every=10
    [[ ! -t 2 ]] || pause_s=0.5
    progress_begin
    while read -r -t $pause_s line || (($? > 128)); do
        if [[ $line =~ ^(dl|pm)status:.*:([0-9]+)[0-9.]*:(.*)$ ]]; then
            done=${BASH_REMATCH[2]} what=${BASH_REMATCH[3]}
            [[ ${BASH_REMATCH[1]} != dl ]] || what="loading: $what"
        fi
        progress "$done" 100 "$what"
    done
    progress_clear
}

# install_packages ASSUME_YES GROUP ...: lists the missing packages, asks once
# on a terminal, and installs them. It never fails and is silent where nothing
# can be installed: the command may work without them. The output of apt-get
# goes to a log.
install_packages() {
    local assume_yes=$1 names answer log=$built/setup.log
    shift
    can_install && [[ -z ${refused:-} ]] || return 0
    mapfile -t names < <(missing "$@" | cut -d' ' -f1 | sort -u)
    ((${#names[@]} > 0)) || return 0
    say "missing packages: ${names[*]}"
    if [[ $assume_yes == no && -t 0 && -t 2 ]]; then
        read -r -p 'Install them now? [Y/n] ' answer
        [[ ! $answer =~ ^[nN] ]] || { refused=yes && return 0; }
    fi
    mkdir -p "$built" 2>/dev/null && : 2>/dev/null >"$log" || log=/dev/null
    say "installing, which takes 1 to 6 minutes; what apt says is in $log"
    export DEBIAN_FRONTEND=noninteractive
    {
        apt-get update -qq &&
            apt-get install -y -qq --no-install-recommends \
                -o APT::Status-Fd=3 "${names[@]}"
    } 3>&1 >>"$log" 2>&1 </dev/null | draw_apt ||
        { refused=yes && say "apt-get failed: $(tail -n 1 "$log")"; }
}
