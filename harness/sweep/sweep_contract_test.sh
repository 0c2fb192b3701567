#!/usr/bin/env bash
# The contract of sweep and bench: equal results, existing results, and one
# measurement.
source harness/testing/small_sweep.sh

write_config small
# A folder may have blanks in its name.
expect 0 "${sweep[@]}" run small.yaml --machine cm5_1992 --results 'with blank'
expect 0 "${sweep[@]}" run small.yaml --machine local --results 'blank too'

# Two simulated runs give the same bytes; a complete one is not run again.
expect 0 "${sweep[@]}" run small.yaml --machine cm5_1992 --results one
says out '32 cells valid, 0 invalid, 0 missing'
expect 0 "${sweep[@]}" run small.yaml --machine cm5_1992 --results two --jobs 1
same_samples one two
before=$(stat -c %Y.%i one/launch-*.csv)
expect 0 "${sweep[@]}" run small.yaml --machine cm5_1992 --results one
[[ $(stat -c %Y.%i one/launch-*.csv) == "$before" ]] ||
    complain 'finished launches were run again'

# Cells in launches of one give the same times as in a launch of many.
write_config single cells_per_launch 1
expect 0 "${sweep[@]}" run single.yaml --machine cm5_1992 --results single
diff <(cat one/*.csv | cut -d, -f2- | sort -u) \
    <(cat single/*.csv | cut -d, -f2- | sort -u) >/dev/null ||
    complain 'a cell alone differs from the same cell in a batch'

# Results of another configuration are not mixed with existing ones.
write_config other seeds '{first: 2, count: 4}'
refuse 'made with another experiment.yaml' "${sweep[@]}" run other.yaml \
    --machine cm5_1992 --results one
expect 0 "${sweep[@]}" run other.yaml --machine cm5_1992 --results one --restart
same_samples one.1 two
# --restart moves complete results aside, too, and measures again.
expect 0 "${sweep[@]}" run other.yaml --machine cm5_1992 --results one \
    --restart --if-changed
[[ ! -e one.2 ]] || complain '--if-changed moved what had not changed'
touch -d yesterday "$(launch_file one 0 csv)"
expect 0 "${sweep[@]}" run other.yaml --machine cm5_1992 --results one --restart
says err 'earlier results are now in '
same_samples one.2 one
[[ $(launch_file one 0 csv) -nt $(launch_file one.2 0 csv) ]] ||
    complain '--restart did not measure again'
refuse '--restart is given with the results folder one; accepted: with a file' \
    "${sweep[@]}" run one --restart

# Quotes in a path are part of the name; no shell parses them.
mkdir "it's; touch owned"
expect 0 env TMPDIR="$PWD/it's; touch owned" "$quadrille" bench \
    --algorithm ps --procs 2
[[ ! -e owned && -z $(ls "it's; touch owned") ]] ||
    complain "TMPDIR: $(ls "it's; touch owned")"
# Without the launcher: the error names its packages, and no file is written.
mkdir bin
for tool in bash dirname readlink sed find git paste grep env id awk; do
    ln -s "$(command -v $tool)" bin/$tool
done
expect 1 env PATH="$PWD/bin" "${sweep[@]}" run small.yaml --results never
says err "mpirun is missing: load a module, or install Debian's openmpi-bin"
says err "Spack's openmpi, or conda's openmpi; see docs/install.md"
[[ ! -e never ]] || complain 'a sweep that cannot run wrote results'

# One measurement.
expect 0 "$quadrille" bench --algorithm gs --procs 3 --repetitions 4
[[ $(wc -l <out) == 5 ]] || complain "bench: $(<out)"
# The same as text: 3 ranks, a complete exchange of 256 bytes.
expect 0 "$quadrille" bench --algorithm gs --procs 3 --format text
says out 'gs on local, 3 ranks, synthetic'
says out 'samples       10'
grep -qE '^median        [0-9.]+ us$' out || complain "bench: $(<out)"
says out 'one launch: no interval'
# Where ranks outnumber cores it says so, as `sweep plan` does.
expect 0 "$quadrille" bench --algorithm gs --procs 1 --format text
! grep '^cores' out || complain 'one rank has a core of its own'
many=$(($(nproc) + 1))
if ((many <= 64)); then
    expect 0 "$quadrille" bench --algorithm gs --procs $many --format text
    grep '^cores ' out >hint
    says hint "for up to $many ranks: ranks that share a core wait for it"
    expect 0 "${sweep[@]}" plan small.yaml --machine local \
        --set "procs=[$many]"
    grep -xqFf hint out || complain "another hint of plan: $(<out)"
fi
expect 0 "$quadrille" bench --algorithm gs --procs 4 --machine cm5_1992
[[ $(cut -d, -f18-20 out | tail -n 1) == 12,3,3072 ]] ||
    complain "bench: a complete exchange is the default: $(<out)"
time_ns=$(awk -F, "$by_name"'{ print $at["time_ns"] }' out)
expect 0 "$quadrille" bench --algorithm gs --procs 4 --machine cm5_1992 \
    --format text
awk -v ns="$time_ns" '/^median/ { median = $2 }
    /^5%/ { low = $4; high = $6 }
    /^lower bound/ { bound = $3 }
    END { exit !(median == low && low == high && 0 < bound && bound < median &&
        (median - ns / 1000) ^ 2 < 0.01) }' out ||
    complain "bench: the summary of $time_ns ns: $(<out)"
says out 'simulated: every launch has the same times'
# Repeats a launch from its JSON alone; a simulated one has the same samples.
mkdir alone
cp "$(launch_file one 1 json)" alone/launch.json
expect 0 "$quadrille" bench --from alone/launch.json
diff <(cut -d, -f2- out) <(cut -d, -f2- \
    "$(launch_file one 1 csv)") >/dev/null ||
    complain "bench --from: $(<out)"
refuse 'cannot be given with --from' "$quadrille" bench --procs 3 \
    --from "$(launch_file one 1 json)"
refuse 'accepted: the JSON of a launch' "$quadrille" bench --from small.yaml
sed 's/"launch": 1,/"launch": "1",/' "$(launch_file one 1 json)" >text.json
for key in commit flags compiler host cpu ranks environment timer mpi; do
    grep -q "\"$key\":" "$(launch_file one 1 json)" ||
        complain "the provenance has no $key"
done
refuse_each bench <<'END'
'xs'; accepted:  | --algorithm xs --procs 2
accepted: a complete exchange | --algorithm rex --procs 4 --density 0.5
accepted on local: 1 to 64 | --algorithm gs --procs 65
text.json: no launch; accepted: the JSON of a launch | --from text.json
END
finish
