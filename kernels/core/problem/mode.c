/* kernels/core/problem/mode.c -- see mode.h. */
#include "kernels/core/problem/mode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/core/network/network.h"

static const char *const kind_names[QDR_NUM_MODE_KINDS] = {
    [QDR_SYNCHRONOUS] = "synchronous",
    [QDR_POSTED] = "posted",
    [QDR_PACED] = "paced",
    [QDR_POSTED_ALL] = "posted_all",
    [QDR_WINDOW] = "window",
    [QDR_PERSISTENT] = "persistent",
    [QDR_DATAFLOW] = "dataflow",
};

enum { MAX_NUMBER = 1000000 };

static const char barrier_suffix[] = "+barrier";
static const char announce_suffix[] = "+announce";

/* Whether the mode has B. */
static bool has_paced_bytes(const qdr_mode *mode)
{
    return mode->kind == QDR_PACED || mode->kind == QDR_DATAFLOW;
}

static double carried_bytes(double alpha_us, double beta_ns)
{
    return beta_ns > 0 ? alpha_us * 1e3 / beta_ns : MAX_NUMBER;
}

void qdr_mode_pace(qdr_mode *mode, const qdr_network *network)
{
    double bytes = carried_bytes(network->alpha_us, network->beta_ns);

    if (qdr_network_has_levels(network)) {
        double inside =
            carried_bytes(network->inside_alpha_us, network->inside_beta_ns);
        bytes = inside < bytes ? inside : bytes;
    }
    if (has_paced_bytes(mode) && mode->paced_bytes == 0)
        mode->paced_bytes = bytes < 1            ? 1
                            : bytes < MAX_NUMBER ? (int)bytes
                                                 : MAX_NUMBER;
}

bool qdr_mode_posts_all(const qdr_mode *mode)
{
    return mode->kind >= QDR_POSTED_ALL;
}

static qdr_status refuse(const char *text, qdr_error *error)
{
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "mode '%.40s'; accepted: synchronous, posted, paced, "
                    "posted_all, persistent, dataflow, paced:B, dataflow:B and "
                    "window:K with whole numbers from 1 to 1000000, each also "
                    "with +barrier, +announce or +barrier+announce",
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

/* The number after a colon, which is then skipped; 0: none, or it is out of
 * range. */
static int take_number(const char **rest)
{
    char *end;
    long number;

    if ((*rest)[0] != ':' || (*rest)[1] < '1' || (*rest)[1] > '9')
        return 0;
    number = strtol(*rest + 1, &end, 10);
    *rest = end;
    return number <= MAX_NUMBER ? (int)number : 0;
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
    if (mode.kind == QDR_WINDOW || (has_paced_bytes(&mode) && rest[0] == ':')) {
        int number = take_number(&rest);
        if (number == 0)
            return refuse(text, error);
        mode.window = mode.kind == QDR_WINDOW ? number : 0;
        mode.paced_bytes = mode.kind == QDR_WINDOW ? 0 : number;
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
    int number = mode->kind == QDR_WINDOW ? mode->window : mode->paced_bytes;
    char digits[16] = "";

    if (number > 0)
        snprintf(digits, sizeof digits, ":%d", number);
    snprintf(text, size, "%s%s%s%s", kind_names[mode->kind], digits,
             mode->barrier ? barrier_suffix : "",
             mode->announces ? announce_suffix : "");
}
