#!/usr/bin/env bash
# `netmap` between the nodes of `cluster start --links`, at 100 Mbit/s. A slow
# node, a slow pair and a link that is cut are planted and must be named;
# without them nothing is.
source harness/testing/expect.sh
[[ $(id -u) == 0 ]] || skip_all 'network namespaces need root'
tree=$(mktemp -d /tmp/qn.XXXXXX)
export QUADRILLE_CLUSTER_DIR=$tree/cluster
# shellcheck disable=SC2317 # called by trap
clean_up() {
    "$quadrille" cluster stop 2>/dev/null
    rm -r "$tree"
}
trap clean_up EXIT

# plant [SLOW LINK ...]: starts four nodes with these links.
plant() {
    "$quadrille" cluster stop 2>/dev/null
    {
        printf '%s\n' 'title: t' 'nodes: 4' 'ranks_per_node: 1' \
            'rate_mbit_s: 100' 'queue_bytes: 1000000'
        (($# == 0)) || printf '%s\n' slow: "$@"
    } >links.yaml
    "$quadrille" cluster start --no-slurm --links links.yaml 2>err && return
    ! grep -q 'not permitted\|no rate can be set' err || skip_all "$(<err)"
    complain "cluster start: $(<err)"
    exit 1
}

# says_first STATUS WORDS OPTION ...: exit status and first line of netmap.
says_first() {
    local wanted=$1 words=$2 status=0
    shift 2
    "$quadrille" netmap --machine shaped "$@" >said 2>why || status=$?
    # shellcheck disable=SC2053 # a pattern
    [[ $status == "$wanted" && $(head -1 said) == $words ]]
}
# named STATUS WORDS OPTION ...: the same, required.
named() {
    says_first "$@" || complain "not $1 '$2': $(<said) $(<why)"
}

plant
# Another test may disturb a rate, but not all.
says_first 0 'no node and no pair of 4 nodes is slow' ||
    named 0 'no node and no pair of 4 nodes is slow'
plant '  - {to: 3, rate_mbit_s: 25}'
named 1 'node n3 receives at 0.2? of the others'\'' rate; its sends *'
plant '  - {from: 3, rate_mbit_s: 25}' '  - {to: 3, rate_mbit_s: 25}'
named 1 'node n3 sends at 0.2? and receives at 0.2? of the others'\'' *'
plant '  - {from: 2, to: 4, rate_mbit_s: 25}'
named 1 'the pair n2 -> n4 has 0.2? of the others'\'' rate'
[[ $(sed -n 2p said) == --exclude=n4 ]] || complain "$(<said)"
# In the middle.
plant
(sleep 2 && "$quadrille" cluster exec n4 ip link set eth0 down) &
start=$SECONDS
named 1 'node n4 did not answer within 2 s' --limit 2 --bytes 2097152
((SECONDS - start < 30)) || complain "after $((SECONDS - start)) s"
wait
finish
