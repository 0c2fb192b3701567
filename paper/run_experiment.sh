#!/usr/bin/env bash
# paper/run_experiment.sh RESULTS [OPTION ...] [KEY=VALUE ...] EXPERIMENT
# MACHINE -- runs an experiment of experiments.csv into
# RESULTS/EXPERIMENT/MACHINE: the sweep that sweeps.tsv names, with its values,
# or the one of its own name. A value that is given replaces that of sweeps.tsv;
# options are those of `sweep run`, as --jobs=2; --plan instead prints its plan,
# and --limit=S interrupts it after S seconds.
set -euo pipefail
results=$1 action=run limit=() options=() names=()
shift
given=$(printf '%s\n' "$@" | sed -n '/^[^-].*=/p')
for argument; do
    case $argument in
    --plan) action=plan ;;
    --limit=*) limit=(timeout --foreground "${argument#*=}") ;;
    -*) options+=("$argument") ;;
    *=*) ;;
    *) names+=("$argument") ;;
    esac
done
experiment=${names[0]} machine=${names[1]} sweep=${names[0]} own=
while IFS=$'\t' read -r name of values; do
    [[ $name != "$experiment" ]] || sweep=$of own="name=$name $values"
done <"$QUADRILLE_ROOT/paper/sweeps.tsv"
read -ra own <<<"$own"

declare -A values=()
for value in "${own[@]}"; do values[${value%%=*}]=${value#*=}; done
while IFS= read -r value; do
    [[ -z $value ]] || values[${value%%=*}]=${value#*=}
done <<<"$given"
for key in "${!values[@]}"; do options+=("--set=$key=${values[$key]}"); done
exec "${limit[@]}" "$QUADRILLE_BUILT_DIR/quadrille" sweep "$action" \
    "$QUADRILLE_ROOT/configs/sweeps/$sweep.yaml" --machine "$machine" \
    --results "$results/$experiment/$machine" "${options[@]}"
