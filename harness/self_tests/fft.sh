#!/usr/bin/env bash
# harness/self_tests/fft.sh PROGRAM [--format text|csv] [--effort
# patient|measure] -- compares our Fourier transform with FFTW's. `./quadrille
# bench fft` runs it. It takes about 7 minutes, nearly all for FFTW's planning;
# `--effort measure`, with less planning, takes half a minute. Status 1 if ours
# is too slow or not exact enough.
set -euo pipefail
program=$1 format=text effort=patient
shift
while (($# > 0)); do
    case "$1 ${2:-}" in
    '--format text' | '--format csv') format=$2 ;;
    '--effort patient' | '--effort measure') effort=$2 ;;
    *)
        echo "quadrille bench fft: arguments '$*'; accepted: --format \
text|csv, --effort patient|measure" >&2
        exit 2
        ;;
    esac
    shift 2
done
[[ $format == csv || ! -t 2 || $effort == measure ]] ||
    echo 'FFTW plans for about a minute before each of the larger sizes' >&2
exec "$program" "$format" "$effort"
