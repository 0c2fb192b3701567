/* kernels/auto/choose_test.c -- predictions, and what `auto` takes by them. */
#include <math.h>
#include <string.h>

#include "kernels/kernel.h"
#include "kernels/testing/networks.h"
#include "kernels/testing/unit_test.h"

static const int64_t lengths[] = {0, 8, 512, 4096, 32768, 1 << 20};
enum { NUM_LENGTHS = sizeof lengths / sizeof *lengths };
enum { FIRST = QDR_BCAST, LAST = QDR_REDUCE_SCATTER };

static qdr_problem problem_of(qdr_collective collective, int network, int p,
                              int64_t bytes)
{
    return (qdr_problem){.collective = collective,
                         .num_procs = p,
                         .vector.bytes = bytes,
                         .network = &qdr_test_networks[network]};
}

static const qdr_kernel *find(const char *name)
{
    const qdr_kernel *kernel = NULL;

    assert_ok(qdr_kernel_find(name, &kernel, NULL));
    return kernel;
}

static qdr_chosen choose(const qdr_problem *problem, const qdr_mode *mode)
{
    qdr_chosen chosen = {.kernel = NULL};

    assert_ok(qdr_kernel_choose(qdr_kernel_find_auto(problem->collective),
                                problem, mode, &chosen, NULL));
    assert_non_null(chosen.kernel);
    return chosen;
}

static double predict(const qdr_kernel *kernel, const qdr_problem *problem)
{
    double us = -1;

    assert_ok(qdr_kernel_predict(kernel, problem, &us, NULL));
    return us;
}

/* Calls `visit` for problems of every collective on a vector. */
static void visit_problems(void (*visit)(const qdr_problem *problem))
{
    for (int c = FIRST; c <= LAST; c++)
        for (int n = 0; n < QDR_NUM_TEST_NETWORKS; n++)
            for (int p = 1; p <= 64; p++)
                for (int l = 0; l < NUM_LENGTHS; l++) {
                    const qdr_problem problem =
                        problem_of((qdr_collective)c, n, p, lengths[l]);
                    visit(&problem);
                }
}

/* No algorithm of the collective is predicted to be faster by more than a tie,
 * not even one that is no candidate. A schedule that needs longer than another
 * one in every way must not win by a digit. */
static void assert_fastest(const qdr_problem *problem)
{
    double us = choose(problem, NULL).time_us;
    const qdr_kernel *own = qdr_kernel_find_auto(problem->collective);

    assert_true(us == predict(own, problem));
    for (int k = 0; k < qdr_kernel_count(); k++) {
        const qdr_kernel *kernel = qdr_kernel_at(k);
        if (kernel->collective == problem->collective &&
            qdr_kernel_has_schedule(kernel) &&
            qdr_kernel_suits(kernel, problem) &&
            us * (1 - QDR_TIE) > predict(kernel, problem) * (1 + 1e-8) + 1e-12)
            fail_msg("%s, p = %d, %lld bytes, alpha %g: %s would take %g us, "
                     "not %g",
                     own->name, problem->num_procs,
                     (long long)problem->vector.bytes,
                     problem->network->alpha_us, kernel->name,
                     predict(kernel, problem), us);
    }
}

TEST(the_fastest_is_taken)
{
    visit_problems(assert_fastest);
}

/* Known choices, of bcast and reduce. */
TEST(trees_are_for_short_vectors)
{
    static const struct {
        int network, p;
        int64_t bytes;
        bool is_postal;
    } cells[] = {{1, 64, 8, true},
                 {1, 64, 1 << 20, false},
                 {2, 9, 1 << 20, false},
                 {0, 64, 8, false},
                 {0, 31, 1 << 20, false}};

    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
        for (int reduces = 0; reduces < 2; reduces++) {
            const qdr_problem problem =
                problem_of(reduces ? QDR_REDUCE : QDR_BCAST, cells[i].network,
                           cells[i].p, cells[i].bytes);
            assert_int_equal(
                choose(&problem, NULL).kernel ==
                    find(reduces ? "reduce_postal" : "bcast_postal"),
                cells[i].is_postal);
        }
}

/* A mode that a prediction does not hold in excludes the algorithm. */
TEST(a_mode_restricts)
{
    static const struct {
        qdr_collective collective;
        const char *mode, *algorithm;
    } cells[] = {{QDR_BCAST, "dataflow", "bcast_postal"},
                 {QDR_BCAST, "paced", "bcast_postal"},
                 {QDR_BCAST, "posted_all", "bcast_folded"},
                 {QDR_BCAST, "posted", "bcast_folded"},
                 {QDR_BCAST, "persistent", "bcast_folded"},
                 {QDR_BCAST, "paced+barrier", "bcast_folded"},
                 {QDR_REDUCE, "dataflow", "reduce_postal"},
                 {QDR_REDUCE, "posted_all", "reduce_postal"},
                 {QDR_REDUCE, "paced", "reduce_folded"},
                 {QDR_REDUCE, "dataflow+barrier", "reduce_folded"}};

    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        qdr_mode mode;
        qdr_chosen chosen;
        char text[64];
        const qdr_problem problem = problem_of(cells[i].collective, 1, 64, 8);
        assert_ok(qdr_mode_parse(cells[i].mode, &mode, NULL));
        chosen = choose(&problem, &mode);
        assert_string_equal(chosen.kernel->name, cells[i].algorithm);
        qdr_mode_print(&chosen.mode, text, sizeof text);
        assert_string_equal(text, cells[i].mode);
    }
}

/* A rank that plans its own part alone must choose as the others do. */
static void assert_alike(const qdr_problem *problem)
{
    const qdr_kernel *kernel = choose(problem, NULL).kernel;
    qdr_problem part = *problem;

    for (int rank = 0; rank<part.num_procs; rank += part.num_procs> 8 ? 7 : 1) {
        part.view = (qdr_view){true, rank};
        assert_ptr_equal(choose(&part, NULL).kernel, kernel);
    }
}

TEST(all_ranks_choose_alike)
{
    visit_problems(assert_alike);
}

/* A choice that is kept is the choice that would be made, whatever else was
 * chosen before: more than are kept. */
static void assert_kept_alike(const qdr_problem *problem)
{
    const qdr_kernel *own = qdr_kernel_find_auto(problem->collective);
    const qdr_mode modes[] = {{.kind = QDR_POSTED}, {.kind = QDR_DATAFLOW}};

    for (int m = -1; m < 2; m++) {
        const qdr_mode *mode = m < 0 ? NULL : &modes[m];
        const qdr_chosen made = choose(problem, mode);
        for (int again = 0; again < 2; again++) {
            qdr_chosen kept = {.kernel = NULL};
            assert_ok(qdr_choice_find(own, problem, mode, &kept, NULL));
            assert_ptr_equal(kept.kernel, made.kernel);
            assert_true(kept.time_us == made.time_us);
            assert_int_equal(kept.mode.kind, made.mode.kind);
            assert_int_equal(kept.mode.paced_bytes, made.mode.paced_bytes);
        }
    }
}

TEST(kept_choices_are_alike)
{
    visit_problems(assert_kept_alike);
}

/* An operator that does not commute excludes a tree that changes the order. */
TEST(an_operator_restricts)
{
    const qdr_mode posted_all = {.kind = QDR_POSTED_ALL};
    qdr_problem problem = problem_of(QDR_REDUCE, 1, 64, 8);

    assert_string_equal(choose(&problem, NULL).kernel->name, "reduce_postal");
    problem.vector.is_ordered = true;
    assert_string_equal(choose(&problem, NULL).kernel->name, "reduce_folded");
    assert_string_equal(choose(&problem, &posted_all).kernel->name,
                        "reduce_folded");
    /* Choices that are kept differ, too. */
    problem.vector.is_ordered = false;
    assert_kept_alike(&problem);
    problem.vector.is_ordered = true;
    assert_kept_alike(&problem);
}

/* Long vectors of an odd number of ranks, in order: no hybrid can halve. */
TEST(long_vectors_in_order)
{
    qdr_problem problem = problem_of(QDR_REDUCE_SCATTER, 0, 15, 1 << 24);

    assert_string_equal(choose(&problem, NULL).kernel->name,
                        "reduce_scatter_circulant");
    problem.vector.is_ordered = true;
    assert_string_equal(choose(&problem, NULL).kernel->name,
                        "reduce_scatter_ordered");
    problem.vector.bytes = 120;
    assert_string_equal(choose(&problem, NULL).kernel->name,
                        "reduce_scatter_hybrid");
}

/* Where several messages that meet are lost, they go in rounds; short ones, and
 * those that meet none, as before. */
TEST(a_crowd_is_avoided)
{
    qdr_network network = {.alpha_us = 100,
                           .beta_ns = 100,
                           .link_excess = 1,
                           .sender_free_us = 50,
                           .receiver_free_us = 50,
                           .crowd_bytes = 60000};
    qdr_traffic_summary load = {.num_messages = 40,
                                .max_sends = 5,
                                .max_receives = 5,
                                .max_sent_bytes = 320000,
                                .max_received_bytes = 320000,
                                .total_bytes = 40 * 64000};
    const qdr_problem problem = {.collective = QDR_ALLTOALLV,
                                 .num_procs = 8,
                                 .messages.summary = &load,
                                 .network = &network};

    assert_string_equal(choose(&problem, NULL).kernel->name, "scattered");
    network.crowd_us = 200000;
    assert_string_equal(choose(&problem, NULL).kernel->name, "edge_colouring");
    load.max_received_bytes = load.max_sent_bytes = 50000;
    load.total_bytes = 40 * 10000;
    assert_string_equal(choose(&problem, NULL).kernel->name, "scattered");
    network.duplex = QDR_DUPLEX_HALF;
    assert_string_equal(choose(&problem, NULL).kernel->name, "scattered");
    load = (qdr_traffic_summary){.num_messages = 8,
                                 .max_sends = 1,
                                 .max_receives = 1,
                                 .max_sent_bytes = 320000,
                                 .max_received_bytes = 320000};
    assert_string_equal(choose(&problem, NULL).kernel->name, "scattered");
}

/* The needs and promises of `auto` follow from its candidates; it needs an
 * operator that commutes only if all of them do. */
TEST(flags_of_candidates)
{
    const unsigned promises = QDR_ONE_PORT | QDR_COMMUTATIVE;

    for (int c = 0; c < QDR_NUM_COLLECTIVES; c++) {
        const qdr_kernel *own = qdr_kernel_find_auto((qdr_collective)c);
        unsigned all = ~0u, some = 0;
        int num_for_any_mode = 0;
        if (own == NULL) {
            assert_int_equal(c, QDR_RECEIVE_VECTOR);
            continue;
        }
        for (const qdr_candidate *one = own->candidates; one->kernel != NULL;
             one++) {
            assert_int_equal(one->kernel->collective, own->collective);
            assert_true(qdr_kernel_has_schedule(one->kernel));
            assert_null(one->kernel->candidates);
            unsigned flags = one->kernel->flags;
            if (one->kernel->kind == QDR_SHARED)
                continue; /* it sends nothing */
            /* Planning meets them once the candidate is taken. */
            if (one->kernel->is_for_levels || one->kernel->suits != NULL)
                flags &= ~(unsigned)(QDR_GLOBAL | QDR_NETWORK | QDR_LEVELS);
            all &= flags;
            some |= flags;
            num_for_any_mode += one->is_for_any_mode &&
                                (one->kernel->flags & QDR_COMMUTATIVE) == 0;
        }
        assert_int_equal(own->flags, (all & promises) | (some & ~promises));
        assert_true(num_for_any_mode > 0);
    }
}
