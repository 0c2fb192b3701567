#!/usr/bin/env bash
# `bench peers` on 16 ranks, from the commands of launches to the summary; and
# how launchers select the algorithm of an MPI library's collective.
source harness/testing/expect.sh

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
network,machine,procs,bytes,densities,cell_limit_s,library_limit_s,like
tiny,fat_tree_smpi,16,8 4096,0.5,60,90,
larger,fat_tree_smpi,32,4096,,60,90,tiny
CSV
export QUADRILLE_PEERS_NETWORKS=$PWD/networks.csv
export QUADRILLE_PEERS_LIBRARIES=$PWD/libraries.csv
refuse "--only 'none'; accepted: tiny larger" "$quadrille" bench peers \
    --only none
refuse 'accepted: --libraries, --only NETWORK, --results DIR, --format text' \
    "$quadrille" bench peers --quick
refuse "arguments '--libraries'; accepted: --only NETWORK" "$quadrille" \
    bench choice --libraries

# What is run on a larger network depends on a smaller one.
expect 1 "$quadrille" bench peers --libraries --only larger --results none
says err 'no results of scatter; accepted: what `./quadrille bench peers --lib'

# rows FILE CONDITION: how many rows of a csv fulfil it, by its columns' names.
rows() {
    # shellcheck disable=SC2016 # columns of awk
    awk -F, "NR == 1 { for (i = 1; i <= NF; i++) at[\$i] = i }
        NR > 1 && ($(sed -E 's/\{([a-z_]+)\}/$at["\1"]/g' <<<"$2"))" "$1" |
        wc -l
}
# expect_rows COUNT FILE CONDITION
expect_rows() {
    local found
    found=$(rows "$2" "$3")
    [[ $found == "$1" ]] || complain "$found rows, not $1, of $3 in $2"
}

# A row for each choice and algorithm of SimGrid's, each length; where it has no
# time, the reason.
expect 1 "$quadrille" bench peers --libraries --results l --format csv
cp out libraries.csv
grep -qx 'cell_limit_s: 90' l/tiny/bcast/experiment.yaml ||
    complain "the libraries' cell limit: $(<l/tiny/bcast/experiment.yaml)"
for row in 'bcast 23' 'reduce 19' 'allreduce 21' 'alltoallv 16'; do
    read -r operation num_choices <<<"$row"
    expect_rows $((2 * num_choices)) libraries.csv \
        '{network} == "tiny" && {operation} == "'"$operation"'"'
done
# Of parts of unequal length there are fewer algorithms; ours is one of scatter.
expect_rows 11 libraries.csv \
    '{operation} == "scatter" && {network} == "tiny" && {bytes} == 4096'
expect_rows 5 libraries.csv \
    '{operation} == "scatter" && {network} == "tiny" && {bytes} == 8'
expect_rows 0 libraries.csv '({time_us} == "") != ({reason} != "")'
expect_rows 2 libraries.csv \
    '{choice} == "smpi_arrival_scatter" && {reason} == "crash"'
expect_rows 1 libraries.csv \
    '{choice} == "smpi_smp_rsag" && {reason} == "wrong result"'
# The larger one has the four choices, and what was near the best.
expect_rows 4 libraries.csv '{network} == "larger" && {operation} == "bcast" &&
    {choice} !~ /^smpi_/'
expect_rows 1 libraries.csv '{network} == "larger" && {choice} == "scatter_mst"'
expect_rows 0 libraries.csv '{network} == "larger" && {choice} == "smpi_lr"'

# A launch selects the algorithm of the collective that it calls, and no other.
for called in bcast scatter gather allgather reduce allreduce reduce_scatter \
    alltoallv; do
    for word in ompi mpich mvapich2 impi default; do
        grep -qF -- " --cfg=smpi/$called:$word " smpirun.log ||
            complain "no launch selects $called:$word"
    done
done
grep -E 'smpi/[a-z_]+:ompi .*:(mpich|mvapich2|impi) ' smpirun.log &&
    complain 'a launch with two selectors'
grep -F 'smpi/bcast:' smpirun.log | grep -F 'smpi/reduce' &&
    complain 'a launch selects for a collective that it never calls'

# Ours, with the numbers of three networks, compared with them.
expect 0 "$quadrille" bench peers --only tiny --results r --format csv
cp out ours.csv
grep -qx 'cell_limit_s: 60' r/tiny/default/bcast/experiment.yaml ||
    complain "our cell limit: $(<r/tiny/default/bcast/experiment.yaml)"
for operation in bcast scatter gather allgather reduce allreduce \
    reduce_scatter alltoallv; do
    expect_rows 2 ours.csv '{operation} == "'$operation'" && {peer_us} > 0'
done
expect_rows 0 ours.csv '{default_us} < {bound_us} * (1 - 1e-6) ||
    {peer_us} < {bound_us} * (1 - 1e-6)'
# The first call of a library on a communicator, 50 us here, is not timed.
expect_rows 0 ours.csv '{peer_us} > {bound_us} + 45'
for pair in "default today's.clusters" 'calibrated network.txt' \
    'machine machine.yaml'; do
    grep -q "\"network\": \"${pair#* }\"" r/tiny/"${pair% *}"/bcast/*.json ||
        complain "auto has other numbers than $pair"
done

# A complete sweep is not run again.
num_launches=$(wc -l <smpirun.log)
expect 0 "$quadrille" bench peers --only tiny --results r
[[ $(wc -l <smpirun.log) == "$num_launches" ]] || complain 'launched again'
says out 'fastest peer / ours, above 1 if ours is faster; geometric means'
says out 'ranks do not divide the vector into equal parts'
says out 'cells: fastest peer / ours'

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
