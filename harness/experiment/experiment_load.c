/* harness/experiment/experiment_load.c -- see experiment.h. */
#include "harness/experiment/experiment.h"

#include <stdlib.h>

#include "harness/experiment/experiment_check.h"
#include "harness/experiment/factors.h"
#include "harness/files/yaml.h"

static const qdr_yaml_field whole = {.type = QDR_YAML_WHOLE};
static const qdr_yaml_field text = {.type = QDR_YAML_STRING};

static const qdr_yaml_field seed_fields[] = {
    {UNSIGNED("first", qdr_seed_range, first)},
    {UNSIGNED("count", qdr_seed_range, count)},
    {0}};

static const qdr_yaml_name start_names[QDR_NUM_STARTS] = {
    {"barrier", QDR_START_BARRIER}, {"window", QDR_START_WINDOW}};
static const qdr_yaml_name cache_names[QDR_NUM_CACHES] = {
    {"warm", QDR_CACHE_WARM}, {"cold", QDR_CACHE_COLD}};
static const qdr_yaml_name verify_names[QDR_NUM_VERIFIES] = {
    {"fitting", QDR_VERIFY_FITTING}, {"all", QDR_VERIFY_ALL}};
static const qdr_yaml_name network_names[QDR_NUM_NETWORK_USES] = {
    {"machine", QDR_NETWORK_MACHINE}, {"program", QDR_NETWORK_PROGRAM}};
static const qdr_yaml_name no_or_yes[] = {{"no", false}, {"yes", true}};

static const qdr_yaml_name timed_names[QDR_NUM_TIMED] = {
    {"application", QDR_TIMED_APPLICATION},
    {"exchange", QDR_TIMED_EXCHANGE},
    {"indexed", QDR_TIMED_INDEXED}};
static const qdr_yaml_name mapping_names[QDR_NUM_MAPPINGS] = {
    {"default", QDR_MAPPING_DEFAULT},
    {"block", QDR_MAPPING_BLOCK},
    {"cyclic", QDR_MAPPING_CYCLIC}};
static const qdr_yaml_name binding_names[QDR_NUM_BINDINGS] = {
    {"default", QDR_BINDING_DEFAULT},
    {"none", QDR_BINDING_NONE},
    {"core", QDR_BINDING_CORE},
    {"socket", QDR_BINDING_SOCKET}};
static const qdr_yaml_name process_names[QDR_NUM_PROCESSES] = {
    {"none", QDR_PROCESS_NONE},
    {"schedule", QDR_PROCESS_SCHEDULE},
    {"start_up", QDR_PROCESS_START_UP},
    {"exchange", QDR_PROCESS_EXCHANGE}};

/* An entry of a list. */
#define ENUM(names_, count)                                                    \
    {                                                                          \
        .type = QDR_YAML_NAME, .names = (names_), .num_names = (count)         \
    }

static const qdr_yaml_field mapping = ENUM(mapping_names, QDR_NUM_MAPPINGS);
static const qdr_yaml_field binding = ENUM(binding_names, QDR_NUM_BINDINGS);
/* Without the first, which is the meaning of an omitted list. */
static const qdr_yaml_field process =
    ENUM(process_names + 1, QDR_NUM_PROCESSES - 1);
/* The names come from the table of algorithms, at the first load. */
static qdr_yaml_field algorithm = ENUM(NULL, 0);

const char *qdr_mapping_string(qdr_mapping index)
{
    return mapping_names[index].text;
}

const char *qdr_binding_string(qdr_binding index)
{
    return binding_names[index].text;
}

const char *qdr_process_string(qdr_process index)
{
    return process_names[index].text;
}

/* Lists that are given have an entry. */
#define ENTRIES(member, entry)                                                 \
    LIST(#member, qdr_experiment, member, num_##member, entry, 1, UINT_MAX)

enum { WORKLOAD_FIELD };

static qdr_yaml_field fields[] = {
    [WORKLOAD_FIELD] = {NAME("workload", qdr_experiment, workload, NULL, 0)},
    {STRING("name", qdr_experiment, name)},
    {STRING("paper", qdr_experiment, paper), OPTIONAL},
    {STRING("table", qdr_experiment, table), OPTIONAL},
    {ENTRIES(case_keys, &text), OPTIONAL},
    {ENTRIES(algorithms, &algorithm)},
    {ENTRIES(procs, &whole), OPTIONAL},
    {ENTRIES(nodes, &whole), OPTIONAL},
    {ENTRIES(tasks_per_node, &whole), OPTIONAL},
    {ENTRIES(mappings, &mapping), OPTIONAL},
    {ENTRIES(bindings, &binding), OPTIONAL},
    {ENTRIES(modes, &text), OPTIONAL},
    {ENTRIES(processes, &process), OPTIONAL},
    {SECTION("seeds", qdr_experiment, seeds, seed_fields, qdr_seed_range)},
    {WHOLE("warmup", qdr_experiment, measuring.warmup)},
    {WHOLE("most_warmup", qdr_experiment, measuring.max_warmup), OPTIONAL},
    {WHOLE("repetitions", qdr_experiment, measuring.repetitions)},
    {WHOLE("most_repetitions", qdr_experiment, measuring.max_repetitions),
     OPTIONAL},
    {REAL("precision", qdr_experiment, measuring.precision), OPTIONAL},
    {REAL("cell_cap_s", qdr_experiment, measuring.cell_cap_s), OPTIONAL},
    {NAME("start", qdr_experiment, measuring.start, start_names,
          QDR_NUM_STARTS),
     OPTIONAL},
    {REAL("window_us", qdr_experiment, measuring.window_us), OPTIONAL},
    {NAME("cache", qdr_experiment, measuring.cache, cache_names,
          QDR_NUM_CACHES),
     OPTIONAL},
    {NAME("timed", qdr_experiment, measuring.timed, timed_names, QDR_NUM_TIMED),
     OPTIONAL},
    {WHOLE("batch", qdr_experiment, measuring.batch), OPTIONAL},
    {NAME("rank_times", qdr_experiment, measuring.rank_times, no_or_yes, 2),
     OPTIONAL},
    {NAME("verify", qdr_experiment, measuring.verify, verify_names,
          QDR_NUM_VERIFIES),
     OPTIONAL},
    {WHOLE("launches", qdr_experiment, launches), OPTIONAL},
    {UNSIGNED("order_seed", qdr_experiment, order_seed)},
    {WHOLE("cells_per_launch", qdr_experiment, cells_per_launch)},
    {REAL("launch_cap_s", qdr_experiment, launch_cap_s)},
    {REAL("cell_limit_s", qdr_experiment, cell_limit_s), OPTIONAL},
    {NAME("network", qdr_experiment, network_use, network_names,
          QDR_NUM_NETWORK_USES),
     OPTIONAL},
    {0}};

static const qdr_yaml_field schema = QDR_YAML_FILE(qdr_experiment, fields);

void qdr_experiment_keys(qdr_names *keys)
{
    for (const qdr_yaml_field *field = fields; field->key != NULL; field++)
        qdr_names_add(keys, field->key);
}

/* Algorithms have a second name, the paper's, or NULL. */
static const char *kernel_name(int index, bool is_alias)
{
    const qdr_kernel *kernel = qdr_kernel_at(index);

    return is_alias ? kernel->alias : kernel->name;
}

static const char *workload_name(int index, bool is_alias)
{
    return is_alias ? NULL : qdr_workload_at(index)->name;
}

/* The names of a table, aliases last; kept until the program ends. */
static bool set_names(qdr_yaml_field *value, int count,
                      const char *(*name_at)(int, bool))
{
    qdr_yaml_name *names = calloc(2 * (size_t)count, sizeof *names);
    unsigned num_names = 0;

    for (int i = 0; names != NULL && i < 2 * count; i++) {
        const char *name = name_at(i % count, i >= count);
        if (name != NULL)
            names[num_names++] = (qdr_yaml_name){name, i % count};
    }
    value->names = names;
    value->num_names = num_names;
    return names != NULL;
}

/* Behind the algorithms: `auto`, whose collective follows from the workload. */
static const char *algorithm_name(int index, bool is_alias)
{
    if (index == qdr_kernel_count())
        return is_alias ? NULL : QDR_AUTO;
    return kernel_name(index, is_alias);
}

/* Replaces `auto` by the algorithm of that collective. */
static qdr_status find_auto(qdr_experiment *e, qdr_error *error)
{
    const qdr_workload *workload = qdr_workload_at(e->workload);
    qdr_collective collective = QDR_NUM_COLLECTIVES;
    const qdr_kernel *found = NULL;
    int index = 0;

    if (qdr_workload_collective(workload, &collective))
        found = qdr_kernel_find_auto(collective);
    while (found != NULL && qdr_kernel_at(index) != found)
        index++;
    for (unsigned i = 0; i < e->num_algorithms; i++) {
        if (e->algorithms[i] != qdr_kernel_count())
            continue;
        if (found == NULL)
            return qdr_yaml_refuse(
                e->file, "algorithms", error,
                "algorithms: " QDR_AUTO " with workload %s, which does not "
                "say for which collective; accepted: one of the algorithms "
                "allreduce_auto, gather_auto and so on of ./quadrille list",
                workload->name);
        e->algorithms[i] = index;
    }
    return QDR_OK;
}

static bool know_names(void)
{
    return algorithm.names != NULL ||
           (set_names(&algorithm, qdr_kernel_count() + 1, algorithm_name) &&
            set_names(&fields[WORKLOAD_FIELD], qdr_workload_count(),
                      workload_name));
}

static bool is_left_out(const qdr_experiment *e, const char *key)
{
    return qdr_yaml_child(e->file, qdr_yaml_node(e->file, 1), key) == NULL;
}

static void set_defaults(qdr_experiment *e)
{
    qdr_measuring *m = &e->measuring;

    if (is_left_out(e, "most_warmup"))
        m->max_warmup = m->warmup;
    if (is_left_out(e, "most_repetitions"))
        m->max_repetitions = m->repetitions;
    if (is_left_out(e, "precision"))
        m->precision = 0.05;
    if (is_left_out(e, "window_us"))
        m->window_us = 500;
    if (is_left_out(e, "launches"))
        e->launches = 1;
    if (is_left_out(e, "cell_limit_s"))
        e->cell_limit_s = e->launch_cap_s;
    m->stride = m->verify == QDR_VERIFY_ALL;
    /* Without a cap a cell still has a limit, planning and warm-up included. */
    m->verify_cap_s = m->cell_cap_s > 0 ? m->cell_cap_s : e->cell_limit_s / 2;
}

qdr_status qdr_experiment_load(const char *path, const qdr_yaml_edits *edits,
                               qdr_experiment **out_experiment,
                               qdr_error *error)
{
    qdr_names keys = {.list = "docs/sweeps.md and ./quadrille list keys"};
    void *data = NULL;
    qdr_status status;

    if (!know_names())
        return qdr_fail_memory(error, "the names of algorithms");
    qdr_factor_keys(&keys);
    status = qdr_yaml_load(path, edits, &schema, &keys, &data, error);
    if (status == QDR_OK)
        status = find_auto(data, error);
    if (status == QDR_OK) {
        set_defaults(data);
        status = qdr_experiment_check(data, error);
    }
    if (status == QDR_OK)
        status = qdr_factors_make(data, &keys, error);
    if (status == QDR_OK)
        status = qdr_experiment_check_case(data, error);
    qdr_names_cleanup(&keys);
    if (status == QDR_OK)
        *out_experiment = data;
    else
        qdr_experiment_free(data);
    return status;
}

void qdr_experiment_free(qdr_experiment *experiment)
{
    if (experiment != NULL)
        qdr_factors_cleanup(experiment);
    qdr_yaml_free(&schema, experiment);
}
