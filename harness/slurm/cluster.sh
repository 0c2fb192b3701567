#!/usr/bin/env bash
# harness/slurm/cluster.sh ACTION -- a cluster on one machine: nodes with links
# of a set rate between them (cluster_network.sh), and a real SLURM, as root,
# without systemd (cluster_slurm.sh). All runs below one process in its own
# namespaces, so ending that process ends every daemon, job step, rank,
# interface and temporary file. All other files are in one folder, which only
# root can have made and which stop removes. `./quadrille cluster` runs it;
# configs/machines/cluster.yaml and shaped.yaml name the folder, too.
set -euo pipefail
umask 022 # the user reads what is not secret
folder=${QUADRILLE_CLUSTER_DIR:-/run/quadrille-cluster}
export SLURM_CONF=$folder/slurm.conf
unset "${!SINFO_@}" "${!SQUEUE_@}" SLURM_CLUSTERS # they change what we see
log=$folder/state/log # of what starts SLURM; others cannot read it
program=${QUADRILLE_BUILT_DIR:-built}/quadrille
export PATH=$PATH:/usr/sbin

say() { printf 'quadrille cluster: %s\n' "$*" >&2; }
fail() {
    say "$1"
    exit "${2:-2}"
}

[[ $folder == /* && $folder != *[[:space:]]* ]] ||
    fail "QUADRILLE_CLUSTER_DIR ${folder@Q}; accepted: a path that begins with \
/ and has no blanks"

# shellcheck source=harness/slurm/cluster_network.sh
source "$(dirname "${BASH_SOURCE[0]}")/cluster_network.sh"

# shellcheck source=harness/slurm/cluster_slurm.sh
source "$(dirname "${BASH_SOURCE[0]}")/cluster_slurm.sh"

# Requires that only root and this user can have made the folder or can replace
# it: a slurm.conf names programs that are run, and a pid in a file is killed.
is_trusted() {
    local path=$folder owner mode
    read -r owner mode < <(stat -c '%u %a' "$path")
    [[ -d $path && ! -L $path && $mode =~ ^7(00|11)$ &&
        ($owner == 0 || $owner == "$(id -u)") ]] || return 1
    while [[ $path != / ]]; do
        path=$(dirname "$path")
        read -r owner mode < <(stat -Lc '%u %a' "$path")
        [[ $owner == 0 || $owner == "$(id -u)" ]] || return 1
        # Write permission allows renaming, unless the sticky bit forbids it.
        (((8#$mode & 8#22) == 0 || (8#$mode & 8#1000) != 0)) || return 1
    done
}
require_trust() {
    [[ ! -e $folder && ! -L $folder ]] || is_trusted ||
        fail "$folder is not trusted; accepted: your own folder of mode 700 \
or 711, in folders that only root or you can change" 1
}

# Only a folder that start has made is removed, or an empty one.
remove_folder() {
    [[ ! -d $folder || -e $folder/.quadrille-cluster ]] ||
        rmdir "$folder" 2>/dev/null ||
        fail "$folder is not a cluster's folder; accepted: a new one"
    rm -rf --one-file-system "$folder"
}

# The start of a process, in ticks since boot; nothing for a zombie, or if there
# is no process.
started_at() {
    awk '{ sub(/.*\) /, ""); if ($1 != "Z") print $20 }' "/proc/$1/stat" \
        2>/dev/null || true
}
# Sets `outer`. The start time is compared, too: another process may have reused
# the number.
is_running() {
    local start
    read -r outer start 2>/dev/null <"$folder/pid" &&
        [[ -n $start && $(started_at "$outer") == "$start" ]]
}
require_running() {
    [[ $(id -u) == 0 || ! -d $folder || -w $folder/munge.socket ]] ||
        fail "SLURM is not for $(id -un); accepted: root, or the NAME of \
./quadrille cluster start --user NAME"
    is_running || fail 'it is not running; ./quadrille cluster start' 1
}
# The first process of the namespace: it ends after all the others.
first_process() {
    local children
    children=$(<"/proc/$outer/task/$outer/children") && [[ -n $children ]] &&
        echo "${children%% *}"
}
# inside COMMAND ...: runs it where the first process is.
inside() {
    local first
    first=$(first_process) || fail 'the cluster is ending' 1
    nsenter --target "$first" --pid --mount --net -- "$@"
}

# Restarts a killed daemon, in the namespaces of the others.
daemon() {
    require_running
    inside "${BASH_SOURCE[0]}" start_daemon "$@"
}

# The first process of the namespaces: daemons fork away from it.
run_all() {
    local i
    read_plan
    network=$(<"$folder/network")
    touch "$folder/separate"
    in_make_bridge
    for ((i = 1; i <= num_nodes; i++)); do in_make_node "$i"; done
    in_make_links
    if has_slurm; then
        start_daemon munged
        start_daemon slurmctld
        for ((i = 1; i <= num_nodes; i++)); do start_daemon slurmd "n$i"; done
    fi
    touch "$folder/started"
    while :; do sleep 3600 & wait $!; done
}

# exec NODE COMMAND ...: runs a command on a node, as ssh would.
exec_command() {
    require_root exec
    (($# > 1)) || fail 'exec: no command; accepted: exec NODE COMMAND ...'
    require_running
    read_plan
    is_node "$1" || fail "exec: node ${1@Q}; accepted: n1 to n$num_nodes"
    unset SLURM_CONF
    inside "${BASH_SOURCE[0]}" in_node "$@"
}

# As the user sees it.
num_idle() {
    { as_user sinfo -h -N -o %T 2>/dev/null || true; } |
        grep -cE '^(idle|mixed|allocated)$' || true
}

as_user() {
    setpriv --reuid="$user" --regid="$(id -g "$user")" --init-groups -- "$@"
}

# take OPTION [VALUE]: an option of start, which is given once.
take() {
    local -n value=$1
    [[ ! -v $1 ]] || fail "start: --$1 is given twice; accepted: once"
    (($# > 1)) || fail "start: --$1 has no value; accepted: a value"
    # shellcheck disable=SC2034 # the option's own variable
    value=$2
}

# Sets `user`, who may use SLURM besides root.
parse_user() {
    local name uid
    # The name again: getent takes numbers, too.
    IFS=: read -r name _ uid _ < <(getent -- passwd "$user") || name=''
    [[ -n $name && $name == "$user" ]] ||
        fail "start: --user ${user@Q}; accepted: the name of a user of this \
machine"
    ((uid != 0)) ||
        fail "start: --user ${user@Q}: root may always use it; accepted: \
another user"
}

# The options of start. Sets `user`, who may use SLURM besides root, `nodes` and
# `links`, what the links are, and `no_slurm`.
parse() {
    unset user nodes links
    no_slurm=''
    require_root start
    while (($# > 0)); do
        case $1 in
        --user | --nodes | --links) take "${1#--}" "${@:2:1}" && shift ;;
        --no-slurm)
            [[ -z $no_slurm ]] ||
                fail 'start: --no-slurm is given twice; accepted: once'
            no_slurm=yes
            ;;
        *) fail "start: argument ${1@Q}; accepted: --user NAME, --nodes N, \
--links FILE, --no-slurm" ;;
        esac
        shift
    done
    [[ ! -v user || -z $no_slurm ]] ||
        fail 'start: --user with --no-slurm; accepted: one of them'
    [[ ! -v user ]] || parse_user
    user=${user-root}
    [[ ! -v nodes || $nodes =~ ^([1-9]|1[0-6])$ ]] ||
        fail "start: --nodes ${nodes@Q}; accepted: 1 to 16"
    links=${links-${QUADRILLE_ROOT:-.}/configs/links/default.yaml}
    [[ -f $links ]] || fail "start: --links ${links@Q}; accepted: a file, such \
as configs/links/base.yaml"
    as_user test -x "$(dirname "$folder")" ||
        fail "start: $user cannot reach $folder; accepted: \
QUADRILLE_CLUSTER_DIR below folders that $user can search"
}
require_root() { [[ $(id -u) == 0 ]] || fail "$1: not root; accepted: root"; }

require_programs() {
    local name
    for name in unshare ip tc ethtool \
        ${no_slurm:-munged slurmctld slurmd}; do
        [[ $name == yes ]] || command -v "$name" >/dev/null ||
            fail "$name is not installed; ./quadrille setup installs it" 1
    done
}

# A kernel may lack what sets rates.
require_rates() {
    ! grep -q '^n1 tc ' "$folder/plan" || unshare --net tc qdisc add dev lo \
        root tbf rate 1mbit burst 3000 limit 3000 2>/dev/null ||
        fail "start: no rate can be set here; accepted: root that may make \
network namespaces, and a kernel with tbf, or links without a rate"
}

# All files of the folder.
make_folder() {
    choose_network
    mkdir -m 700 "$folder"
    : >"$folder/.quadrille-cluster"
    mkdir -m 700 "$folder/state" "$folder/tmp"
    echo "$network" >"$folder/network"
    "$program" cluster links "$links" "${nodes:-0}" "$network" "$folder"
    require_rates
    read_plan
    write_hosts
    [[ -n $no_slurm ]] || configure_slurm
}

# Waits until SLURM has all nodes.
wait_for_slurm() {
    local i
    for ((i = 0; i < 300; i++)); do
        [[ $(num_idle) != "$num_nodes" ]] || return 0
        is_running || return 1
        sleep 0.1
    done
    return 1
}

# await FILE: until the cluster's first process has made it, 30 s at most.
await() {
    local i
    for ((i = 0; i < 3000; i++)); do
        [[ ! -e $folder/$1 ]] || return 0
        is_running || return 1
        sleep 0.01
    done
    return 1
}

# Nothing is left of a start that fails or is interrupted.
start() {
    local why
    parse "$@"
    is_running && fail 'it is already running; accepted: start after stop'
    require_programs
    "$program" cluster links "$links" "${nodes:-0}" || exit
    remove_folder
    trap 'stop 2>/dev/null' EXIT
    trap 'exit 1' INT TERM
    make_folder
    setsid unshare --pid --net --fork --kill-child --mount-proc -- \
        "${BASH_SOURCE[0]}" run_all >"$log" 2>&1 </dev/null &
    echo "$! $(started_at $!)" >"$folder/pid"
    await separate || fail "it did not start: $(tail -n 1 "$log")" 1
    why=$(join_network $!) || fail "no network to the nodes: $why" 1
    await started || fail "it did not start: $(tail -n 1 "$log")" 1
    if has_slurm; then
        wait_for_slurm ||
            fail "the nodes are not idle: $(as_user sinfo 2>&1 | tail -n 1)" 1
        say "$num_nodes nodes are idle; they share $(nproc) cores"
        say "so that squeue and sbatch find it, $user types:"
        printf 'export SLURM_CONF=%q\n' "$SLURM_CONF"
    else
        say "$num_nodes nodes; they share $(nproc) cores"
    fi
    trap - EXIT INT TERM
}

stop() {
    local first start i end='it is not running'
    require_root stop
    if is_running; then
        end=stopped
        first=$(first_process) || first=$outer
        start=$(started_at "$first")
        kill -KILL "$outer"
        for ((i = 0; i < 200; i++)); do
            is_running || [[ $(started_at "$first") == "$start" ]] || break
            sleep 0.05
        done
    fi
    leave_network
    remove_folder
    say "$end"
}

# Counters are root's to read.
status() {
    require_running
    ! has_slurm || { sinfo -N -o '%N %T %C' && squeue; }
    [[ $(id -u) != 0 ]] || inside "$program" cluster counters "$folder"
}

require_trust
case ${1:-} in
stop | status | run_all)
    (($# == 1)) || fail "$1: argument ${2@Q}; accepted: none"
    "$1"
    ;;
start | parse | daemon | start_daemon | in_hold_node | in_node) "$@" ;;
exec) exec_command "${@:2}" ;;
check) exec "$(dirname "${BASH_SOURCE[0]}")/cluster_check.sh" "${@:2}" ;;
*) fail "action '${1:-}'; accepted: start, stop, status, check, exec" ;;
esac
