#!/usr/bin/env bash
# harness/slurm/cluster.sh start [--user NAME]|stop|status -- a real SLURM on
# one machine: munged, slurmctld and four slurmd, as root, without systemd, each
# slurmd on its own host (cluster_network.sh). All run below one process in its
# own namespaces, so ending that process ends every daemon, job step, rank,
# interface and temporary file. All other files are in one folder, which only
# root can have made and which stop removes. `./quadrille cluster` runs it;
# configs/machines/cluster.yaml names the folder, too.
#
# SLURM accepts what munge signs, so munge's socket decides who may use it: root
# and the user NAME. Nobody else can open it.
set -euo pipefail
umask 022 # the user reads what is not secret
folder=${QUADRILLE_CLUSTER_DIR:-/run/quadrille-cluster}
export SLURM_CONF=$folder/slurm.conf
unset "${!SINFO_@}" "${!SQUEUE_@}" SLURM_CLUSTERS # they change what we see
log=$folder/state/log # of what starts SLURM; others cannot read it
num_nodes=4
cpus_per_node=16
export PATH=$PATH:/usr/sbin

say() { printf 'quadrille cluster: %s\n' "$*" >&2; }
fail() {
    say "$1"
    exit "${2:-2}"
}

# shellcheck source=harness/slurm/cluster_network.sh
source "$(dirname "${BASH_SOURCE[0]}")/cluster_network.sh"

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
    is_running || fail 'SLURM is not running; ./quadrille cluster start' 1
}
# The first process of the namespace: it ends after all the others.
first_process() {
    local children
    children=$(<"/proc/$outer/task/$outer/children") && [[ -n $children ]] &&
        echo "${children%% *}"
}

write_configuration() {
    local i
    cat >"$folder/slurm.conf" <<TEXT
ClusterName=quadrille
SlurmctldHost=$(hostname -s)($network.2)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CredType=cred/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool.%n
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.%n.pid
SlurmctldLogFile=$folder/state/slurmctld.log
SlurmdLogFile=$folder/state/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
TaskProlog=$folder/prolog
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
ReturnToService=2
MinJobAge=3600
MaxArraySize=10001
SlurmctldTimeout=30
SlurmdTimeout=30
KillWait=2
MpiDefault=pmix
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0
TEXT
    for ((i = 1; i <= num_nodes; i++)); do
        echo "NodeName=n$i NodeAddr=$(node_address $i) CPUs=$cpus_per_node"
    done >>"$folder/slurm.conf"
    echo "PartitionName=main Nodes=n[1-$num_nodes] Default=YES State=UP" \
        "MaxTime=60" >>"$folder/slurm.conf"
    printf 'CgroupPlugin=cgroup/v1\nCgroupAutomount=no\n' \
        >"$folder/cgroup.conf"
    echo "PMIxCliTmpDirBase=$folder/tmp" >"$folder/mpi.conf"
    # What killed ranks leave is on the node's own file system.
    printf '#!/bin/sh\necho export TMPDIR=%s\n' "$folder/tmp" \
        >"$folder/prolog"
    chmod 755 "$folder/prolog"
    {
        printf '127.0.0.1 localhost\n%s %s\n' "$network.2" "$(hostname -s)"
        for ((i = 1; i <= num_nodes; i++)); do
            echo "$(node_address $i) n$i"
        done
    } >"$folder/hosts"
    echo "$network" >"$folder/network"
}

# Starts one daemon, in the namespaces.
start_daemon() {
    case $1 in
    munged)
        chmod 700 "$folder" # munged opens its socket to all
        munged --force --key-file "$folder/munge.key" \
            --socket "$folder/munge.socket" --pid-file "$folder/munged.pid" \
            --log-file "$folder/munged.log" --seed-file "$folder/munge.seed"
        chown "$(<"$folder/user")" "$folder/munge.socket"
        chmod 600 "$folder/munge.socket"
        [[ $(<"$folder/user") == root ]] || chmod 711 "$folder"
        ;;
    slurmctld) slurmctld -f "$SLURM_CONF" ;;
    slurmd) in_node "$2" slurmd -f "$SLURM_CONF" -N "$2" ;;
    esac
}

# Restarts a killed daemon, in the namespaces of the others.
daemon() {
    local first
    require_running
    first=$(first_process) || fail 'SLURM is ending' 1
    nsenter --target "$first" --pid --mount --net -- \
        "${BASH_SOURCE[0]}" start_daemon "$@"
}

# The first process of the namespaces: daemons fork away from it.
run_all() {
    local i
    network=$(<"$folder/network")
    touch "$folder/separate"
    in_make_bridge
    start_daemon munged
    start_daemon slurmctld
    for ((i = 1; i <= num_nodes; i++)); do
        in_make_node "$i"
        start_daemon slurmd "n$i"
    done
    touch "$folder/started"
    while :; do sleep 3600 & wait $!; done
}

# As the user sees it.
num_idle() {
    { as_user sinfo -h -N -o %T 2>/dev/null || true; } |
        grep -cE '^(idle|mixed|allocated)$' || true
}

as_user() {
    setpriv --reuid="$user" --regid="$(id -g "$user")" --init-groups -- "$@"
}

# The options of start. Sets `user`, who may use it besides root.
parse() {
    local given name uid
    require_root start
    user=root
    while (($# > 0)); do
        [[ $1 == --user ]] ||
            fail "start: argument ${1@Q}; accepted: --user NAME"
        [[ $user == root ]] ||
            fail 'start: --user is given twice; accepted: once'
        (($# > 1)) || fail 'start: --user has no value; accepted: --user NAME'
        given=$2
        # The name again: getent takes numbers, too.
        IFS=: read -r name _ uid _ < <(getent -- passwd "$given") || name=''
        [[ -n $name && $name == "$given" ]] ||
            fail "start: --user ${given@Q}; accepted: the name of a user of \
this machine"
        ((uid != 0)) ||
            fail "start: --user ${given@Q}: root may always use it; accepted: \
another user"
        user=$name
        shift 2
    done
    as_user test -x "$(dirname "$folder")" ||
        fail "start: $user cannot reach $folder; accepted: \
QUADRILLE_CLUSTER_DIR below folders that $user can search"
}
require_root() { [[ $(id -u) == 0 ]] || fail "$1: not root; accepted: root"; }

start() {
    local i why
    parse "$@"
    is_running && fail 'SLURM is already running; accepted: start after stop'
    for i in munged slurmctld slurmd unshare ip; do
        command -v "$i" >/dev/null ||
            fail "$i is not installed; ./quadrille setup installs it" 1
    done
    rm -rf --one-file-system "$folder"
    choose_network
    mkdir -m 700 "$folder" "$folder/state" "$folder/tmp"
    for ((i = 1; i <= num_nodes; i++)); do mkdir "$folder/spool.n$i"; done
    (umask 077 && head -c 128 /dev/urandom >"$folder/munge.key")
    echo "$user" >"$folder/user"
    write_configuration
    setsid unshare --pid --net --fork --kill-child --mount-proc -- \
        "${BASH_SOURCE[0]}" run_all >"$log" 2>&1 </dev/null &
    echo "$! $(started_at $!)" >"$folder/pid"
    until [[ -e $folder/separate ]]; do
        is_running || fail "SLURM did not start: $(tail -n 3 "$log")" 1
        sleep 0.01
    done
    why=$(join_network $!) || {
        stop
        fail "no network to the nodes: $why" 1
    }
    for ((i = 0; i < 300; i++)); do
        [[ $(num_idle) == "$num_nodes" ]] && break
        is_running || fail "SLURM did not start: $(tail -n 3 "$log")" 1
        sleep 0.1
    done
    if [[ $(num_idle) != "$num_nodes" ]]; then
        say "the nodes did not become idle: $(as_user sinfo 2>&1 | tail -n 2)"
        stop
        exit 1
    fi
    say "$num_nodes nodes are idle; they share this machine's $(nproc) cores"
    say "so that squeue and sbatch find it, $user types:"
    printf 'export SLURM_CONF=%q\n' "$SLURM_CONF"
}

stop() {
    local first start i
    require_root stop
    if is_running; then
        first=$(first_process) || first=$outer
        start=$(started_at "$first")
        kill -KILL "$outer"
        for ((i = 0; i < 200; i++)); do
            is_running || [[ $(started_at "$first") == "$start" ]] || break
            sleep 0.05
        done
        say stopped
    else
        say 'SLURM is not running'
    fi
    leave_network
    rm -rf --one-file-system "$folder"
}

status() {
    require_running
    sinfo -N -o '%N %T %C' && squeue
}

require_trust
case ${1:-} in
stop | status | run_all)
    (($# == 1)) || fail "$1: argument ${2@Q}; accepted: none"
    "$1"
    ;;
start | parse | daemon | start_daemon | in_hold_node) "$@" ;;
*) fail "action '${1:-}'; accepted: start, stop, status" ;;
esac
