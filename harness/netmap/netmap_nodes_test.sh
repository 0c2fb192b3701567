#!/usr/bin/env bash
# `netmap` between hosts: four network namespaces on a bridge, with links of
# 100 Mbit/s. A slow node, a slow pair and a link that is cut are planted and
# must be named; without them nothing is. Needs root, and a kernel that can
# shape links.
[[ ${1:-} != in_nodes ]] || in_nodes=yes
if [[ -z ${in_nodes:-} ]]; then
    source harness/testing/expect.sh
    [[ $(id -u) == 0 ]] || skip_all 'network namespaces need root'
    for program in ip tc nsenter unshare; do
        command -v $program >/dev/null || skip_all "$program is missing"
    done
    export QUADRILLE_TREE=$PWD/tree here=$PWD
    mkdir -p tree/configs nodes
    cp -rL "$source_root/configs/machines" tree/configs/
    printf '%s\n' 'kind: local' 'title: "four hosts"' 'max_procs: 4' \
        >tree/configs/machines/four.yaml
    # All of it ends with its first process.
    if ! unshare --net --mount --uts --pid --fork --mount-proc --kill-child \
        "$source_root/harness/netmap/netmap_nodes_test.sh" in_nodes 2>err; then
        ! grep -qiE 'not permitted|not supported|unknown' err ||
            skip_all "$(grep -iE 'not permitted|not supported|unknown' err |
                head -1)"
        complain "$(<err)"
    fi
    finish
    exit
fi

set -euo pipefail
cd "$here"
source_of_names=$PWD/nodes
num_nodes=4

# on NODE COMMAND ...: runs it on a node.
on() {
    nsenter --target "$(<"$source_of_names/n$1.pid")" --net --uts -- "${@:2}"
}

# shape NODE SENDS RECEIVES: the rates of its link.
shape() {
    on "$1" tc qdisc replace dev eth0 root tbf rate "$2" burst 5000 \
        limit 1000000
    tc qdisc replace dev "n$1" root tbf rate "$3" burst 5000 limit 1000000
}

make_node() {
    unshare --net --uts -- sh -c "hostname n$1; ip link set lo up
        echo \$\$ >'$source_of_names/n$1.pid'; exec sleep infinity" &
    until [[ -s $source_of_names/n$1.pid ]]; do sleep 0.01; done
    ip link add "n$1" type veth peer name eth0 \
        netns "$(<"$source_of_names/n$1.pid")"
    ip link set "n$1" master bridge up
    on "$1" ip address add "10.77.0.1$1/24" dev eth0
    on "$1" ip link set eth0 up
    shape "$1" 100mbit 100mbit
    echo "10.77.0.1$1 n$1" >>"$source_of_names/hosts"
    echo "n$1 slots=1" >>"$source_of_names/hostfile"
}

make_nodes() {
    local i
    hostname head
    ip link set lo up
    ip link add bridge type bridge
    ip address add 10.77.0.1/24 dev bridge
    ip link set bridge up
    printf '%s\n' '127.0.0.1 localhost' '10.77.0.1 head' \
        >"$source_of_names/hosts"
    for ((i = 1; i <= num_nodes; i++)); do make_node $i; done
    mount --bind "$source_of_names/hosts" /etc/hosts
    # In place of ssh, for mpirun: NODE COMMAND ...
    # shellcheck disable=SC2016 # of the agent
    printf '%s\n' '#!/bin/sh' 'node=$1 && shift' \
        "exec nsenter --target \$(cat '$source_of_names'/\$node.pid) \\" \
        '    --net --uts -- sh -c "$*"' >"$source_of_names/agent"
    chmod +x "$source_of_names/agent"
    export OMPI_MCA_plm_rsh_agent=$source_of_names/agent
    export OMPI_MCA_orte_default_hostfile=$source_of_names/hostfile
    export PRTE_MCA_plm_ssh_agent=$source_of_names/agent
    export PRTE_MCA_prte_default_hostfile=$source_of_names/hostfile
    export OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_btl=tcp,self
    export OMPI_MCA_hwloc_base_binding_policy=none
    export OMPI_MCA_plm_rsh_no_tree_spawn=1
}

# says_first STATUS WORDS OPTION ...: exit status and first line of netmap.
says_first() {
    local wanted=$1 words=$2 status=0
    shift 2
    QUADRILLE_ROOT=$QUADRILLE_TREE QUADRILLE_BUILT_DIR=$QUADRILLE_BUILT \
        "$QUADRILLE_BUILT/quadrille" netmap --machine four "$@" >said 2>why ||
        status=$?
    # shellcheck disable=SC2053 # a pattern
    [[ $status == "$wanted" && $(head -1 said) == $words ]] && return
    echo "FAILED: status $status, not $wanted '$words': $(<said) $(<why)" >&2
    failed=yes
}

failed=''
make_nodes
# Another test may disturb a rate, but not all.
says_first 0 'no node and no pair of 4 nodes is slow' ||
    says_first 0 'no node and no pair of 4 nodes is slow'
shape 3 100mbit 25mbit
says_first 1 'node n3 receives at 0.2? of the others'\'' rate; its sends *'
shape 3 25mbit 25mbit
says_first 1 'node n3 sends at 0.2? and receives at 0.2? of the others'\'' *'
shape 3 100mbit 100mbit
# n2 -> n4 alone.
on 2 tc qdisc replace dev eth0 root handle 1: htb default 10 r2q 1000
for class in 10:100mbit 20:25mbit; do
    on 2 tc class add dev eth0 parent 1: classid "1:${class%:*}" htb \
        rate "${class#*:}" burst 5000 cburst 5000
done
on 2 tc filter add dev eth0 parent 1: protocol ip u32 match ip dst \
    10.77.0.14/32 flowid 1:20
says_first 1 'the pair n2 -> n4 has 0.2? of the others'\'' rate'
[[ $(sed -n 2p said) == --exclude=n4 ]] || { cat said >&2 && failed=yes; }
on 2 tc qdisc del dev eth0 root
shape 2 100mbit 100mbit
# In the middle.
(sleep 2 && ip link set n4 down) &
start=$SECONDS
says_first 1 'node n4 did not answer within 2 s' --limit 2 --bytes 2097152
((SECONDS - start < 30)) || { echo "$((SECONDS - start)) s" >&2 && failed=yes; }
[[ -z $failed ]]
