/* harness/cli/commands/command_bench_schedulers.c -- `quadrille bench
 * schedulers`: time and memory of building a schedule.
 *
 * Every direct algorithm schedules random patterns with 64 messages per
 * process, small and large. Those for unequal messages also schedule as many as
 * a step of a mixture-of-experts model has, where planning is part of every
 * step. Each build runs in its own process, so the peak memory includes the
 * pattern and the program.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/cli/commands/commands.h"
#include "harness/cli/output/median_time.h"
#include "harness/cli/output/model_network.h"
#include "kernels/core/base/rng.h"
#include "kernels/kernel.h"

/* Ranks, and messages of each. */
typedef struct size {
    int procs, degree;
} size;

enum { NUM_SIZES = 2, NUM_STEPS = 3, NUM_BUILDS = 5 };
static const size sizes[NUM_SIZES] = {{1024, 64}, {16384, 64}};
static const size steps[NUM_STEPS] = {{64, 63}, {512, 16}, {512, 511}};
static const char *const of_steps[] = {"largest_load_first", "node_balanced"};

/* Whose network algorithms count with that need levels. */
static const char *const machine = "nodes_of_8_smpi";

typedef struct figure {
    double us_per_message; /* median of NUM_BUILDS */
    double bytes_per_message;
    int64_t num_rounds;
} figure;

/* Distinct destinations for every rank, of 1 to 4096 bytes. */
static qdr_status make_pattern(const size *of, qdr_pattern *pattern,
                               qdr_error *error)
{
    int p = of->procs;
    size_t count = (size_t)p * (size_t)of->degree, m = 0;
    qdr_message *messages = malloc(count * sizeof *messages);
    int *last_src = malloc((size_t)p * sizeof *last_src);
    qdr_rng rng;
    qdr_status status;

    if (messages == NULL || last_src == NULL) {
        free(messages);
        free(last_src);
        return qdr_fail_memory(error, "a pattern");
    }
    qdr_rng_init(&rng, (uint64_t)p);
    for (int r = 0; r < p; r++)
        last_src[r] = r;
    for (int src = 0; src < p; src++)
        for (int k = 0; k < of->degree; m++, k++) {
            int dst;
            do
                dst = (int)qdr_rng_below(&rng, (uint64_t)p);
            while (dst == src || (last_src[dst] == src));
            last_src[dst] = src;
            messages[m] =
                (qdr_message){src, dst, 1 + (int64_t)qdr_rng_below(&rng, 4096)};
        }
    status = qdr_pattern_init(pattern, p, messages, (int64_t)count, error);
    free(messages);
    free(last_src);
    return status;
}

/* Builds NUM_BUILDS times; in the child. */
static qdr_status build(const qdr_kernel *kernel, const size *of,
                        figure *out_figure, qdr_error *error)
{
    double took_us[NUM_BUILDS];
    qdr_pattern pattern = {0};
    qdr_model_network network = {.name = ""};
    qdr_status status = make_pattern(of, &pattern, error);

    if (status == QDR_OK && (kernel->flags & QDR_LEVELS) != 0)
        status = qdr_machine_network_read(&network, machine, of->procs, error);

    for (int i = 0; i < NUM_BUILDS && status == QDR_OK; i++) {
        const qdr_problem problem = {
            .collective = kernel->collective,
            .num_procs = of->procs,
            .messages.pattern = &pattern,
            .network = (kernel->flags & QDR_LEVELS) != 0 ? &network.is : NULL,
            .seed = (uint64_t)i};
        qdr_schedule schedule = {0};
        double begin_us = qdr_now_us();
        status = qdr_kernel_build(kernel, &problem, &schedule, error);
        took_us[i] = qdr_now_us() - begin_us;
        out_figure->num_rounds = schedule.num_rounds;
        qdr_schedule_cleanup(&schedule);
    }
    if (status == QDR_OK) {
        out_figure->us_per_message =
            qdr_median_time(took_us, NUM_BUILDS) / (double)pattern.num_messages;
    }
    qdr_pattern_cleanup(&pattern);
    return status;
}

/* Runs build() in a child, which sends its figure through a pipe. */
static qdr_status measure(const qdr_kernel *kernel, const size *of,
                          figure *out_figure, qdr_error *error)
{
    figure made = {0};
    struct rusage usage;
    int ends[2], wait_status;
    bool arrived;
    pid_t child;

    if (pipe(ends) != 0)
        return qdr_fail(error, QDR_ERROR_SYSTEM, "pipe failed");
    fflush(stdout);
    child = fork();
    if (child == 0) {
        bool is_done = build(kernel, of, &made, NULL) == QDR_OK &&
                       write(ends[1], &made, sizeof made) == sizeof made;
        _exit(is_done ? 0 : 1);
    }
    close(ends[1]);
    arrived = child > 0 && read(ends[0], &made, sizeof made) == sizeof made;
    close(ends[0]);
    if (child < 0 || wait4(child, &wait_status, 0, &usage) != child ||
        !arrived || wait_status != 0)
        return qdr_fail(error, QDR_ERROR_SYSTEM, "%s at %d processes failed",
                        kernel->name, of->procs);
    made.bytes_per_message =
        (double)usage.ru_maxrss * 1024 / ((double)of->procs * of->degree);
    *out_figure = made;
    return QDR_OK;
}

static void print_header(bool is_csv)
{
    if (is_csv)
        printf("algorithm,procs,messages,rounds,us_per_message,"
               "bytes_per_message\n");
    else
        printf("building a schedule: %d messages a process, median of %d\n\n"
               "                    p = %5d           p = %5d\n"
               "algorithm       us/msg   B/msg     us/msg   B/msg   exponent\n",
               sizes[0].degree, NUM_BUILDS, sizes[0].procs, sizes[1].procs);
}

static void print_csv(const qdr_kernel *kernel, const size *of,
                      const figure *made)
{
    printf("%s,%d,%d,%lld,%.4f,%.1f\n", kernel->name, of->procs,
           of->procs * of->degree, (long long)made->num_rounds,
           made->us_per_message, made->bytes_per_message);
}

/* The exponent e of time ~ messages^e, between the two sizes. */
static void print_row(bool is_csv, const qdr_kernel *kernel,
                      const figure *figures)
{
    double growth = (double)sizes[1].procs / sizes[0].procs;
    double slower = figures[1].us_per_message / figures[0].us_per_message;

    for (int i = 0; is_csv && i < NUM_SIZES; i++)
        print_csv(kernel, &sizes[i], &figures[i]);
    if (!is_csv)
        printf("%-14s  %6.3f  %6.0f     %6.3f  %6.0f       %.2f\n",
               kernel->name, figures[0].us_per_message,
               figures[0].bytes_per_message, figures[1].us_per_message,
               figures[1].bytes_per_message, 1 + log(slower) / log(growth));
}

/* The algorithms for unequal messages, on traffic that changes at every step.
 */
static qdr_status run_steps(bool is_csv, qdr_error *error)
{
    qdr_status status = QDR_OK;

    if (!is_csv)
        printf("\nplanning a step whose counts have changed, computing alone, "
               "ms\n\n");
    for (size_t k = 0; k < sizeof of_steps / sizeof *of_steps; k++)
        for (int i = 0; i < NUM_STEPS && status == QDR_OK; i++) {
            const qdr_kernel *kernel;
            figure made;
            status = qdr_kernel_find(of_steps[k], &kernel, error);
            if (status == QDR_OK)
                status = measure(kernel, &steps[i], &made, error);
            if (status != QDR_OK)
                break;
            if (is_csv)
                print_csv(kernel, &steps[i], &made);
            else
                printf("%-18s  p = %3d, %6d messages  %8.2f\n", kernel->name,
                       steps[i].procs, steps[i].procs * steps[i].degree,
                       made.us_per_message * steps[i].procs * steps[i].degree /
                           1e3);
            fflush(stdout);
        }
    return status;
}

static qdr_status run(const qdr_line *line, qdr_error *error)
{
    bool is_csv =
        qdr_options_integer(line->options, "format") == QDR_FORMAT_CSV;
    qdr_status status = QDR_OK;

    print_header(is_csv);
    for (int k = 0; k < qdr_kernel_count() && status == QDR_OK; k++) {
        const qdr_kernel *kernel = qdr_kernel_at(k);
        figure figures[NUM_SIZES];
        if (kernel->kind != QDR_DIRECT || kernel->candidates != NULL ||
            (kernel->flags & QDR_COMPLETE) != 0 ||
            qdr_collective_has_vector(kernel->collective))
            continue;
        for (int i = 0; i < NUM_SIZES && status == QDR_OK; i++)
            status = measure(kernel, &sizes[i], &figures[i], error);
        if (status == QDR_OK)
            print_row(is_csv, kernel, figures);
        fflush(stdout);
    }
    if (status == QDR_OK && !is_csv)
        printf("\nus/msg: microseconds a message; B/msg: peak memory of the "
               "process, bytes a message;\nexponent e: time grows as "
               "messages^e\n");
    return status == QDR_OK ? run_steps(is_csv, error) : status;
}

static const qdr_option own_options[] = {
    QDR_FORMAT_OPTION(qdr_format_words, "text"), {.is = {0}}};

const qdr_cli_command qdr_command_bench_schedulers = {
    .name = "bench schedulers",
    .summary = "what building a schedule costs",
    .options = own_options,
    .run = run};
