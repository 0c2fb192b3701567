# shellcheck shell=bash
# harness/slurm/cluster_network.sh -- makes each node of cluster.sh, which
# sources it, a host: with its own network, host name and /dev/shm, so that MPI
# programs use TCP between nodes. All of it ends with the cluster's first
# process.
#
#   this machine .1 ==== bridge .2 (slurmctld) ---- n1 .11, n2 .12, ...
#
# All addresses are below $network (10.213.X); needs $folder and fail().
# Functions that begin with "in_" run within the cluster's namespaces.
: "${folder:?set by cluster.sh}"
cable=quadrille # and X: this machine's end, at most 15 letters
node_address() { echo "$network.$((10 + $1))"; }

# Sets num_nodes, num_ranks, of a node, and how TCP reacts to loss.
read_plan() {
    # shellcheck disable=SC2034 # cluster_slurm.sh uses it
    read -r _ num_nodes num_ranks congestion_control <"$folder/plan"
}
is_node() { [[ $1 =~ ^n[1-9][0-9]?$ ]] && ((${1#n} <= num_nodes)); }

# planned WHERE WHAT: the arguments of the plan's lines.
planned() { sed -n "s/^$1 $2 //p" "$folder/plan"; }

# /etc/hosts of the nodes, and what mpirun needs to start ranks there: with the
# environment `environment`, by the agent in place of ssh.
write_hosts() {
    local i
    {
        printf '127.0.0.1 localhost\n%s %s\n' "$network.2" "$(hostname -s)"
        for ((i = 1; i <= num_nodes; i++)); do
            echo "$(node_address $i) n$i"
        done
    } >"$folder/hosts"
    for ((i = 1; i <= num_nodes; i++)); do
        echo "n$i slots=$num_ranks"
    done >"$folder/hostfile"
    # What killed ranks leave is on the node's own file system.
    cat >"$folder/agent" <<TEXT
#!/bin/sh
node=\$1
shift
exec $(printf %q "$(readlink -f "${BASH_SOURCE[0]%_network.sh}.sh")") exec \\
    "\$node" env TMPDIR=$folder/tmp /bin/sh -c "\$*"
TEXT
    chmod 755 "$folder/agent"
    # All nodes share the cores, so a rank that waits must yield.
    cat >"$folder/environment" <<TEXT
QUADRILLE_CLUSTER_DIR=$folder
OMPI_ALLOW_RUN_AS_ROOT=1
OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
OMPI_MCA_orte_default_hostfile=$folder/hostfile
OMPI_MCA_plm_rsh_agent=$folder/agent
OMPI_MCA_plm_rsh_no_tree_spawn=1
OMPI_MCA_btl_tcp_if_include=eth0
OMPI_MCA_mpi_yield_when_idle=1
OMPI_MCA_hwloc_base_binding_policy=none
PRTE_MCA_prte_default_hostfile=$folder/hostfile
PRTE_MCA_plm_ssh_agent=$folder/agent
PRTE_MCA_plm_ssh_no_tree_spawn=1
PRTE_MCA_hwloc_default_binding_policy=none
TEXT
}

# A number X below 256 for which this machine has only the default route.
choose_network() {
    local tries
    for ((tries = 0; tries < 100; tries++)); do
        network=10.213.$((RANDOM % 256))
        ip -4 route show to match "$network.1" | grep -qv '^default' ||
            return 0
    done
    fail 'no network 10.213.X is free on this machine' 1
}

# Connects this machine with the namespaces of process $1. Its end of the cable
# disappears when that process and its children have ended.
join_network() {
    local link=$cable${network##*.}
    ip link add "$link" type veth peer name uplink netns "$1" 2>&1 &&
        ip address add "$network.1/24" dev "$link" 2>&1 &&
        ip link set "$link" up 2>&1
}

# The kernel would do it a moment later.
leave_network() {
    [[ -e $folder/network ]] || return 0
    network=$(<"$folder/network")
    ip link delete "$cable${network##*.}" 2>/dev/null || true
}

in_make_bridge() {
    ip link set lo up
    ip link add bridge type bridge
    ip address add "$network.2/24" dev bridge
    ip link set bridge up
    # A start that fails before it makes the cable ends this, too.
    until ip link set uplink master bridge up 2>/dev/null; do sleep 0.01; done
}

# The process that keeps a node's namespaces. Nodes share everything except what
# belongs to one host.
in_hold_node() {
    hostname "$1"
    mount -t tmpfs tmpfs /dev/shm
    mount -t tmpfs tmpfs "$folder/tmp" # PMIx's, whose names are of the job
    mount --bind "$folder/hosts" /etc/hosts
    ip link set lo up
    echo $$ >"$folder/$1.pid"
    exec sleep infinity
}

# For ethtool: interfaces that pass on many packets as one hide them from
# queues.
no_offload=(tso off gso off gro off)

# Runs a command on node $1.
in_node() {
    nsenter --target "$(<"$folder/$1.pid")" --net --uts --mount -- "${@:2}"
}

# Node number $1, on the bridge.
in_make_node() {
    local node=n$1
    unshare --net --uts --mount -- "${BASH_SOURCE[0]%_network.sh}.sh" \
        in_hold_node "$node" &
    until [[ -s $folder/$node.pid ]]; do
        kill -0 $! # it may have failed
        sleep 0.01
    done
    ip link add "$node" type veth peer name eth0 netns "$(<"$folder/$node.pid")"
    ethtool -K "$node" "${no_offload[@]}"
    in_node "$node" ethtool -K eth0 "${no_offload[@]}"
    in_node "$node" ip address add "$(node_address "$1")/24" dev eth0
    in_node "$node" ip link set eth0 up
    # What one launch has learnt does not count in the next.
    # shellcheck disable=SC2016 # of the other shell
    in_node "$node" sh -c 'cd /proc/sys/net/ipv4 &&
        echo 1 >tcp_no_metrics_save && echo "$0" >tcp_congestion_control' \
        "$congestion_control"
}

# The bridges of the nodes, and the rate and queue of each link.
in_make_links() {
    local i
    planned switch ip | ip -batch -
    planned switch tc | tc -batch -
    for ((i = 1; i <= num_nodes; i++)); do
        planned "n$i" tc | in_node "n$i" tc -batch -
    done
}
