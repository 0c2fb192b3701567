# shellcheck shell=bash
# Completion of `quadrille` and `./quadrille` in bash: commands and options as
# in `quadrille help`, and names of algorithms where the programs are built.
_quadrille() {
    local words='' program=${1/#\~/"$HOME"} folder
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    folder=${QUADRILLE_BUILT:-$(dirname "$program")/built}
    if ((COMP_CWORD == 1)); then
        words=$("$program" help | awk '/^  [a-z]/ { print $1 }' | sort -u)
    elif [[ $before == --algorithm ]]; then
        words=$("$folder/quadrille" list --format csv | sed '1d; s/,.*//')
    elif [[ $word == -* ]]; then
        words=$("$program" help | awk -v name="${COMP_WORDS[1]}" '
            /^  [a-z]/ { is_it = $1 == name } /^$/ { is_it = 0 } is_it' |
            grep -oE -- '--[a-z-]+' | sort -u)
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
} 2>/dev/null
complete -o default -F _quadrille quadrille
