#!/usr/bin/env bash
# Installs the library, then compiles and runs the README's program unchanged
# with the shared library and with the archive.
source harness/testing/expect.sh

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
# The lines to paste; the target is tried below.
# shellcheck disable=SC2016 # as printed
for words in "export PKG_CONFIG_PATH=$installed/lib/pkgconfig" \
    'mpicc program.c $(pkg-config --cflags --libs quadrille)' \
    'target_link_libraries(program quadrille::quadrille)'; do
    says err "$words"
done
export PKG_CONFIG_PATH=$installed/lib/pkgconfig
says installed/share/man/man1/quadrille.1 'Fl -prefix Ar DIR'
# bash completes the name of an algorithm.
# shellcheck source=harness/install/quadrille.bash
source installed/share/bash-completion/completions/quadrille
COMP_WORDS=("$quadrille" bench --algorithm longest) COMP_CWORD=3
_quadrille "$quadrille"
[[ ${COMPREPLY[*]} == longest_first ]] || complain "completed: ${COMPREPLY[*]}"

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
    [[ $(sort out) == "$(printf 'rank %d got %d\n' 0 3 1 0 2 1 3 2)" ]] ||
        complain "the README's program, $program: $(<out)"
done

# The program of docs/collectives.md, too.
expect 0 mpicc "${strict[@]}" "${cflags[@]}" \
    "$source_root/docs/examples/collectives.c" "${libs[@]}" -o collectives
expect 0 timeout 60 mpirun --oversubscribe -np 3 ./collectives
[[ $(<out) == 'the last number is 999, its sum over all 2997' ]] ||
    complain "the program of docs/collectives.md: $(<out)"

# print_fortran: the command of docs/collectives.md for Fortran.
print_fortran() {
    sed -nE '/^    mpifort .*fortran_module/,/[^\\]$/p' \
        "$source_root/docs/collectives.md"
}

if command -v gfortran >/dev/null && command -v mpifort >/dev/null; then
    mkdir -p docs/examples
    cp "$source_root/docs/examples/collectives.f90" docs/examples
    [[ -n $(print_fortran) ]] ||
        complain 'docs/collectives.md has no command for Fortran'
    print_fortran >fortran.sh
    expect 0 bash -e fortran.sh
    [[ ! -s err ]] || complain "warnings of the module: $(<err)"
    expect 0 timeout 60 mpirun --oversubscribe -np 3 ./collectives
    says out 'the last number is 999, its sum over all 2997'
    says out 'rank 0 received 18 numbers in 3 steps'
    # The archive has the module's part, too.
    expect 0 mpifort "$(pkg-config --variable=fortran_module quadrille)" \
        docs/examples/collectives.f90 "$installed/lib/libquadrille.a" \
        -pthread -lm -o fortran_static
    expect 0 timeout 60 mpirun --oversubscribe -np 2 ./fortran_static
    says out 'the last number is 999, its sum over all 1998'
else
    echo 'skipped: Fortran, as there is no gfortran or no mpifort'
fi

# The header compiles as C and as C++ without the source tree, and the library
# exports exactly what it
# declares, and what the Fortran module binds.
header=$installed/include/quadrille.h
module=$installed/include/quadrille.f90
[[ $(find "$installed/include" -type f | sort) == "$module"$'\n'"$header" ]] ||
    complain "installed: $(find "$installed/include")"
says "$header" 'typedef struct qdr_error'
printf '#include <quadrille.h>\nint main(void) { return QDR_OK; }\n' >header.c
expect 0 mpicc "${strict[@]}" "${cflags[@]}" -c header.c
expect 0 mpicxx -Wall -Werror "${cflags[@]}" -x c++ -c header.c
# Compilers warn of an ignored status.
cat >ignores.c <<'END'
#include <quadrille.h>
void f(qdr_plan *plan, qdr_status (*g)(void));
void f(qdr_plan *plan, qdr_status (*g)(void))
{
    qdr_plan_wait(plan, NULL);
    g();
}
END
mpicc "${strict[@]}" "${cflags[@]}" -c ignores.c 2>log &&
    complain 'a status may be ignored'
[[ $(grep -c '\[-Werror=unused-result\]' log) == 2 ]] ||
    complain "a status ignored twice: $(<log)"
# Each call has a page with its declaration, and at most six lines of comment.
for name in $(grep -E '^[a-z]' "$header" | grep -oE 'qdr_[a-z_]+\(' |
    tr -d '('); do
    page=$installed/share/man/man3/$name.3
    link=$(sed -n 's/^[.]so //p' "$page")
    [[ -z $link ]] || page=$installed/share/man/$link
    grep -q "$name(" "$page" || complain "$name: not declared in $page"
done
! grep -q '^@' "$installed"/share/man/man3/* || complain 'a page is not filled'
awk '/^\/\* qdr_/ { begin = NR } /^ \*|^\/\*/ && begin { last = NR }
    /^[a-z]/ { if (begin && last - begin + 1 > 6) print begin; begin = 0 }' \
    "$header" >long
[[ ! -s long ]] || complain "comments of more than six lines, at $(<long)"
(($(wc -l <"$header") <= 350)) || complain "$(wc -l <"$header") lines"
nm -D --defined-only "$installed/lib/libquadrille.so" |
    awk '$2 ~ /[TDR]/ { print $3 }' >exported
grep -E '^[a-z]' "$header" |
    grep -oE 'qdr_[a-z_]+\(' | tr -d '(' >declared
grep -oE "name='qdrf_[a-z_]+'" "$module" | cut -d"'" -f2 >bound
diff <(sort declared bound) <(sort exported) ||
    complain 'declared in the header and module, left, and exported, right'
[[ $(wc -l <declared) == 22 && $(wc -l <bound) == 7 ]] ||
    complain "exported: $(<exported)"
# The module has every call of the header.
while read -r name; do
    grep -qE "($name\(|interface $name$)" "$module" ||
        complain "$module has no $name"
done <declared

# A C program needs no C++ library; the library's name has the version's number.
readelf -d "$installed/lib/libquadrille.so" >dynamic
! grep -q 'stdc++' dynamic || complain "needed: $(<dynamic)"
version=$(pkg-config --modversion quadrille)
[[ $version =~ ^[0-9]+[.][0-9]+[.][0-9]+$ ]] || complain "version: $version"
says dynamic "soname: [libquadrille.so.${version%%.*}]"

# try_cmake VERSION: configures a project that requires this version.
try_cmake() {
    rm -rf build && mkdir -p project && cp example.c project
    cat >project/CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.10)
project(example C)
find_package(quadrille $1 REQUIRED)
foreach(kind quadrille quadrille_static)
  add_executable(with_\${kind} example.c)
  target_link_libraries(with_\${kind} PRIVATE quadrille::\${kind})
endforeach()
END
    cmake -S project -B build -DCMAKE_PREFIX_PATH="$PWD/moved" >log 2>&1
}

if command -v cmake >/dev/null; then
    mv installed moved
    for asked in '' "${version%%.*}" "${version%.*}" "$version EXACT"; do
        try_cmake "$asked" || complain "find_package '$asked': $(<log)"
    done
    expect 0 cmake --build build
    for program in build/with_quadrille build/with_quadrille_static; do
        expect 0 timeout 60 mpirun --oversubscribe -np 4 $program
        [[ $(sort out) == "$(printf 'rank %d got %d\n' 0 3 1 0 2 1 3 2)" ]] ||
            complain "$program: $(<out)"
    done
    for asked in 99.0 "${version%.*}.99"; do
        ! try_cmake "$asked" || complain "find_package '$asked' was accepted"
    done
else
    echo 'skipped: find_package, as there is no cmake'
fi
finish
