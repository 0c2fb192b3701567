/* harness/cli/command_list.c -- `quadrille list`: algorithms, workloads, and
 * the parameters of both. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/cli/commands.h"
#include "harness/cli/row_options.h"
#include "kernels/kernel.h"
#include "workloads/workload.h"

enum { MOST_COLUMNS = 8 };

/* A row that is being written. */
typedef struct row {
    char *cells[MOST_COLUMNS];
    int count;
    FILE *cell; /* the one being written, or NULL */
    size_t length;
} row;

static FILE *open_cell(row *r)
{
    r->cell = open_memstream(&r->cells[r->count++], &r->length);
    return r->cell;
}

static void add(row *r, const char *text)
{
    fputs(text == NULL ? "" : text, open_cell(r));
    fclose(r->cell);
}

/* How a list is written; the words of its --format. */
typedef enum style { STYLE_TEXT, STYLE_CSV, STYLE_MARKDOWN } style;
static const char *const style_words[] = {"text", "csv", "markdown", NULL};

/* In a csv, a cell with a comma in quotes; as text, in columns of these
 * widths. */
static void print_cell(const char *text, int width, bool is_last, style as)
{
    const char *quote = strchr(text, ',') == NULL ? "" : "\"";

    if (as == STYLE_MARKDOWN)
        printf("| %s %s", text, is_last ? "|\n" : "");
    else if (as == STYLE_CSV)
        printf("%s%s%s%s", quote, text, quote, is_last ? "\n" : ",");
    else
        printf("%-*s%s", is_last ? 0 : width, text, is_last ? "\n" : "  ");
}

static void print_row(row *r, const int *widths, style as)
{
    for (int i = 0; i < r->count; i++) {
        bool is_last = i + 1 == r->count;
        print_cell(r->cells[i], is_last ? 0 : widths[i], is_last, as);
        free(r->cells[i]);
    }
    *r = (row){0};
}

static void print_header(const char *const *names, const int *widths, style as)
{
    row r = {0};

    for (int i = 0; names[i] != NULL; i++)
        add(&r, names[i]);
    print_row(&r, widths, as);
    for (int i = 0; names[i] != NULL && as == STYLE_MARKDOWN; i++)
        printf("|---%s", names[i + 1] == NULL ? "|\n" : "");
}

static void add_parameters(row *r, const qdr_parameter *table)
{
    qdr_parameters_print(table, open_cell(r));
    fclose(r->cell);
}

static void list_algorithms(style as)
{
    static const char *const names[] = {"name",       "collective", "kind",
                                        "paper",      "section",    "limits",
                                        "parameters", NULL};
    static const int widths[] = {22, 14, 9, 13, 7, 22};

    print_header(names, widths, as);
    for (int i = 0; i < qdr_kernel_count(); i++) {
        const qdr_kernel *kernel = qdr_kernel_at(i);
        row r = {0};
        add(&r, kernel->name);
        add(&r, qdr_collective_string(kernel->collective));
        add(&r, qdr_kind_string(kernel->kind));
        add(&r, kernel->paper);
        add(&r, kernel->section);
        qdr_kernel_print_limits(kernel, open_cell(&r));
        fclose(r.cell);
        add_parameters(&r, kernel->parameters);
        print_row(&r, widths, as);
    }
}

static void list_workloads(style as)
{
    static const char *const names[] = {"name", "parameters", "summary", NULL};
    static const int widths[] = {12, 46};

    print_header(names, widths, as);
    for (int i = 0; i < qdr_workload_count(); i++) {
        const qdr_workload *workload = qdr_workload_at(i);
        row r = {0};
        add(&r, workload->name);
        add_parameters(&r, workload->parameters);
        add(&r, workload->summary);
        print_row(&r, widths, as);
    }
}

/* The keys of a sweep that are parameters. */
static void list_keys(style as)
{
    static const char *const names[] = {"key",      "levels", "unit",    "of",
                                        "accepted", "preset", "summary", NULL};
    static const int widths[] = {14, 16, 8, 37, 34, 10};
    qdr_options options = {0};

    print_header(names, widths, as);
    if (!qdr_row_options_add(&options, QDR_OF_ALL))
        return;
    for (int i = 0; i < options.count; i++) {
        const qdr_parameter *parameter = &options.options[i].is;
        qdr_names owners = {0};
        row r = {0};
        qdr_row_options_owners(parameter->name, &owners);
        add(&r, parameter->name);
        add(&r, parameter->levels);
        add(&r, parameter->unit);
        qdr_names_print(&owners, "", open_cell(&r));
        fclose(r.cell);
        qdr_parameter_accepted(parameter, open_cell(&r));
        fclose(r.cell);
        qdr_row_options_print(parameter->name, qdr_preset_of, "", "",
                              open_cell(&r));
        fclose(r.cell);
        qdr_row_options_print(parameter->name, qdr_summary_of, "", "",
                              open_cell(&r));
        fclose(r.cell);
        print_row(&r, widths, as);
        qdr_names_cleanup(&owners);
    }
    qdr_options_cleanup(&options);
}

static const struct {
    const char *name;
    void (*list)(style as);
} lists[] = {{"algorithms", list_algorithms},
             {"workloads", list_workloads},
             {"keys", list_keys}};

static const char *list_name(int index)
{
    return lists[index].name;
}

static qdr_status list(const qdr_line *line, qdr_error *error)
{
    int index = 0;
    qdr_status status = QDR_OK;

    if (line->num_operands > 0)
        status = qdr_names_find("list", line->operands[0],
                                (int)(sizeof lists / sizeof *lists), list_name,
                                &index, error);
    if (status == QDR_OK)
        lists[index].list((style)qdr_options_integer(line->options, "format"));
    return status;
}

static const qdr_option own_options[] = {QDR_FORMAT_OPTION(style_words, "text"),
                                         {.is = {0}}};

const qdr_cli_command qdr_command_list = {
    .name = "list",
    .operands = "[algorithms|workloads|keys]",
    .most_operands = 1,
    .summary = "the algorithms, the workloads, or the keys of a sweep that are "
               "parameters of them",
    .options = own_options,
    .run = list};
