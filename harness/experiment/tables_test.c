/* harness/experiment/tables_test.c -- the tables of parameters agree: results
 * and sweeps know a parameter by its name alone. */
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/cell_csv.h"
#include "harness/experiment/experiment.h"
#include "harness/files/digest.h"
#include "kernels/testing/unit_test.h"

typedef struct owner {
    const char *row;
    const qdr_parameter *table;
} owner;

static int num_owners(void)
{
    return qdr_workload_count() + qdr_kernel_count();
}

static owner owner_at(int index)
{
    const qdr_kernel *kernel;

    if (index < qdr_workload_count())
        return (owner){qdr_workload_at(index)->name,
                       qdr_workload_at(index)->parameters};
    kernel = qdr_kernel_at(index - qdr_workload_count());
    return (owner){kernel->name, kernel->parameters};
}

static bool is_equal(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static bool is_column(const char *name)
{
    /* Of a csv, and those that summarise_sweep.R adds. */
    const char *columns =
        ",launch,cell," QDR_CELL_COLUMNS "," QDR_SAMPLE_COLUMNS
        ",launches,samples,median_us,low_us,high_us,plan_us,plan_ns,"
        "reuses_to_pay,bound_us,panel,how,abscissa,is_curve,";
    char wanted[128];

    snprintf(wanted, sizeof wanted, ",%s,", name);
    return strstr(columns, wanted) != NULL;
}

/* Its default can be read, and no column or key of a sweep has its name. */
static void check_parameter(const char *row, const qdr_parameter *parameter)
{
    qdr_names keys = {0};
    qdr_value value;
    qdr_error error = {""};

    qdr_experiment_keys(&keys);
    for (int i = 0; i < keys.count; i++)
        if (is_equal(keys.names[i], parameter->name) ||
            is_equal(keys.names[i], parameter->plural))
            fail_msg("%s: %s is a key of every sweep", row, parameter->name);
    qdr_names_cleanup(&keys);
    if (is_column(parameter->name))
        fail_msg("%s: %s is a column of every csv", row, parameter->name);
    if (parameter->summary == NULL || strchr(parameter->summary, '\n') != NULL)
        fail_msg("%s: %s: no summary of one line", row, parameter->name);
    if (parameter->default_value != NULL &&
        qdr_parameter_read(parameter, "default", parameter->default_value,
                           &value, &error) != QDR_OK)
        fail_msg("%s: %s: %s", row, parameter->name, error.text);
}

TEST(parameters)
{
    for (int i = 0; i < num_owners(); i++) {
        owner o = owner_at(i);
        int count = qdr_parameters_count(o.table);
        assert_in_range(count, 0, QDR_MAX_PARAMETERS);
        for (int n = 0; n < count; n++) {
            check_parameter(o.row, &o.table[n]);
            for (int m = 0; m < n; m++)
                assert_false(is_equal(o.table[m].name, o.table[n].name));
        }
    }
}

/* One name has one type, unit and word for its values everywhere. */
TEST(names_mean_one_thing)
{
    for (int i = 0; i < num_owners(); i++)
        for (int j = 0; j < i; j++) {
            owner a = owner_at(i), b = owner_at(j);
            for (int n = 0; n < qdr_parameters_count(a.table); n++) {
                const qdr_parameter *one = &a.table[n], *other;
                int found = qdr_parameters_find(b.table, one->name);
                if (found < 0)
                    continue;
                other = &b.table[found];
                if (one->type != other->type ||
                    !is_equal(one->unit, other->unit) ||
                    !is_equal(one->plural, other->plural))
                    fail_msg("%s and %s: %s differs", a.row, b.row, one->name);
                /* An experiment has one workload, and any algorithms. */
                if (i >= qdr_workload_count() &&
                    (one->min != other->min || one->max != other->max ||
                     one->words != other->words || one->check != other->check ||
                     !is_equal(one->default_value, other->default_value)))
                    fail_msg("%s and %s: another range of %s", a.row, b.row,
                             one->name);
            }
        }
}

/* docs/sweeps.md has an entry for each key of every experiment. */
TEST(document)
{
    char *text = qdr_read_file("docs/sweeps.md");
    qdr_names keys = {0};

    qdr_experiment_keys(&keys);
    assert_non_null(text);
    for (int i = 0; i < keys.count; i++) {
        char wanted[128];
        const char *line = text;
        bool is_there = false;
        snprintf(wanted, sizeof wanted, "`%s`", keys.names[i]);
        while ((line = strstr(line, "\n| `")) != NULL) {
            const char *found = strstr(line, wanted);
            const char *cell_end = strchr(line + strlen("\n| "), '|');
            is_there |= found != NULL && found < cell_end;
            line++;
        }
        if (!is_there)
            fail_msg("docs/sweeps.md has no row for %s", keys.names[i]);
    }
    qdr_names_cleanup(&keys);
    free(text);
}
