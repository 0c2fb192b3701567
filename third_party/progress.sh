# shellcheck shell=bash
# third_party/progress.sh -- prints the progress of a long command on stderr: on
# a terminal one line, redrawn; elsewhere a line a minute, or every
# progress_every seconds. Source it.
progress_every=60

# progress_begin: starts the clock for the estimate of the time left.
progress_begin() { progress_start=$SECONDS progress_said=$SECONDS; }

# progress DONE TOTAL WHAT: prints progress; the time left follows from the rate
# so far.
progress() {
    local done=$1 total=$2 passed=$((SECONDS - progress_start)) left='' bar
    if ((done > 0 && passed > 0 && total >= done)); then
        left=$((passed * (total - done) / done))
        left=", $((left / 60)) min $((left % 60)) s left"
    fi
    if [[ -t 2 ]]; then
        printf -v bar '%*s' $((total > 0 ? 20 * done / total : 0)) ''
        printf -v bar '[%-20s] %d/%d%s: %s' "${bar// /#}" "$done" "$total" \
            "$left" "$3"
        printf '\r%.79s\e[K' "$bar" >&2
    elif ((SECONDS - progress_said >= progress_every)); then
        progress_said=$SECONDS
        printf 'quadrille: %d of %d%s: %s\n' "$done" "$total" "$left" "$3" >&2
    fi
}

progress_clear() { [[ ! -t 2 ]] || printf '\r\e[K' >&2; }

# with_progress DRAW COMMAND ...: runs COMMAND, and calls DRAW twice a second,
# off a terminal every five, and once at the end: DRAW takes processor time from
# COMMAND. COMMAND stays in the foreground, so that Ctrl-C reaches it; the
# drawing process ends with its pipe.
with_progress() {
    local draw=$1 status=0 watcher pause_s=5
    [[ ! -t 2 ]] || pause_s=0.5
    exec 8> >(
        exec 9>&-
        progress_begin
        while read -r -t $pause_s || (($? > 128)); do "$draw"; done
        "$draw"
        progress_clear
    )
    watcher=$!
    "${@:2}" 8>&- || status=$?
    exec 8>&-
    wait $watcher || true
    return $status
}

bazel_log=/dev/null # the output of Bazel, or of CMake

# Draws Bazel's last progress line. Bazel finds actions as it builds, so the
# total may grow.
draw_bazel() {
    local line
    line=$(tail -n 20 "$bazel_log" 2>/dev/null |
        grep -E '^(\[[0-9,]+ / |Loading|Analyzing|Another command)' |
        tail -n 1) || true
    if [[ $line =~ ^\[([0-9,]+)' / '([0-9,]+)\]' '(.*) ]]; then
        progress "${BASH_REMATCH[1]//,/}" "${BASH_REMATCH[2]//,/}" \
            "${BASH_REMATCH[3]}"
    else
        progress 0 0 "${line:-Bazel starts}"
    fi
}

# run_bazel COMMAND ARGUMENT ...: runs Bazel and writes the log that draw_bazel
# reads.
run_bazel() {
    bazel "$1" --curses=no --color=no --show_progress_rate_limit=1 "${@:2}" \
        >"$bazel_log" 2>&1 9>&-
}

# Prints Bazel's output without its progress.
print_bazel_log() { grep -vE '^\[[0-9,]+ / ' "$bazel_log"; }

# Draws the last progress line of a build by CMake, such as `[ 12%] Building`.
draw_cmake() {
    local line
    line=$(tail -n 20 "$bazel_log" 2>/dev/null | grep -E '^\[ *[0-9]+%\] ' |
        tail -n 1) || true
    if [[ $line =~ ^\[' '*([0-9]+)%\]' '(.*) ]]; then
        progress "${BASH_REMATCH[1]}" 100 "${BASH_REMATCH[2]}"
    else
        progress 0 0 'CMake checks the compiler and MPI'
    fi
}

# run_cmake SOURCE FOLDER OPTION ...: configures and builds, and writes the log
# that draw_cmake reads.
run_cmake() {
    {
        cmake -S "$1" -B "$2" "${@:3}" &&
            cmake --build "$2" --parallel "$(nproc)"
    } >"$bazel_log" 2>&1 9>&-
}

# Prints CMake's first error, in one line; nothing if CMake has configured.
cmake_error() {
    awk '/^CMake Error/ { is_it = 1; next }
        is_it && NF { $1 = $1; text = text " " $0 }
        is_it && !NF && text { exit }
        END { print substr(text, 2) }' "$bazel_log"
}
