#!/usr/bin/env bash
# `calibrate --against-library` and `bench here` on two operations and two
# ranks, from the commands of launches to the tables; and what `auto` takes with
# the network file.
source harness/testing/expect.sh

# A fake launcher, which records its arguments.
mkdir bin
cat >bin/mpirun <<SHELL
#!/usr/bin/env bash
echo "\$* \$(env | grep ^OMPI_MCA_coll | sort | paste -sd' ')" \
    >>"$PWD/mpirun.log"
exec $(command -v mpirun) "\$@"
SHELL
chmod +x bin/mpirun
PATH=$PWD/bin:$PATH

# The comparison, of fewer operations and samples.
mkdir -p tree/configs
cp -rL "$source_root/configs/machines" "$source_root/configs/sweeps" \
    tree/configs/
chmod -R u+w tree/configs
ln -s "$source_root/analysis" tree/analysis
sed -i -e 's/^algorithms: .*/algorithms: [bcast_auto, mpi_bcast]/' \
    -e 's/^launches: .*/launches: 6/' -e 's/^cell_cap_s: .*/cell_cap_s: 0.02/' \
    tree/configs/sweeps/against_library.yaml
calibrate=(env QUADRILLE_ROOT="$PWD/tree" QUADRILLE_BUILT_DIR="$QUADRILLE_BUILT"
    "$QUADRILLE_BUILT/quadrille" calibrate --samples 1 --procs 2
    --against-library)
refuse '--against-library without --network; accepted: both' "${calibrate[@]}" \
    --output new.yaml
refuse '--against-library: a simulated machine has no MPI library of its own' \
    "${calibrate[@]}" --machine fat_tree --network new.network
touch new.network.library.csv
refuse '--network: new.network.library.csv exists' "${calibrate[@]}" \
    --network new.network
expect 0 "${calibrate[@]}" --network my.network
says out 'comparison: my.network.library.csv'
for operation in bcast alltoallv; do
    [[ $(grep -c "^$operation,2,[0-9]*,6," my.network.library.csv) == 6 ]] ||
        complain "$operation: $(<my.network.library.csv)"
    [[ $(grep -c "^MPI_$operation  *2  *[0-9]" out) == 6 ]] ||
        complain "$operation: $(<out)"
done
# The file has a line for each run of lengths that the table has as taken.
num_runs=$(awk -F, 'NR > 1 { here = $1 == last ? before : "FALSE"
    num += $NF == "TRUE" && here != "TRUE"; last = $1; before = $NF }
    END { print num + 0 }' my.network.library.csv)
[[ $(grep -c '^library_faster ' my.network) == "$num_runs" ]] ||
    complain "$num_runs runs: $(<my.network) $(<my.network.library.csv)"
expect 0 env QUADRILLE_NETWORK=my.network "$quadrille" model bcast --procs 2 \
    --bytes 8 --algorithms

# `auto` takes the choice of a file at its number of ranks, also in `model`.
sed '/^library_faster/d; 2i library_faster bcast 2 0 100000' my.network \
    >bcast.network
model=(env QUADRILLE_NETWORK=bcast.network "$quadrille" model bcast --bytes 8
    --algorithms --format csv)
expect 0 "${model[@]}" --procs 2
says out 'bcast,2,8,mpi_bcast,,taken'
expect 0 "${model[@]}" --procs 3
grep -q mpi_bcast out && complain "3 ranks: $(<out)"

here=("$quadrille" bench here)
for case in '--procs 1' '--procs 2,x' '--nodes 0' '--machine none' \
    '--machine fat_tree' '--network absent' '--results' '--format html'; do
    read -ra words <<<"$case"
    refuse '; accepted: ' "${here[@]}" "${words[@]}"
done
refuse '--procs 4 on --nodes 3; accepted: multiples of 3' "${here[@]}" \
    --procs 3,4 --nodes 3

tsv=$source_root/harness/self_tests/here_operations.tsv
# Of the library's algorithms, the first.
awk -F'\t' 'NR == 1 || $1 == "bcast" || $1 == "alltoallv" {
    sub(/,.*/, "", $4); print }' OFS='\t' "$tsv" >operations.tsv
export QUADRILLE_HERE_OPERATIONS=$PWD/operations.tsv QUADRILLE_HERE_LAUNCHES=1
: >mpirun.log
expect 0 "${here[@]}" --quick --procs 2 --network bcast.network --results r \
    --format csv
[[ $(head -n 1 out) == operation,procs,bytes,way,buffers,choice,network,who,\
forced,launches,time_us,default_us,ratio,low,high ]] ||
    complain "header: $(head -n 1 out)"
says err "programs' calls: 1 launches, on 2 ranks about 1 min, longer where"
# Ten operations of three lengths in each way, and with each buffer.
for way in {stream,barrier,agreed},{kept,rewritten}; do
    [[ $(grep -c ",$way,.*,plain,ours,\"\",1," out) == 30 ]] ||
        complain "$way: $(<out)"
done
for rows in bcast,2,.*sweep.*plain,ours \
    bcast,2,.*plain,forced,basic_linear alltoallv,2,.*plain,neighbor \
    alltoallv,2,.*plain,forced,basic_linear bcast,2,.*calibrated,ours \
    alltoallv,2,.*calibrated,ours; do
    [[ $(grep -c "^$rows" out) == 3 ]] || complain "$rows: $(<out)"
done
says mpirun.log 'OMPI_MCA_coll_tuned_bcast_algorithm=basic_linear'
says mpirun.log 'OMPI_MCA_coll_tuned_alltoallv_algorithm=basic_linear'
chosen() { cat "$1"/launch-*.json | grep -o '"chosen": "[a-z_]*"' | sort -u; }
# 262144 bytes are out of the range.
grep -q '"mpi_bcast"' <<<"$(chosen r/calibrated/bcast_2)" ||
    complain "with the file: $(chosen r/calibrated/bcast_2)"
grep -qv '"mpi_bcast"' <<<"$(chosen r/calibrated/bcast_2)" ||
    complain "out of the range: $(chosen r/calibrated/bcast_2)"
# Without one the long ones are passed on, as there is one node.
[[ $(chosen r/plain/bcast_2) == *bcast_shared*mpi_bcast* ]] ||
    complain "without the file: $(chosen r/plain/bcast_2)"
for folder in plain/alltoallv_2 calibrated/alltoallv_2; do
    grep -q '"mpi_' <<<"$(chosen r/$folder)" &&
        complain "$folder: $(chosen r/$folder)"
done

# A complete sweep is not run again.
num_launches=$(grep -vc -e --version mpirun.log)
expect 0 "${here[@]}" --quick --procs 2 --network bcast.network --results r
[[ $(grep -vc -e --version mpirun.log) == "$num_launches" ]] ||
    complain 'launched again'
says out 'ours / default'
says out '2 ranks, stream, send buffer kept: 30 cells, geometric mean '
says out '2 ranks: 4 of 30 cells are passed on to the library: bcast of 262144'
says out 'without a file: 6 cells, geometric mean of the ratio '
says out 'with the file: 6 cells, geometric mean of the ratio '
# Launches of other lengths are not taken for these.
refuse 'r/programs_2/made_of differs: other lengths, programs or MPI; ' \
    "${here[@]}" --procs 2 --network bcast.network --results r

# Each word of the table is an algorithm of its operation.
while IFS=$'\t' read -r operation _ traffic selectors; do
    [[ $operation == alltoallv ]] && traffic='workload=synthetic density=1' ||
        traffic=workload=vector
    read -ra values <<<"$traffic algorithms=[mpi_$operation] bytes=[64]"
    expect 0 "$quadrille" sweep plan "$source_root/configs/sweeps/here.yaml" \
        "${values[@]/#/--set=}" --set "selectors=[$selectors]"
done < <(tail -n +2 "$tsv")
finish
