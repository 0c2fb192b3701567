/* harness/sweep/loading/sweep_settings.c -- see sweep_parts.h. */
#include <stdlib.h>
#include <string.h>

#include "harness/sweep/loading/sweep_parts.h"

/* The prefixes of each file's keys. */
static const char *const sections[QDR_NUM_EDITED_FILES] = {
    [QDR_SWEEP_EXPERIMENT] = "",
    [QDR_SWEEP_MACHINE] = "machine.",
    [QDR_SWEEP_HARDWARE] = "hardware.",
    [QDR_SWEEP_SOFTWARE] = "software."};

static int file_of(const char *word)
{
    int f = QDR_NUM_EDITED_FILES - 1;

    while (strncmp(word, sections[f], strlen(sections[f])) != 0)
        f--;
    return f;
}

static int by_file(const void *left, const void *right)
{
    const char *a = *(const char *const *)left;
    const char *b = *(const char *const *)right;
    int files = file_of(a) - file_of(b);

    return files != 0 ? files : strcmp(a, b);
}

qdr_status qdr_settings_split(const qdr_settings *settings,
                              qdr_yaml_edits *out_edits, qdr_error *error)
{
    int count = settings == NULL ? 0 : settings->count;

    for (int i = 0; i < count; i++)
        if (strcspn(settings->words[i], "=") == 0 ||
            strchr(settings->words[i], '=') == NULL)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "--set '%.60s'; accepted: KEY=VALUE",
                            settings->words[i]);
    if (count > 0)
        qsort(settings->words, (size_t)count, sizeof *settings->words, by_file);
    for (int f = 0, i = 0; f < QDR_NUM_EDITED_FILES; f++) {
        out_edits[f] = (qdr_yaml_edits){.skip = strlen(sections[f])};
        if (i < count)
            out_edits[f].words = settings->words + i;
        for (; i < count && file_of(settings->words[i]) == f; i++)
            out_edits[f].count++;
    }
    return QDR_OK;
}
