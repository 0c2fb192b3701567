# harness/testing/browser.sh -- a page in headless Chromium; source it after
# expect.sh.
#
# Chromium is driven through a pipe, by Chrome's DevTools protocol: messages are
# JSON that ends with a zero byte. So a test presses real keys and sets the
# width, and needs no other program.
# shellcheck shell=bash
session='' message=0 reply=''

# devtools METHOD [PARAMETERS]: calls it, and sets `reply`. Events go to the
# file `events`.
devtools() {
    local parameters=${2:-'{}'}
    message=$((message + 1))
    printf '{"id":%d,"method":"%s","params":%s%s}\0' $message "$1" \
        "$parameters" "${session:+,\"sessionId\":\"$session\"}" >&"$to_browser"
    while IFS= read -r -d '' -t 300 reply <&"$from_browser"; do
        [[ $reply != "{\"id\":$message,"* ]] || return 0
        printf '%s\n' "$reply" >>events
    done
    complain "chromium: no answer to $1: $(tail -n 3 browser.err)"
    finish
}

# A string of the last reply.
field() { sed -nE "s/.*\"$1\":\"([^\"]*)\".*/\1/p" <<<"$reply"; }

# Chromium's own sandbox needs privileges that tests lack; the page is ours.
open_browser() {
    mkfifo to_browser from_browser
    : >events
    chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage \
        --user-data-dir="$PWD/profile" --remote-debugging-pipe \
        3<to_browser 4>from_browser >/dev/null 2>browser.err &
    browser_pid=$!
    exec {to_browser}>to_browser {from_browser}<from_browser
    devtools Target.createTarget '{"url":"about:blank"}'
    devtools Target.attachToTarget \
        "{\"targetId\":\"$(field targetId)\",\"flatten\":true}"
    session=$(field sessionId)
    for domain in Page Runtime Log; do
        devtools $domain.enable
    done
}

close_browser() {
    devtools Browser.close
    wait "$browser_pid" || complain "chromium ended with $?"
    exec {to_browser}>&- {from_browser}<&-
    rm -rf profile to_browser from_browser
    session=''
}

# js EXPRESSION: evaluates it, which has no double quotes, and sets `value` to
# the text that it gives, also of a promise.
js() {
    devtools Runtime.evaluate \
        "{\"expression\":\"$1\",\"awaitPromise\":true,\"returnByValue\":true}"
    value=$(sed -nE 's/.*"value":"?(.*[^"])"?\}\},"sessionId.*/\1/p' \
        <<<"$reply")
    [[ $reply != *exceptionDetails* ]] || complain "$1: $reply"
}

# look_at WIDTH HEIGHT light|dark [print]
look_at() {
    devtools Emulation.setDeviceMetricsOverride "{\"width\":$1,\"height\":$2,
        \"deviceScaleFactor\":1,\"mobile\":$( (($1 < 600)) && echo true ||
            echo false)}"
    devtools Emulation.setEmulatedMedia "{\"media\":\"${4:-screen}\",
        \"features\":[{\"name\":\"prefers-color-scheme\",\"value\":\"$3\"}]}"
}

# visit FILE[#PLACE]: loads it. The place alone would load nothing.
visit() {
    local tries=0
    devtools Page.navigate '{"url":"about:blank"}'
    devtools Page.navigate "{\"url\":\"file://$1\"}"
    until js "document.readyState + ' ' + location.protocol" &&
        [[ $value == 'complete file:' ]]; do
        ((++tries < 600)) || { complain "$1 does not load" && finish; }
        sleep 0.05
    done
}

# press KEY CODE NUMBER [TEXT]
press() {
    local kind key="\"key\":\"$1\",\"code\":\"$2\",
        \"windowsVirtualKeyCode\":$3${4:+,\"text\":\"$4\"}"
    for kind in keyDown keyUp; do
        devtools Input.dispatchKeyEvent "{\"type\":\"$kind\",$key}"
    done
}

# clean EXPRESSION: requires that it finds nothing to complain about.
clean() {
    js "$1"
    [[ -z $value ]] || complain "$1: $value"
}

# Requires that nothing was written to the console.
console_is_empty() {
    local lines
    lines=$(grep -E \
        'Runtime.(consoleAPICalled|exceptionThrown)|Log.entryAdded' events |
        cut -c 1-400)
    [[ -z $lines ]] || complain "console: $lines"
}
