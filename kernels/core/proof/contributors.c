/* kernels/core/proof/contributors.c -- see contributors.h. */
#include "kernels/core/proof/contributors.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/core/base/reserve.h"

void qdr_contributors_cleanup(qdr_contributors *sets)
{
    free(sets->runs);
    free(sets->run_begin);
    *sets = (qdr_contributors){0};
}

/* The runs of a set; the run of a one-rank set is stored in *single. */
static const qdr_run *runs_of(const qdr_contributors *sets, int64_t set,
                              qdr_run *single, int64_t *out_count)
{
    int64_t index = set - sets->num_procs;

    if (index < 0) {
        *single = (qdr_run){(int)set, (int)set};
        *out_count = 1;
        return single;
    }
    *out_count = sets->run_begin[index + 1] - sets->run_begin[index];
    return sets->runs + sets->run_begin[index];
}

/* Makes room for one more set, of so many runs. */
static bool make_room(qdr_contributors *sets, int64_t count)
{
    int64_t *begins = qdr_reserve(sets->run_begin, &sets->set_capacity,
                                  sets->num_sets + 2, sizeof *begins);
    qdr_run *runs;

    if (begins == NULL)
        return false;
    sets->run_begin = begins;
    runs = qdr_reserve(sets->runs, &sets->run_capacity, sets->num_runs + count,
                       sizeof *runs);
    if (runs == NULL)
        return false;
    sets->runs = runs;
    return true;
}

/* Adds a run to the set being made, joined to the last if they touch. */
static void add_run(qdr_contributors *sets, int64_t begin, qdr_run run)
{
    qdr_run *last = &sets->runs[sets->num_runs - 1];

    if (sets->num_runs > begin && last->last + 1 == run.first)
        last->last = run.last;
    else
        sets->runs[sets->num_runs++] = run;
}

/* The set just made, if it is new; else its equal. */
static int64_t intern(qdr_contributors *sets, int64_t begin)
{
    size_t bytes = (size_t)(sets->num_runs - begin) * sizeof *sets->runs;

    /* What was made last is wanted most often. */
    for (int64_t i = sets->num_sets - 1; i >= 0; i--) {
        int64_t count = sets->run_begin[i + 1] - sets->run_begin[i];
        if ((size_t)count * sizeof *sets->runs == bytes &&
            memcmp(sets->runs + sets->run_begin[i], sets->runs + begin,
                   bytes) == 0) {
            sets->num_runs = begin;
            return sets->num_procs + i;
        }
    }
    sets->run_begin[sets->num_sets++] = begin;
    sets->run_begin[sets->num_sets] = sets->num_runs;
    return sets->num_procs + sets->num_sets - 1;
}

int64_t qdr_contributors_run(qdr_contributors *sets, int first, int last)
{
    int64_t begin = sets->num_runs;

    if (first == last)
        return first;
    if (!make_room(sets, 1))
        return -2;
    sets->runs[sets->num_runs++] = (qdr_run){first, last};
    return intern(sets, begin);
}

int64_t qdr_contributors_merge(qdr_contributors *sets, int64_t a, int64_t b,
                               int *out_rank)
{
    qdr_run singles[2];
    int64_t counts[2], i = 0, j = 0, begin;
    const qdr_run *x, *y;

    runs_of(sets, a, &singles[0], &counts[0]);
    runs_of(sets, b, &singles[1], &counts[1]);
    if (!make_room(sets, counts[0] + counts[1]))
        return -2;
    /* The arrays may have moved. */
    x = runs_of(sets, a, &singles[0], &counts[0]);
    y = runs_of(sets, b, &singles[1], &counts[1]);
    begin = sets->num_runs;
    while (i < counts[0] || j < counts[1]) {
        bool takes_x =
            j == counts[1] || (i < counts[0] && x[i].first < y[j].first);
        qdr_run run = takes_x ? x[i++] : y[j++];
        if (sets->num_runs > begin &&
            sets->runs[sets->num_runs - 1].last >= run.first) {
            *out_rank = run.first;
            sets->num_runs = begin;
            return -1;
        }
        add_run(sets, begin, run);
    }
    return intern(sets, begin);
}

bool qdr_contributors_contain(const qdr_contributors *sets, int64_t whole,
                              int64_t part)
{
    qdr_run singles[2];
    int64_t counts[2], i = 0;
    const qdr_run *x = runs_of(sets, whole, &singles[0], &counts[0]);
    const qdr_run *y = runs_of(sets, part, &singles[1], &counts[1]);

    for (int64_t j = 0; j < counts[1]; j++) {
        while (i < counts[0] && x[i].last < y[j].first)
            i++;
        if (i == counts[0] || x[i].first > y[j].first || x[i].last < y[j].last)
            return false;
    }
    return true;
}

bool qdr_contributors_follow(const qdr_contributors *sets, int64_t a, int64_t b)
{
    qdr_run singles[2];
    int64_t counts[2];
    const qdr_run *x = runs_of(sets, a, &singles[0], &counts[0]);
    const qdr_run *y = runs_of(sets, b, &singles[1], &counts[1]);

    return counts[0] == 1 && counts[1] == 1 && x->last + 1 == y->first;
}

void qdr_contributors_print(const qdr_contributors *sets, int64_t set, FILE *to)
{
    qdr_run single;
    int64_t count;
    const qdr_run *runs = runs_of(sets, set, &single, &count);

    for (int64_t i = 0; i < count; i++) {
        fprintf(to, "%s%d", i > 0 ? ", " : "", runs[i].first);
        if (runs[i].last > runs[i].first)
            fprintf(to, "-%d", runs[i].last);
    }
}
