#!/usr/bin/env bash
# The contract of whole applications: sweeps and single measurements that
# compute, on graphs that the sweep partitions and launches read.
source harness/testing/small_sweep.sh

# The program of a launch links neither METIS nor ARPACK.
! ldd "$QUADRILLE_BUILT/bench" | grep -iE 'metis|arpack' ||
    complain 'bench links what only the command line needs'

write_config cg name cg workload cg grids '[16x16, 9x8x7]' densities '' \
    bytes '' partitions '[kway, blocks, rcb]' algorithms '[gs, drs_n]' \
    procs '[2, 3]' seeds "$one_seed" repetitions 2 cells_per_launch 12
expect 0 "$quadrille" sweep run cg.yaml --results measured
expect 0 "$quadrille" sweep status cg.yaml --results measured
# The partitions kway and rcb of two grids for two numbers of ranks.
(($(find measured/inputs -name 'partition-*.txt' | wc -l) == 8)) ||
    complain "partitions: $(ls measured/inputs)"
# Their digests are in the provenance.
for file in measured/inputs/partition-*.txt; do
    says "$(launch_file measured 0 json)" "$(sha256sum "$file" | cut -d' ' -f1)"
done
# Two algorithms, two samples per cell; a sample's phases are the largest times
# on a rank. Between two phases the system may take a core away, not in most
# samples.
awk -F, "$by_name"'{ rows++; sum = 0
      sum += $at["compute_ns"] + $at["pack_ns"] + $at["exchange_ns"]
      sum += $at["reduce_ns"]; rest = $at["local_max_ns"] - sum
      if (rest < 0) print "line " NR ": " -rest " ns too many"
      if (rest > 5000 + $at["local_max_ns"] / 50) left_over++
      if ($at["exchange_ns"] <= 0 || $at["compute_ns"] <= 0) print "no phase"
      counts = $at["counts"]
      if (counts !~ /answer=[0-9]+;iterations=[0-9]+/) print counts
    }
    END { if (rows != 48) print rows " rows"
        if (left_over > 12) print left_over " samples left time over" }' \
    measured/launch-*.csv >wrong
[[ ! -s wrong ]] || complain "$(head -3 wrong)"
# Every algorithm gives the same bits.
awk -F, "$by_name"'{ split($at["counts"], c, "answer=")
        split(c[2], answer, ";")
        print $at["procs"], $at["parameters"], answer[1] }' measured/*.csv |
    sed -E 's/(busy_measure|delay_us)[^ ;]*;?//' | sort -u >answers
(($(wc -l <answers) == 12)) || complain "answers: $(<answers)"

# Exchanges and halos cost simulated time, computation does not: in each of 51
# iterations 128 bytes are gathered, 220 ns each, as many copied, 40 ns each; if
# requested, only one exchange runs.
expect 0 "$quadrille" sweep run cg.yaml --machine cm5_1992 --results simulated
says "$(launch_file simulated 0 csv)" ',0,1697280,'
sed 's/^name.*/name: cg\ntimed: exchange/' cg.yaml >exchange.yaml
expect 0 "$quadrille" sweep run exchange.yaml --results exchange
says "$(launch_file exchange 0 csv)" ',,,,'
refuse "timed" "$quadrille" sweep plan <(sed 's/exchange/nap/' exchange.yaml)

# One measurement each, and refusals.
bench=("$quadrille" bench --repetitions 2 --warmup 0)
# time_ns OPTION...: the simulated time of two ranks that exchange 1000 bytes.
time_ns() {
    expect 0 "${bench[@]}" --algorithm ps --procs 2 --density 1 --bytes 1000 \
        --machine cm5_1992 "$@" --format csv
    awk -F, "$by_name"'NR == 2 { print $at["time_ns"] }' out
}
# In turn each gathers before it sends, and scatters what it has received, at
# 220 ns a byte; the first gathering of the two overlaps nothing.
more_ns=$(($(time_ns --timed indexed) - $(time_ns --timed exchange)))
((more_ns == 4 * 1000 * 220)) || complain "indexed: $more_ns ns more"
# An announcement is a sum over all ranks on the control network, 5 us, and
# here an active message each way, sent and received in 1.6 and 1.7 us at least.
more_ns=$(($(time_ns --mode posted+announce) - $(time_ns --mode posted)))
((more_ns >= 8300 && more_ns < 40000)) || complain "announced: $more_ns ns more"
expect 0 "${bench[@]}" --algorithm mpi_alltoallv --procs 3 --bytes 1001 \
    --timed indexed
refuse '--timed: indexed of broadcast; accepted: of workloads whose traffic' \
    "${bench[@]}" --algorithm bcast_long --procs 2 --timed indexed
refuse "--mode: 'posted+announce' of broadcast; accepted: without" \
    "${bench[@]}" --algorithm bcast_long --procs 2 --mode posted+announce
expect 0 "${bench[@]}" --algorithm pex --workload fft2d --side 32 --procs 3
says out 'compute_ns,pack_ns,exchange_ns,reduce_ns'
expect 0 "${bench[@]}" --algorithm pex --workload fft2d --side 45 --procs 3
refuse '--side: 49; accepted: 2^a 3^b 5^c from 8 to 65536' "${bench[@]}" \
    --algorithm pex --workload fft2d --side 49 --procs 3
expect 1 "${bench[@]}" --algorithm gs --workload cg --procs 2 \
    --most-iterations 3
says err 'INVALID: cg: iteration 3: it has not converged'
printf '%%%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n1 1 4\n' \
    >cut.mtx
refuse 'cut.mtx:3: ' "${bench[@]}" --algorithm gs --workload cg_matrix \
    --procs 2 --file cut.mtx
refuse 'cut.mtx:3: ' "$quadrille" pattern --workload sparse_matrix --procs 2 \
    --file cut.mtx
# A packed file is copied to inputs/ unchanged.
cp "$source_root/workloads/airfoil/meshes/wing_545.msh.xz" wing.msh.xz
expect 0 "${bench[@]}" --algorithm ps --workload euler_mesh --procs 2 \
    --file wing.msh.xz --steps 2
says out 'file=wing.msh.xz'
expect 1 "${bench[@]}" --algorithm ps --workload euler --procs 2 --points 545 \
    --cfl 30
says err 'INVALID: euler: step 1: the density at point '
finish
