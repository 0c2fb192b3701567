/* kernels/intercom/choice_test.c -- the choice is the best of all hybrids. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "kernels/intercom/choice.h"

static const qdr_collective collectives[] = {
    QDR_BCAST,  QDR_SCATTER,   QDR_GATHER,        QDR_ALLGATHER,
    QDR_REDUCE, QDR_ALLREDUCE, QDR_REDUCE_SCATTER};

/* The best time so far of all hybrids of a kind. */
typedef struct search {
    const qdr_choice_input *input;
    qdr_shape shape;
    double best_us;
} search;

/* Tries every factorisation of what is left, of a row first and then of a
 * column, with every number of long dimensions. */
static void try_all(search *s, int left_of_row, int left_of_column)
{
    int left = left_of_row > 1 ? left_of_row : left_of_column;

    if (left == 1)
        for (int i = 0; i <= s->shape.num_dimensions; i++) {
            qdr_hybrid hybrid;
            double us;
            qdr_primitive unused[2];
            if (i > 0 &&
                qdr_hybrid_long_stages(s->input->collective, unused) == 0)
                break;
            s->shape.num_long = i;
            qdr_hybrid_init(&hybrid, s->input->collective, &s->shape);
            us = qdr_model_time_us(&hybrid, s->input->network, s->input->bytes);
            if (s->best_us < 0 || us < s->best_us)
                s->best_us = us;
        }
    for (int d = 2; d <= left; d++)
        if (left % d == 0) {
            s->shape.sizes[s->shape.num_dimensions++] = d;
            if (left_of_row > 1)
                try_all(s, left_of_row / d, left_of_column);
            else
                try_all(s, 1, left_of_column / d);
            s->shape.num_dimensions--;
        }
}

static void compare(const qdr_choice_input *input)
{
    int columns = qdr_choice_columns(input->network, input->num_procs);
    int row = columns > 0 ? columns : input->num_procs;
    search all = {.input = input,
                  .shape = {.order = input->order, .columns = columns},
                  .best_us = -1};
    qdr_shape chosen = {0};
    qdr_hybrid hybrid;
    qdr_error error = {""};
    double us;

    try_all(&all, row, input->num_procs / row);
    assert_int_equal(qdr_choose(input, &chosen, &error), QDR_OK);
    qdr_hybrid_init(&hybrid, input->collective, &chosen);
    assert_int_equal(hybrid.num_procs, input->num_procs);
    us = qdr_model_time_us(&hybrid, input->network, input->bytes);
    if (us > all.best_us * (1 + 1e-12))
        fail_msg("%s, p = %d, %d columns, order %d, %lld bytes: chosen %.6f "
                 "us, best %.6f us",
                 qdr_collective_string(input->collective), input->num_procs,
                 columns, input->order, (long long)input->bytes, us,
                 all.best_us);
}

static void test_best_of_all(void **state)
{
    static const struct {
        int procs, rows, columns;
    } layouts[] = {{1, 0, 0},   {2, 0, 0},     {7, 0, 0},     {30, 0, 0},
                   {64, 0, 0},  {360, 0, 0},   {20, 4, 5},    {64, 8, 8},
                   {96, 8, 12}, {512, 16, 32}, {450, 15, 30}, {403, 13, 31}};
    static const int64_t lengths[] = {0, 8, 1000, 65536, 1 << 20, 1 << 26};

    (void)state;
    for (size_t l = 0; l < sizeof layouts / sizeof *layouts; l++)
        for (size_t c = 0; c < sizeof collectives / sizeof *collectives; c++)
            for (int order = 0; order < QDR_NUM_ORDERS; order++)
                for (size_t n = 0; n < sizeof lengths / sizeof *lengths; n++)
                    for (int excess = 1; excess < 10; excess += 8) {
                        const qdr_network network = {100,
                                                     50,
                                                     20,
                                                     excess,
                                                     layouts[l].rows,
                                                     layouts[l].columns};
                        const qdr_choice_input input = {
                            collectives[c], layouts[l].procs, lengths[n],
                            (qdr_order)order, &network};
                        compare(&input);
                    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_best_of_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
