#!/usr/bin/env bash
# harness/self_tests/fft.sh PROGRAM [--format text|csv] [--effort
# patient|measure] [--sides N,...] [--vectors widest|16|32|64] [--wisdom FILE]
# -- compares our Fourier transform with FFTW's, for `./quadrille bench fft`.
# FFTW plans for most of the time: 7 minutes for a side of 2048. Status 1 if
# ours is too slow or not exact enough.
set -euo pipefail
program=$1 format=text effort=patient vectors=widest wisdom=()
sides=64,128,256,512,1024,2048,4096
shift
while (($# > 0)); do
    case "$1 ${2-}" in
    '--format text' | '--format csv') format=$2 ;;
    '--effort patient' | '--effort measure') effort=$2 ;;
    '--vectors widest' | '--vectors 16' | '--vectors 32' | '--vectors 64')
        vectors=$2
        ;;
    '--sides '*)
        [[ ${2-} =~ ^[0-9]{1,9}(,[0-9]{1,9})*$ ]] || break
        sides=$2
        ;;
    '--wisdom '?*) wisdom=("$2") ;;
    *) break ;;
    esac
    shift 2
done
if (($# > 0)); then
    echo "quadrille bench fft: arguments '$*'; accepted: --format text|csv, \
--effort patient|measure, --sides N,..., --vectors widest|16|32|64, --wisdom \
FILE" >&2
    exit 2
fi
[[ $format == csv || ! -t 2 || $effort == measure ]] ||
    echo 'FFTW plans for minutes before each of the larger sides' >&2
exec "$program" "$format" "$effort" "$sides" "${vectors/widest/0}" \
    "${wisdom[@]}"
