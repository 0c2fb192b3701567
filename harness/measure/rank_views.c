/* harness/measure/rank_views.c -- see rank_views.h. */
#include "harness/measure/rank_views.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/clock/clock.h"
#include "harness/files/digest.h"
#include "harness/results/conditions.h"
#include "harness/results/definition.h"

/* What this rank sees; it is the same on every rank. */
static json_t *view_files(const char *folder, const qdr_experiment *experiment)
{
    char library[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    char program[QDR_DIGEST_LENGTH + 1];
    json_t *files = qdr_definition_of_files(folder, experiment, NULL), *seen;
    int length;

    if (qdr_digest_file("/proc/self/exe", program, NULL) != QDR_OK)
        program[0] = '\0';
    MPI_Get_library_version(library, &length);
    library[strcspn(library, "\n")] = '\0';
    seen = json_pack("{s:s, s:O, s:o}", "program", program, "files",
                     json_object_get(files, "files"), "conditions",
                     qdr_conditions_here(library));
    json_decref(files);
    return seen;
}

static void digest_of(const json_t *seen, char *digest)
{
    char *text = json_dumps(seen, JSON_SORT_KEYS | JSON_COMPACT);

    memset(digest, 0, QDR_DIGEST_LENGTH + 1);
    if (text != NULL)
        qdr_digest_bytes(text, strlen(text), digest);
    free(text);
}

static void set_host(json_t *seen)
{
    char host[256] = "";

    gethostname(host, sizeof host - 1);
    json_object_set_new(seen, "host", json_string(host));
}

/* The texts of the ranks that see anything else than rank 0, in their order, on
 * rank 0; of the others the length is 0. */
typedef struct texts {
    int *lengths, *begins;
    char *all;
} texts;

/* Returns an MPI code. */
static int gather(const char *text, int length, MPI_Comm comm, texts *to)
{
    int rank, num_procs, code, total = 0;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &num_procs);
    to->lengths = calloc((size_t)num_procs, sizeof *to->lengths);
    to->begins = calloc((size_t)num_procs, sizeof *to->begins);
    code = MPI_Gather(&length, 1, MPI_INT, to->lengths, 1, MPI_INT, 0, comm);
    for (int r = 0; r < num_procs && rank == 0; r++) {
        to->begins[r] = total;
        total += to->lengths[r];
    }
    to->all = calloc((size_t)total + 1, 1);
    return code != MPI_SUCCESS
               ? code
               : MPI_Gatherv(text, length, MPI_CHAR, to->all, to->lengths,
                             to->begins, MPI_CHAR, 0, comm);
}

/* The first file that two ranks do not see alike; NULL: none. */
static const char *find_other_file(const json_t *one, const json_t *other)
{
    const char *name;
    json_t *digest;

    json_object_foreach((json_t *)one, name, digest)
    {
        if (!json_equal(digest, json_object_get(other, name)))
            return name;
    }
    json_object_foreach((json_t *)other, name, digest)
    {
        if (json_object_get(one, name) == NULL)
            return name;
    }
    return NULL;
}

static qdr_status compare(const json_t *first, const json_t *seen, int rank,
                          qdr_error *error)
{
    const char *host = json_string_value(json_object_get(seen, "host"));
    const char *file = find_other_file(json_object_get(first, "files"),
                                       json_object_get(seen, "files"));
    bool is_there;

    if (!json_equal(json_object_get(first, "program"),
                    json_object_get(seen, "program")))
        return qdr_fail(error, QDR_ERROR_CHECK,
                        "rank %d, on %.200s, runs another program than rank 0",
                        rank, host == NULL ? "?" : host);
    if (file == NULL)
        return QDR_OK;
    is_there = json_object_get(json_object_get(seen, "files"), file) != NULL;
    return qdr_fail(error, QDR_ERROR_CHECK,
                    is_there
                        ? "rank %d, on %.200s, reads another %.200s than rank 0"
                        : "rank %d, on %.200s, has no %.200s, as rank 0 has",
                    rank, host == NULL ? "?" : host, file);
}

/* Whether rank 0 runs the program that the sweep has started. */
static qdr_status check_first(const json_t *first, qdr_error *error)
{
    const char *program = json_string_value(json_object_get(first, "program"));
    const char *started = getenv("QUADRILLE_PROGRAM_SHA256");

    if (program != NULL && program[0] != '\0' &&
        (started == NULL || strstr(started, program) != NULL))
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_CHECK,
                    "rank 0, on %.200s, runs another program than the sweep "
                    "has started",
                    json_string_value(json_object_get(first, "host")));
}

/* On rank 0. */
static qdr_status compare_all(const json_t *first, const texts *from,
                              int num_procs, json_t **out_conditions,
                              qdr_error *error)
{
    json_t *conditions = json_array();
    qdr_status status = check_first(first, error);

    json_array_append(conditions, json_object_get(first, "conditions"));
    for (int r = 1; r < num_procs; r++) {
        json_t *seen;
        if (from->lengths[r] == 0)
            continue;
        seen = json_loadb(from->all + from->begins[r], (size_t)from->lengths[r],
                          0, NULL);
        if (status == QDR_OK)
            status = compare(first, seen, r, error);
        json_array_append(conditions, json_object_get(seen, "conditions"));
        json_decref(seen);
    }
    *out_conditions = qdr_conditions_merge(conditions);
    json_decref(conditions);
    return status;
}

qdr_status qdr_rank_views_compare(const char *folder,
                                  const qdr_experiment *experiment,
                                  MPI_Comm comm, json_t **out_conditions,
                                  qdr_error *error)
{
    char mine[QDR_DIGEST_LENGTH + 1], first[QDR_DIGEST_LENGTH + 1];
    struct verdict {
        qdr_status status;
        qdr_error why;
    } verdict = {QDR_OK, {""}};
    texts others = {0};
    json_t *seen;
    char *text;
    int rank, num_procs, code;

    if (qdr_clock_is_simulated())
        return QDR_OK;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &num_procs);
    seen = view_files(folder, experiment);
    digest_of(seen, mine);
    memcpy(first, mine, sizeof first);
    code = MPI_Bcast(first, sizeof first, MPI_CHAR, 0, comm);
    set_host(seen);
    text = strcmp(mine, first) == 0 ? NULL : json_dumps(seen, JSON_COMPACT);
    if (code == MPI_SUCCESS)
        code =
            gather(text, text == NULL ? 0 : (int)strlen(text), comm, &others);
    if (code == MPI_SUCCESS && rank == 0)
        verdict.status =
            compare_all(seen, &others, num_procs, out_conditions, &verdict.why);
    if (code == MPI_SUCCESS)
        code = MPI_Bcast(&verdict, sizeof verdict, MPI_BYTE, 0, comm);
    free(others.lengths);
    free(others.begins);
    free(others.all);
    free(text);
    json_decref(seen);
    if (code != MPI_SUCCESS)
        return qdr_fail(error, QDR_ERROR_MPI,
                        "comparing what the ranks see failed");
    *error = verdict.why;
    return verdict.status;
}
