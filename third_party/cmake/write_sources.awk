#!/usr/bin/awk -f
# third_party/cmake/write_sources.awk LIST ... -- writes Bazel's lists as
# CMake's. A list of labels, NAME_sources, has the files that are in no list
# before it. A list of rules has their names; NAME_srcs, NAME_copts,
# NAME_linkopts and NAME_args are the attributes of each.

# The path of a label.
function path_of(label) {
    sub(/^\/\//, "", label)
    sub(/:/, "/", label)
    return label
}

function add(list, value) {
    if (!(list in size)) order[++num_lists] = list
    value_of[list, ++size[list]] = value
}

# A value of a rule's attribute for CMake; "" if it is not for the compiler.
function convert(attribute, value) {
    if (attribute == "srcs")
        return value ~ /[.](c|f90|xz)$/ ? path_of(value) : ""
    if (match(value, /\$\(location [^)]*\)/)) {
        name_of_file = substr(value, RSTART + 11, RLENGTH - 12)
        if (!(name_of_file in label_of)) return ""
        return substr(value, 1, RSTART - 1) "${CMAKE_SOURCE_DIR}/" \
            path_of(label_of[name_of_file])
    }
    # CMake writes $ORIGIN in its own way.
    if (value ~ /[$]ORIGIN/) return ""
    return value
}

function sort_list(list,   i, j, value) {
    for (i = 2; i <= size[list]; i++) {
        value = value_of[list, i]
        for (j = i - 1; j > 0 && value_of[list, j] > value; j--)
            value_of[list, j + 1] = value_of[list, j]
        value_of[list, j + 1] = value
    }
}

# Prints the values that are not in `without`.
function print_list(list, without,   i) {
    printf "set(%s", list
    for (i = 1; i <= size[list]; i++)
        if (!(value_of[list, i] in without))
            printf "\n  \"%s\"", value_of[list, i]
    print ")"
}

BEGIN {
    print "# Bazel's lists, by third_party/cmake/write_sources.sh: run it when"
    print "# a source or test comes or goes."
}
FNR == 1 {
    list = FILENAME
    sub(/.*\//, "", list)
    is_sorted[list] = 1
}
/^\/\// && !($0 in is_listed) {
    is_listed[$0] = 1
    add(list, path_of($0))
}
/^  name = / {
    name = $3
    gsub(/[",]/, "", name)
    add(list, name)
    split("", label_of)
}
/^  (deps|srcs|copts|linkopts|args) = \[/ {
    line = $0
    while (match(line, /"[^"]*"/)) {
        value = substr(line, RSTART + 1, RLENGTH - 2)
        line = substr(line, RSTART + RLENGTH)
        name_of_file = value
        sub(/.*:/, "", name_of_file)
        label_of[name_of_file] = value
        value = $1 == "deps" ? "" : convert($1, value)
        if (value == "") continue
        add(name "_" $1, value)
        # A rule's own file is no part of a library of others' files.
        if ($1 == "srcs") is_own[value] = 1
    }
}
END {
    for (i = 1; i <= num_lists; i++) {
        if (order[i] in is_sorted) sort_list(order[i])
        if (order[i] ~ /_sources$/)
            print_list(order[i], is_own)
        else
            print_list(order[i], none)
    }
}
