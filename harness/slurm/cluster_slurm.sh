# shellcheck shell=bash
# harness/slurm/cluster_slurm.sh -- SLURM's configuration and daemons on the
# nodes of cluster.sh, which sources it.
#
# SLURM accepts what munge signs, so munge's socket decides who may use it: root
# and the user NAME. Nobody else can open it.
: "${folder:?set by cluster.sh}" "${log:?}" "${num_nodes:=}" "${num_ranks:=}" \
    "${network:=}" "${user:=}"

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
        echo "NodeName=n$i NodeAddr=$(node_address $i) CPUs=$num_ranks"
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
}

has_slurm() { [[ -e $SLURM_CONF ]]; }

configure_slurm() {
    local i
    for ((i = 1; i <= num_nodes; i++)); do mkdir "$folder/spool.n$i"; done
    (umask 077 && head -c 128 /dev/urandom >"$folder/munge.key")
    echo "$user" >"$folder/user"
    write_configuration
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

