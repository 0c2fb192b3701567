/* workloads/mesh/mesh_parse.c -- gmsh's MSH 2.2, ASCII; see mesh.h.
 *
 * Sections $MeshFormat, $Nodes and $Elements; others are passed over. Nodes are
 * numbered from 1 in order. Elements are `number type tags.. points..` of type
 * 2, triangles, or 4, tetrahedra; the first tag is the physical group.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "workloads/mesh/mesh_check.h"
#include "workloads/text/text_reader.h"

/* Max tags of an element: gmsh writes partitions there, too. */
enum { TRIANGLE = 2, TETRAHEDRON = 4, MAX_TAGS = 64 };

/* A mesh being read. */
typedef struct reading {
    qdr_text text;
    qdr_mesh mesh;
    qdr_mesh_lines lines;
} reading;

/* Goes to the line that the format has next. */
static qdr_status expect(qdr_text *text, const char *line)
{
    if (qdr_text_line(text) && qdr_text_is(text, line))
        return QDR_OK;
    return qdr_text_refuse(
        text, "%s; accepted: %s",
        text->rest == text->end ? "the file ends" : "another line", line);
}

/* Reads the next line as a single count. Every one counted takes a line, so
 * that no count is believed that the rest of the file could not hold. */
static qdr_status read_count(qdr_text *text, const char *what, int64_t *count)
{
    int64_t max = text->end - text->next;
    qdr_status status;

    if (!qdr_text_line(text))
        return qdr_text_refuse(text, "the file ends; accepted: %s", what);
    status = qdr_text_integer(text, what, 0,
                              max < INT32_MAX / 8 ? max : INT32_MAX / 8, count);
    return status == QDR_OK ? qdr_text_done(text) : status;
}

static qdr_status read_format(qdr_text *text)
{
    if (qdr_text_line(text) && qdr_text_is(text, "2.2 0 8"))
        return expect(text, "$EndMeshFormat");
    return qdr_text_refuse(
        text, "unknown format; accepted: '2.2 0 8', which is MSH 2.2 in ASCII");
}

static qdr_status read_node(qdr_text *text, int64_t index, double *coordinates)
{
    int64_t number;
    qdr_status status;

    if (!qdr_text_line(text))
        return qdr_text_refuse(text,
                               "the file ends after %" PRId64
                               " nodes; accepted: as many as it says",
                               index);
    status = qdr_text_integer(text, "a node's number", index + 1, index + 1,
                              &number);
    for (int axis = 0; axis < 3 && status == QDR_OK; axis++)
        status = qdr_text_real(text, "a coordinate", &coordinates[axis]);
    return status == QDR_OK ? qdr_text_done(text) : status;
}

static qdr_status read_nodes(reading *in)
{
    qdr_text *text = &in->text;
    qdr_mesh *mesh = &in->mesh;
    qdr_status status;

    if (mesh->coordinates != NULL)
        return qdr_text_refuse(text, "a second $Nodes; accepted: one");
    status = read_count(text, "the number of nodes", &mesh->num_points);
    if (status != QDR_OK)
        return status;
    mesh->coordinates =
        malloc(((size_t)mesh->num_points * 3 + 1) * sizeof *mesh->coordinates);
    if (mesh->coordinates == NULL)
        return qdr_fail_memory(text->error, "a mesh");
    in->lines.first_node = text->line_number + 1;
    for (int64_t i = 0; i < mesh->num_points && status == QDR_OK; i++)
        status = read_node(text, i, &mesh->coordinates[3 * i]);
    return status == QDR_OK ? expect(text, "$EndNodes") : status;
}

/* Takes the points of an element, each another one. */
static qdr_status read_points(qdr_text *text, const qdr_mesh *mesh,
                              int num_points, int32_t *points)
{
    for (int i = 0; i < num_points; i++) {
        int64_t point;
        qdr_status status = qdr_text_integer(text, "an element's node", 1,
                                             mesh->num_points, &point);
        if (status != QDR_OK)
            return status;
        points[i] = (int32_t)(point - 1);
        for (int j = 0; j < i; j++)
            if (points[j] == points[i])
                return qdr_text_refuse(text,
                                       "node %" PRId64 " twice in an element; "
                                       "accepted: different ones",
                                       point);
    }
    return qdr_text_done(text);
}

static qdr_status read_tags(qdr_text *text, bool is_face, int *group)
{
    const char *what = is_face ? "the physical group of a triangle, 1 the "
                                 "wall, 2 the plane of symmetry, 3 the far "
                                 "field,"
                               : "the physical group";
    int64_t num_tags, tag;
    qdr_status status =
        qdr_text_integer(text, "the number of tags", 1, MAX_TAGS, &num_tags);

    for (int64_t i = 0; i < num_tags && status == QDR_OK; i++) {
        status = qdr_text_integer(
            text, i == 0 ? what : "a tag", i == 0 ? QDR_MESH_WALL : INT32_MIN,
            i == 0 && is_face ? QDR_MESH_FAR_FIELD : INT32_MAX, &tag);
        if (i == 0 && status == QDR_OK)
            *group = (int)tag;
    }
    return status;
}

static qdr_status read_element(reading *in)
{
    qdr_text *text = &in->text;
    qdr_mesh *mesh = &in->mesh;
    int64_t number, type;
    int group = 0;
    qdr_status status;

    if (!qdr_text_line(text))
        return qdr_text_refuse(text,
                               "the file ends; accepted: as many elements as "
                               "it says");
    status =
        qdr_text_integer(text, "an element's number", 1, INT32_MAX, &number);
    if (status == QDR_OK)
        status = qdr_text_integer(text, "an element's type", TRIANGLE,
                                  TETRAHEDRON, &type);
    if (status == QDR_OK && type != TRIANGLE && type != TETRAHEDRON)
        return qdr_text_refuse(text,
                               "an element of type %" PRId64
                               "; accepted: 2, triangles, and 4, "
                               "tetrahedra",
                               type);
    if (status == QDR_OK)
        status = read_tags(text, type == TRIANGLE, &group);
    if (status != QDR_OK)
        return status;
    if (type == TETRAHEDRON) {
        int64_t t = mesh->num_tetrahedra++;
        in->lines.tetrahedra[t] = (int32_t)text->line_number;
        return read_points(text, mesh, 4, &mesh->tetrahedra[4 * t]);
    }
    in->lines.faces[mesh->num_faces] = (int32_t)text->line_number;
    mesh->face_tags[mesh->num_faces] = group;
    return read_points(text, mesh, 3, &mesh->faces[3 * mesh->num_faces++]);
}

static qdr_status allocate_elements(reading *in, int64_t count)
{
    size_t max = (size_t)count + 1;
    qdr_mesh *mesh = &in->mesh;

    mesh->tetrahedra = malloc(max * 4 * sizeof *mesh->tetrahedra);
    mesh->faces = malloc(max * 3 * sizeof *mesh->faces);
    mesh->face_tags = malloc(max * sizeof *mesh->face_tags);
    in->lines.tetrahedra = malloc(max * sizeof *in->lines.tetrahedra);
    in->lines.faces = malloc(max * sizeof *in->lines.faces);
    if (mesh->tetrahedra == NULL || mesh->faces == NULL ||
        mesh->face_tags == NULL || in->lines.tetrahedra == NULL ||
        in->lines.faces == NULL)
        return qdr_fail_memory(in->text.error, "a mesh");
    return QDR_OK;
}

static qdr_status read_elements(reading *in)
{
    qdr_text *text = &in->text;
    int64_t count = 0;
    qdr_status status;

    if (in->mesh.coordinates == NULL || in->mesh.tetrahedra != NULL)
        return qdr_text_refuse(text,
                               "$Elements here; accepted: one, after $Nodes");
    status = read_count(text, "the number of elements", &count);
    if (status == QDR_OK)
        status = allocate_elements(in, count);
    for (int64_t i = 0; i < count && status == QDR_OK; i++)
        status = read_element(in);
    return status == QDR_OK ? expect(text, "$EndElements") : status;
}

static qdr_status read_sections(reading *in)
{
    qdr_text *text = &in->text;
    qdr_status status = expect(text, "$MeshFormat");

    if (status == QDR_OK)
        status = read_format(text);
    while (status == QDR_OK && qdr_text_line(text)) {
        if (qdr_text_is(text, "$Nodes"))
            status = read_nodes(in);
        else if (qdr_text_is(text, "$Elements"))
            status = read_elements(in);
    }
    if (status == QDR_OK && in->mesh.tetrahedra == NULL)
        status = qdr_text_refuse(text, "the file ends without $Elements; "
                                       "accepted: $Nodes and $Elements");
    if (status == QDR_OK && in->mesh.num_tetrahedra == 0)
        status = qdr_text_refuse(text, "no tetrahedron; accepted: 1 or more");
    return status;
}

qdr_status qdr_mesh_parse(qdr_mesh *mesh, const qdr_bytes *bytes,
                          const char *name, qdr_error *error)
{
    reading in = {.text = qdr_text_begin(bytes, name, error),
                  .lines = {.name = name}};
    qdr_status status = read_sections(&in);

    if (status == QDR_OK)
        status = qdr_mesh_check(&in.mesh, &in.lines, error);
    free(in.lines.faces);
    free(in.lines.tetrahedra);
    if (status == QDR_OK)
        *mesh = in.mesh;
    else
        qdr_mesh_cleanup(&in.mesh);
    return status;
}
