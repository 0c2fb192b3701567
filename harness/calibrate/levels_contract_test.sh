#!/usr/bin/env bash
# `calibrate` on nodes of several ranks: it finds the levels that a simulated
# machine declares, and `auto` uses them; elsewhere there are none.
source harness/testing/small_sweep.sh
machines=$source_root/configs/machines
levels=(inside_alpha_us inside_beta_ns node_ranks adapter_ranks)

# value FILE KEY: of a network file, or of a machine's network.
value() { awk -v key="$2" '$1 == key || $1 == key ":" { print $2 }' "$1"; }

# near FILE KEY EXPECTED [PERCENT, else 2]
near() {
    awk -v a="$(value "$1" "$2")" -v b="$3" -v most="${4:-2}" 'BEGIN {
        exit !(a != "" && (a - b) ^ 2 <= (most / 100 * b) ^ 2) }' ||
        complain "$1: $2 is '$(value "$1" "$2")', not near $3"
}

# no_levels FILE
no_levels() {
    grep -q '^ *\(inside_\|node_ranks\|adapter_\)' "$1" &&
        complain "$1 has levels: $(<"$1")"
}

# The machines declare what their messages take on SimGrid 3.32. That of 4.0
# charges its overheads otherwise: the same machines were measured there.
declare -A of_simgrid_4=(
    ['fat_tree_16_ranks_smpi alpha_us']=1.1473
    ['fat_tree_16_ranks_smpi sender_free_us']=0.7973
    ['fat_tree_16_ranks_smpi inside_alpha_us']=0.5485
    ['fat_tree_16_ranks_smpi inside_beta_ns']=0.1048
    ['nodes_of_8_smpi alpha_us']=1.1473
    ['nodes_of_8_smpi sender_free_us']=0.7973
    ['nodes_of_8_smpi inside_alpha_us']=0.5938
)
simgrid=$(pkg-config --modversion simgrid)

# expected MACHINE KEY
expected() {
    local declared
    declared=$(value "$machines/$1.yaml" "$2")
    [[ $simgrid != 4.* ]] || declared=${of_simgrid_4[$1 $2]:-$declared}
    echo "$declared"
}

# Where bytes cost the least, as within nodes_of_8_smpi, the simulator's step at
# 64 KiB bends the line.
for machine in fat_tree_16_ranks_smpi nodes_of_8_smpi; do
    expect 0 "$quadrille" calibrate --machine $machine \
        --network $machine.network --output $machine.yaml
    says out 'within a node '
    for key in alpha_us beta_ns sender_free_us "${levels[@]}"; do
        says out "$key"
        declared=$(expected "$machine" "$key") percent=2
        [[ "$machine $key" != 'nodes_of_8_smpi inside_beta_ns' ]] || percent=15
        for file in $machine.network $machine.yaml; do
            near "$file" "$key" "$declared" $percent
        done
    done
    for key in node_ranks adapter_ranks; do
        count=$(value "$machines/$machine.yaml" $key)
        grep -qx "$key $count" $machine.network ||
            complain "$machine: $key is not $count"
        grep -q "^# *$key *$count to $count\$" $machine.network ||
            complain "$machine: no interval of $key"
    done
done
file=fat_tree_16_ranks_smpi.network
[[ $(cut -d, -f3 fat_tree_16_ranks_smpi.csv | sort | uniq -c | xargs) == \
    '2 adapter 2 both 11 combine 4 crowd 12 inside 10 link 12 message '* ]] ||
    complain "items: $(cut -d, -f3 fat_tree_16_ranks_smpi.csv | sort | uniq -c)"

# The last of three nodes faces none.
tree=(calibrate --machine fat_tree_16_ranks_smpi)
expect 0 "$quadrille" "${tree[@]}" --procs 48 --network three.network
cmp -s <(tail -n +5 $file) <(tail -n +5 three.network) ||
    complain "three nodes: $(<three.network)"
# One node, another topology, one rank a node.
expect 0 "$quadrille" "${tree[@]}" --procs 16 --network one.network
no_levels one.network
near one.network alpha_us "$(value $file inside_alpha_us)"
near one.network beta_ns "$(value $file inside_beta_ns)"
expect 0 "$quadrille" "${tree[@]}" --topology line --network line.network
no_levels line.network
says line.network 'topology line'
near line.network alpha_us "$(value $file alpha_us)"
expect 0 "$quadrille" calibrate --machine fat_tree --network flat.network
no_levels flat.network
grep -q 'inside\|adapter' flat.network.csv && complain 'levels of fat_tree'
refuse 'which has nodes of 16 ranks: 2 to 16, and multiples of 16' \
    "$quadrille" "${tree[@]}" --procs 20 --network new.network
[[ ! -e new.network ]] || complain 'a refusal left a file'

# A machine whose messages share links keeps its topology, without levels.
mkdir -p copy/configs
cp -rL "$machines" copy/configs/
chmod -R u+w copy/configs
sed -i '/inside_\|node_ranks\|adapter_ranks/d; s/topology: .*/topology: line/' \
    copy/configs/machines/fat_tree_16_ranks_smpi.yaml
expect 0 env QUADRILLE_ROOT="$PWD/copy" QUADRILLE_BUILT_DIR="$QUADRILLE_BUILT" \
    "$QUADRILLE_BUILT/quadrille" "${tree[@]}" --output shared.yaml
no_levels shared.yaml
says shared.yaml 'topology: line'

# Real ranks on nodes that we name: two neighbours share one, the last is alone.
read -ra real <<<"${MPIEXEC:-mpirun --oversubscribe}"
real+=(-n 5 "$QUADRILLE_BUILT/calibrate")
expect 0 "${real[@]}" 1 5 1 2
[[ $(grep -c ',inside,' out) == 12 && $(cut -d, -f3,5 out | grep adapter |
    sort -u) == 'adapter,2' ]] || complain "real ranks: $(<out)"
expect 0 "${real[@]}" 1 5 1 0
grep -q 'inside\|adapter' out && complain 'ranks of one node have levels'
expect 2 "${real[@]}" 1 5 1
says err 'usage: calibrate LAUNCH LINE SAMPLES NODE_RANKS'

# `auto` of a program goes by node, with the numbers of the file or those
# assumed.
write_config bcast name bcast workload broadcast algorithms '[bcast_auto]' \
    densities '' bytes '[4096]' procs '[64]' seeds "$one_seed" network program \
    warmup 0 repetitions 1 order_seed 1
# chosen NETWORK_FILE FOLDER: the algorithm, and the mode, whose B follows from
# the level inside.
chosen() {
    expect 0 env QUADRILLE_NETWORK="$1" "$quadrille" sweep run bcast.yaml \
        --machine fat_tree_16_ranks_smpi --results "$2"
    sed -En 's/.*"chosen(_mode)?": "([^"]*)".*/\2/p' "$2"/launch-*.json | xargs
}
pieces=$(awk -v alpha="$(value "$file" inside_alpha_us)" \
    -v beta="$(value "$file" inside_beta_ns)" \
    'BEGIN { printf "%d", 1000 * alpha / beta }')
[[ $(chosen "$file" with) == "bcast_by_node dataflow:$pieces"* ]] ||
    complain "with the file: $(<"$(launch_file with 0 json)")"
[[ $(chosen '' without) == 'bcast_by_node dataflow:5000' ]] ||
    complain "without: $(<"$(launch_file without 0 json)")"
finish
