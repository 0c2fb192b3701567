#!/usr/bin/env bash
# Tests `compare`: algorithms of a sweep with one of them, and two simulated
# sweeps, one on a slower machine, so that the result is known.
source harness/testing/small_sweep.sh
write_config small seeds '{first: 1, count: 8}'
sed -i 's/^bytes:.*/bytes: [256, 1024]/' small.yaml
# run_both NAME PREFIX: with the machine as it is, and with slower messages.
run_both() {
    expect 0 "${sweep[@]}" run "$1.yaml" --machine cm5_1992 --results "$2fast"
    expect 0 "${sweep[@]}" run "$1.yaml" --machine cm5_1992 --results "$2slow" \
        --set software.receive_overhead_us=20
}
run_both small ''
expect 0 "$quadrille" compare fast --baseline gs
says out 'over patterns, Holm over all 12 comparisons, 95%:'
says out 'lowest median, not tested, of 4 cases: '
says out '12 comparisons need 9 patterns, which decide only if all agree; use\
 13 to 18; there are 8'
header=$(head -1 fast/comparison.csv)
columns=case,variant,units,units_base,ratio,low,high,p,faster_share,verdict
[[ $header == "$columns" ]] ||
    complain "$header"
[[ -s fast/comparison.svg ]] || complain 'no figure'

# The second is slower; 16 comparisons over eight patterns.
expect 0 "$quadrille" compare slow fast
says out '16 comparisons need 10 patterns, which decide only if all agree; use\
 14 to 19; there are 8'
write_config more seeds '{first: 1, count: 12}'
run_both more more_
expect 0 "$quadrille" compare more_fast --baseline gs
says out 'ls: of 2 cases faster than gs in 0, slower in 2, cannot tell in 0'
expect 1 "$quadrille" compare more_fast more_slow
says out 'slower than before by more than 0.05: ls, '
expect 0 "$quadrille" compare more_fast more_slow \
    --tolerance 9
expect 0 "$quadrille" compare more_slow more_fast
says out 'ls: of 2 cases faster than before in 2'
expect 0 "$quadrille" compare more_fast more_fast
says out 'gs: of 2 cases faster than before in 0, slower in 0, cannot tell in 2'

# At a terminal it says at once what it does, as reading takes seconds.
expect 0 script -qec "'$quadrille' compare fast --baseline gs" shown
says shown 'quadrille: reading fast'
says shown 'quadrille: comparing, and drawing comparison.svg'
expect 0 "$quadrille" compare fast --baseline gs
[[ ! -s err ]] || complain "compare: not of results: $(<err)"

refuse "baseline 'rex'; accepted: ls, ps, bs, gs" "$quadrille" compare \
    fast --baseline rex
refuse '1 folders; accepted: RESULTS --baseline ALGORITHM, or BEFORE AFTER' \
    "$quadrille" compare fast
refuse "'absent' has no experiment.yaml" "$quadrille" compare absent \
    --baseline gs
refuse "--tolerance '5%'; accepted: a share" "$quadrille" compare fast \
    fast --tolerance 5%
refuse '--baseline has no value' "$quadrille" compare fast --baseline
finish
