/* kernels/building_blocks/hybrid_test.c -- every hybrid: its proof, and the
 * cost in the paper.
 *
 * For every factorisation of p, in every order, every strategy of every
 * collective: the symbolic checker agrees for every root, the cost formula
 * equals the schedule's, it is in the order of ranks if it claims so, and the
 * model's with conflicts equals the schedule's
 * load of the links of a line, counted link by link.
 */
#include <stdlib.h>
#include <string.h>

#include "kernels/building_blocks/choice.h"
#include "kernels/building_blocks/hybrid_kernel.h"
#include "kernels/building_blocks/hybrid_schedule.h"
#include "kernels/core/proof/delivery.h"
#include "kernels/core/proof/schedule_check.h"
#include "kernels/testing/link_load.h"
#include "kernels/testing/unit_test.h"

/* Ranks that share links, as far as hybrids are made with rows. */
static const qdr_network line = {.link_excess = 1, .topology = QDR_LINE};
static const qdr_network switched = {.link_excess = 1};
static const qdr_network half = {.link_excess = 1, .duplex = QDR_DUPLEX_HALF};

static const qdr_collective collectives[] = {
    QDR_BCAST,  QDR_SCATTER,   QDR_GATHER,        QDR_ALLGATHER,
    QDR_REDUCE, QDR_ALLREDUCE, QDR_REDUCE_SCATTER};
enum { NUM_COLLECTIVES = sizeof collectives / sizeof *collectives };

static void write_name(const qdr_hybrid *hybrid, const qdr_problem *problem,
                       char *text, size_t size)
{
    FILE *to = fmemopen(text, size, "w");

    assert_non_null(to);
    fprintf(to, "%s, ", qdr_collective_string(hybrid->collective));
    qdr_hybrid_print_mesh(hybrid, to);
    fputs(" ", to);
    qdr_hybrid_print_strategy(hybrid, to);
    fprintf(to, ", root %d, %lld bytes", problem->vector.root,
            (long long)problem->vector.bytes);
    fclose(to);
}

/* The bytes that the model counts for a network are those counted otherwise. */
static void assert_beta(const char *name, const char *what,
                        const qdr_hybrid *hybrid, const qdr_network *network,
                        const qdr_problem *problem, int64_t counted)
{
    qdr_model model = qdr_model_of(hybrid, network);
    double beta = (double)model.beta.numerator * (double)problem->vector.bytes /
                  (double)model.beta.denominator;

    if ((double)counted > beta + 0.5 || (double)counted < beta - 0.5)
        fail_msg("%s: %s carry %lld, the model says %.1f", name, what,
                 (long long)counted, beta);
}

/* A hybrid is called ordered if, and only if, the proof finds that it is. */
static void prove_order(const qdr_hybrid *hybrid, const qdr_problem *problem,
                        const qdr_schedule *schedule, const char *name)
{
    qdr_problem ordered = *problem;
    qdr_error error = {""};
    bool holds;

    ordered.vector.is_ordered = true;
    holds = qdr_check_delivery(schedule, &ordered, &error) == QDR_OK;
    if (holds != qdr_hybrid_is_ordered(hybrid))
        fail_msg("%s is%s in order: %s", name, holds ? "" : " not", error.text);
}

/* The vector of one length in all parts, or of another. */
static void prove(const qdr_hybrid *hybrid, const qdr_problem *problem,
                  int columns)
{
    const qdr_mode mode = {.kind = QDR_POSTED};
    qdr_schedule schedule = {0};
    qdr_schedule_report report;
    qdr_cost formula = qdr_hybrid_cost(hybrid, problem), derived;
    bool is_equal = problem->vector.bytes % problem->num_procs == 0 &&
                    problem->vector.root == 0;
    qdr_error error = {""};
    char name[256];

    write_name(hybrid, problem, name, sizeof name);
    assert_ok(qdr_hybrid_schedule(hybrid, problem, &schedule, &error));
    if (qdr_schedule_check(&schedule, problem, true, &mode, &report, &error) !=
        QDR_OK)
        fail_msg("%s: %s", name, error.text);
    if (problem->vector.bytes >= problem->num_procs)
        prove_order(hybrid, problem, &schedule, name);
    assert_ok(qdr_cost_of_schedule(&schedule, &derived, &error));
    if (derived.alpha > formula.alpha || derived.beta > formula.beta ||
        derived.gamma > formula.gamma ||
        (is_equal &&
         (derived.alpha != formula.alpha || derived.beta != formula.beta ||
          derived.gamma != formula.gamma)))
        fail_msg("%s: formula %lld %lld %lld, schedule %lld %lld %lld", name,
                 (long long)formula.alpha, (long long)formula.beta,
                 (long long)formula.gamma, (long long)derived.alpha,
                 (long long)derived.beta, (long long)derived.gamma);
    if (is_equal) {
        assert_beta(name, "links", hybrid, &line, problem,
                    qdr_link_load(&schedule,
                                  columns > 0 ? columns : problem->num_procs));
        assert_beta(name, "ports", hybrid, &switched, problem, derived.beta);
        /* In a broadcast the root has already what others send. */
        if (problem->collective != QDR_BCAST)
            assert_beta(name, "nodes", hybrid, &half, problem,
                        qdr_node_load(&schedule));
    }
    qdr_schedule_cleanup(&schedule);
}

/* Calls for every way to write p as a product of numbers above 1. */
static void for_each_mesh(int left, qdr_shape *shape,
                          void (*visit)(const qdr_shape *shape, int p), int p)
{
    if (left == 1)
        visit(shape, p);
    for (int d = 2; d <= left; d++)
        if (left % d == 0) {
            shape->sizes[shape->num_dimensions++] = d;
            for_each_mesh(left / d, shape, visit, p);
            shape->num_dimensions--;
        }
}

/* Allreduces (combine-to-all) that exchange in their short dimensions. */
static void prove_exchanges(const qdr_shape *shape, int p)
{
    int num_twos = 0;

    while (num_twos < shape->num_dimensions &&
           shape->sizes[shape->order == QDR_FAR_FIRST
                            ? num_twos
                            : shape->num_dimensions - 1 - num_twos] == 2)
        num_twos++;
    if (shape->order == QDR_ALTERNATING)
        return;
    for (int i = 1; i <= num_twos; i++) {
        const qdr_problem problem = {
            .collective = QDR_ALLREDUCE, .num_procs = p, .vector.bytes = p};
        qdr_shape tried = *shape;
        qdr_hybrid hybrid;
        tried.num_long = shape->num_dimensions - i;
        tried.exchanges = true;
        qdr_hybrid_init(&hybrid, QDR_ALLREDUCE, &tried);
        prove(&hybrid, &problem, shape->columns);
    }
}

static void prove_shape(const qdr_shape *shape, int p)
{
    prove_exchanges(shape, p);
    for (int c = 0; c < NUM_COLLECTIVES; c++)
        for (int num_long = 0; num_long <= shape->num_dimensions; num_long++) {
            qdr_shape tried = *shape;
            qdr_primitive unused[2];
            qdr_hybrid hybrid;
            int num_roots;
            tried.num_long = num_long;
            if (num_long > 0 &&
                qdr_hybrid_long_stages(collectives[c], unused) == 0)
                break;
            qdr_hybrid_init(&hybrid, collectives[c], &tried);
            num_roots = qdr_collective_has_root(collectives[c]) ? p : 1;
            for (int root = 0; root < num_roots; root++) {
                qdr_problem problem = {.collective = collectives[c],
                                       .num_procs = p,
                                       .vector = {.root = root, .bytes = p}};
                prove(&hybrid, &problem, shape->columns);
                if (root > 3)
                    continue;
                problem.vector.bytes = p + p / 2 + 1;
                problem.vector.element_bytes = root % 2 + 1;
                problem.vector.bytes *= problem.vector.element_bytes;
                prove(&hybrid, &problem, shape->columns);
                hybrid.asks = root == 0;
                problem.vector.bytes = p;
                if (hybrid.asks)
                    prove(&hybrid, &problem, shape->columns);
                hybrid.asks = false;
            }
        }
}

/* Alternating is near first where there is one line. */
TEST(every_hybrid)
{
    for (int p = 1; p <= 64; p += p == 33 ? 31 : 1)
        for (int order = QDR_NEAR_FIRST; order <= QDR_FAR_FIRST; order++) {
            qdr_shape shape = {.order = (qdr_order)order};
            for_each_mesh(p, &shape, prove_shape, p);
        }
}

/* Whether rows and columns have dimensions of their own. */
static bool fits(const qdr_shape *shape)
{
    int product = 1;

    for (int i = 0; i < shape->num_dimensions; i++) {
        if (product == shape->columns)
            return true;
        product *= shape->sizes[i];
    }
    return false;
}

static void prove_fitting(const qdr_shape *shape, int p)
{
    if (fits(shape))
        prove_shape(shape, p);
}

TEST(physical_meshes)
{
    static const int meshes[][2] = {{4, 4}, {3, 5}, {6, 4}, {2, 8}, {5, 6}};

    for (size_t i = 0; i < sizeof meshes / sizeof *meshes; i++)
        for (int order = 0; order < QDR_NUM_ORDERS; order++) {
            qdr_shape shape = {.order = (qdr_order)order,
                               .columns = meshes[i][1]};
            int p = meshes[i][0] * meshes[i][1];
            for_each_mesh(p, &shape, prove_fitting, p);
        }
}

/* Table 2 [barnett1994], broadcasts among 30 ranks: the formula of Section 6,
 * and what is printed. */
static const struct {
    const char *mesh, *strategy;
    int alpha, beta_x30, printed_alpha, printed_beta_x30;
} table2[] = {
    {"3x10", "SMC", 8, 160, 16, 240},
    {"2x3x5", "SSMCC", 9, 160, 9, 160},
    {"1x30", "M", 5, 150, 5, 150},
    {"2x15", "SMC", 6, 150, 6, 150},
    {"6x5", "SMC", 11, 140, 11, 140},
    {"5x6", "SMC", 10, 138, 10, 138},
    {"5x2x3", "SSMCC", 11, 138, 11, 138},
    {"5x2x3", "SSSCCC", 13, 118, 13, 118},
    {"2x3x5", "SSSCCC", 13, 118, 13, 118},
    {"15x2", "SMC", 19, 86, 19, 118},
    {"15x2", "SSCC", 20, 86, 20, 118},
    {"10x3", "SMC", 15, 114, 15, 114},
    {"5x6", "SSCC", 15, 98, 15, 98},
    {"6x5", "SSCC", 15, 98, 15, 98},
    {"3x10", "SSCC", 17, 94, 17, 94},
    {"10x3", "SSCC", 17, 94, 17, 94},
    {"2x15", "SSCC", 20, 86, 20, 86},
    {"1x30", "SC", 34, 58, 34, 58},
};
enum { NUM_ROWS = sizeof table2 / sizeof *table2, SHORT = 2, LONG = 17 };

/* The formula agrees with the printed one except in three rows. */
TEST(table2)
{
    int num_as_printed = 0;

    for (int i = 0; i < NUM_ROWS; i++) {
        qdr_shape shape = {.order = QDR_NEAR_FIRST};
        qdr_hybrid hybrid;
        qdr_model model;
        qdr_error error = {""};
        assert_ok(qdr_shape_read(&shape, QDR_BCAST, 30, table2[i].mesh,
                                 table2[i].strategy, &error));
        qdr_hybrid_init(&hybrid, QDR_BCAST, &shape);
        model = qdr_model_of(&hybrid, &line);
        print_message("%s %s: %lld alpha, %lld/%lld beta\n", table2[i].mesh,
                      table2[i].strategy, (long long)model.alpha,
                      (long long)model.beta.numerator,
                      (long long)model.beta.denominator);
        assert_int_equal(model.alpha, table2[i].alpha);
        assert_int_equal(model.beta.numerator * 30,
                         table2[i].beta_x30 * model.beta.denominator);
        num_as_printed += table2[i].alpha == table2[i].printed_alpha &&
                          table2[i].beta_x30 == table2[i].printed_beta_x30;
    }
    assert_int_equal(num_as_printed, 15);
}

/* The time in alphas of a vector of n bytes, n beta / 30 being `length`. */
static double table2_time(int row, double length)
{
    return table2[row].alpha + table2[row].beta_x30 * length;
}

/* Its hybrids are at most 20% faster than the better of M and SC, whatever
 * alpha and beta are, which are in `length` alone. The most is 14%. */
TEST(table2_gain)
{
    double most = 1;

    for (double length = 1e-3; length < 1e3; length *= 1.001) {
        double fastest = table2_time(SHORT, length);
        double pure = table2_time(LONG, length);
        pure = pure < fastest ? pure : fastest;
        for (int i = 0; i < NUM_ROWS; i++) {
            double time = table2_time(i, length);
            fastest = time < fastest ? time : fastest;
        }
        most = pure / fastest > most ? pure / fastest : most;
    }
    print_message("at most %.3f times as fast\n", most);
    assert_true(most > 1.1 && most < 1.2);
}

/* Topologies and duplex, by hand: 2x4 with S or D over pairs, then over fours
 * that are two to a line. */
TEST(networks)
{
    static const struct {
        qdr_collective collective;
        const char *strategy;
        int line_x8, switched_x8, half_x8; /* of beta n */
    } rows[] = {
        {QDR_BCAST, "SSCC", 4 + 6 + 6 + 4, 4 + 3 + 3 + 4, 4 + 3 + 6 + 8},
        {QDR_BCAST, "SMC", 4 + 16 + 4, 4 + 8 + 4, 4 + 8 + 8},
        {QDR_ALLGATHER, "CC", 6 + 4, 3 + 4, 6 + 8},
        {QDR_REDUCE, "DDGG", 4 + 6 + 6 + 4, 4 + 3 + 3 + 4, 8 + 6 + 3 + 4},
        {QDR_ALLREDUCE, "DDCC", 4 + 6 + 6 + 4, 4 + 3 + 3 + 4, 8 + 6 + 6 + 8},
        {QDR_REDUCE_SCATTER, "DD", 4 + 6, 4 + 3, 8 + 6},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const qdr_network *const networks[] = {&line, &switched, &half};
        const int expected[] = {rows[i].line_x8, rows[i].switched_x8,
                                rows[i].half_x8};
        qdr_shape shape = {.order = QDR_NEAR_FIRST};
        qdr_hybrid hybrid;
        qdr_error error = {""};
        assert_ok(qdr_shape_read(&shape, rows[i].collective, 8, "2x4",
                                 rows[i].strategy, &error));
        qdr_hybrid_init(&hybrid, rows[i].collective, &shape);
        for (int n = 0; n < 3; n++) {
            qdr_network priced = *networks[n];
            qdr_model model = qdr_model_of(&hybrid, networks[n]);
            double us;
            assert_int_equal(model.beta.numerator * 8,
                             expected[n] * model.beta.denominator);
            priced.beta_ns = 1000;
            us = qdr_model_time_us(&hybrid, &priced, 8);
            assert_true(us > expected[n] - 1e-9 && us < expected[n] + 1e-9);
        }
    }
}
