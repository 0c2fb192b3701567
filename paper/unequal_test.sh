#!/usr/bin/env bash
# Schedulers on unequal messages, a small workload of each part: every set runs,
# and its rows have times and bounds. docs/unequal.md has the frozen tables.
source harness/testing/expect.sh
mkdir tree
cp -rL "$source_root"/{quadrille,configs,analysis,paper,workloads,third_party} \
    tree
small='workload=zipf points=null timed=null procs=[16] densities=[0.3]'
small+=' bytes=[64] seeds.count=2'
slow='hardware.inside_bandwidth_mb_s=50000 machine.network.inside_beta_ns=0.02'
{
    head -n 1 "$source_root/paper/unequal.tsv"
    while IFS='|' read -r workload part machine more; do
        printf '%s\t%s\t%s\t%s %s\t%s\n' "$workload" "$part" \
            "$machine" "$small" "$more" \
            '--workload zipf --procs 16 --density 0.3 --bytes 64'
    done <<END
zipf 0.3|papers|cm5_1993|
zipf, exponent 0.7|skew|nodes_of_8_smpi|exponents=[0.7]
zipf, exponent 0.7, inside 4|slow|nodes_of_8_smpi|exponents=[0.7] $slow
END
} >tree/paper/unequal.tsv
expect 0 tree/quadrille reproduce --unequal
says out "$(head -n 1 "$source_root/paper/data/unequal.csv")"
# The lines of a part, set and algorithm, and how many patterns they are of.
rows_of() {
    grep -c "^$1,.*,$2,$3,.*,2,[0-9.]*," out
}
for row in 'papers own gs' 'papers own two_stage' 'papers synchronous lp' \
    'papers others rs_nh' 'papers later largest_load_first' \
    'skew own node_balanced' 'skew own alltoallv_auto' \
    'skew library mpi_alltoallv' 'slow own scattered'; do
    read -r part set algorithm <<<"$row"
    (($(rows_of "$part" "$set" "$algorithm") > 0)) ||
        complain "no $row: $(<out)"
done
# Only nodes have bounds of adapters.
! grep '^papers' out | grep -v ',,$' || complain 'papers have adapters'
! grep -v '^papers' out | grep ',,$' || complain 'nodes lack adapters'
# The documentation has lines of the frozen tables.
expect 0 Rscript --vanilla "$source_root/paper/print_unequal_tables.R" \
    "$source_root"
grep -E '^\| (machine|cm5_|paragon_|traffic|zipf|experts)' \
    "$source_root/docs/unequal.md" >lines
(($(wc -l <lines) > 9)) || complain "docs/unequal.md has no tables: $(<lines)"
! grep -vxFf out lines || complain 'docs/unequal.md: no lines of the tables'
finish
