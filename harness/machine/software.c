/* harness/machine/software.c -- the message library of a simulated machine; see
 * machine.h. */
#include "harness/machine/machine_schema.h"

static const cyaml_strval_t sends[QDR_NUM_SENDS] = {
    {"rendezvous", QDR_SENDS_RENDEZVOUS}, {"eager", QDR_SENDS_EAGER}};

static const cyaml_schema_field_t software_fields[] = {
    NAME("sends", qdr_software, sends, sends, QDR_NUM_SENDS),
    REAL("send_overhead_us", qdr_software, send_overhead_us),
    OPTIONAL_REAL("handshake_us", qdr_software, handshake_us),
    REAL("receive_overhead_us", qdr_software, receive_overhead_us),
    OPTIONAL_REAL("receive_latency_us", qdr_software, receive_latency_us),
    OPTIONAL_REAL("posted_us", qdr_software, posted_us),
    OPTIONAL_REAL("pending_ns", qdr_software, pending_ns),
    REAL("active_send_us", qdr_software, active_send_us),
    REAL("active_receive_us", qdr_software, active_receive_us),
    OPTIONAL_REAL("interrupt_us", qdr_software, interrupt_us),
    REAL("gamma_ns", qdr_software, gamma_ns),
    DECLARATIONS(qdr_software, QDR_MAX_FITTED_SOFTWARE),
    CYAML_FIELD_END};

static const cyaml_schema_value_t software_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, qdr_software, software_fields)};

static qdr_status check_software(const qdr_software *software, qdr_error *error)
{
    const qdr_range ranges[] = {
        {"send_overhead_us", software->send_overhead_us, 0, false},
        {"handshake_us", software->handshake_us, 0, false},
        {"receive_overhead_us", software->receive_overhead_us, 0, false},
        {"receive_latency_us", software->receive_latency_us, 0, false},
        {"posted_us", software->posted_us, 0, false},
        {"pending_ns", software->pending_ns, 0, false},
        {"active_send_us", software->active_send_us, 0, false},
        {"active_receive_us", software->active_receive_us, 0, false},
        {"interrupt_us", software->interrupt_us, 0, false},
        {"gamma_ns", software->gamma_ns, 0, false},
    };

    return qdr_range_check(software->file, ranges,
                           sizeof ranges / sizeof *ranges, error);
}

qdr_status qdr_software_load(const char *path, const qdr_yaml_edits *edits,
                             qdr_software **out_software, qdr_error *error)
{
    void *data;
    qdr_status status =
        qdr_yaml_load(path, edits, &software_schema, NULL, &data, error);

    if (status != QDR_OK)
        return status;
    status = check_software(data, error);
    if (status == QDR_OK)
        *out_software = data;
    else
        qdr_software_free(data);
    return status;
}

void qdr_software_free(qdr_software *software)
{
    qdr_yaml_free(&software_schema, software);
}
