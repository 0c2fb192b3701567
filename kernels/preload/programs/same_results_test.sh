#!/usr/bin/env bash
# kernels/preload/programs/same_results_test.sh SPARSE_STEPS HALO_TYPES FFT3D
# [LIBRARY.so] -- the programs repeat their results, and have the same on the
# library: exchanged data and integers to the last bit; floating-point sums of p
# terms, which are all positive, within the rounding errors of p - 1 additions
# in either order.
programs=("$PWD/$1" "$PWD/$2" "$PWD/$3") preload=("${@:4}")
preload=("${preload[@]/#/$PWD/}")
source harness/testing/expect.sh
# shellcheck source=kernels/preload/programs/run_ranks.sh
source "$source_root/kernels/preload/programs/run_ranks.sh"

# compare PROCS EXPECTED FOUND: prints the differences.
compare() {
    awk -v procs="$1" '
        function differ(what) { print FILENAME ":" FNR ": " what; bad = 1 }
        FNR == 1 { file++ }
        /^time_us=/ { next }
        file == 1 { expected[FNR] = $0; num_lines = FNR; next }
        {
            num_found = FNR
            num = split($0, mine)
            if (split(expected[FNR], theirs) != num) differ($0)
            for (i = 1; i <= num; i++) {
                if (mine[i] == theirs[i]) continue
                is_sum = mine[i] ~ /^(energy|residual|spectrum)=/
                sub(/.*=/, "", mine[i])
                sub(/.*=/, "", theirs[i])
                error = mine[i] - theirs[i]
                if (error < 0) error = -error
                if (!is_sum || error > 2 * (procs - 1) * 2^-53 * theirs[i])
                    differ("not " expected[FNR])
            }
        }
        END { if (num_found != num_lines || num_lines == 0) differ("lines")
            exit bad }' "$2" "$3"
}

# The sum of integers of the halo does not depend on the number of ranks.
checksum=''
for procs in 1 2 3 5 8 10; do
    for program in "${programs[@]}"; do
        size=${program##*/}
        case $size in
        sparse_steps) size='40 300' ;;
        halo_types) size='20 96' ;;
        fft3d) size='3 16' ;;
        esac
        # shellcheck disable=SC2086 # two words
        run_ranks $procs '' "$program" $size || continue
        mv out expected
        grep -qE '^time_us=[0-9]+[.][0-9]+$' expected ||
            complain "$program prints no time: $(<expected)"
        for library in '' "${preload[@]}"; do
            # shellcheck disable=SC2086
            run_ranks $procs "$library" "$program" $size || continue
            compare $procs expected out >differences || complain \
                "${program##*/} at $procs on '$library': $(<differences)"
        done
        [[ $program == *halo_types ]] || continue
        sums=$(grep -o 'checksum=[0-9]*' expected | paste -sd' ')
        [[ ${checksum:=$sums} == "$sums" ]] ||
            complain "checksums at $procs ranks: $sums, not $checksum"
    done
done
finish
