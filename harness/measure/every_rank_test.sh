#!/usr/bin/env bash
# The word of every rank counts: its clock, its program, its files and the
# conditions under which it runs.
source harness/testing/small_sweep.sh
cp "$source_root/workloads/matrix_file/ponnusamy1992_table6.txt" m.txt
write_config words name words algorithms '[ls]' procs '[2]' densities '[1]' \
    seeds "$one_seed" repetitions 10 cells_per_launch 1
sed 's/^workload.*/workload: matrix_file/; s/^densities.*/file: [m.txt]/
    /^bytes/d; s/^procs.*/procs: [8]/' words.yaml >matrix.yaml

# Rank 1 starts its program by the words in RANK_1.
mkdir bin
cat >bin/mpirun <<SCRIPT
#!/usr/bin/env bash
words=()
for word; do
    [[ \$word != */bench ]] || words+=('$PWD/bin/start')
    words+=("\$word")
done
exec $(command -v mpirun) "\${words[@]}"
SCRIPT
cat >bin/start <<'SCRIPT'
#!/usr/bin/env bash
# bind FROM TO PROGRAM ...: with another file in place of TO, for it alone.
bind() {
    exec unshare -m bash -c 'mount --bind "$1" "$2" && exec "${@:3}"' - "$@"
}
[[ $OMPI_COMM_WORLD_RANK == 1 ]] || exec "$@"
$RANK_1 "$@"
SCRIPT
chmod +x bin/*
# run STATUS CONFIG [RANK_1]
run() {
    rm -rf results
    expect "$1" env PATH="$PWD/bin:$PATH" RANK_1="${3:-exec}" "$quadrille" \
        sweep run "$2" --machine local --results results
}
# invalid REASON CONFIG RANK_1
invalid() {
    run 1 "$2" "$3"
    says out '0 cells valid, 1 invalid, 0 missing'
    says "$(launch_file results 0 json)" \
        "\"reason\": \"rank 1, on $(uname -n), $1"
    says err "rank 1, on $(uname -n), $1"
}

run 0 words.yaml
says "$(launch_file results 0 json)" '"uncertainty_ns": 0'
run 0 matrix.yaml

if unshare -T --monotonic 1 true 2>/dev/null; then
    # Its clock is a second ahead, and is followed.
    run 0 words.yaml 'exec unshare -T --monotonic 1'
    grep -q '"uncertainty_ns": [1-9]' "$(launch_file results 0 json)" ||
        complain "a clock that is ahead: $(<"$(launch_file results 0 json)")"
    awk -F, "$by_name"'$at["time_ns"] > 500000000 { exit 1 }' \
        "$(launch_file results 0 csv)" ||
        complain "times by two clocks: $(<"$(launch_file results 0 csv)")"
else
    echo 'skipped: no time namespace is permitted'
fi

if unshare -m true 2>/dev/null; then
    run 0 words.yaml
    cp results/experiment.yaml usual.yaml
    # Ranks of other numbers of cells and samples do not wait for each other.
    for change in 's/^bytes.*/bytes: [81920]/' 's/^repet.*/repetitions: 99/' \
        's/^seeds.*/seeds: {first: 1, count: 3}/' 's/^procs.*/procs: [3]/' \
        's/^name.*/name: [/'; do
        sed "$change" usual.yaml >definition.yaml
        invalid 'reads another experiment.yaml than rank 0' words.yaml \
            "bind $PWD/definition.yaml experiment.yaml"
    done
    sed 's/[1-9]/&0/' m.txt >other.txt
    invalid 'reads another inputs/m.txt than rank 0' matrix.yaml \
        "bind $PWD/other.txt inputs/m.txt"
    cp "$QUADRILLE_BUILT/bench" bench && chmod u+w bench && echo >>bench
    invalid 'runs another program than rank 0' words.yaml \
        "bind $PWD/bench $(readlink -f "$QUADRILLE_BUILT/bench")"
else
    echo 'skipped: no mount is permitted'
fi

# Conditions: equal for launches of one sweep, also of other layouts, and for
# the same sweep in another folder.
# conditions VARIABLE=VALUE: the digests of a sweep's launches.
conditions() {
    rm -rf results
    expect 0 env "$1" "$quadrille" sweep run words.yaml --machine local \
        --results results --set 'procs=[2, 3]' --set launches=2
    sed -n 's/.*"conditions_sha256": "\(.*\)".*/\1/p' results/launch-*.json |
        sort -u
}
usual=$(conditions ANY=1)
[[ $usual =~ ^[0-9a-f]{64}$ ]] || complain "conditions of one sweep: $usual"
mv results elsewhere
[[ $(conditions TMPDIR="$(mktemp -d)") == "$usual" ]] ||
    complain 'the folder of temporary files is a condition'
seen=("$usual")
for setting in OMPI_MCA_btl=self,tcp OMPI_MCA_mpi_yield_when_idle=0 \
    OMPI_MCA_hwloc_base_binding_policy=none SLURM_CPU_BIND=none \
    UCX_TLS=tcp LD_LIBRARY_PATH=/absent \
    LD_PRELOAD="$source_root/harness/testing/clock_faults.so"; do
    found=$(conditions "$setting")
    [[ $found =~ ^[0-9a-f]{64}$ && " ${seen[*]} " != *" $found "* ]] ||
        complain "$setting: $found; seen: ${seen[*]}"
    seen+=("$found")
    says "$(launch_file results 0 json)" "\"${setting%%=*}\": \"${setting#*=}\""
done
# Launches of one sweep under two of them: no command is silent about it.
conditions ANY=1 >usual
cp -r results before
rm "$(launch_file results 1 json)"
expect 0 env OMPI_MCA_btl=self,tcp "$quadrille" sweep run words.yaml \
    --machine local --results results --set 'procs=[2, 3]' --set launches=2
differ='different conditions; what differs: environment: OMPI_MCA_btl'
expect 0 "$quadrille" sweep status results
says out "measured under 2 $differ"
expect 0 "$quadrille" results check results
says out "measured under 2 $differ"
expect 0 "$quadrille" figures --results results
says out "$differ"
says results/report.html "$differ"
expect 0 "$quadrille" compare results results
says out "$differ"
# Also if each of two sweeps has its own.
rm -r results
expect 0 env OMPI_MCA_btl=self,tcp "$quadrille" sweep run words.yaml \
    --machine local --results results --set 'procs=[2, 3]' --set launches=2
expect 0 "$quadrille" compare before results --tolerance 99
says out "$differ"
# A rank that differs adds its value.
run 0 words.yaml 'exec env UCX_TLS=tcp'
tr -d ' \n' <"$(launch_file results 0 json)" >flat
says flat '"UCX_TLS":[null,"tcp"]'
finish
