/* harness/cli/commands/commands.c -- the table of commands; see commands.h. */
#include "harness/cli/commands/commands.h"

#include "harness/cli/options/parameter_options.h"
#include "kernels/core/problem/problem.h"

/* Options of the commands of the entry script. */
static const qdr_option setup_options[] = {
    {.is = {.name = "y", .summary = "without asking"}}, {.is = {0}}};
static const qdr_option build_options[] = {
    {.is = {.name = "measuring",
            .summary = "only what measures, without SimGrid, by the mpicc of "
                       "the PATH or $MPICC, with its libraries; needs --into"}},
    QDR_OPTION(TEXT, "into", "FOLDER", NULL,
               "instead of built; QUADRILLE_BUILT then names it"),
    {.is = {0}}};
static const qdr_option bundle_options[] = {
    QDR_OPTION(TEXT, "into", "FILE.tar.gz", NULL,
               "the tar; else quadrille-VERSION-PROCESSOR.tar.gz here"),
    {.is = {0}}};
static const qdr_option install_options[] = {
    {.is = {.name = "prefix",
            .summary = "the folder to install into",
            .type = QDR_TEXT},
     .operand = "DIR",
     .is_needed = true},
    {.is = {0}}};
static const qdr_option reproduce_options[] = {
    QDR_OPTION(TEXT, "only", "PAPER:TABLE", NULL,
               "one table alone, such as ponnusamy1992:11"),
    {.is = {.name = "ablations",
            .summary = "what each part of the model of the CM-5 is worth"}},
    {.is = {.name = "matrices",
            .summary = "wang1993's tables with all of its 50 matrices"}},
    {.is = {.name = "refits",
            .summary = "the shares with each scalar fitted on other cells"}},
    {.is = {.name = "today",
            .summary = "which claims still hold on a network of today"}},
    {.is = {.name = "here",
            .summary = "which hold on this machine, of ten launches"}},
    {.is = {.name = "unequal",
            .summary = "schedulers on messages of unequal length, beyond the "
                       "papers"}},
    {.is = {.name = "predictions",
            .summary = "predictions of what others measured"}},
    {.is = {.name = "skews",
            .summary = "how simulated times depend on when ranks start"}},
    {.is = {0}}};
static const qdr_option figures_options[] = {
    QDR_OPTION(TEXT, "results", "DIR", NULL,
               "other results: those of reproduce or of one sweep, which has a "
               "report of its own"),
    QDR_OPTION(TEXT, "output", "DIR", NULL, "the folder for the files"),
    QDR_OPTION(TEXT, "only", "NAME", NULL,
               "one figure and its csv, such as wang_figure7"),
    {.is = {0}}};
static const qdr_option compare_options[] = {
    QDR_OPTION(TEXT, "baseline", "ALGORITHM", NULL,
               "what the algorithms of one sweep are compared with"),
    QDR_OPTION(TEXT, "tolerance", "SHARE", NULL,
               "of two folders, by what share the later may be slower before "
               "the exit status is 1; else 0.05"),
    QDR_OPTION(TEXT, "output", "DIR", NULL, "where tables and figures go"),
    {.is = {0}}};
static const qdr_option test_options[] = {
    {.is = {.name = "all", .summary = "all but those of hours: half an hour"}},
    {.is = {.name = "long", .summary = "those of hours, too"}},
    {.is = {0}}};
static const qdr_option self_options[] = {
    QDR_FORMAT_OPTION(qdr_format_words, "text"), {.is = {0}}};

static const char *const effort_words[] = {"patient", "measure", NULL};
static const char *const vector_words[] = {"widest", "16", "32", "64", NULL};
static const qdr_option preload_options[] = {
    QDR_FORMAT_OPTION(qdr_format_words, "text"),
    QDR_OPTION(INTEGER, "launches", "N", "20",
               "of each program, with the library and without it", .min = 6,
               .max = 9999),
    {.is = {0}}};
static const qdr_option fft_options[] = {
    QDR_FORMAT_OPTION(qdr_format_words, "text"),
    QDR_OPTION(WORD, "effort", "WORD", "patient",
               "how long FFTW plans: up to an hour, or minutes",
               .words = effort_words),
    QDR_OPTION(TEXT, "sides", "N,...", NULL,
               "of the matrices, 2^a 3^b 5^c from 8 to 65536; else powers of "
               "two from 64 to 4096"),
    QDR_OPTION(WORD, "vectors", "WORD", "widest",
               "bytes of the processor's vectors that ours uses",
               .words = vector_words),
    QDR_OPTION(TEXT, "wisdom", "FILE", NULL,
               "FFTW's plans, to be used again: FILE.single and FILE.double"),
    {.is = {0}}};

static const qdr_option here_options[] = {
    QDR_OPTION(TEXT, "procs", "P,P,...", "2,4", "numbers of ranks"),
    QDR_OPTION(TEXT, "machine", "M", "local",
               "a file of configs/machines, of kind local or slurm; on slurm "
               "every sweep is submitted"),
    QDR_OPTION(INTEGER, "nodes", "N", NULL,
               "nodes that share the ranks; else as few as fit", .min = 1,
               .max = QDR_MAX_PROCS),
    QDR_OPTION(TEXT, "network", "FILE", NULL,
               "a network file of calibrate --against-library; else it is made "
               "first, on slurm there is none"),
    {.is = {.name = "quick", .summary = "three lengths, not seven"}},
    QDR_OPTION(TEXT, "results", "DIR", NULL, "instead of results/here"),
    QDR_FORMAT_OPTION(qdr_format_words, "text"),
    {.is = {0}}};
static const qdr_option peers_options[] = {
    {.is = {.name = "libraries",
            .summary = "runs the peers, which are frozen: hours"}},
    QDR_OPTION(TEXT, "only", "NETWORK", NULL,
               "one network alone, such as fat_tree_64"),
    QDR_OPTION(TEXT, "results", "DIR", NULL,
               "instead of results/peers, or results/peers_libraries"),
    QDR_FORMAT_OPTION(qdr_format_words, "text"),
    {.is = {0}}};
static const qdr_option choice_options[] = {
    QDR_OPTION(TEXT, "only", "NETWORK", NULL,
               "one network alone, such as fat_tree_64"),
    QDR_OPTION(TEXT, "results", "DIR", NULL, "instead of results/choice"),
    QDR_FORMAT_OPTION(qdr_format_words, "text"),
    {.is = {0}}};

static const qdr_option shaped_options[] = {
    QDR_OPTION(TEXT, "results", "DIR", NULL, "else results/shaped"),
    QDR_FORMAT_OPTION(qdr_format_words, "text"),
    {.is = {0}}};

static const qdr_option cluster_options[] = {
    QDR_OPTION(TEXT, "user", "NAME", NULL,
               "start it for this user of the machine, too"),
    QDR_OPTION(INTEGER, "nodes", "N", NULL, "nodes; else those of --links",
               .min = 1, .max = 16),
    QDR_OPTION(TEXT, "links", "FILE", NULL,
               "a file such as configs/links/base.yaml: rate and queue of each "
               "link; else four nodes without a rate"),
    {.is = {.name = "no_slurm",
            .summary = "start nodes only, for --machine shaped"}},
    {.is = {0}}};

static const qdr_cli_command setup = {
    .name = "setup",
    .summary = "installs the Debian packages that are missing",
    .options = setup_options};
static const qdr_cli_command build = {
    .name = "build",
    .summary = "the programs; other commands do it by themselves",
    .options = build_options};
static const qdr_cli_command clean = {
    .name = "clean",
    .summary = "removes the built programs and Bazel's output"};
static const qdr_cli_command install = {
    .name = "install",
    .summary = "the library: header, archive, shared object, pkg-config",
    .options = install_options};
static const qdr_cli_command bundle = {
    .name = "bundle",
    .summary = "one tar of programs that need the C library and MPI only, and "
               "what is needed to use them; for machines without a compiler",
    .options = bundle_options};
static const qdr_cli_command run = {
    .name = "run",
    .operands = "-- COMMAND ...",
    .summary = "runs COMMAND, which starts an MPI program; our algorithms "
               "perform the program's collectives"};
static const qdr_cli_command bench_self = {
    .name = "bench self",
    .summary = "compares our timings with NetPIPE and prints the overhead",
    .options = self_options};
static const qdr_cli_command bench_preload = {
    .name = "bench preload",
    .summary = "times of programs with the library of `run`, and without it",
    .options = preload_options};
static const qdr_cli_command bench_fft = {
    .name = "bench fft",
    .summary = "our Fourier transform compared with FFTW's",
    .options = fft_options};
static const qdr_cli_command bench_peers = {
    .name = "bench peers",
    .summary = "auto compared with MPI libraries' algorithms, on simulated "
               "networks; resumes an interrupted run",
    .options = peers_options};
static const qdr_cli_command bench_choice = {
    .name = "bench choice",
    .summary = "what auto takes compared with every algorithm, on simulated "
               "networks; resumes an interrupted run",
    .options = choice_options};
static const qdr_cli_command bench_here = {
    .name = "bench here",
    .summary = "the default compared with this machine's MPI library; resumes "
               "an interrupted run",
    .options = here_options};
static const qdr_cli_command bench_shaped = {
    .name = "bench shaped",
    .operands = "[PART ...]",
    .summary = "schedulers on nodes of this machine, joined by links of a set "
               "rate; resumes an interrupted run",
    .options = shaped_options};
static const qdr_cli_command cluster = {
    .name = "cluster",
    .operands = "start|stop|status|check FILE ...|exec NODE COMMAND ...",
    .summary = "nodes on this machine, joined by links of a set rate, and a "
               "real SLURM: for --machine cluster and shaped",
    .options = cluster_options};
static const qdr_cli_command reproduce = {
    .name = "reproduce",
    .summary = "the published experiments, simulated and on this machine, "
               "compared with the published numbers",
    .options = reproduce_options};
static const qdr_cli_command figures = {
    .name = "figures",
    .summary = "only the figures and the report, of the frozen results",
    .options = figures_options};
static const qdr_cli_command verify = {
    .name = "verify",
    .operands = "[PAPER:TABLE]",
    .summary = "runs all again, or one table, and compares with the frozen "
               "results"};
static const qdr_cli_command compare = {
    .name = "compare",
    .operands = "RESULTS | BEFORE AFTER",
    .summary = "what is faster, by how much, and what is inconclusive",
    .options = compare_options};
static const qdr_cli_command test = {
    .name = "test",
    .summary = "the tests; the last line is `N passed, N failed`",
    .options = test_options};

const qdr_cli_command *const qdr_commands[] = {&setup,
                                               &qdr_command_help,
                                               &build,
                                               &clean,
                                               &install,
                                               &bundle,
                                               &qdr_command_list,
                                               &qdr_command_schedule,
                                               &qdr_command_pattern,
                                               &qdr_command_model,
                                               &qdr_command_bench,
                                               &qdr_command_bench_schedulers,
                                               &bench_self,
                                               &bench_here,
                                               &bench_shaped,
                                               &bench_peers,
                                               &bench_choice,
                                               &bench_preload,
                                               &bench_fft,
                                               &qdr_command_calibrate,
                                               &qdr_command_netmap,
                                               &qdr_command_sweep,
                                               &qdr_command_results,
                                               &run,
                                               &cluster,
                                               &reproduce,
                                               &figures,
                                               &verify,
                                               &compare,
                                               &test,
                                               NULL};

qdr_status qdr_command_options(const qdr_cli_command *command,
                               qdr_options *out_options, qdr_error *error)
{
    qdr_options made = {0};
    bool is_good = true;

    for (const qdr_option *o = command->options;
         o != NULL && o->is.name != NULL && is_good; o++)
        is_good = qdr_options_add(&made, o);
    if (!is_good || !qdr_parameter_options_add(&made, command->parameters)) {
        qdr_options_cleanup(&made);
        return qdr_fail_memory(error, "the options");
    }
    *out_options = made;
    return QDR_OK;
}
