#!/usr/bin/env bash
# Nodes joined by links of a set rate: refusals, a sweep that the links limit,
# their counters, an exchange that drops packets, other links than the sweep's,
# and that a stop and a kill leave nothing.
source harness/testing/expect.sh
[[ $(id -u) == 0 ]] || skip_all 'network namespaces need root'
tree=$(mktemp -d /tmp/qs.XXXXXX)
export QUADRILLE_CLUSTER_DIR=$tree/cluster
# shellcheck disable=SC2317 # called by trap
clean_up() {
    "$quadrille" cluster stop 2>/dev/null
    rm -r "$tree"
}
trap clean_up EXIT
processor=$(sed -n '/^model name/ { s/^[^:]*: *//p; q }' /proc/cpuinfo)
# links LINE ...: a links file of four nodes, and these lines, in links.yaml.
links() {
    printf '%s\n' 'title: t' 'nodes: 4' 'ranks_per_node: 2' "$@" 'passed:' \
        "  - {processor: \"$processor\", cores: $(nproc), ranks: 4, \
rate_mbit_s: 20}" >links.yaml
}
slow=('rate_mbit_s: 20' 'queue_bytes: 1000000')

# Nothing is started or left by a start with bad options.
links 'rate_mbit_s: 20000' 'queue_bytes: 1000000'
mv links.yaml fast.yaml
links 'rate_mbit_s: 20' 'queue_bytes: 10'
mv links.yaml shallow.yaml
links "${slow[@]}"
{ cat links.yaml && echo '# more'; } >early.yaml
refuse_each cluster <<'END'
--nodes '0'; accepted: 1 to 16 | start --nodes 0
--nodes '17'; accepted: 1 to 16 | start --nodes 17
--nodes '2x'; accepted: 1 to 16 | start --nodes 2x
--nodes is given twice | start --nodes 2 --nodes 3
--links has no value | start --links
'absent.yaml'; accepted: a file | start --links absent.yaml
a rate of 20000 Mbit/s; accepted: 0.1 to 10000 | start --links fast.yaml
queue_bytes: 10; accepted: 3000 to | start --links shallow.yaml
--no-slurm is given twice | start --no-slurm --no-slurm
--user with --no-slurm | start --no-slurm --user nobody
no file; accepted: links files | check
fast.yaml:4: rate_mbit_s: a rate of 20000 | check fast.yaml
'early.yaml': passed is not last | check early.yaml
END
refuse 'has no nodes: none run in ' "$quadrille" sweep run \
    "$source_root/configs/sweeps/smoke.yaml" --machine shaped
[[ ! -e $QUADRILLE_CLUSTER_DIR ]] || complain 'a refused start left files'

start() {
    if ! "$quadrille" cluster start --no-slurm --links "$@" >out 2>err; then
        ! grep -q 'not permitted\|no rate can be set' err ||
            skip_all "$(<err)"
        complain "cluster start: $(<err)"
        exit 1
    fi
    cable=$(cut -d. -f3 "$QUADRILLE_CLUSTER_DIR/network")
    cable=quadrille$cable
    [[ -e /sys/class/net/$cable ]] || complain "there is no $cable"
}
start links.yaml
says err '4 nodes; they share'
refuse 'is already running' "$quadrille" cluster start
expect 0 "$quadrille" cluster exec n3 hostname
[[ $(<out) == n3 ]] || complain "on n3: $(<out)"
refuse "node 'n5'; accepted: n1 to n4" "$quadrille" cluster exec n5 true
refuse 'no command' "$quadrille" cluster exec n1
expect 7 "$quadrille" cluster exec n1 sh -c 'exit 7'

# A folder of others' files is not removed; one name is not absolute.
mkdir -m 700 "$tree/other" && touch "$tree/other/thesis"
for action in stop start; do
    refuse "other is not a cluster's folder" \
        env QUADRILLE_CLUSTER_DIR="$tree/other" "$quadrille" cluster $action
done
[[ -e $tree/other/thesis ]] || complain 'cluster removed a file of others'
refuse "accepted: a path that begins with / and has no blanks" \
    env QUADRILLE_CLUSTER_DIR=here "$quadrille" cluster status
# What a node needs fails; an interrupted start.
mkdir broken && printf '#!/bin/sh\nexit 1\n' >broken/hostname
chmod +x broken/hostname
expect 1 timeout 60 env PATH="$PWD/broken:$PATH" \
    QUADRILLE_CLUSTER_DIR="$tree/broken" "$quadrille" cluster start --no-slurm
says err 'it did not start: '
timeout -s INT 0.4 env QUADRILLE_CLUSTER_DIR="$tree/broken" "$quadrille" \
    cluster start --no-slurm --nodes 16 >/dev/null 2>&1
[[ ! -e $tree/broken ]] || complain "left over: $(ls "$tree/broken")"
! pgrep -f "$tree/broken" >left || complain "left over: $(ps -p "$(<left)")"

# Three messages of 64 KB from each node at 20 Mbit/s take 78.6 ms or more. On
# eight ranks the rate has not passed.
sed -e 's/^algorithms: .*/algorithms: [scattered]/' \
    -e 's/^densities: .*/densities: [1]/; s/^bytes: .*/bytes: [65536]/' \
    -e 's/^procs: .*/nodes: [4]\ntasks_per_node: [1, 2]/' \
    -e 's/^repetitions: .*/repetitions: 3/' \
    -e 's/^most_repetitions: .*/most_repetitions: 3/' \
    "$source_root/configs/sweeps/smoke.yaml" >shaped.yaml
sweep() {
    "$quadrille" sweep run shaped.yaml --machine shaped --results "$1"
}
expect 1 sweep first
says out '1 cells valid, 1 invalid, 0 missing'
says err '8 ranks on '
says err 'at 20 Mbit/s: the processor may limit it, not the network'
says first/links.yaml 'rate_mbit_s: 20'
samples first >samples.csv
awk -F, "$by_name"'
    $at["time_ns"] < 3 * 65536 * 8 / 20e6 * 1e9 { fast++ }
    $at["hosts"] != 4 || $at["drops"] == "" || $at["retransmissions"] == "" ||
        $at["softirq_ns"] == "" { lacking++ }
    END { exit !(NR == 4 && !fast && !lacking) }' samples.csv ||
    complain "samples of shaped links: $(<samples.csv)"
# Headers and acknowledgements are counted, too.
expect 1 "$quadrille" results check first --format json
jq -e '[.cells[] | select(.links) | .links[]
    | .sent_bytes > 3 * 65536 and .received_bytes > 3 * 65536] | all' \
    out >/dev/null 2>&1 || ! command -v jq >/dev/null ||
    complain "what links counted: $(<out)"
expect 0 "$quadrille" cluster status
[[ $(grep -c '^n[1-4]  *20 *20 ' out) == 4 ]] || complain "status: $(<out)"

# The cluster has other links now, and a queue that overflows.
expect 0 "$quadrille" cluster stop
links 'rate_mbit_s: 20' 'queue_bytes: 20000' 'slow:' \
    '  - {from: 1, to: 2, rate_mbit_s: 2}'
start links.yaml
expect 2 sweep first
says err 'links.yaml'
expect 1 sweep second
samples second >samples.csv
awk -F, "$by_name"'
    $at["time_ns"] < 65536 * 8 / 2e6 * 1e9 { fast++ }
    $at["drops"] == 0 || $at["retransmissions"] == 0 { lacking++ }
    END { exit !(NR == 4 && !fast && !lacking) }' samples.csv ||
    complain "samples of a slow pair, shallow queues: $(<samples.csv)"
expect 0 "$quadrille" cluster status
says out 'n1 to n2: 2 Mbit/s'

# A kill ends all that ran there, and a stop leaves nothing.
gone() {
    for _ in $(seq 100); do
        pgrep -f "$QUADRILLE_CLUSTER_DIR/" >left || break
        sleep 0.1
    done
    [[ ! -s left ]] || complain "left over: $(ps -p "$(paste -sd, left)")"
    for _ in $(seq 50); do # the kernel removes it a moment later
        [[ -e /sys/class/net/$cable ]] || return 0
        sleep 0.1
    done
    complain "left over: $(ip link show "$cable")"
}
# shellcheck disable=SC2016 # of the other shell
"$quadrille" cluster exec n2 sh -c ': >"$0"; exec sleep 600' \
    "$QUADRILLE_CLUSTER_DIR/there" &
until [[ -e $QUADRILLE_CLUSTER_DIR/there ]]; do sleep 0.1; done
read -r first _ <"$QUADRILLE_CLUSTER_DIR/pid"
kill -KILL "$first"
wait
gone
expect 1 "$quadrille" cluster status
expect 0 "$quadrille" cluster stop
[[ ! -e $QUADRILLE_CLUSTER_DIR ]] || complain 'cluster stop left its folder'

# Nodes of a trunk.
links 'rate_mbit_s: 20' 'queue_bytes: 1000000' \
    'trunk: {groups: 2, rate_mbit_s: 5}'
start links.yaml --nodes 4
sed -i 's/tasks_per_node: .*/tasks_per_node: [1]/' shaped.yaml
expect 0 sweep third
# Of each group four messages leave through the trunk.
samples third | awk -F, "$by_name"'
    $at["time_ns"] < 4 * 65536 * 8 / 5e6 * 1e9 { fast++ }
    END { exit !(NR == 4 && !fast) }' || complain 'a trunk that limits nothing'
expect 0 "$quadrille" cluster status
says out 'trunks of 2 groups: 5 Mbit/s'
expect 0 "$quadrille" cluster stop
gone
finish
