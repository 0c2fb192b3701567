#!/usr/bin/env bash
# paper/unequal.sh RESULTS -- schedulers on messages of unequal length: the
# workloads of unequal.tsv on its machines. `./quadrille reproduce --unequal`
# runs it; it takes about half an hour. The algorithms of the papers run in
# their own modes and in others; on nodes with adapters also MPI_Alltoallv's
# algorithms, which SimGrid has. Prints a row a case, with the bounds of its
# patterns.
set -euo pipefail
: "${QUADRILLE_ROOT:?set by quadrille}" "${QUADRILLE_BUILT_DIR:?}"
root=$QUADRILLE_ROOT results=$1 status=0
quadrille=$QUADRILLE_BUILT_DIR/quadrille
direct='ls,ps,bs,gs,ac,lp,rs_n,rs_nh'
dynamic='drs_n,lp_barrier,drs_n_polling,two_stage'
later='largest_load_first,edge_colouring,scattered'
mpi=ompi,mpich,mvapich2,impi,smpi_pair,smpi_pair_light_barrier,smpi_ring,
mpi+=smpi_ring_light_barrier,smpi_ompi_basic_linear

# run SET KEY=VALUE ...: a sweep of the loop's workload with these values.
run() {
    local folder="$results/$part/$machine/${workload// /_}/$1"
    shift
    # shellcheck disable=SC2046,SC2086 # a list of values
    "$quadrille" sweep run "$root/configs/sweeps/unequal.yaml" \
        --machine "$machine" --results "$folder" \
        $(printf -- '--set=%s ' $values "$@") >&2 </dev/null || status=1
}

# write_patterns: of the loop's workload, a file for each seed; 0.csv if there
# is one pattern only.
write_patterns() {
    local folder="$results/$part/$machine/${workload// /_}/patterns"
    local count=0 seed first=0 given=() new
    if [[ $values =~ seeds.count=([0-9]+) ]]; then
        first=1 count=${BASH_REMATCH[1]}
    fi
    mkdir -p "$folder"
    for ((seed = first; seed <= count; seed++)); do
        ((seed == 0)) || given=(--seed "$seed")
        new=$(mktemp "$folder/$seed.csv.XXXXXX")
        # shellcheck disable=SC2086 # options
        "$quadrille" pattern $pattern "${given[@]}" --format csv >"$new"
        chmod 644 "$new"
        mv "$new" "$folder/$seed.csv"
    done
}

while IFS=$'\t' read -r workload part machine values pattern; do
    write_patterns
    case $part in
    papers)
        run own "algorithms=[$direct,$dynamic,$later]"
        run synchronous "algorithms=[$direct,largest_load_first]" \
            'modes=[synchronous]'
        run others "algorithms=[$direct]" 'modes=[posted,posted_all]'
        run later 'algorithms=[largest_load_first,edge_colouring]' \
            'modes=[synchronous,posted,posted_all]'
        ;;
    skew)
        run own "algorithms=[gs,$later,node_balanced,auto]"
        run library 'algorithms=[mpi_alltoallv]' "selectors=[$mpi]"
        ;;
    slow) run own 'algorithms=[scattered,node_balanced,auto]' ;;
    esac
done < <(tail -n +2 "$root/paper/unequal.tsv")
Rscript --vanilla "$root/paper/print_unequal.R" "$root" "$results"
exit $status
