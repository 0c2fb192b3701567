/* harness/experiment/experiment.c -- see experiment.h. */
#include "harness/experiment/experiment.h"

#include <string.h>

#include "harness/experiment/yaml.h"
#include "kernels/core/rng.h"

enum { MAX_LEVELS = 4096, MAX_ROWS = 64 };

/* The names of both tables, as libcyaml wants them; filled at the first load,
 * because an unknown name is then an error with its line. */
static cyaml_strval_t algorithm_names[MAX_ROWS], workload_names[MAX_ROWS];

static cyaml_schema_value_t algorithm = {
    CYAML_VALUE_ENUM(CYAML_FLAG_STRICT, int, algorithm_names, 0)};

static const cyaml_schema_value_t whole = {
    CYAML_VALUE_INT(CYAML_FLAG_STRICT, int)};
static const cyaml_schema_value_t whole64 = {
    CYAML_VALUE_INT(CYAML_FLAG_STRICT, int64_t)};
static const cyaml_schema_value_t real = {
    CYAML_VALUE_FLOAT(CYAML_FLAG_STRICT, double)};

static const cyaml_schema_value_t text = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 1, 64)};

static const cyaml_schema_field_t seed_fields[] = {
    CYAML_FIELD_UINT("first", CYAML_FLAG_STRICT, qdr_seed_range, first),
    CYAML_FIELD_UINT("count", CYAML_FLAG_STRICT, qdr_seed_range, count),
    CYAML_FIELD_END};

#define LEVELS(key, member, count, entry)                                      \
    CYAML_FIELD_SEQUENCE_COUNT(key, CYAML_FLAG_POINTER, qdr_experiment,        \
                               member, count, entry, 1, MAX_LEVELS)

#define OPTIONAL(type, key, member)                                            \
    CYAML_FIELD_##type(key, CYAML_FLAG_OPTIONAL | CYAML_FLAG_STRICT,           \
                       qdr_experiment, member)

static const cyaml_strval_t start_names[QDR_NUM_STARTS] = {
    {"barrier", QDR_START_BARRIER}, {"window", QDR_START_WINDOW}};
static const cyaml_strval_t cache_names[QDR_NUM_CACHES] = {
    {"warm", QDR_CACHE_WARM}, {"cold", QDR_CACHE_COLD}};

enum { WORKLOAD_FIELD = 3 };

static cyaml_schema_field_t fields[] = {
    CYAML_FIELD_STRING_PTR("name", CYAML_FLAG_POINTER, qdr_experiment, name, 1,
                           64),
    CYAML_FIELD_STRING_PTR("paper", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL,
                           qdr_experiment, paper, 1, 64),
    CYAML_FIELD_STRING_PTR("table", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL,
                           qdr_experiment, table, 1, 64),
    CYAML_FIELD_ENUM("workload", CYAML_FLAG_STRICT, qdr_experiment, workload,
                     workload_names, 0),
    LEVELS("algorithms", algorithms, num_algorithms, &algorithm),
    LEVELS("procs", procs, num_procs, &whole),
    CYAML_FIELD_SEQUENCE_COUNT(
        "densities", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, qdr_experiment,
        densities, num_densities, &real, 1, MAX_LEVELS),
    OPTIONAL(INT, "root", root),
    OPTIONAL(FLOAT, "cutoff", cutoff),
    LEVELS("bytes", bytes, num_bytes, &whole64),
    CYAML_FIELD_SEQUENCE_COUNT(
        "modes", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, qdr_experiment,
        modes, num_modes, &text, 1, MAX_LEVELS),
    CYAML_FIELD_MAPPING("seeds", CYAML_FLAG_DEFAULT, qdr_experiment, seeds,
                        seed_fields),
    CYAML_FIELD_INT("warmup", CYAML_FLAG_STRICT, qdr_experiment,
                    measuring.warmup),
    OPTIONAL(INT, "most_warmup", measuring.most_warmup),
    CYAML_FIELD_INT("repetitions", CYAML_FLAG_STRICT, qdr_experiment,
                    measuring.repetitions),
    OPTIONAL(INT, "most_repetitions", measuring.most_repetitions),
    OPTIONAL(FLOAT, "precision", measuring.precision),
    OPTIONAL(FLOAT, "cell_cap_s", measuring.cell_cap_s),
    CYAML_FIELD_ENUM("start", CYAML_FLAG_OPTIONAL | CYAML_FLAG_STRICT,
                     qdr_experiment, measuring.start, start_names,
                     QDR_NUM_STARTS),
    OPTIONAL(FLOAT, "window_us", measuring.window_us),
    CYAML_FIELD_ENUM("cache", CYAML_FLAG_OPTIONAL | CYAML_FLAG_STRICT,
                     qdr_experiment, measuring.cache, cache_names,
                     QDR_NUM_CACHES),
    OPTIONAL(INT, "launches", launches),
    CYAML_FIELD_UINT("order_seed", CYAML_FLAG_STRICT, qdr_experiment,
                     order_seed),
    CYAML_FIELD_INT("cells_per_launch", CYAML_FLAG_STRICT, qdr_experiment,
                    cells_per_launch),
    CYAML_FIELD_FLOAT("launch_cap_s", CYAML_FLAG_STRICT, qdr_experiment,
                      launch_cap_s),
    CYAML_FIELD_END};

static const cyaml_schema_value_t schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, qdr_experiment, fields)};

static void fill_names(void)
{
    for (int i = 0; i < qdr_kernel_count(); i++)
        algorithm_names[i] = (cyaml_strval_t){qdr_kernel_at(i)->name, i};
    for (int i = 0; i < qdr_workload_count(); i++)
        workload_names[i] = (cyaml_strval_t){qdr_workload_at(i)->name, i};
    algorithm.enumeration.count = (uint32_t)qdr_kernel_count();
    fields[WORKLOAD_FIELD].value.enumeration.count =
        (uint32_t)qdr_workload_count();
}

/* Fails, naming the line of `key`, unless least <= number <= most. */
static qdr_status require(const char *path, const char *key, double number,
                          double least, double most, qdr_error *error)
{
    if (number >= least && number <= most)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "%s:%u: %s: %.15g; accepted: %.15g "
                    "to %.15g",
                    path, qdr_yaml_line(path, key), key, number, least, most);
}

static qdr_status check_factors(const char *path, const qdr_experiment *e,
                                qdr_error *error)
{
    qdr_status status = QDR_OK;

    for (unsigned i = 0; i < e->num_procs && status == QDR_OK; i++)
        status = require(path, "procs", e->procs[i], 1, QDR_MAX_PROCS, error);
    for (unsigned i = 0; i < e->num_densities && status == QDR_OK; i++)
        status = require(path, "densities", e->densities[i], 0, 1, error);
    for (unsigned i = 0; i < e->num_modes && status == QDR_OK; i++) {
        qdr_mode mode;
        qdr_error reason = {""};
        if (qdr_mode_parse(e->modes[i], &mode, &reason) != QDR_OK)
            status = qdr_fail(error, QDR_ERROR_INPUT, "%s:%u: %s", path,
                              qdr_yaml_line(path, "modes"), reason.text);
    }
    for (unsigned i = 0; i < e->num_bytes && status == QDR_OK; i++)
        status = require(path, "bytes", (double)e->bytes[i], 0, 0x1p40, error);
    for (unsigned i = 0; i < e->num_procs && status == QDR_OK; i++)
        status = require(path, "root", e->root, 0, e->procs[i] - 1, error);
    if (status == QDR_OK && e->cutoff != 0)
        status = require(path, "cutoff", e->cutoff, 1, 1e9, error);
    return status;
}

static qdr_status check(const char *path, const qdr_experiment *e,
                        qdr_error *error)
{
    const struct {
        const char *key;
        double number, least, most;
    } scalars[] = {
        {"count", (double)e->seeds.count, 1, 1e6},
        {"warmup", e->measuring.warmup, 0, 1e6},
        {"most_warmup", e->measuring.most_warmup, e->measuring.warmup, 1e6},
        {"repetitions", e->measuring.repetitions, 1, 1e6},
        {"most_repetitions", e->measuring.most_repetitions,
         e->measuring.repetitions, 1e6},
        {"precision", e->measuring.precision, 1e-6, 1},
        {"cell_cap_s", e->measuring.cell_cap_s, 0, 1e6},
        {"window_us", e->measuring.window_us, 1, 1e6},
        {"launches", e->launches, 1, 1e4},
        {"cells_per_launch", (double)e->cells_per_launch, 1, 1e6},
        {"launch_cap_s", e->launch_cap_s, 1, 1e6},
    };
    qdr_status status = check_factors(path, e, error);

    for (size_t i = 0; i < sizeof scalars / sizeof *scalars && status == QDR_OK;
         i++)
        status = require(path, scalars[i].key, scalars[i].number,
                         scalars[i].least, scalars[i].most, error);
    /* The name becomes a folder. */
    if (status == QDR_OK &&
        e->name[strspn(e->name, "abcdefghijklmnopqrstuvwxyz0123456789_")] !=
            '\0')
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "%s:%u: name: '%s'; accepted: a-z, 0-9 and _", path,
                          qdr_yaml_line(path, "name"), e->name);
    return status;
}

/* A key that is left out is 0. */
static void set_defaults(qdr_experiment *e)
{
    qdr_measuring *m = &e->measuring;

    if (m->most_warmup == 0)
        m->most_warmup = m->warmup;
    if (m->most_repetitions == 0)
        m->most_repetitions = m->repetitions;
    if (m->precision == 0)
        m->precision = 0.05;
    if (m->window_us == 0)
        m->window_us = 500;
    if (e->launches == 0)
        e->launches = 1;
}

qdr_status qdr_experiment_load(const char *path,
                               qdr_experiment **out_experiment,
                               qdr_error *error)
{
    void *data;
    qdr_status status;

    fill_names();
    status = qdr_yaml_load(path, &schema, &data, error);
    if (status != QDR_OK)
        return status;
    set_defaults(data);
    status = check(path, data, error);
    if (status == QDR_OK)
        *out_experiment = data;
    else
        qdr_experiment_free(data);
    return status;
}

void qdr_experiment_free(qdr_experiment *experiment)
{
    qdr_yaml_free(&schema, experiment);
}

/* Without modes each row runs in its own: one level. */
static int64_t num_mode_levels(const qdr_experiment *e)
{
    return e->num_modes == 0 ? 1 : e->num_modes;
}

/* Without densities every pair that may carry a message does: one level. */
static int64_t num_density_levels(const qdr_experiment *e)
{
    return e->num_densities == 0 ? 1 : e->num_densities;
}

/* Cells of one process count. */
static int64_t cells_per_size(const qdr_experiment *e)
{
    return (int64_t)e->seeds.count * num_density_levels(e) * e->num_bytes *
           num_mode_levels(e) * e->num_algorithms;
}

static int64_t launches_per_size(const qdr_experiment *e)
{
    return (cells_per_size(e) + e->cells_per_launch - 1) / e->cells_per_launch;
}

int64_t qdr_experiment_num_cells(const qdr_experiment *e)
{
    return (int64_t)e->launches * e->num_procs * cells_per_size(e);
}

int64_t qdr_experiment_num_launches(const qdr_experiment *e)
{
    return (int64_t)e->launches * e->num_procs * launches_per_size(e);
}

/* Takes the innermost digit of a mixed-radix number. */
static int64_t take_digit(int64_t *number, int64_t radix)
{
    int64_t digit = *number % radix;

    *number /= radix;
    return digit;
}

qdr_cell qdr_experiment_cell(const qdr_experiment *e, int64_t number)
{
    qdr_cell cell = {.number = number,
                     .workload = qdr_workload_at(e->workload)};
    int64_t mode, density;

    cell.kernel =
        qdr_kernel_at(e->algorithms[take_digit(&number, e->num_algorithms)]);
    cell.mode = cell.kernel->mode;
    mode = take_digit(&number, num_mode_levels(e));
    /* The check at loading has parsed it before. */
    if (e->num_modes > 0)
        (void)!qdr_mode_parse(e->modes[mode], &cell.mode, NULL);
    cell.params.bytes = e->bytes[take_digit(&number, e->num_bytes)];
    density = take_digit(&number, num_density_levels(e));
    cell.params.density = e->num_densities == 0 ? 1 : e->densities[density];
    cell.params.root = e->root;
    cell.cutoff = e->cutoff;
    cell.params.seed =
        e->seeds.first + (uint64_t)take_digit(&number, (int64_t)e->seeds.count);
    cell.params.procs = e->procs[take_digit(&number, e->num_procs)];
    cell.replicate = (int)number + 1;
    return cell;
}

static int64_t min_of(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

qdr_launch qdr_experiment_launch(const qdr_experiment *e, int64_t number)
{
    int64_t size = number / launches_per_size(e);
    int64_t begin = number % launches_per_size(e) * e->cells_per_launch;
    int64_t end = min_of(begin + e->cells_per_launch, cells_per_size(e));

    return (qdr_launch){number, e->procs[size % e->num_procs],
                        size * cells_per_size(e) + begin, end - begin};
}

void qdr_experiment_order(const qdr_experiment *e, const qdr_launch *launch,
                          int64_t *order)
{
    qdr_rng rng;

    qdr_rng_init(&rng, e->order_seed ^ qdr_mix64((uint64_t)launch->number));
    for (int64_t i = 0; i < launch->num_cells; i++) {
        int64_t j = (int64_t)qdr_rng_below(&rng, (uint64_t)i + 1);
        order[i] = order[j];
        order[j] = launch->first_cell + i;
    }
}
