#!/usr/bin/env bash
# A rank that is delayed at random: every sample is there, valid and as long as
# its delay.
source harness/testing/small_sweep.sh
readonly SAMPLES=40 DELAY_NS=20000000

# One cell, in which rank 1 sends one message an exchange. (Such a message takes
# longer than what is timed in batches.)
write_config late name late algorithms '[lex]' modes '[posted]' procs '[2]' \
    densities '[1]' bytes '[1048576]' seeds "$one_seed" warmup 2 \
    repetitions $SAMPLES order_seed 1 launch_cap_s 100
expect 0 env LD_PRELOAD="$source_root/harness/testing/fault_injection.so" \
    QDR_FAULT=late QDR_FAULT_BYTES=1048576 QDR_FAULT_NS=$DELAY_NS \
    QDR_FAULT_LOG="$PWD/log" "$quadrille" sweep run late.yaml --machine local \
    --results late
says out '1 cells valid, 0 invalid, 0 missing'
awk -F, "$by_name"'{ print $at["time_ns"] }' "$(launch_file late 0 csv)" >ns
[[ $(wc -l <ns) == "$SAMPLES" ]] ||
    complain "$(wc -l <ns) samples, not $SAMPLES"

# The last exchanges are the samples, one by one.
tail -n $SAMPLES log | paste - ns >both
delayed=$(awk '$1 == 1' both | wc -l)
((delayed > SAMPLES / 4 && delayed < SAMPLES)) ||
    complain "$delayed of $SAMPLES samples are delayed"
[[ -z $(awk -v delay=$DELAY_NS '$1 == 1 && $2 < delay' both) ]] ||
    complain "delayed samples are not those of the csv: $(<both)"
finish
