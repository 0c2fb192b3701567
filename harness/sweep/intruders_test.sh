#!/usr/bin/env bash
# Files that cannot be read do not count, and neither do files that others put
# into the folder while a sweep runs; programs that are built anew start no
# launch.
source harness/testing/small_sweep.sh
preloaded=$source_root/harness/testing/fault_injection.so
second=launch-00001

write_config small
sed -i 's/^procs:.*/procs: [2]/; s/^cells_per_launch:.*/cells_per_launch: 8/' \
    small.yaml
run=("${sweep[@]}" run small.yaml --machine local --results)
expect 0 "${run[@]}" good
says out '16 cells valid, 0 invalid, 0 missing'

# A failing disk: what cannot be read does not count, stays, and counts again
# when it can be read.
for ending in csv json; do
    cp -r good failing
    (cd failing && sha256sum launch-*) >before
    file=$(launch_file failing 1 $ending)
    reading=(env LD_PRELOAD="$preloaded" QDR_FAULT=unreadable
        QDR_FAULT_FILE="${file#*/}")
    expect 1 "${reading[@]}" "${sweep[@]}" status failing
    says out "cannot be read: Input/output error; it does not count"
    expect 0 "${reading[@]}" "${run[@]}" failing
    says out '16 cells valid, 0 invalid, 0 missing'
    (cd failing && sha256sum --check --quiet ../before) ||
        complain "unreadable $ending: something was changed"
    same_samples good failing
    rm -r failing
done

# A launch of other results appears before the second attempt at launch 1.
cp -r good other
mkdir bin
real=$(command -v mpirun)
cat >bin/mpirun <<SHELL
#!/usr/bin/env bash
case \$(cat "$PWD/deed") in
intrude)
    if [[ " \$* " == *' . $second-'* ]]; then
        echo none >"$PWD/deed"
        cp "$PWD"/other/launch-00000-*.csv "$PWD/hit/$second-01-a-1-aaaaaa.csv"
        cp "$PWD"/other/launch-00000-*.json \
            "$PWD/hit/$second-01-a-1-aaaaaa.json"
        echo 8 >"$PWD/hit/\${@: -1}.running"
        exit 1
    fi
    ;;
rebuild)
    echo none >"$PWD/deed"
    $real "\$@"
    status=\$?
    echo >>"$PWD/programs/bench"
    exit \$status
    ;;
esac
exec $real "\$@"
SHELL
chmod +x bin/mpirun
PATH=$PWD/bin:$PATH
echo intrude >deed
expect 1 "${run[@]}" hit
[[ $(<deed) == none ]] || complain "nobody intruded: $(<err)"
expect 1 "${sweep[@]}" status hit
says out "hit/$second-01-a-1-aaaaaa.json: it is another launch; it does not"
# The cell that ended the launch, as the intruder says, is INVALID.
says out '15/16 cells valid, 1 invalid, 0 missing'
diff <(samples hit | cut -d, -f1,2 | sort -u | wc -l) <(echo 16) ||
    complain 'samples of another launch'

# The programs are built anew while the first launch runs.
cp -rL "$QUADRILLE_BUILT" programs
chmod -R u+w programs
export QUADRILLE_BUILT=$PWD/programs
echo rebuild >deed
expect 2 "${run[@]}" rebuilt --jobs 1
says err 'rebuilt: its results were made with another program'
[[ $(<deed) == none ]] || complain 'nothing was built anew'
cp "$source_root/programs/bench" programs/bench
expect 1 "${sweep[@]}" status rebuilt
says out '8/16 cells valid, 0 invalid, 8 missing'
expect 0 "${run[@]}" rebuilt
says out '16 cells valid, 0 invalid, 0 missing'
finish
