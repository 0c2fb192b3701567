# paper/reproduce.sh -- `quadrille reproduce`, `figures` and `verify`; quadrille
# sources it. experiments.csv, schedules.csv, model_runs.csv and patterns.csv
# list the runs.
# shellcheck shell=bash
: "${root:?set by quadrille}" "${built:?set by quadrille}"
results=$root/results
# The frozen results of `reproduce`: paper/data/README.md.
frozen=$root/paper/data/results.tar.xz

# figures RESULTS OUTPUT: makes report, tables and figures of results, and
# paper.pdf.
figures() {
    say 'drawing the figures, which takes about a minute'
    Rscript --vanilla "$root/paper/make_paper_figures.R" "$root" "$1" "$2" &&
        Rscript --vanilla "$root/paper/typeset_paper.R" "$root" "$2"
}

# figures: from the frozen results, which are the same everywhere, or from
# others.
command_figures() {
    local drawn=$frozen output='' only=''
    while (($# > 0)); do
        [[ $1 =~ ^--(results|output|only)$ && $# -gt 1 && -n $2 ]] ||
            fail "figures: argument '$1'; accepted: --results DIR, --output \
DIR, --only NAME"
        case $1 in
        --results) drawn=$2 ;;
        --output) output=$2 ;;
        --only) only=$2 ;;
        esac
        shift 2
    done
    [[ $drawn == "$frozen" || -d $drawn ]] ||
        fail "figures: --results '$drawn' does not exist; accepted: a results \
folder, which ./quadrille reproduce makes"
    need figures analysis
    build command_line
    if [[ -e $drawn/experiment.yaml ]]; then
        [[ -z $only ]] ||
            fail "figures: --only '$only': $drawn is one sweep, which has one \
report; accepted: results of ./quadrille reproduce"
        output=$(choose_output figures "$drawn" "$drawn" "$output") || exit
        announce "reading $drawn"
        exec Rscript --vanilla "$root/analysis/scripts/draw_sweep.R" \
            "$root/analysis/R" "$drawn" "$output"
    fi
    [[ $drawn == "$frozen" ]] ||
        compgen -G "$drawn/*/*/experiment.yaml" >/dev/null ||
        fail "figures: $drawn has no results; accepted: a results folder of a \
sweep or of ./quadrille reproduce"
    install_packages no paper # without it there is no pdf
    output=$(choose_output figures "$drawn" "$root/paper/out" "$output") || exit
    if [[ -n $only ]]; then
        announce "reading $drawn and drawing $only"
        exec Rscript --vanilla "$root/paper/make_paper_figures.R" "$root" \
            "$drawn" "$output" "$only"
    fi
    figures "$drawn" "$output"
}

# write_table FILE COMMAND ...: what the command prints becomes FILE, whole or
# not at all; of two at once, one.
write_table() {
    local new
    new=$(mktemp "$1.XXXXXX") || return 1
    if ! "${@:2}" >"$new" || ! chmod 644 "$new" || ! mv -f "$new" "$1"; then
        rm -f "$new"
        return 1
    fi
}

# The printed schedules, as csv.
reproduce_schedules() {
    local folder=$results/schedules name algorithm procs pattern
    mkdir -p "$folder"
    while IFS=, read -r name algorithm procs pattern; do
        if [[ -n $pattern ]]; then
            set -- --pattern "$root/$pattern"
        else
            set -- --procs "$procs"
        fi
        write_table "$folder/$name.csv" "$built/quadrille" schedule \
            --algorithm "$algorithm" "$@" --check --format csv 2>/dev/null ||
            return 1
    done < <(tail -n +2 "$root/paper/schedules.csv")
}

# The patterns with printed numbers: a row per message.
print_patterns() {
    local paper table case procs seeds workload seed
    echo 'paper,table,case,seed,src,dst,bytes'
    while IFS=, read -r paper table case procs seeds _ workload; do
        # A workload without seeds has one pattern; its parameters are joined by
        # blanks.
        for seed in ${seeds:-none}; do
            # shellcheck disable=SC2086
            "$built/quadrille" pattern --workload $workload --procs "$procs" \
                ${seeds:+--seed "$seed"} --format csv |
                sed "1d; s|^|$paper,$table,$case,$seed,|" || return 1
        done
    done < <(tail -n +2 "$root/paper/patterns.csv")
}
reproduce_patterns() {
    mkdir -p "$results/patterns"
    write_table "$results/patterns/messages.csv" print_patterns
}

# print_model NETWORK PROCS BYTES OPTIONS OPERATIONS: one table of predictions.
print_model() {
    local operation p n words
    read -ra words <<<"$4"
    for operation in $5; do
        for p in $2; do
            for n in $3; do
                "$built/quadrille" model "$operation" --procs "$p" \
                    --bytes "$n" --format csv "--$1" \
                    "${words[@]/#/--}" || return 1
            done
        done
    done | awk 'NR == 1 || !/^operation,/'
}

# The cost model's predictions, as csv.
reproduce_predictions() {
    local folder=$results/predictions name network procs bytes options
    local operations
    mkdir -p "$folder"
    while IFS=, read -r name network procs bytes options operations; do
        write_table "$folder/$name.csv" print_model "$network" "$procs" \
            "$bytes" "$options" "$operations" || return 1
    done < <(tail -n +2 "$root/paper/model_runs.csv")
}

# reproduce_sweeps KIND ONLY CORES [LIMIT_S]: runs the experiments of that kind,
# of all tables or one, one per core at a time, so that no core is idle while a
# sweep waits for its last launch. By their names those of many nodes come
# first. Launches that have not run after LIMIT_S seconds are missing.
reproduce_sweeps() {
    local kind=$1 cores=$3 limit_s=${4:-} rows at_once experiment machine
    local pairs=() total=0 before=0 status=0 sweeps_log=$results/sweeps.log
    rows=$(grep ",$kind," "$root/paper/experiments.csv" | sort |
        awk -F, -v only="$2" 'only == "" || $1 ":" $2 == only')
    [[ -n $rows ]] || return 0
    mkdir -p "$results"
    say "$kind: planning"
    while IFS=, read -r _ _ experiment machine _; do
        pairs+=("$experiment" "$machine")
        total=$((total + $("$root/paper/run_experiment.sh" "$results" --plan \
            "$experiment" "$machine" | sed -nE 's/^launches +([0-9]+)$/\1/p')))
    done <<<"$rows"
    at_once=$((${#pairs[@]} / 2 < cores ? ${#pairs[@]} / 2 : cores))
    before=$(count_launches)
    say "$kind: $((${#pairs[@]} / 2)) sweeps, $((total - before)) launches" \
        "left; their log is $sweeps_log"
    with_progress draw_sweeps run_sweeps || status=1
    if [[ -n $limit_s ]] && grep -q ': interrupted with ' "$sweeps_log"; then
        say "$kind: stopped after $limit_s s; the next run measures the rest"
        return
    fi
    ((status == 0)) || grep -vE 'sweep: .* cells$|0 invalid, 0 missing' \
        "$sweeps_log" >&2
    return $status
}

run_sweeps() {
    printf '%s\0' "${pairs[@]}" |
        xargs -0 -n 2 -P "$at_once" "$root/paper/run_experiment.sh" \
            "$results" --restart --if-changed \
            --jobs=$((cores / at_once)) \
            ${limit_s:+--limit="$limit_s"} >"$sweeps_log" 2>&1
}

# Prints how many launches have ended.
count_launches() {
    local i folders=()
    for ((i = 0; i < ${#pairs[@]}; i += 2)); do
        folders+=("$results/${pairs[i]}/${pairs[i + 1]}")
    done
    { find "${folders[@]}" -name 'launch-*.json' 2>/dev/null || true; } | wc -l
}

draw_sweeps() {
    progress $(($(count_launches) - before)) $((total - before)) \
        "$(sed -nE 's/^quadrille sweep: (.*): [0-9]+ cells$/\1/p' \
            "$sweeps_log" | tail -n 1)"
}

# The long runs: the script of each option.
declare -gA beyond=([--ablations]=sweep_again [--matrices]=sweep_again
    [--today]=sweep_again [--here]=sweep_again [--refits]=refit
    [--unequal]=unequal [--predictions]=predict [--skews]=skews)

# require_results COMMAND: refuses a folder of results that is not the user's,
# before anything is run.
require_results() {
    if ! { mkdir -p "$results" 2>/dev/null && [[ -w $results ]]; }; then
        fail "$1: $results cannot be written; accepted: a checkout of your own"
    fi
}

# require_table COMMAND WHAT TABLE: refuses a table that is not in
# experiments.csv.
require_table() {
    local tables
    tables=$(tail -n +2 "$root/paper/experiments.csv" | cut -d, -f1,2 |
        tr , : | sort -u)
    grep -qxF -- "$3" <<<"$tables" ||
        fail "$1: $2; accepted: $(paste -sd' ' <<<"$tables")"
}

# reproduce: runs every experiment of experiments.csv, or one table, then makes
# the figures. A complete sweep is not run again.
command_reproduce() {
    local only='' status=0 groups
    if [[ ${1:-} == --only && $# == 2 ]]; then
        only=$2
        require_table reproduce "--only '$only'" "$only"
    elif [[ -n ${beyond[${1:-none}]:-} && $# == 1 ]]; then
        need "reproduce $1" build simulate run analysis
        build
        exec "$root/paper/${beyond[$1]}.sh" "$root/results/${1#--}" "${1#--}"
    elif (($# > 0)); then
        fail "reproduce: argument '$1'; accepted: --only PAPER:TABLE, \
--ablations, --matrices, --refits, --today, --here, --unequal, --predictions \
or --skews"
    fi
    # All packages first, so that no question or failure interrupts the run.
    groups=(build simulate run analysis)
    # One table has no report.
    [[ -n $only ]] || install_packages no "${groups[@]}" paper
    need reproduce "${groups[@]}"
    build
    require_results reproduce
    reproduce_simulated "$only" || status=1
    # A demonstration with a time limit.
    reproduce_sweeps measured "$only" 1 "${QUADRILLE_MEASURED_S:-60}" ||
        status=1
    if [[ -n $only ]]; then
        say 'comparing with the printed numbers'
        Rscript --vanilla "$root/paper/print_table.R" "$root" "$results" \
            "$only" || status=1
        say "./quadrille figures --results $results makes the report"
    else
        figures "$results" "$root/paper/out" || status=1
    fi
    return $status
}

# reproduce_simulated ONLY: makes the results that are the same on every
# machine, in $results.
reproduce_simulated() {
    local status=0
    say 'schedules and patterns'
    reproduce_schedules || status=1
    reproduce_patterns || status=1
    say 'predictions'
    reproduce_predictions || status=1
    reproduce_sweeps simulated "$1" "$(nproc)" || status=1
    return $status
}

# verify: runs everything, or one table, again from nothing, and compares with
# the frozen results: status 1 if a simulated time, a schedule or a pattern
# differs.
command_verify() {
    local only=${1:-}
    (($# < 2)) || fail "verify: argument '$2'; accepted: PAPER:TABLE"
    [[ -z $only ]] || require_table verify "'$only'" "$only"
    need verify build simulate run analysis
    build
    results=$root/results/verify
    rm -rf "$results" 2>/dev/null || true
    require_results verify
    reproduce_simulated "$only" ||
        fail "verify: not all simulations ran; see $results/sweeps.log" 1
    say 'comparing with the frozen results'
    Rscript --vanilla "$root/paper/verify.R" "$root" "$frozen" "$results"
}
