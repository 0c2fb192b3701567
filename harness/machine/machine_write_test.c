/* harness/machine/machine_write_test.c -- every machine with another title and
 * without its network can be read back. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "harness/machine/machine.h"
#include "kernels/testing/unit_test.h"

#define FOLDER "configs/machines/"
static const char *const written = "machine_write_test.tmp";

static qdr_machine *load(const char *path)
{
    qdr_machine *machine = NULL;
    qdr_error error = {""};

    if (qdr_machine_load(path, NULL, &machine, &error) != QDR_OK)
        fail_msg("%s", error.text);
    return machine;
}

/* Leaves out the title and the section `network`. */
static void keep_rest(char *text)
{
    char *to = text;
    bool is_kept = true;

    for (char *line = text, *next; *line != '\0'; line = next) {
        next = strchr(line, '\n') + 1;
        if (*line != ' ')
            is_kept = strncmp(line, "title:", 6) != 0 &&
                      strncmp(line, "network:", 8) != 0;
        if (is_kept) {
            memmove(to, line, (size_t)(next - line));
            to += next - line;
        }
    }
    *to = '\0';
}

/* Read back, it has this title, no network, and all else. */
static void expect_retitled(const char *path, const char *title)
{
    qdr_machine *machine = load(path), *read;
    char *text = qdr_machine_retitled(machine, title);
    static const char *const edit[] = {"title=x"};
    qdr_yaml edited = *machine->file;
    char *whole;
    FILE *file = fopen(written, "w");

    assert_non_null(text);
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    read = load(written);
    assert_string_equal(read->title, title);
    assert_null(read->network);
    edited.edits = (qdr_yaml_edits){edit, 1, 0}; /* without comments, too */
    whole = qdr_yaml_text(&edited);
    assert_non_null(whole);
    keep_rest(text);
    keep_rest(whole);
    assert_string_equal(text, whole);
    free(text);
    free(whole);
    qdr_machine_free(machine);
    qdr_machine_free(read);
}

TEST(every_machine_is_read_back)
{
    DIR *folder = opendir(FOLDER);
    const struct dirent *entry;
    int count = 0;

    assert_non_null(folder);
    while ((entry = readdir(folder)) != NULL) {
        char path[512];
        if (strstr(entry->d_name, ".yaml") == NULL)
            continue;
        snprintf(path, sizeof path, FOLDER "%s", entry->d_name);
        expect_retitled(path, "t");
        count++;
    }
    closedir(folder);
    assert_true(count > 5);
}

TEST(a_title_may_hold_anything)
{
    static const char *const titles[] = {
        "a: b # c", "- 'x'", "\"quoted\"", "true", "12", "\303\251t\303\251"};

    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
        expect_retitled(FOLDER "cluster.yaml", titles[i]);
}
