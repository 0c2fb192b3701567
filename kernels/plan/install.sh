#!/usr/bin/env bash
# kernels/plan/install.sh --prefix DIR -- the library for other programs:
# headers, archive, shared object, pkg-config. `./quadrille install` runs it.
set -euo pipefail
root=$QUADRILLE_ROOT built=$QUADRILLE_BUILT_DIR
fail() {
    printf 'quadrille: install: %s\n' "$1" >&2
    exit "${2:-2}"
}

# install_file FILE AS: whole or not at all.
install_file() {
    if ! install -D -m 644 -- "$1" "$2.new" || ! mv -f -- "$2.new" "$2"; then
        fail "$2 cannot be written" 1
    fi
}

[[ ${1:-} == --prefix && $# == 2 && -n $2 ]] ||
    fail "'$*'; accepted: --prefix DIR"
prefix=$(readlink -m -- "$2")
# It is written into quadrille.pc, by sed.
[[ $prefix != *[[:space:]\&\|\\]* ]] ||
    fail "--prefix '${2//[[:cntrl:]]/?}'; accepted: a folder without blanks, \
&, | and \\ in its name"
if ! mkdir -p -- "$prefix"/{include/quadrille,lib/pkgconfig} 2>/dev/null ||
    [[ ! -w $prefix/include || ! -w $prefix/lib ]]; then
    fail "--prefix '$2'; accepted: a folder to write to"
fi
for header in core/error.h core/message.h core/network.h; do
    install_file "$root/kernels/$header" \
        "$prefix/include/quadrille/kernels/$header"
done
install_file "$root/kernels/quadrille.h" \
    "$prefix/include/quadrille/quadrille.h"
install_file "$built/libquadrille.a" "$prefix/lib/libquadrille.a"
install_file "$built/libquadrille.so" "$prefix/lib/libquadrille.so.0"
ln -sfn libquadrille.so.0 "$prefix/lib/libquadrille.so"
sed "s|@PREFIX@|$prefix|" "$root/kernels/plan/quadrille.pc.in" \
    >"$prefix/lib/pkgconfig/quadrille.pc"
printf 'quadrille: %s\n' "installed below $prefix; pkg-config finds it with" \
    "export PKG_CONFIG_PATH=$prefix/lib/pkgconfig" >&2
