#!/usr/bin/env bash
# `bench choice` on 16 ranks: a regret for every operation and length, and what
# is printed of them; and the chosen algorithm in the results.
source harness/testing/expect.sh

cat >networks.csv <<'CSV'
network,machine,procs,bytes,densities,cell_limit_s
tiny,fat_tree_smpi,16,64 262144,0.5,60
CSV
export QUADRILLE_PEERS_NETWORKS=$PWD/networks.csv
refuse "bench choice: --only 'none'; accepted: tiny" "$quadrille" bench choice \
    --only none
expect 0 "$quadrille" bench choice --only tiny --results r --format csv
[[ $(head -n 1 out) == network,operation,procs,density,bytes,time_us,algorithm,\
mode,time_us_best,regret ]] || complain "header: $(head -n 1 out)"
for operation in bcast scatter gather allgather reduce allreduce \
    reduce_scatter alltoallv; do
    [[ $(grep -c "^tiny,$operation,16," out) == 2 ]] ||
        complain "$operation: $(<out)"
done
expect 0 "$quadrille" bench choice --only tiny --results r
says out 'regret = time of auto / time of the fastest of our algorithms'
says out 'all 16 cells: geometric mean'

# A short vector: the postal tree, in its mode; a long one: the circulant graph.
cells=$(cat r/tiny/broadcast/launch-*.json)
for chosen in '"chosen": "bcast_postal"' '"chosen_mode": "dataflow:' \
    '"chosen": "bcast_circulant"'; do
    [[ $cells == *"$chosen"* ]] || complain "no $chosen in the results"
done
# Its tree is taken although its mode is not that of reduce_auto.
cells=$(cat r/tiny/combine_to_one/launch-*.json)
for chosen in '"chosen": "reduce_postal"' '"chosen_mode": "dataflow:'; do
    [[ $cells == *"$chosen"* ]] || complain "no $chosen in the results"
done
awk -F, "$by_name"'$at["algorithm"] == "bcast_auto" { print $at["mode"] }' \
    r/tiny/broadcast/launch-*.csv | sort -u >modes
[[ $(<modes) == auto ]] || complain "modes: $(<modes)"

# The csv names what was taken; of an algorithm that is named it has nothing.
awk -F, "$by_name"'{ print $at["algorithm"], $at["chosen"], $at["chosen_mode"],
        $at["chosen_parameters"] }' r/tiny/*/launch-*.csv | sort -u >chosen
for line in '^bcast_auto bcast_postal dataflow:[0-9]+ lambda=0$' \
    '^reduce_auto reduce_postal dataflow:[0-9]+ lambda=0$' \
    '^allreduce_auto allreduce_multiplied dataflow:[0-9]+ radix=0$' \
    '^bcast_long   $'; do
    grep -Eq "$line" chosen || complain "no $line in $(<chosen)"
done

# A vector is for several collectives.
refuse 'algorithms: auto with workload vector' "$quadrille" sweep plan \
    "$source_root/configs/sweeps/choice.yaml" --machine fat_tree_smpi \
    --set 'algorithms=[auto]'

# A mode restricts the choice.
expect 0 "$quadrille" bench --algorithm auto --collective bcast --procs 16 \
    --bytes 64 --machine fat_tree_smpi --mode posted --format csv
grep -q ',bcast_auto,broadcast,16,.*,posted,' out || complain "mode: $(<out)"
finish
