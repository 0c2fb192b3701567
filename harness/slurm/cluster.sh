#!/usr/bin/env bash
# harness/slurm/cluster.sh start|stop|status -- a real SLURM on one machine:
# munged, slurmctld and four slurmd, as root, without systemd, each slurmd on
# its own host (cluster_network.sh). All run below one process in its own
# namespaces, so ending that process ends every daemon, job step, rank and
# interface. All files are in one folder, which only this user or root can have
# made and which stop removes. `./quadrille cluster` runs it;
# configs/machines/cluster.yaml names the folder, too.
set -euo pipefail
folder=${QUADRILLE_CLUSTER_DIR:-/run/quadrille-cluster}
export SLURM_CONF=$folder/slurm.conf
unset "${!SINFO_@}" "${!SQUEUE_@}" SLURM_CLUSTERS # they change what we see
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
    [[ -d $path && ! -L $path && $owner == "$(id -u)" && $mode == 700 ]] ||
        return 1
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
        fail "$folder is not trusted; accepted: your own folder of mode 700, \
in folders that only root or you can change" 1
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
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/filetxt
JobCompLoc=$folder/jobcomp.txt
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
        munged --force --key-file "$folder/munge.key" \
            --socket "$folder/munge.socket" --pid-file "$folder/munged.pid" \
            --log-file "$folder/munged.log" --seed-file "$folder/munge.seed"
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

num_idle() {
    { sinfo -h -N -o %T 2>/dev/null || true; } |
        grep -cE '^(idle|mixed|allocated)$' || true
}

start() {
    local i why
    is_running && fail 'SLURM is already running; accepted: start after stop'
    [[ $(id -u) == 0 ]] || fail 'start: not root; accepted: root' 1
    for i in munged slurmctld slurmd unshare ip; do
        command -v "$i" >/dev/null ||
            fail "$i is not installed; ./quadrille setup installs it" 1
    done
    rm -rf --one-file-system "$folder"
    choose_network
    mkdir -m 700 "$folder" "$folder/state" "$folder/tmp"
    for ((i = 1; i <= num_nodes; i++)); do mkdir "$folder/spool.n$i"; done
    (umask 077 && head -c 128 /dev/urandom >"$folder/munge.key")
    write_configuration
    setsid unshare --pid --net --fork --kill-child --mount-proc -- \
        "${BASH_SOURCE[0]}" run_all >"$folder/log" 2>&1 </dev/null &
    echo "$! $(started_at $!)" >"$folder/pid"
    until [[ -e $folder/separate ]]; do
        is_running || fail "SLURM did not start: $(tail -n 3 "$folder/log")" 1
        sleep 0.01
    done
    why=$(join_network $!) || {
        stop
        fail "no network to the nodes: $why" 1
    }
    for ((i = 0; i < 300; i++)); do
        [[ $(num_idle) == "$num_nodes" ]] && break
        is_running || fail "SLURM did not start: $(tail -n 3 "$folder/log")" 1
        sleep 0.1
    done
    if [[ $(num_idle) != "$num_nodes" ]]; then
        say "the nodes did not become idle: $(sinfo 2>&1 | tail -n 2)"
        stop
        exit 1
    fi
    say "$num_nodes nodes are idle; SLURM_CONF=$SLURM_CONF"
}

stop() {
    local first start i
    if is_running; then
        first=$(first_process) || first=$outer
        start=$(started_at "$first")
        kill -KILL "$outer"
        for ((i = 0; i < 200; i++)); do
            is_running || [[ $(started_at "$first") == "$start" ]] || break
            sleep 0.05
        done
        # What killed mpiruns leave, which know a node by its name. A host of
        # that name may run others.
        for ((i = 1; i <= num_nodes; i++)); do
            [[ n$i == $(hostname -s) ]] || rm -rf --one-file-system \
                "${TMPDIR:-/tmp}/ompi.n$i.$(id -u)"
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
start | stop | status | run_all)
    (($# == 1)) || fail "argument '$2'; accepted: none"
    "$1"
    ;;
daemon | start_daemon | in_hold_node) "$@" ;;
*) fail "action '${1:-}'; accepted: start, stop, status" ;;
esac
