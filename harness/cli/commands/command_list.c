/* harness/cli/commands/command_list.c -- `quadrille list`: algorithms,
 * workloads, the parameters of both, and the numbers of a network. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/cli/commands/commands.h"
#include "harness/cli/options/parameter_options.h"
#include "kernels/core/network/network_numbers.h"
#include "kernels/kernel.h"
#include "workloads/workload.h"

/* How a list is written; the words of its --format. */
typedef enum style { STYLE_TEXT, STYLE_CSV, STYLE_MARKDOWN } style;
static const char *const style_words[] = {"text", "csv", "markdown", NULL};

/* No line of a text is longer. */
enum { LINE = 100, INDENT = 4 };

/* A list that is being written, a cell at a time. */
typedef struct list {
    const char *const *names; /* of its columns */
    const int *widths; /* of those that are columns as text, ended by 0; each of
                          the others is a line of its own, below */
    style as;
    bool is_header;
    int column;
    int at;     /* of the line, as text */
    FILE *cell; /* into `text`; only its first `length` bytes are this cell's */
    char *text;
    size_t length;
} list;

static int width_at(const list *to, int column)
{
    int start = 0;

    for (int i = 0; i < column; i++)
        start += to->widths[i] + 2;
    return start;
}

/* The cell in its column, or further right after a long one. */
static void put_across(list *to, int length)
{
    int start = width_at(to, to->column);

    if (length == 0)
        return;
    if (to->column > 0)
        to->at += printf("%*s", start - to->at > 2 ? start - to->at : 2, "");
    to->at += printf("%.*s", length, to->text);
}

/* "name: text" with line breaks in place of blanks, or after semicolons. */
static void put_below(const list *to, int length)
{
    const char *word = to->text, *end = to->text + length;
    int at = printf("%*s%s:", INDENT, "", to->names[to->column]);
    bool is_apart = true; /* by a blank from the word before */

    while (word < end) {
        int size = (int)strcspn(word, " ;");
        size =
            word + size < end ? size + (word[size] == ';') : (int)(end - word);
        if (at + is_apart + size > LINE)
            at = printf("\n%*s", 2 * INDENT, "") - 1;
        else if (is_apart)
            at += printf(" ");
        at += printf("%.*s", size, word);
        word += size;
        is_apart = word < end && *word == ' ';
        word += is_apart;
    }
    printf("\n");
}

/* As text; the header names columns only, lines have their names. */
static void put_text(list *to, int length)
{
    if (to->widths[to->column] > 0)
        put_across(to, length);
    else if (length > 0 && !to->is_header)
        put_below(to, length);
    if (to->widths[to->column] > 0 && to->widths[to->column + 1] == 0) {
        printf("\n");
        to->at = 0;
    }
}

/* In a csv, a cell with a comma in quotes. */
static void end_cell(list *to)
{
    bool is_last = to->names[to->column + 1] == NULL;
    const char *quote;
    int length;

    fflush(to->cell);
    length = (int)to->length;
    quote = memchr(to->text, ',', to->length) == NULL ? "" : "\"";
    if (to->as == STYLE_MARKDOWN)
        printf("| %.*s %s", length, to->text, is_last ? "|\n" : "");
    else if (to->as == STYLE_CSV)
        printf("%s%.*s%s%s", quote, length, to->text, quote,
               is_last ? "\n" : ",");
    else
        put_text(to, length);
    rewind(to->cell);
    to->column = is_last ? 0 : to->column + 1;
}

static void add(list *to, const char *text)
{
    fputs(text == NULL ? "" : text, to->cell);
    end_cell(to);
}

static void add_header(list *to)
{
    to->is_header = true;
    for (int i = 0; to->names[i] != NULL; i++)
        add(to, to->names[i]);
    to->is_header = false;
    for (int i = 0; to->names[i] != NULL && to->as == STYLE_MARKDOWN; i++)
        printf("|---%s", to->names[i + 1] == NULL ? "|\n" : "");
}

static void add_parameters(list *to, const qdr_parameter *table)
{
    qdr_parameters_print(table, to->cell);
    end_cell(to);
}

static qdr_status list_algorithms(list *to, qdr_error *error)
{
    (void)error;
    for (int i = 0; i < qdr_kernel_count(); i++) {
        const qdr_kernel *kernel = qdr_kernel_at(i);
        add(to, kernel->name);
        add(to, qdr_collective_string(kernel->collective));
        add(to, qdr_kind_string(kernel->kind));
        add(to, kernel->paper == NULL ? "none" : kernel->paper);
        add(to, kernel->section == NULL ? "-" : kernel->section);
        qdr_kernel_print_limits(kernel, to->cell);
        end_cell(to);
        add(to, kernel->alias);
        add_parameters(to, kernel->parameters);
    }
    return QDR_OK;
}

static qdr_status list_workloads(list *to, qdr_error *error)
{
    (void)error;
    for (int i = 0; i < qdr_workload_count(); i++) {
        const qdr_workload *workload = qdr_workload_at(i);
        add(to, workload->name);
        add_parameters(to, workload->parameters);
        add(to, workload->summary);
    }
    return QDR_OK;
}

/* The keys of a sweep that are parameters. */
static qdr_status list_keys(list *to, qdr_error *error)
{
    qdr_options options = {0};

    if (!qdr_parameter_options_add(&options, QDR_OF_ALL))
        return qdr_fail_memory(error, "a list");
    for (int i = 0; i < options.count; i++) {
        const qdr_parameter *parameter = &options.options[i].is;
        qdr_names owners = {0};
        qdr_parameter_options_owners(parameter->name, &owners);
        add(to, parameter->name);
        add(to, parameter->plural);
        add(to, parameter->unit);
        qdr_names_print(&owners, "", to->cell);
        end_cell(to);
        qdr_parameter_accepted(parameter, to->cell);
        end_cell(to);
        qdr_parameter_options_print(parameter->name, qdr_default_of, "", "",
                                    to->cell);
        end_cell(to);
        qdr_parameter_options_print(parameter->name, qdr_summary_of, "", "",
                                    to->cell);
        end_cell(to);
        qdr_names_cleanup(&owners);
    }
    qdr_options_cleanup(&options);
    return QDR_OK;
}

/* The numbers of a network. */
static qdr_status list_network(list *to, qdr_error *error)
{
    static const char *const groups[] = {[QDR_NETWORK_NEEDED] = "",
                                         [QDR_NETWORK_DEFAULTS] = "",
                                         [QDR_NETWORK_ADDED] = "",
                                         [QDR_NETWORK_ADDED_TO_LEVELS] =
                                             "of levels",
                                         [QDR_NETWORK_OF_MESH] = "of a mesh",
                                         [QDR_NETWORK_OF_LEVELS] = "of levels"};
    const qdr_network initial = qdr_network_initial();

    (void)error;
    for (int i = 0; i < QDR_NUM_NETWORK_NUMBERS; i++) {
        const qdr_network_number *number = &qdr_network_numbers[i];
        char accepted[128];
        qdr_network_number_accepted(number, accepted, sizeof accepted);
        add(to, number->name);
        add(to, accepted);
        if (qdr_network_number_accepts(number, number->initial))
            qdr_network_number_print(number, &initial, 6, to->cell);
        end_cell(to);
        add(to, groups[number->group]);
        add(to, number->meaning);
    }
    return QDR_OK;
}

static const struct {
    const char *name, *columns[9];
    int widths[9];
    qdr_status (*list)(list *to, qdr_error *error);
} lists[] = {
    {"algorithms",
     {"name", "collective", "kind", "paper", "section", "limits", "alias",
      "parameters"},
     {24, 14, 9, 13, 7, 23},
     list_algorithms},
    {"workloads", {"name", "parameters", "summary"}, {LINE}, list_workloads},
    {"keys",
     {"key", "plural", "unit", "of", "accepted", "default", "summary"},
     {15, 18, 9},
     list_keys},
    {"network",
     {"number", "accepted", "default", "of", "meaning"},
     {20, 37, 8, 9},
     list_network}};

static const char *list_name(int index)
{
    return lists[index].name;
}

static qdr_status run(const qdr_line *line, qdr_error *error)
{
    list to = {.as = (style)qdr_options_integer(line->options, "format")};
    int index = 0;
    qdr_status status = QDR_OK;

    if (line->num_operands > 0)
        status = qdr_names_find("list", NULL, line->operands[0],
                                (int)(sizeof lists / sizeof *lists), list_name,
                                &index, error);
    if (status != QDR_OK)
        return status;
    to.names = lists[index].columns;
    to.widths = lists[index].widths;
    to.cell = open_memstream(&to.text, &to.length);
    if (to.cell == NULL)
        return qdr_fail_memory(error, "a list");
    add_header(&to);
    status = lists[index].list(&to, error);
    fclose(to.cell);
    free(to.text);
    return status;
}

static const qdr_option own_options[] = {QDR_FORMAT_OPTION(style_words, "text"),
                                         {.is = {0}}};

const qdr_cli_command qdr_command_list = {
    .name = "list",
    .operands = "[algorithms|workloads|keys|network]",
    .max_operands = 1,
    .summary = "the algorithms, the workloads, the keys of a sweep that are "
               "parameters of them, or the numbers of a network",
    .options = own_options,
    .run = run};
