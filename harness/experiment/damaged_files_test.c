/* harness/experiment/damaged_files_test.c -- damaged YAML of experiments and
 * machines is read or refused, never worse. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/experiment.h"
#include "harness/files/digest.h"
#include "harness/machine/machine.h"
#include "kernels/testing/mutate.h"
#include "kernels/testing/unit_test.h"

enum { CAPACITY = 8192, NUM_INPUTS = 4000 };

static const char *const table11 = "configs/sweeps/ponnusamy_table11.yaml";
static const char *const scratch = "damaged_files_test.tmp";

static qdr_status load_experiment(const char *path, qdr_error *error)
{
    qdr_experiment *object = NULL;
    qdr_status status = qdr_experiment_load(path, NULL, &object, error);

    if (status == QDR_OK)
        qdr_experiment_free(object);
    return status;
}

static qdr_status load_machine(const char *path, qdr_error *error)
{
    qdr_machine *object = NULL;
    qdr_status status = qdr_machine_load(path, NULL, &object, error);

    if (status == QDR_OK)
        qdr_machine_free(object);
    return status;
}

static qdr_status load_hardware(const char *path, qdr_error *error)
{
    qdr_hardware *object = NULL;
    qdr_status status = qdr_hardware_load(path, NULL, &object, error);

    if (status == QDR_OK)
        qdr_hardware_free(object);
    return status;
}

/* Each loader with the file whose damaged copies it meets. */
static const struct {
    const char *path;
    qdr_status (*load)(const char *, qdr_error *);
} loaders[] = {
    {"configs/sweeps/ponnusamy_table11.yaml", load_experiment},
    {"configs/machines/hardware/cm5.yaml", load_hardware},
    {"configs/machines/hardware/paragon.yaml", load_hardware},
    {"configs/machines/paragon_15x30.yaml", load_machine},
};
enum { NUM_LOADERS = sizeof loaders / sizeof *loaders };

static const char *const tokens[] = {"{",  "}",  "[", "]",     ":", "- ",
                                     "&a", "*a", "#", "'",     "0", "-1",
                                     "\n", "\t", "|", "!!int", NULL};

TEST(damaged_yaml)
{
    static char text[CAPACITY];
    int num_refused = 0;
    qdr_rng rng;

    qdr_rng_init(&rng, 1992);
    for (int i = 0; i < NUM_INPUTS; i++) {
        char *good = qdr_read_file(loaders[i % NUM_LOADERS].path);
        size_t length = strlen(good);
        qdr_error error = {""};
        FILE *file = fopen(scratch, "w");

        memcpy(text, good, length);
        free(good);
        for (uint64_t n = 1 + qdr_rng_below(&rng, 3); n > 0; n--)
            length = qdr_mutate(&rng, text, length, CAPACITY, tokens);
        fwrite(text, 1, length, file);
        fclose(file);
        if (loaders[i % NUM_LOADERS].load(scratch, &error) != QDR_OK) {
            num_refused++;
            assert_int_equal(strncmp(error.text, scratch, strlen(scratch)), 0);
            assert_null(strchr(error.text, '\n'));
        }
    }
    assert_true(num_refused > NUM_INPUTS / 4 && num_refused < NUM_INPUTS);
}

/* Loads table11 with its first line replaced. */
static qdr_status load_named(const char *line, qdr_error *error)
{
    char *good = qdr_read_file(table11);
    const char *name = strstr(good, "\nname: ");

    assert_non_null(name);
    qdr_scratch_print(scratch, "%s%s", line, strchr(name + 1, '\n'));
    free(good);
    return load_experiment(scratch, error);
}

/* R takes null for no name. */
TEST(null_is_left_out)
{
    static const char *const nulls[] = {"name: null", "name: ~", "name: NULL"};
    qdr_error error = {""};

    for (size_t i = 0; i < sizeof nulls / sizeof *nulls; i++) {
        assert_int_equal(load_named(nulls[i], &error), QDR_ERROR_INPUT);
        assert_string_equal(
            error.text, "damaged_files_test.tmp:1: the key 'name' is missing");
    }
    assert_ok(load_named("name: \"null\"", &error));
    assert_ok(load_named("launches: null\nname: no", &error));
    assert_int_equal(load_named("launches: 0\nname: no", &error),
                     QDR_ERROR_INPUT);
    assert_string_equal(
        error.text,
        "damaged_files_test.tmp:1: launches: 0; accepted: 1 to 10000");
}

/* A good file, each letter of two bytes, either first. */
TEST(utf16_is_refused)
{
    for (int is_big = 0; is_big < 2; is_big++) {
        char *good = qdr_read_file(table11);
        qdr_error error = {""};
        FILE *file = fopen(scratch, "w");

        fputs(is_big ? "\xfe\xff" : "\xff\xfe", file);
        for (const char *at = good; *at != '\0'; at++) {
            fputc(is_big ? '\0' : *at, file);
            fputc(is_big ? *at : '\0', file);
        }
        fclose(file);
        free(good);
        assert_int_equal(load_experiment(scratch, &error), QDR_ERROR_INPUT);
        assert_string_equal(
            error.text,
            "damaged_files_test.tmp:1: text of UTF-16; accepted: UTF-8");
    }
}
