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
node_address() { echo "$network.1$1"; }

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

# Runs a command on node $1.
in_node() {
    nsenter --target "$(<"$folder/$1.pid")" --net --uts --mount -- "${@:2}"
}

# Node number $1, on the bridge.
in_make_node() {
    local node=n$1
    unshare --net --uts --mount -- "${BASH_SOURCE[0]%_network.sh}.sh" \
        in_hold_node "$node" &
    until [[ -s $folder/$node.pid ]]; do sleep 0.01; done
    ip link add "$node" type veth peer name eth0 netns "$(<"$folder/$node.pid")"
    ip link set "$node" master bridge up
    in_node "$node" ip address add "$(node_address "$1")/24" dev eth0
    in_node "$node" ip link set eth0 up
}
