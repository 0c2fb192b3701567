/* kernels/core/mode.c -- see mode.h. */
#include "kernels/core/mode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const kind_names[QDR_NUM_MODE_KINDS] = {
    [QDR_SYNCHRONOUS] = "synchronous", [QDR_POSTED] = "posted",
    [QDR_POSTED_ALL] = "posted_all",   [QDR_WINDOW] = "window",
    [QDR_PERSISTENT] = "persistent",
};

static const char barrier_suffix[] = "+barrier";
static const char announce_suffix[] = "+announce";

bool qdr_mode_posts_all(const qdr_mode *mode)
{
    return mode->kind >= QDR_POSTED_ALL;
}

static qdr_status refuse(const char *text, qdr_error *error)
{
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "mode '%.40s'; accepted: synchronous, posted, posted_all, "
                    "persistent, window:K with K from 1, each also with "
                    "+barrier, +announce or +barrier+announce",
                    text);
}

/* Whether `*rest` begins with the suffix, which is then skipped. */
static bool skip(const char **rest, const char *suffix)
{
    bool is_there = strncmp(*rest, suffix, strlen(suffix)) == 0;

    if (is_there)
        *rest += strlen(suffix);
    return is_there;
}

qdr_status qdr_mode_parse(const char *text, qdr_mode *out_mode,
                          qdr_error *error)
{
    size_t length = strcspn(text, ":+");
    const char *rest = text + length;
    qdr_mode mode = {.kind = QDR_NUM_MODE_KINDS};

    for (int kind = 0; kind < QDR_NUM_MODE_KINDS; kind++)
        if (strlen(kind_names[kind]) == length &&
            strncmp(kind_names[kind], text, length) == 0)
            mode.kind = (qdr_mode_kind)kind;
    if (mode.kind == QDR_NUM_MODE_KINDS)
        return refuse(text, error);
    if (mode.kind == QDR_WINDOW) {
        char *end;
        long window;
        if (rest[0] != ':' || rest[1] < '1' || rest[1] > '9')
            return refuse(text, error);
        window = strtol(rest + 1, &end, 10);
        if (window > 1000000)
            return refuse(text, error);
        mode.window = (int)window;
        rest = end;
    }
    mode.barrier = skip(&rest, barrier_suffix);
    mode.announces = skip(&rest, announce_suffix);
    if (rest[0] != '\0')
        return refuse(text, error);
    *out_mode = mode;
    return QDR_OK;
}

void qdr_mode_print(const qdr_mode *mode, char *text, size_t size)
{
    char window[16] = "";

    if (mode->kind == QDR_WINDOW)
        snprintf(window, sizeof window, ":%d", mode->window);
    snprintf(text, size, "%s%s%s%s", kind_names[mode->kind], window,
             mode->barrier ? barrier_suffix : "",
             mode->announces ? announce_suffix : "");
}
