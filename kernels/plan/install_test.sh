#!/usr/bin/env bash
# Installs the library and compiles and runs the README's program as it stands,
# against the shared library and the archive.
source harness/testing/expect.sh
: "${source_root:?set by expect.sh}" "${quadrille:?set by expect.sh}"

for name in 'with blank' 'a&b' 'a|b' 'a\b' $'a\nb'; do
    refuse "a folder without blanks, &, | and \\" "$quadrille" install \
        --prefix "$name"
    [[ ! -e $name ]] || complain "'$name' was made"
done
for name in /proc /proc/x; do
    refuse "--prefix '$name'; accepted: a folder" "$quadrille" install \
        --prefix "$name"
done
refuse 'accepted: --prefix DIR' "$quadrille" install
refuse 'accepted: --prefix DIR' "$quadrille" install --prefix
touch file
refuse "--prefix 'file'; accepted: a folder" "$quadrille" install --prefix file
expect 0 "$quadrille" install --prefix installed
installed=$PWD/installed
export PKG_CONFIG_PATH=$installed/lib/pkgconfig

awk '/^```c$/ { on = 1; next } /^```$/ { on = 0 } on' \
    "$source_root/README.md" >example.c
[[ -s example.c ]] || complain 'the README has no C program'
read -ra cflags <<<"$(pkg-config --cflags quadrille)"
read -ra libs <<<"$(pkg-config --libs quadrille)"
strict=(-std=c11 -Wall -Wextra -Wpedantic -Werror)
expect 0 mpicc "${strict[@]}" "${cflags[@]}" example.c "${libs[@]}" -o shared
expect 0 mpicc "${strict[@]}" "${cflags[@]}" example.c \
    "$installed/lib/libquadrille.a" -o static
ldd static | grep -q quadrille && complain 'the static program is not'
export OMPI_MCA_mpi_yield_when_idle=1
for program in shared static; do
    expect 0 timeout 60 mpirun --oversubscribe -np 4 ./$program
    [[ $(sort out) == "$(printf 'rank %d got %d bytes\n' 0 4 1 1 2 2 3 8)" ]] ||
        complain "the README's program, $program: $(<out)"
done

# The header alone, as C++; and exported is what the headers declare.
printf '#include <quadrille.h>\nint main() { return QDR_OK; }\n' >header.cpp
expect 0 mpicxx -Wall -Werror "${cflags[@]}" -c header.cpp
nm -D --defined-only "$installed/lib/libquadrille.so" |
    awk '$2 == "T" { print $3 }' >exported
find "$installed/include" -name '*.h' -exec grep -hE '^[a-z]' {} + |
    grep -oE 'qdr_[a-z_]+\(' | tr -d '(' >declared
diff <(sort declared) <(sort exported) ||
    complain 'declared in the headers, left, and exported, right'
[[ $(wc -l <exported) == 13 ]] || complain "exported: $(<exported)"
finish
