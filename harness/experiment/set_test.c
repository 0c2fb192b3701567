/* harness/experiment/set_test.c -- options --set edit a file before it is
 * checked, and the result can be written as a file. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/cell_csv.h"
#include "harness/experiment/experiment.h"
#include "harness/machine/machine.h"
#include "kernels/testing/mutate.h"
#include "kernels/testing/unit_test.h"

static const char *const table11 = "configs/sweeps/ponnusamy_table11.yaml";
static const char *const scratch = "set_test.tmp";

/* Loads `path` with one option, or two. */
static qdr_status load_with(const char *path, const char *first,
                            const char *second, qdr_experiment **out,
                            qdr_error *error)
{
    const char *const words[] = {first, second};
    const qdr_yaml_edits edits = {words, second == NULL ? 1 : 2, 0};

    return qdr_experiment_load(path, &edits, out, error);
}

TEST(values_are_set)
{
    qdr_experiment *e;
    qdr_error error = {""};

    assert_ok(
        load_with(table11, "bytes=[8, 64,512]", "seeds.count=3", &e, &error));
    assert_int_equal(e->seeds.count, 3);
    assert_int_equal(e->seeds.first, 1);
    assert_int_equal(e->num_inputs % (3 * 3), 0);
    qdr_experiment_free(e);
    assert_ok(load_with(table11, "case_keys=null", "name=other # a remark", &e,
                        &error));
    assert_int_equal(e->num_case_keys, 0);
    assert_string_equal(e->name, "other");
    qdr_experiment_free(e);
    assert_ok(load_with(table11, "launches=null", "window_us=~", &e, &error));
    assert_int_equal(e->launches, 1);
    assert_true(e->measuring.window_us == 500);
    qdr_experiment_free(e);
}

/* As the file would be refused, but for the place. */
TEST(bad_values_are_refused)
{
    static const struct {
        const char *first, *second, *refusal;
    } rows[] = {
        {"colour=1", NULL,
         "--set colour: key 'colour'; accepted: see docs/sweeps.md"},
        {"colour=null", NULL, "--set colour: key 'colour'; accepted: "},
        {"seeds.cuont=1", NULL,
         "--set seeds.cuont: key 'cuont'; accepted: first, count"},
        {"seeds.count=many", NULL,
         "--set seeds.count: count: 'many'; accepted: a whole number, 0 or "},
        {"seeds.count=0", NULL, "--set seeds.count: count: 0; accepted: 1 to"},
        {"seeds={first: 1}", NULL, "--set seeds: the key 'count' is missing"},
        {"seeds=null", NULL, "--set seeds: the key 'seeds' is missing"},
        {"seeds.first=null", NULL,
         "--set seeds.first: the key 'first' is missing"},
        {"procs=4", NULL, "--set procs: procs is not a list; accepted: ["},
        {"procs.x=4", NULL, "--set procs.x: procs is not a mapping; accepted"},
        {"bytes=[8", NULL, "--set bytes: did not find expected ',' or ']'"},
        {"bytes=- 8", NULL, "--set bytes: block sequence entries are not"},
        {"bytes=8\nname: x", NULL, "--set bytes: several lines; accepted: one"},
        {"bytes=[8, 8]", NULL, "--set bytes: bytes: '8' is given twice"},
        {"density=1", NULL, "--set density: density: already given on line "},
        {"warmup=1", "warmup=2", "--set warmup: key 'warmup' is given twice"},
        {"seeds={first: 1, count: 1}", "seeds.count=2",
         "--set seeds.count: key 'seeds' is given twice; accepted: once"},
        {"roots=[1]", NULL, "--set roots: roots is not a parameter"},
        {"case_keys=[root]", NULL, "--set case_keys: case_keys: key 'root'"},
        {"=1", NULL, "--set : key ''; accepted: "},
        {"launches=0", NULL, "--set launches: launches: 0; accepted: 1 to 10"},
        {"window_us=0", NULL, "--set window_us: window_us: 0; accepted: 1 to"},
        {"precision=0x1p-4", NULL,
         "--set precision: precision: '0x1p-4'; accepted: a number"},
        {"precision=00.5", NULL, "--set precision: precision: '00.5'; acce"},
        {"precision=0", NULL, "--set precision: precision: 0; accepted: 1e-06"},
        {"most_repetitions=0", NULL,
         "--set most_repetitions: most_repetitions: 0; accepted: "},
        {"most_warmup=0", "warmup=2",
         "--set most_warmup: most_warmup: 0; accepted: 2 to 4096"},
        {"cell_limit_s=0", NULL,
         "--set cell_limit_s: cell_limit_s: 0; accepted: 1 to"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        qdr_experiment *e = NULL;
        qdr_error error = {""};
        assert_int_equal(
            load_with(table11, rows[i].first, rows[i].second, &e, &error),
            QDR_ERROR_INPUT);
        if (strncmp(error.text, rows[i].refusal, strlen(rows[i].refusal)) != 0)
            fail_msg("'%s' should begin '%s'", error.text, rows[i].refusal);
        assert_null(strchr(error.text, '\n'));
    }
}

TEST(parts_of_machines)
{
    static const char *const words[] = {"hardware.control_network=null"};
    static const char *const whole[] = {"machine.slurm.nodes=2.5"};
    const qdr_yaml_edits edits = {words, 1, strlen("hardware.")};
    const qdr_yaml_edits bad = {whole, 1, strlen("machine.")};
    qdr_hardware *hardware;
    qdr_machine *machine;
    qdr_error error = {""};

    assert_ok(qdr_hardware_load("configs/machines/hardware/cm5.yaml", &edits,
                                &hardware, &error));
    assert_null(hardware->control_network);
    qdr_hardware_free(hardware);
    assert_int_equal(qdr_machine_load("configs/machines/cluster.yaml", &bad,
                                      &machine, &error),
                     QDR_ERROR_INPUT);
    assert_string_equal(error.text, "--set machine.slurm.nodes: nodes: '2.5'; "
                                    "accepted: a whole number");
}

/* All cells of an experiment, as text; the caller's. */
static char *print_cells(const qdr_experiment *e)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);

    for (int64_t c = 0; c < qdr_experiment_num_cells(e) && c < 1000; c++) {
        qdr_cell cell = qdr_experiment_cell(e, c);
        qdr_cell_csv_print(e, &cell, to);
        fputc('\n', to);
    }
    fclose(to);
    return text;
}

/* An edited file, written and read again, has the same cells and text. */
static void check_text(const char *path)
{
    qdr_experiment *plain, *edited, *again;
    qdr_error error = {""};
    char *text, *cells, *its_cells;

    assert_ok(qdr_experiment_load(path, NULL, &plain, &error));
    assert_ok(load_with(path, "order_seed=39", NULL, &edited, &error));
    text = qdr_yaml_text(edited->file);
    qdr_scratch_text(scratch, text);
    if (qdr_experiment_load(scratch, NULL, &again, &error) != QDR_OK)
        fail_msg("%s of %s: %s", text, path, error.text);
    assert_int_equal(again->order_seed, 39);
    assert_string_equal(text, again->file->text);
    cells = print_cells(plain);
    its_cells = print_cells(again);
    assert_string_equal(cells, its_cells);
    free(its_cells);
    free(cells);
    free(text);
    qdr_experiment_free(again);
    qdr_experiment_free(edited);
    qdr_experiment_free(plain);
}

TEST(what_is_edited_is_a_file_again)
{
    glob_t files;

    assert_int_equal(glob("configs/sweeps/*.yaml", 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++)
        check_text(files.gl_pathv[i]);
    assert_true(files.gl_pathc > 5);
    globfree(&files);
}

TEST(what_is_not_edited_is_kept)
{
    qdr_experiment *e;
    qdr_error error = {""};
    char *text;

    assert_ok(qdr_experiment_load(table11, NULL, &e, &error));
    text = qdr_yaml_text(e->file);
    assert_string_equal(text, e->file->text);
    free(text);
    qdr_experiment_free(e);
}

/* Damaged options are taken or refused, never worse. */
TEST(damaged_options)
{
    enum { CAPACITY = 256, NUM_INPUTS = 4000 };
    static const char *const words[] = {"seeds={first: 1, count: 2}",
                                        "bytes=[8, 64]", "seeds.count=3",
                                        "cell_limit_s=null"};
    static const char *const tokens[] = {"{", "}",  "[",  "]",  ":",    "=",
                                         ".", ",",  "&a", "*a", "#",    "'",
                                         "0", "-1", "\n", "|",  "null", NULL};
    int num_refused = 0;
    qdr_rng rng;

    qdr_rng_init(&rng, 1992);
    for (int i = 0; i < NUM_INPUTS; i++) {
        char text[CAPACITY + 1];
        size_t length = strlen(words[i % 4]);
        qdr_experiment *e = NULL;
        qdr_error error = {""};

        memcpy(text, words[i % 4], length);
        for (uint64_t n = 1 + qdr_rng_below(&rng, 3); n > 0; n--)
            length = qdr_mutate(&rng, text, length, CAPACITY, tokens);
        text[length] = '\0';
        if (strchr(text, '=') == NULL)
            continue; /* which the sweep refuses */
        if (load_with(table11, text, NULL, &e, &error) == QDR_OK) {
            qdr_experiment_free(e);
            continue;
        }
        num_refused++;
        assert_null(strchr(error.text, '\n'));
        assert_non_null(strstr(error.text, ": "));
    }
    assert_true(num_refused > NUM_INPUTS / 4 && num_refused < NUM_INPUTS);
}
