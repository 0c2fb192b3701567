/* kernels/plan/tests/plan_network_test.c -- every rank plans with the network
 * that rank 0 reads, or gets its error; a network that is given is never read
 * over.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/core/network/network.h"
#include "kernels/network_file/network_file.h"
#include "kernels/plan/making/plan.h"
#include "kernels/plan/testing/ranks.h"

enum { COUNT = 12, MAX_PROCS = 16 };

/* A file of this test, which one rank has. */
static void write_file(const char *path, const char *first_line,
                       const qdr_network *network)
{
    FILE *file = fopen(path, "w");

    if (file == NULL) {
        qdr_test_complain("cannot be written", path);
        return;
    }
    fprintf(file, "%s\n", first_line);
    qdr_network_print(network, file);
    fclose(file);
}

/* Only the environment of rank 0 of `comm` names the file. */
static void set_path(MPI_Comm comm, const char *path)
{
    int own;

    MPI_Comm_rank(comm, &own);
    setenv("QUADRILLE_NETWORK", own == 0 ? path : "absent.network", 1);
}

static qdr_status plan_it(qdr_plan **out_plan, MPI_Comm comm,
                          const char *network)
{
    const qdr_plan_options options = {.size = sizeof options,
                                      .network = network};

    return qdr_plan_allgather(out_plan, NULL, &options, COUNT, NULL, MPI_INT,
                              comm, &cause);
}

/* Messages, by an algorithm that makes its schedule by the network. */
static void expect_alpha_of_messages(double alpha_us)
{
    qdr_plan *plan = NULL;

    qdr_test_ok(qdr_plan_alltoall(&plan, "largest_load_first", NULL, 8,
                                  MPI_COMM_WORLD, &cause));
    qdr_test_expect(
        plan != NULL &&
            qdr_handle_impl(plan)->traffic.problem.network != NULL &&
            qdr_handle_impl(plan)->traffic.problem.network->alpha_us ==
                alpha_us,
        "alpha of messages");
    qdr_plan_free(&plan);
}

static void expect_alpha(MPI_Comm comm, const char *given, double alpha_us,
                         const char *what)
{
    qdr_plan *plan = NULL;

    qdr_test_ok(plan_it(&plan, comm, given));
    qdr_test_expect(plan != NULL &&
                        qdr_handle_impl(plan)->request.network.alpha_us ==
                            alpha_us,
                    what);
    qdr_plan_free(&plan);
}

/* All ranks fail with the same line, which contains the words. */
static void expect_refusal(const char *given, const char *words)
{
    static char all[MAX_PROCS * sizeof(qdr_error)];
    qdr_plan *plan = NULL;

    qdr_test_expect(plan_it(&plan, MPI_COMM_WORLD, given) == QDR_ERROR_INPUT &&
                        strstr(cause.text, words) != NULL,
                    words);
    MPI_Allgather(cause.text, sizeof cause.text, MPI_CHAR, all,
                  sizeof cause.text, MPI_CHAR, MPI_COMM_WORLD);
    for (int r = 0; r < p; r++)
        qdr_test_expect(
            strcmp(all + (size_t)r * sizeof cause.text, cause.text) == 0,
            "the same error on another rank");
    qdr_plan_free(&plan);
}

static void try_files(void)
{
    const qdr_network slow = {.alpha_us = 77, .beta_ns = 1, .link_excess = 1};
    const qdr_network slower = {.alpha_us = 99, .beta_ns = 1, .link_excess = 1};
    const qdr_network of_today =
        qdr_network_of_today_on_nodes(QDR_NODE_RANKS_UNKNOWN);
    const char *first = "quadrille-network 1";
    MPI_Comm reversed;

    unsetenv("QUADRILLE_NETWORK");
    expect_alpha(MPI_COMM_WORLD, NULL, of_today.inside_alpha_us, "unset");
    setenv("QUADRILLE_NETWORK", "", 1);
    expect_alpha(MPI_COMM_WORLD, NULL, of_today.inside_alpha_us, "empty");
    if (rank == 0)
        write_file("first.network", first, &slow);
    set_path(MPI_COMM_WORLD, "first.network");
    expect_alpha(MPI_COMM_WORLD, NULL, 77, "a file");
    expect_alpha_of_messages(77);
    /* A process reads a file once. */
    if (rank == 0)
        write_file("first.network", first, &slower);
    expect_alpha(MPI_COMM_WORLD, NULL, 77, "a file that has changed");
    /* Another communicator has another rank 0. */
    if (rank == p - 1)
        write_file("last.network", first, &slower);
    MPI_Comm_split(MPI_COMM_WORLD, 0, p - rank, &reversed);
    set_path(reversed, "last.network");
    expect_alpha(reversed, NULL, 99, "the file of another rank 0");
    MPI_Comm_free(&reversed);
}

static void try_refusals(void)
{
    const qdr_network given = {.alpha_us = 5, .beta_ns = 1, .link_excess = 1};

    set_path(MPI_COMM_WORLD, "gone.network");
    expect_refusal(NULL, "QUADRILLE_NETWORK: gone.network: No such file or "
                         "directory; accepted: a network file");
    if (rank == 0)
        write_file("later.network", "quadrille-network 2", &given);
    set_path(MPI_COMM_WORLD, "later.network");
    expect_refusal(NULL, "QUADRILLE_NETWORK: later.network:1: "
                         "'quadrille-network 2', another version of the "
                         "format; accepted: 'quadrille-network 1'");
    if (rank == 0)
        write_file("cut.network", "quadrille-network 1\nrows 2", &given);
    set_path(MPI_COMM_WORLD, "cut.network");
    expect_refusal(NULL,
                   "cut.network:2: rows: 2; accepted: whole numbers from 1 to "
                   "4194304"
                   "; all of rows, columns, with topology mesh, or none");
    /* A network that is given never reads the file. */
    expect_alpha(MPI_COMM_WORLD, "alpha_us=5;beta_ns=1", 5, "given");
    if (p > 1)
        expect_refusal(rank == p - 1 ? "alpha_us=5;beta_ns=1" : NULL,
                       "the ranks disagree about the network");
}

void qdr_test_run(void)
{
    try_files();
    try_refusals();
}
