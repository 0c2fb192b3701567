#!/usr/bin/env bash
# `bench peers` on 16 ranks, from the commands of launches to the summary; and
# how launchers select the algorithm of an MPI library's collective.
source harness/testing/expect.sh
: "${source_root:?set by expect.sh}" "${quadrille:?set by expect.sh}"

# Fake launchers, which record their arguments.
mkdir bin
for launcher in smpirun mpirun; do
    cat >bin/$launcher <<SHELL
#!/usr/bin/env bash
echo "\$* \$(env | grep ^OMPI_MCA_coll | sort | paste -sd' ')" \
    >>"$PWD/$launcher.log"
exec $(command -v $launcher) "\$@"
SHELL
    chmod +x bin/$launcher
done
PATH=$PWD/bin:$PATH

cat >networks.csv <<'CSV'
network,machine,procs,bytes,densities,cell_limit_s
tiny,fat_tree_smpi,16,1024 8192,0.5,60
other,fat_tree_smpi,3,8,,60
CSV
export QUADRILLE_PEERS_NETWORKS=$PWD/networks.csv
refuse "--only 'none'; accepted: tiny other" "$quadrille" bench peers \
    --only none
refuse 'accepted: --only NETWORK, --results DIR, --format text|csv' \
    "$quadrille" bench peers --quick

# Every length of every algorithm, ours and four of the libraries.
expect 0 "$quadrille" bench peers --only tiny --results r --format csv
grep -qx 'cell_limit_s: 60' r/tiny/broadcast/experiment.yaml ||
    complain "the network's cell limit: $(<r/tiny/broadcast/experiment.yaml)"
num_rows=0
for rows in 'bcast 14' 'scatter 2' 'gather 2' 'allgather 4' 'reduce 10' \
    'allreduce 5' 'reduce_scatter 4' 'alltoallv 16'; do
    read -r operation ours <<<"$rows"
    found=$(grep -c "^tiny,$operation,16," out)
    [[ $found == $((2 * (ours + 4))) ]] ||
        complain "$operation: $found rows, not 2 x ($ours + 4)"
    num_rows=$((num_rows + 2 * (ours + 4)))
done
[[ $(wc -l <out) == $((num_rows + 1)) ]] || complain "rows: $(<out)"
awk -F, 'NR > 1 && $9 < $10 * (1 - 1e-6)' out | grep . &&
    complain 'faster than the lower bound'
# The first call of a library on a communicator, 50 us here, is not timed.
awk -F, 'NR > 1 && $2 ~ /^(allgather|reduce|gather)$/ && $9 > $10 + 45' \
    out | grep . && complain 'a first call was timed'

# A launch selects the algorithm of the collective that it calls, and no other.
for called in bcast scatter gather allgather reduce allreduce reduce_scatter \
    alltoallv; do
    for word in ompi mpich mvapich2 impi; do
        grep -qF -- " --cfg=smpi/$called:$word " smpirun.log ||
            complain "no launch selects $called:$word"
    done
done
grep -E 'smpi/[a-z_]+:ompi .*:(mpich|mvapich2|impi) ' smpirun.log &&
    complain 'a launch with two selectors'
grep -F 'smpi/bcast:' smpirun.log | grep -F 'smpi/reduce' &&
    complain 'a launch selects for a collective that it never calls'

# A complete sweep is not run again.
num_launches=$(wc -l <smpirun.log)
expect 0 "$quadrille" bench peers --only tiny --results r
[[ $(wc -l <smpirun.log) == "$num_launches" ]] || complain 'launched again'
says out 'tiny, bcast: time / lower bound, by bytes of the vector'
says out 'tiny, alltoallv, density 0.5: time / lower bound, by bytes of a'
says out 'mpi_alltoallv mvapich2'
says out 'gain_of_best'

# Selection is accepted only on machines that charge the libraries' messages,
# and only of algorithms that they have.
bench=("$quadrille" bench --procs 4 --algorithm mpi_gather)
refuse '--algorithm: mpi_gather runs inside the MPI library' "${bench[@]}" \
    --machine cm5_1992 --selector ompi
says err 'accepted: machines with a section smpi'
refuse "on a simulated machine 'default'; accepted: ompi, mpich, mvapich2, " \
    "${bench[@]}" --machine fat_tree_smpi
refuse "under a real MPI library 'ompi'; accepted: default, basic_linear, " \
    "${bench[@]}" --selector ompi
# Algorithms with the flag QDR_REAL_MPI, on every kind of simulated machine.
for algorithm in drs_n_one_sided nbx mpi_neighbor_alltoallv; do
    for machine in cm5_1992 fat_tree_smpi; do
        refuse "$algorithm uses calls of the MPI library" "$quadrille" \
            bench --procs 4 --machine "$machine" --algorithm "$algorithm"
        says err 'nor limited to real_mpi'
    done
done

# columns_of FILE NAME ...: these columns of a csv, joined by commas.
columns_of() {
    local file=$1
    shift
    awk -F, -v names="$*" '
        NR == 1 {
            num_names = split(names, name, " ")
            for (i = 1; i <= NF; i++) at[$i] = i
            next
        }
        {
            for (i = 1; i <= num_names; i++)
                if (name[i] in at)
                    printf "%s%s", $at[name[i]], i < num_names ? "," : "\n"
        }' "$file"
}
# planning ALGORITHM: gather_ns, build_ns and bind_ns of its samples.
planning() {
    expect 0 "$quadrille" bench --machine local --procs 2 --bytes 64 \
        --warmup 0 --repetitions 2 --algorithm "$1" --format csv
    columns_of out gather_ns build_ns bind_ns | sort -u
}
# Algorithms with the flag QDR_NO_PLAN spend no time on a plan; others do.
expect 0 "$quadrille" list algorithms --format csv
columns_of out name limits >limits.csv
num_unplanned=0
while IFS=, read -r algorithm limits; do
    [[ ";$limits;" == *';no_plan;'* ]] || continue
    num_unplanned=$((num_unplanned + 1))
    found=$(planning "$algorithm")
    [[ $found == 0,0,0 ]] || complain "planning of $algorithm: $found"
done <limits.csv
((num_unplanned > 0)) || complain "none has no_plan: $(<limits.csv)"
IFS=, read -r _ build_ns _ <<<"$(planning ps)"
((build_ns > 0)) || complain "ps was built in $build_ns ns"

# Open MPI's algorithms, on parts of equal length, which they require.
expect 0 "${bench[@]}" --bytes 64 --selector binomial
says out 'selector=binomial'
says mpirun.log 'OMPI_MCA_coll_tuned_gather_algorithm=binomial'
says mpirun.log 'OMPI_MCA_coll_tuned_use_dynamic_rules=1'
refuse 'which calls MPI_gatherv' "${bench[@]}" --bytes 65 --selector binomial
expect 0 "${bench[@]}" --bytes 65
[[ $(tail -n 1 mpirun.log) != *OMPI_MCA_coll* ]] ||
    complain "the library's default was selected: $(tail -n 1 mpirun.log)"
finish
