#!/usr/bin/env bash
# Checks the pages: the README's table of algorithms equals `./quadrille list`,
# that of docs/collectives.md is what `./quadrille model` predicts; commands use
# options that `help` prints; links have targets; README and glossary are short;
# the converter of UCC's files works.
source harness/testing/expect.sh
# The source tree: links may point to any file.
tree=$(dirname "$(readlink -f "$source_root/docs/readme_test.sh")")/..
pages=("$tree"/{README,CONTRIBUTING}.md "$tree"/docs/*.md)

expect 0 "$quadrille" list --format csv
awk -F, 'NR > 1 {
    column = $3 == "library" ? 3 : $4 == "none" ? 2 : 1
    if (!($2 in cells)) names[++n] = $2
    cells[$2] = 1
    cell = "`" $1 "`" ($7 == "" ? "" : " (`" $7 "`)")
    at = $2 "," column
    row[at] = row[at] (row[at] == "" ? "" : ", ") cell }
    END { for (i = 1; i <= n; i++) printf "| %s | %s | %s | %s |\n", names[i],
        row[names[i] ",1"], row[names[i] ",2"], row[names[i] ",3"] }' out >table
sed -n '/^| collective /,/^$/p' "$tree/README.md" | sed '1,2d;$d' >readme_table
diff readme_table table || complain 'README, left, and list, right'

# README counts the methods that are missing.
tr '\n' ' ' <"$tree/README.md" >readme
missing=$(grep -cE '^[a-z0-9]+,Section .*,missing,' "$tree/paper/coverage.csv")
says readme "$missing methods that the papers' text mentions are missing"

# The table of the algorithms that auto takes is what it takes.
expect 0 env QUADRILLE="$quadrille" "$tree/docs/print_choices.sh"
sed -n '/^| collective | ranks /,/^$/p' "$tree/docs/collectives.md" |
    sed '$d' >choices
diff choices out || complain 'collectives.md, left, and what auto takes, right:
    docs/print_choices.sh --write'

# What is frozen of `bench here` was measured with the choices of today.
expect 0 env -u QUADRILLE_NETWORK mpirun --oversubscribe -np 2 \
    "$QUADRILLE_BUILT/default_speed" --choices 8 64 512 4096 32768 262144 \
    4194304
tail -n +2 out | sort >choices_now
awk -F, '$4 == "stream" && $5 == "kept" {
    gsub(/"/, ""); print $1 "," $2 "," $3 "," $6 }' \
    "$tree/paper/data/library_here.csv" | sort >choices_frozen
diff choices_frozen choices_now || complain 'library_here.csv, left, and the
    choices of today, right: run bench here again'
# mean PATTERN: the geometric mean of the ratios in these rows of 2 ranks.
mean() {
    sed 's/"//g' "$tree/paper/data/library_here.csv" |
        grep -E "^[a-z_]+,2,$1," |
        awk -F, '{ sum += log($13) } END { printf "%.2f", exp(sum / NR) }'
}
tr '\n' ' ' <"$tree/docs/measuring.md" >measuring
for way in {stream,barrier,agreed},{kept,rewritten}; do
    mean "[0-9]*,$way" && echo
done | sort >means
says measuring "takes **$(tail -1 means)** times as long"
says measuring "in the others $(head -1 means) to $(sed -n 5p means)."
says measuring "it was $(mean '[0-9]*,sweep,,,plain,ours'), and with the file \
$(mean '[0-9]*,sweep,,,calibrated,ours')."
# Its cells by what they have in common: the least and the greatest mean of the
# six ways, and how many; the largest ratio through shared memory; and how many
# intervals are wider than 4%.
awk -F, '
    { gsub(/"/, "") }
    NR > 1 && $2 == 2 && $4 != "sweep" {
        is_long = $1 ~ /^(allreduce|reduce_scatter)$/ && $3 > 30000
        is_mail = $1 == "exchange_blocks" && $3 < 5000
        kind = $6 ~ /_shared$/ || is_mail ? "shared" :
            is_long ? "slow" : "rest"
        sum[kind, $4, $5] += log($13)
        count[kind, $4, $5]++
        if (kind == "shared" && $13 > max) max = $13
        wide += $15 > 1.04 * $13 || $13 > 1.04 * $14
        all++
    }
    END {
        for (key in sum) {
            split(key, of, SUBSEP)
            mean = exp(sum[key] / count[key])
            cells[of[1]] = count[key]
            if (!(of[1] in low) || mean < low[of[1]]) low[of[1]] = mean
            if (mean > high[of[1]]) high[of[1]] = mean
        }
        printf "in %d cells\n", cells["shared"]
        printf ": %.2f to %.2f, and none above %.2f.\n", low["shared"],
            high["shared"], max
        printf "are at %.2f to %.2f, the other %d at %.2f.\n", low["slow"],
            high["slow"], cells["rest"], (low["rest"] + high["rest"]) / 2
        printf "%d of %d intervals are wider than 4%%.\n", wide, all
    }' "$tree/paper/data/library_here.csv" >kinds
while read -r words; do says measuring "$words"; done <kinds

# A number of the tour that is the same on every machine.
expect 0 "$quadrille" bench --algorithm gs --procs 32 --density 0.5 \
    --machine cm5_1992 --format text
says "$tree/docs/tour.md" "Median $(sed -nE 's/^median +//p' out):"

# A page's times of one algorithm in three modes.
# us MODE: the median, with one digit.
us() {
    expect 0 "$quadrille" bench --algorithm reduce_postal --procs 32 \
        --bytes 32768 --machine fat_tree --mode "$1" --format csv
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
        NR > 1 { printf "%.1f", $at["time_ns"] / 1e3 }' out
}
tr '\n' ' ' <"$tree/docs/collectives.md" >collectives
says collectives \
    "$(us paced) us in \`paced\`, $(us posted_all) in \`posted_all\`"
says collectives "and $(us dataflow) in \`dataflow\`"

# The converter of UCC's files, on a collective as UCC's generator writes it and
# on one as a hand may.
cat >traffic.ptini <<'END'
[format]
version = 1.0

[collective]
type = ALLTOALLV
team_size = 2
datatype = INT32
counts = {
    1,5
    0,2
}
; another
[collective]
datatype=FLOAT64_COMPLEX
counts={0,1, 2,
3,4,5,6,0,0 }
team_size=3
type=ALLTOALLV
[collective]
type = BCAST
team_size = 1
datatype = INT8
counts = {1}
[collective]
type = ALLTOALLV
team_size = 1
datatype = CHAR
counts = {1}
[collective]
type = ALLTOALLV
team_size = 2
datatype = INT8
counts = {
    0,1
END
sed -n "/^    awk -v want/,/'.*traffic.txt$/p" "$tree/docs/traffic-files.md" \
    >convert.sh
convert() { sed "s/want=1/want=$1/" convert.sh | bash; }
converts() {
    convert "$1"
    expect 0 "$quadrille" pattern --workload matrix_file --file traffic.txt \
        --procs "$2" --format csv
    [[ $(tail -n +2 out | xargs) == "$3" ]] ||
        complain "collective $1 of UCC: $(<out)"
}
converts 1 2 '0,0,4 0,1,20 1,1,8'
converts 2 3 '0,1,16 0,2,32 1,0,48 1,1,64 1,2,80 2,0,96'
# Another type, another datatype, a file that was cut, and no such collective.
for want in 3 4 5 6; do
    convert $want
    refuse 'traffic.txt' "$quadrille" pattern --stats traffic.txt
done
# Of a program of 4 ranks: rank r sends 3 messages of 1000 (r + 1) bytes to
# r + 1 and 3 of 2000 (r + 1) bytes to r + 2, both modulo 4; rank 0 one of 0
# bytes to 3; and 5000 bytes are broadcast from 0, to 1 and 2, and by 1 to 3.
# Rank 3 puts 7 bytes into rank 0, and gets 9 from rank 2.
{
    cat "$tree/docs/open_mpi_ring.prof"
    printf 'S\t3\t0\t7 bytes\t1 msgs sent\nR\t3\t2\t9 bytes\t1 msgs sent\n'
} >profile.0.prof
sed -n "/^    awk '/,/'.*application.mtx$/p" "$tree/docs/traffic-files.md" |
    bash
expect 0 "$quadrille" pattern --workload matrix_file --file application.mtx \
    --procs 4 --format csv
[[ $(tail -n +2 out | xargs) == "0,1,8000 0,2,11000 0,3,0 1,2,6000 1,3,17000 \
2,0,18000 2,3,9009 3,0,12007 3,1,24000" ]] || complain "Open MPI's: $(<out)"

(($(wc -l <"$tree/README.md") <= 150)) || complain 'README.md: over 150 lines'
(($(grep -c '^| ' "$tree/docs/glossary.md") <= 31)) || # with the heading
    complain 'docs/glossary.md: over 30 entries'

# anchors FILE: the anchors of its headings, as GitHub makes them.
anchors() {
    grep -E '^#+ ' "$1" | sed -E 's/^#+ //; s/[^A-Za-z0-9 _-]//g; s/ /-/g' |
        tr '[:upper:]' '[:lower:]'
}

for page in "${pages[@]}"; do
    while read -r link; do
        file=${link%%#*}
        file=${file:+$(dirname "$page")/$file}
        file=${file:-$page}
        [[ -e $file ]] || complain "${page#"$tree/"}: link to '$link'"
        [[ $link != *'#'* ]] || anchors "$file" | grep -qxF -- "${link#*#}" ||
            complain "${page#"$tree/"}: no heading '$link'"
    done < <(grep -oE '\]\([^)]+\)' "$page" | sed 's/^](//; s/)$//' |
        grep -vE '^https?:')
done

# Indented commands, with their continuation lines. Algorithms that a reader
# adds have their own options.
for page in "${pages[@]}"; do
    [[ $page == */adding-* ]] || sed -zE 's/\\\n */ /g' "$page"
done | sed -nE 's/ #.*//; s/^    \.\/quadrille ([a-z]+)/\1/p' |
    sed -E 's/^bench ([a-z])/bench_\1/' >commands # one word a command
[[ $(wc -l <commands) -gt 50 ]] || complain "commands: $(<commands)"
# Those that need neither ranks nor a reader's file run.
ln -s "$tree/workloads" workloads
while read -ra words; do
    [[ ${words[*]} =~ FILE|A\.mtx|traffic\.txt ]] ||
        expect 0 "$quadrille" "${words[@]}"
done < <(grep -E '^(list|model|pattern|schedule)\b' commands)
while read -r command; do
    IFS=_ read -ra shown <<<"$command"
    expect 0 "$quadrille" help "${shown[@]}"
    while read -r option; do
        says out "$option"
    done < <(sed -n "s/^$command\\b//p" commands |
        grep -oE -- '--[a-z][a-z-]*' | sort -u)
done < <(cut -d' ' -f1 commands | sort -u)
finish
