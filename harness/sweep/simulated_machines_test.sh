#!/usr/bin/env bash
# `bench` on the simulated machines: the times of one message and of a broadcast
# tree with a path of nine on the Paragon; what it accepts and refuses there.
source harness/testing/expect.sh

# time_of MACHINE PROCS BYTES ALGORITHM [MODE]: prints the ns of a broadcast.
time_of() {
    expect 0 "$quadrille" bench --machine "$1" --procs "$2" --bytes "$3" \
        --algorithm "$4" --mode "${5:-synchronous}" --workload broadcast
    awk -F, "$by_name"'NR == 2 { print $at["time_ns"] }' out
}

# takes NS MACHINE PROCS BYTES ALGORITHM [MODE]: requires this time.
takes() {
    local found
    found=$(time_of "${@:2}")
    [[ $found == "$1" ]] || complain "${*:2}: $found ns, not $1"
}

# alpha + n beta.
takes 90667 cm5_1992 2 8 lib
takes 133294 paragon_16x32 2 8 lib
takes 3665801 paragon_15x30 2 65536 lib
takes 132863 paragon_13x31 2 0 lib
takes 1302 fat_tree 2 8 lib
takes 85187 fat_tree 2 1048576 lib
# SimGrid and the message layer charge the same, as long as SimGrid sends
# eagerly.
for machine in fat_tree fat_tree_smpi; do
    takes 1302 $machine 2 8 lib posted
    takes 6101 $machine 2 60000 lib posted
done
# 9 (alpha + n beta): the root's first receiver, its first receiver, ...
takes 1199644 paragon_16x32 512 8 reb

refuse 'procs: 451; accepted on paragon_15x30: 1 to 450' "$quadrille" bench \
    --machine paragon_15x30 --procs 451 --bytes 8 --algorithm reb \
    --workload broadcast

# Launches of a machine whose ranks start apart are draws, the same every time;
# other machines have equal launches.
cp -L "$source_root/configs/sweeps/wang_table2.yaml" .
refuse 'launches: 4; accepted on a simulated machine without start_skew_ns: 1' \
    "$quadrille" sweep plan wang_table2.yaml --machine cm5_1992
refuse 'accepted: 0 or, on a simulated machine of 256 ranks, 512 to 1000000' \
    "$quadrille" sweep plan wang_table2.yaml --machine cm5_1993 \
    --set machine.start_skew_ns=511
for results in once again; do
    expect 0 "$quadrille" sweep run wang_table2.yaml --machine cm5_1993 \
        --results $results --set 'bytes=[256]' --set 'fan_ins=[2]'
    awk -F, "$by_name"'{ print $at["replicate"], $at["time_ns"] }' \
        $results/launch-*.csv | sort >$results.times
done
cmp -s once.times again.times || complain 'draws of starts changed'
(($(cut -d' ' -f2 once.times | sort -u | wc -l) > 1)) ||
    complain "all launches are equal: $(<once.times)"

# auto with a density is that of messages; one node has one level.
expect 0 "$quadrille" bench --algorithm auto --machine fat_tree_smpi \
    --procs 8 --density 1 --bytes 20
says out 'alltoallv_auto'
expect 0 "$quadrille" bench --algorithm node_balanced --procs 8 \
    --machine nodes_of_8_smpi

# A machine whose parts are not there: where it says so.
mkdir tree
cp -rL "$source_root"/{quadrille,configs,third_party} tree
for key in hardware software; do
    sed "s|^$key: .*|$key: absent|" tree/configs/machines/cm5_1992.yaml \
        >tree/configs/machines/torn.yaml
    line=$(grep -n "^$key: " tree/configs/machines/torn.yaml)
    refuse "torn.yaml:${line%%:*}: $key: absent: No such file or directory; \
accepted: the name of a file in configs/machines/$key" tree/quadrille sweep \
        plan tree/configs/sweeps/smoke.yaml --machine torn
done
refuse '--set machine.hardware: hardware: absent: No such file' \
    "$quadrille" sweep plan "$source_root/configs/sweeps/smoke.yaml" \
    --machine cm5_1992 --set machine.hardware=absent
# A simulation that dies: its line that says why, and the name of its log.
mkdir dying
cat >dying/smpirun <<'SHELL'
#!/usr/bin/env bash
[[ $1 != --version && $1 != -version ]] || exec PATH_OF_SMPIRUN "$@"
echo '[0.0] ./src/a.cpp:48: [xbt/CRITICAL] Uncaught exception: no parent'
echo '  ->  0# in /usr/lib/libsimgrid.so'
exit 134
SHELL
sed -i "s|PATH_OF_SMPIRUN|$(command -v smpirun)|" dying/smpirun
chmod +x dying/smpirun
printf '%s\n' 'name: dying' 'workload: synthetic' 'algorithms: [gs]' \
    'procs: [4]' 'seeds: {first: 1, count: 1}' 'warmup: 0' 'repetitions: 1' \
    'order_seed: 1' 'cells_per_launch: 1' 'launch_cap_s: 60' \
    'densities: [1]' 'bytes: [8]' >dying.yaml
expect 1 env PATH="$PWD/dying:$PATH" "$quadrille" sweep run dying.yaml \
    --machine cm5_1992 --results died
says err 'ended with status 134: Uncaught exception: no parent; its output is i'
log=$(sed -n 's/.*its output is in //p' err)
says "$log" 'in /usr/lib/libsimgrid.so'
# A line that says where it died is preferred, whatever is before and after it.
sed -i "/Uncaught/a echo 'ended by SIGFPE at: cell 3, gs, 4 ranks, synthetic'
/libsimgrid/a echo 'mpirun noticed that process rank 1 exited on signal 8'" \
    dying/smpirun
expect 1 env PATH="$PWD/dying:$PATH" "$quadrille" sweep run dying.yaml \
    --machine cm5_1992 --results where
says err 'status 134: ended by SIGFPE at: cell 3, gs, 4 ranks, synthetic; its o'

# A signal after some cells ends a simulation at once, though its ranks are
# copies of one program in one process.
cat >dying/smpirun <<'SHELL'
#!/usr/bin/env bash
[[ $1 != --version && $1 != -version ]] || exec PATH_OF_SMPIRUN "$@"
PATH_OF_SMPIRUN "$@" &
until (($(cat "${@: -1}.csv" 2>/dev/null | wc -l) > 2)); do sleep 0.1; done
pkill -SEGV -P $!
wait $!
SHELL
sed -i "s|PATH_OF_SMPIRUN|$(command -v smpirun)|" dying/smpirun
sed -e 's/^procs:.*/procs: [2]/; s/count: 1/count: 2000/' \
    -e 's/^cells_per.*/cells_per_launch: 2000/' dying.yaml >signal.yaml
expect 1 env PATH="$PWD/dying:$PATH" "$quadrille" sweep run signal.yaml \
    --machine cm5_1992 --results signal
says err 'ended with status 139: Segmentation fault; its output is in'
for log in signal/*.log; do
    (($(wc -c <"$log") < 5000)) || complain "$log: $(head -c 500 "$log")"
done
finish
