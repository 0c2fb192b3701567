/* harness/cli/output/model_network.c -- see model_network.h. */
#include "harness/cli/output/model_network.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/experiment.h"
#include "harness/machine/machine.h"
#include "kernels/core/problem/problem.h"
#include "kernels/network_file/network_file.h"

/* That of the file which QUADRILLE_NETWORK names, if it names one. */
static qdr_status take_file(qdr_model_network *to, const char *path,
                            int num_procs, qdr_error *error)
{
    qdr_error found = {""};
    qdr_status status =
        qdr_network_file_read(path, &to->is, &to->library, &found);

    if (status != QDR_OK)
        return qdr_fail(error, status, QDR_NETWORK_VARIABLE ": %s", found.text);
    if (to->is.eager_bytes > 0 && to->is.rendezvous_us == 0)
        fprintf(stderr,
                "quadrille: %s: rendezvous_us is missing, or 0, which is "
                "assumed; `quadrille calibrate` measures it\n",
                path);
    snprintf(to->name, sizeof to->name, "%s", path);
    qdr_network_first(&to->is, num_procs);
    return QDR_OK;
}

/* The network of today, with the topology that is given. */
static qdr_status take_today(qdr_model_network *to, const qdr_options *options,
                             qdr_error *error)
{
    strcpy(to->name, qdr_network_source_string(QDR_NETWORK_OF_TODAY));
    to->is = qdr_network_of_today;
    to->is.topology =
        (qdr_network_topology)qdr_options_integer(options, "topology");
    if (to->is.topology == QDR_MESH)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--topology: mesh without rows and columns; accepted: "
                        "switched or line, or --machine M of a mesh");
    return QDR_OK;
}

qdr_status qdr_machine_network_read(qdr_model_network *to, const char *name,
                                    int num_procs, qdr_error *error)
{
    const char *root = getenv("QUADRILLE_ROOT");
    qdr_machine *machine = NULL;
    char path[4096];
    qdr_status status;

    if (strchr(name, '/') != NULL || strlen(name) > 200)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--machine: '%.200s'; accepted: a name of "
                        "configs/machines",
                        name);
    snprintf(path, sizeof path, "%s/configs/machines/%s.yaml",
             root == NULL ? "." : root, name);
    status = qdr_machine_load(path, NULL, &machine, error);
    if (status == QDR_OK && machine->network == NULL)
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "--machine: %s has no section network; accepted: a "
                          "machine that has one; `quadrille calibrate` makes "
                          "it",
                          name);
    if (status == QDR_OK && num_procs > machine->max_procs)
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "--procs: %d; accepted on %s: 1 to %d", num_procs,
                          name, machine->max_procs);
    if (status == QDR_OK) {
        to->is = *machine->network;
        snprintf(to->name, sizeof to->name, "machine %s", name);
        qdr_network_first(&to->is, num_procs);
    }
    if (machine != NULL)
        qdr_machine_free(machine);
    return status;
}

qdr_status qdr_named_network_read(qdr_model_network *to,
                                  const qdr_options *options, int num_procs,
                                  bool *out_is_named, qdr_error *error)
{
    const char *name = qdr_options_text(options, "machine");
    const char *file = qdr_network_file_of_environment();

    *out_is_named = name != NULL || file != NULL;
    if (name != NULL)
        return qdr_machine_network_read(to, name, num_procs, error);
    return file != NULL ? take_file(to, file, num_procs, error) : QDR_OK;
}

qdr_status qdr_model_network_read(qdr_model_network *to,
                                  const qdr_options *options, int num_procs,
                                  qdr_error *error)
{
    bool has_topology = qdr_options_given(options, "topology"), is_named;
    qdr_status status;

    if (has_topology && qdr_options_given(options, "machine"))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--topology and --machine are both given; accepted: "
                        "one of them; the machine's file has its topology");
    if (has_topology)
        return take_today(to, options, error);
    status = qdr_named_network_read(to, options, num_procs, &is_named, error);
    if (status == QDR_OK && !is_named)
        status = take_today(to, options, error);
    /* As planning does. */
    if (status == QDR_OK && to->is.node_ranks == num_procs)
        to->is = qdr_network_of_one_node(&to->is);
    return status;
}
