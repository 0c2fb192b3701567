/* harness/machine/software.c -- the message library of a simulated machine; see
 * machine.h. */
#include "harness/machine/machine_schema.h"

static const qdr_yaml_name sends[QDR_NUM_SENDS] = {
    {"rendezvous", QDR_SENDS_RENDEZVOUS}, {"eager", QDR_SENDS_EAGER}};

static const qdr_yaml_field software_fields[] = {
    {NAME("sends", qdr_software, sends, sends, QDR_NUM_SENDS)},
    {REAL("send_overhead_us", qdr_software, send_overhead_us), FROM_0},
    {REAL("handshake_us", qdr_software, handshake_us), OPTIONAL, FROM_0},
    {WHOLE("packets_in_network", qdr_software, packets_in_network), OPTIONAL,
     FROM_0},
    {REAL("receive_overhead_us", qdr_software, receive_overhead_us), FROM_0},
    {REAL("receive_latency_us", qdr_software, receive_latency_us), OPTIONAL,
     FROM_0},
    {REAL("posted_us", qdr_software, posted_us), OPTIONAL, FROM_0},
    {REAL("pending_ns", qdr_software, pending_ns), OPTIONAL, FROM_0},
    {REAL("block_us", qdr_software, block_us), OPTIONAL, FROM_0},
    {REAL("active_send_us", qdr_software, active_send_us), FROM_0},
    {REAL("active_receive_us", qdr_software, active_receive_us), FROM_0},
    {REAL("interrupt_us", qdr_software, interrupt_us), OPTIONAL, FROM_0},
    {REAL("gamma_ns", qdr_software, gamma_ns), FROM_0},
    DECLARATIONS(qdr_software, QDR_MAX_FITTED_SOFTWARE),
    {0}};

static const qdr_yaml_field software_schema =
    QDR_YAML_FILE(qdr_software, software_fields);

qdr_status qdr_software_load(const char *path, const qdr_yaml_edits *edits,
                             qdr_software **out_software, qdr_error *error)
{
    void *data;
    qdr_status status =
        qdr_yaml_load(path, edits, &software_schema, NULL, &data, error);

    if (status == QDR_OK)
        *out_software = data;
    return status;
}

void qdr_software_free(qdr_software *software)
{
    qdr_yaml_free(&software_schema, software);
}
