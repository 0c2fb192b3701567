# paper/browse_report.sh -- the report of `figures` in a browser: first screen,
# widths, colours, keyboard, structure, print. figures_test sources it after
# expect.sh.
# shellcheck shell=bash
: "${source_root:?set by expect.sh}"
# shellcheck source=harness/testing/browser.sh
source "$source_root/harness/testing/browser.sh"

# axe_file: prints where npm has put axe-core, if it has.
axe_file() {
    local folder tree
    tree=$(dirname "$(readlink -f "$source_root/quadrille")")
    for folder in "$tree/node_modules" "$(npm root -g 2>/dev/null)"; do
        [[ ! -e $folder/axe-core/axe.min.js ]] || {
            echo "$folder/axe-core/axe.min.js"
            return
        }
    done
}

# first_screen OUT: the topic, the machines, the shares of totals.csv and of
# winners.
first_screen() {
    local words=("'CM-5'" "'Paragon'" "'send at the same time'"
        "'CM-5: a fat tree'" "'Paragon: a mesh'" "'with building'"
        "'Comes back'") shares
    mapfile -t shares < <(awk -F, 'NR == 1 {
            for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["quantities"] == "times" {
            printf "%s %d %.0f%% %.0f%% %.0f%%\n", $at["models"],
                $at["number"], 100 * $at["within_10"],
                100 * $at["within_25"], 100 * $at["within_50"] }' \
        "$1/totals.csv")
    ((${#shares[@]} >= 2)) || complain "shares of $1/totals.csv: ${shares[*]}"
    for share in "${shares[@]}"; do
        words+=("'${share##*\'}'") # from behind an apostrophe
    done
    look_at 1050 800 light
    clean "missingOnFirstScreen($(
        IFS=,
        echo "${words[*]}"
    ))"
    clean "cutOffFirstScreen('svg.machine')"
}

# Real keys sort the ledger and open a row.
keyboard() {
    local ratio="[...document.querySelectorAll('#ledger thead th')].find(
        head => head.textContent === 'ratio')"
    ratio=${ratio//$'\n'/ }
    clean 'focusFaults()'
    js "$ratio.querySelector('button').focus()"
    press ' ' Space 32 ' '
    clean "$ratio.ariaSort === 'ascending' ? '' : 'Space does not sort'"
    press Enter Enter 13 '\r'
    clean "$ratio.ariaSort === 'descending' ? '' : 'Enter does not sort'"
    press Tab Tab 9
    clean "document.activeElement.textContent === 'verdict' ? ''
        : 'Tab leads to ' + document.activeElement.textContent"
    js "document.querySelector('#made details').open = false"
    js "document.querySelector('#made summary').focus()"
    press ' ' Space 32 ' '
    clean "document.querySelector('#made details').open ? '' : 'stays folded'"
}

# The address selects and sorts rows of the ledger.
address() {
    local page=$1 ledger=$2 shown rows sought exact
    rows=$(($(wc -l <"$ledger") - 1))
    sought=$(awk -F, '$2 == 4 && /rs_n/' "$ledger" | wc -l)
    exact=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["role"] == "exact"' "$ledger" | wc -l)
    shown="document.querySelector('#count').textContent"
    visit "$page#ledger?find=table:4+rs_n&sort=ratio"
    js "$shown"
    [[ $value == "$sought of $rows rows" ]] ||
        complain "selected '$value', not $sought of $rows"
    clean "document.querySelector('[aria-sort=ascending]') ? '' : 'not sorted'"
    # A row is selected by its role, though it opens to more.
    visit "$page#ledger?find=role:exact"
    js "$shown"
    [[ $value == "$exact of $rows rows" ]] ||
        complain "selected '$value', not $exact of $rows"
    # A menu changes the address.
    js "(menu => { menu.value = 'input';
        menu.dispatchEvent(new Event('change')); })(
        document.querySelector('[data-column=role]'))"
    clean "location.hash.includes('role%3Ainput') ? '' : location.hash"
}

# browse_report OUT: everything.
browse_report() {
    local page=$PWD/page.html scheme width axe
    axe=$(axe_file)
    cp "$source_root/harness/testing/page_checks.js" .
    {
        cat "$1/report.html"
        echo '<script src="page_checks.js"></script>'
        [[ -z $axe ]] || echo "<script src=\"file://$axe\"></script>"
    } >"$page"
    open_browser
    look_at 1050 800 light
    visit "$PWD/$1/report.html"
    # Without our checks, and all that they load.
    js "String(Math.round(
        performance.getEntriesByType('navigation')[0].loadEventEnd))"
    echo "report.html: $(wc -c <"$1/report.html") bytes, loads in $value ms"
    ((value < 5000)) || complain "loads in $value ms"
    visit "$page"
    first_screen "$1"
    clean 'structureFaults()'
    for scheme in light dark; do
        for width in 1050 390; do
            look_at "$width" 800 $scheme
            clean 'overflow()'
            clean 'contrastFaults()'
            [[ $width == 1050 ]] || clean 'cardFaults()'
            clean 'smallFigures(600)'
            clean 'mainFigureFaults()'
        done
        [[ -z $axe ]] || clean 'axeFaults()'
    done
    [[ -n $axe ]] || echo 'skipped: axe-core, which is not installed'
    look_at 1050 800 dark
    clean 'focusFaults()'
    look_at 1050 800 light
    keyboard
    look_at 1050 800 light print
    clean 'foldedOnPaper()'
    look_at 1050 800 light
    address "$page" "$1/ledger.csv"
    console_is_empty
    close_browser
}
