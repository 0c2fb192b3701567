#!/usr/bin/env bash
# `bench preload`: launches with the library and without it take turns, and the
# ratio of their times has its median and interval. A fake mpirun has the times.
source harness/testing/expect.sh
script=$source_root/harness/self_tests/preload_programs.sh
mkdir bin
cat >bin/mpirun <<'SHELL'
#!/usr/bin/env bash
echo "$*" >>launches
if [[ $* == *LD_PRELOAD=/library.so* ]]; then
    number=$(grep -c LD_PRELOAD launches)
    echo "time_us=$((10 * ((number - 1) % 10 + 1)))"
else
    echo 'step=0 energy=1' && echo time_us=10
fi
SHELL
chmod +x bin/mpirun
PATH=$PWD/bin:$PATH
refuse "bench preload: arguments '--launches 5'; accepted: --format text|csv" \
    "$script" /programs /library.so --launches 5
refuse "arguments '--quick'; accepted" "$script" /programs /library.so --quick

expect 0 "$script" /programs /library.so --launches 10 --format csv
says out 'program,procs,preload_us,alone_us,ratio,low,high,launches'
for program in sparse_steps halo_types fft3d; do
    for procs in 2 4; do
        says out "$program,$procs,55,10,5.5,2,9,10"
        [[ $(grep -c -- "-np $procs .*/programs/$program " launches) == 20 ]] ||
            complain "launches of $program at $procs: $(<launches)"
    done
done
# Without, with, with, without.
awk '/LD_PRELOAD/ != (NR % 4 >= 2) { exit 1 }' launches ||
    complain "the two do not take turns: $(<launches)"
expect 0 "$script" /programs /library.so --launches 6
grep -qE '^sparse_steps +2 .* 6$' out || complain "table: $(<out)"

echo 'echo broken >&2; exit 3' >>bin/mpirun
expect 1 "$script" /programs /library.so
says err broken
finish
