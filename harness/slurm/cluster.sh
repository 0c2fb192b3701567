#!/usr/bin/env bash
# harness/slurm/cluster.sh start|stop|status -- a real SLURM on one machine:
# munged, slurmctld and four slurmd, as root, without systemd, all below one
# process in a process namespace of its own, so that ending that one ends every
# daemon, step and rank. Everything it writes is in one folder, which stop
# removes. `./quadrille cluster` runs it.
set -euo pipefail
folder=${QUADRILLE_CLUSTER_DIR:-${TMPDIR:-/tmp}/quadrille-cluster.$(id -u)}
export SLURM_CONF=$folder/slurm.conf
num_nodes=4
cpus_per_node=16
export PATH=$PATH:/usr/sbin

say() { printf 'quadrille cluster: %s\n' "$*" >&2; }
fail() {
    say "$1"
    exit "${2:-2}"
}

# A zombie is not alive, though it can be sent signals.
is_alive() {
    local state
    state=$(sed 's/.*) //; s/ .*//' "/proc/$1/stat" 2>/dev/null) || return 1
    [[ -n $state && $state != Z ]]
}
is_running() {
    [[ -e $folder/pid ]] && is_alive "$(<"$folder/pid")"
}

# A port that nobody listens on, from $1 up.
free_port() {
    local port=$1
    while (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do
        port=$((port + 1))
    done
    echo "$port"
}

write_configuration() {
    local host port i
    host=$(hostname -s)
    # Below the ports that the kernel gives to whoever asks for any.
    port=$(free_port $((20000 + RANDOM % 12000)))
    cat >"$folder/slurm.conf" <<TEXT
ClusterName=quadrille
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
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
        echo "NodeName=n$i NodeHostname=$host NodeAddr=127.0.0.1" \
            "Port=$(free_port $((port + 100 * i))) CPUs=$cpus_per_node"
    done >>"$folder/slurm.conf"
    echo "PartitionName=main Nodes=n[1-$num_nodes] Default=YES State=UP" \
        "MaxTime=60" >>"$folder/slurm.conf"
    printf 'CgroupPlugin=cgroup/v1\nCgroupAutomount=no\n' \
        >"$folder/cgroup.conf"
}

# Starts one daemon, in the namespace.
start_daemon() {
    case $1 in
    munged)
        munged --force --key-file "$folder/munge.key" \
            --socket "$folder/munge.socket" --pid-file "$folder/munged.pid" \
            --log-file "$folder/munged.log" --seed-file "$folder/munge.seed"
        ;;
    slurmctld) slurmctld -f "$SLURM_CONF" ;;
    slurmd) slurmd -f "$SLURM_CONF" -N "$2" ;;
    esac
}

# Starts a daemon again that was killed, in the namespace of the others.
daemon() {
    local first
    is_running || fail 'is not running' 1
    first=$(pgrep -P "$(<"$folder/pid")") || fail 'is not running' 1
    nsenter --target "$first" --pid --mount -- \
        "${BASH_SOURCE[0]}" start_daemon "$@"
}

# The first process of the namespace: daemons fork away from it.
run_all() {
    local i
    start_daemon munged
    start_daemon slurmctld
    for ((i = 1; i <= num_nodes; i++)); do
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
    local i
    is_running && fail "is running; accepted: stop first"
    [[ $(id -u) == 0 ]] || fail 'start needs root' 1
    for i in munged slurmctld slurmd unshare; do
        command -v "$i" >/dev/null ||
            fail "$i is not installed; ./quadrille setup installs it" 1
    done
    rm -rf "$folder"
    mkdir -m 700 "$folder" "$folder/state"
    for ((i = 1; i <= num_nodes; i++)); do mkdir "$folder/spool.n$i"; done
    (umask 077 && head -c 128 /dev/urandom >"$folder/munge.key")
    write_configuration
    setsid unshare --pid --fork --kill-child --mount-proc -- \
        "${BASH_SOURCE[0]}" run_all >"$folder/log" 2>&1 </dev/null &
    echo $! >"$folder/pid"
    for ((i = 0; i < 300; i++)); do
        [[ $(num_idle) == "$num_nodes" ]] && break
        is_running || fail "did not start: $(tail -n 3 "$folder/log")" 1
        sleep 0.1
    done
    if [[ $(num_idle) != "$num_nodes" ]]; then
        say "its nodes did not come up: $(sinfo 2>&1 | tail -n 2)"
        stop
        exit 1
    fi
    say "$num_nodes nodes are idle; SLURM_CONF=$SLURM_CONF"
}

stop() {
    local outer first i
    if is_running; then
        outer=$(<"$folder/pid")
        # The namespace's first process ends after all the others.
        first=$(pgrep -P "$outer") || first=$outer
        kill -KILL "$outer"
        for ((i = 0; i < 200; i++)); do
            is_alive "$outer" || is_alive "$first" || break
            sleep 0.05
        done
        say stopped
    else
        say 'is not running'
    fi
    rm -rf "$folder"
}

status() {
    is_running || fail 'is not running' 1
    sinfo -N -o '%N %T %C' && squeue
}

case ${1:-} in
start | stop | status | run_all)
    (($# == 1)) || fail "argument '$2', accepted: none"
    "$1"
    ;;
daemon | start_daemon) "$@" ;;
*) fail "'${1:-}', accepted: start, stop, status" ;;
esac
