/* workloads/airfoil/airfoil_test.c -- the stored meshes and matrices, and the
 * random ones. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/testing/unit_test.h"
#include "workloads/airfoil/stored_meshes.h"
#include "workloads/testing/traffic.h"

static void count(const qdr_traffic *traffic, qdr_pattern_stats *stats)
{
    assert_ok(qdr_pattern_get_stats(&traffic->pattern, stats, NULL));
}

/* Every mesh has its matrix by every method: with symmetric partners, and no
 * rank without one. */
TEST(stored_matrices)
{
    for (int size = 0; qdr_stored_sizes[size] != NULL; size++)
        for (int m = 0; qdr_partition_methods[m] != NULL; m++)
            for (uint64_t seed = 1; seed <= QDR_STORED_MESHES; seed++) {
                qdr_traffic traffic = {0};
                const qdr_pattern *pattern = &traffic.pattern;
                qdr_traffic_make(
                    "airfoil", (qdr_workload_input){.procs = 32, .seed = seed},
                    &traffic, "points=%s;partition=%s;bytes=16",
                    qdr_stored_sizes[size], qdr_partition_methods[m]);
                for (int64_t i = 0; i < pattern->num_messages; i++) {
                    const qdr_message *message = &pattern->messages[i];
                    assert_true(message->bytes > 0);
                    assert_int_equal(message->bytes % 16, 0);
                    assert_int_not_equal(message->src, message->dst);
                    assert_true(qdr_pattern_find(pattern, message->dst,
                                                 message->src) >= 0);
                }
                for (int rank = 0; rank < 32; rank++)
                    assert_true(pattern->row_begin[rank + 1] >
                                pattern->row_begin[rank]);
                qdr_traffic_cleanup(&traffic);
            }
}

static void make_numbered(const char *workload, int numbering,
                          qdr_traffic *traffic, qdr_pattern_stats *stats)
{
    qdr_traffic_make(workload, (qdr_workload_input){.procs = 32, .seed = 1},
                     traffic, "numbering=%d", numbering);
    count(traffic, stats);
}

/* Another numbering renames the ranks, and nothing else. */
static void check_renamed(const char *workload, int numbering)
{
    qdr_traffic traffic[2] = {{0}};
    qdr_pattern_stats stats[2];
    int64_t num_moved = 0;

    make_numbered(workload, 0, &traffic[0], &stats[0]);
    make_numbered(workload, numbering, &traffic[1], &stats[1]);
    assert_int_equal(stats[0].num_messages, stats[1].num_messages);
    assert_int_equal(stats[0].total_bytes, stats[1].total_bytes);
    assert_int_equal(stats[0].max_rank_bytes, stats[1].max_rank_bytes);
    assert_int_equal(stats[0].max_out, stats[1].max_out);
    assert_int_equal(stats[0].min_out, stats[1].min_out);
    assert_int_equal(stats[0].max_partners, stats[1].max_partners);
    for (int64_t i = 0; i < stats[0].num_messages; i++) {
        const qdr_message *one = &traffic[0].pattern.messages[i];
        const qdr_message *there = &traffic[1].pattern.messages[i];
        num_moved += one->src != there->src || one->dst != there->dst;
    }
    assert_true((num_moved > 0) == (numbering > 0));
    qdr_traffic_cleanup(&traffic[0]);
    qdr_traffic_cleanup(&traffic[1]);
}

TEST(numbering)
{
    for (int numbering = 0; numbering < 20; numbering++) {
        check_renamed("airfoil", numbering);
        check_renamed("cg", numbering);
    }
}

static void make_scaled(const char *mean, uint64_t seed, qdr_traffic *traffic)
{
    qdr_traffic_make("airfoil", (qdr_workload_input){.procs = 32, .seed = seed},
                     traffic, "bytes=1000;mean_units=%s", mean);
}

/* Scaled messages have the wanted mean, and keep their proportions. */
TEST(scaled)
{
    for (uint64_t seed = 1; seed <= QDR_STORED_MESHES; seed++) {
        qdr_traffic plain = {0}, scaled = {0};
        qdr_pattern_stats stats[2];
        double factor;
        make_scaled("0", seed, &plain);
        make_scaled("14.2", seed, &scaled);
        count(&plain, &stats[0]);
        count(&scaled, &stats[1]);
        assert_int_equal(stats[0].num_messages, stats[1].num_messages);
        factor = 14200 * (double)stats[0].num_messages /
                 (double)stats[0].total_bytes;
        assert_true(fabs(factor - 1) > 0.01);
        assert_true(
            fabs((double)stats[1].total_bytes / (double)stats[1].num_messages -
                 14200) <= 0.5);
        for (int64_t i = 0; i < stats[0].num_messages; i++) {
            const qdr_message *one = &plain.pattern.messages[i];
            const qdr_message *other = &scaled.pattern.messages[i];
            assert_int_equal(one->src, other->src);
            assert_int_equal(one->dst, other->dst);
            assert_true(fabs((double)other->bytes -
                             (double)one->bytes * factor) <= 0.5001);
        }
        qdr_traffic_cleanup(&plain);
        qdr_traffic_cleanup(&scaled);
    }
}

/* Without bytes there is nothing to scale. */
TEST(scaled_nothing)
{
    qdr_traffic traffic = {0};
    qdr_pattern_stats stats;

    qdr_traffic_make("airfoil", (qdr_workload_input){.procs = 32, .seed = 1},
                     &traffic, "bytes=0;mean_units=14.2");
    count(&traffic, &stats);
    assert_int_equal(stats.total_bytes, 0);
    qdr_traffic_cleanup(&traffic);
}

/* The meshes have about so many points, and a wall, a plane and a sphere. */
TEST(stored_meshes)
{
    for (int size = 0; qdr_stored_sizes[size] != NULL; size++) {
        int64_t num_faces[4] = {0};
        double wanted = strtod(qdr_stored_sizes[size], NULL);
        qdr_mesh mesh = {0};
        qdr_error error = {""};
        if (qdr_stored_mesh(size, &mesh, &error) != QDR_OK)
            fail_msg("%s", error.text);
        assert_true(fabs((double)mesh.num_points - wanted) < 0.01 * wanted);
        for (int64_t f = 0; f < mesh.num_faces; f++) {
            assert_in_range(mesh.face_tags[f], 1, 3);
            num_faces[mesh.face_tags[f]]++;
            for (int i = 0; i < 3; i++) {
                const double *x = &mesh.coordinates[3 * mesh.faces[3 * f + i]];
                double radius = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
                if (mesh.face_tags[f] == 1)
                    assert_true(radius < 2);
                if (mesh.face_tags[f] == 2)
                    assert_true(fabs(x[1]) < 1e-8);
                if (mesh.face_tags[f] == 3)
                    assert_true(fabs(radius - 20) < 1e-6);
            }
        }
        for (int tag = 1; tag <= 3; tag++)
            assert_true(num_faces[tag] > 20);
        qdr_mesh_cleanup(&mesh);
    }
}

static void refuse(int procs, uint64_t seed, const char *words)
{
    const qdr_workload_input input = {.procs = procs, .seed = seed};
    const qdr_workload *airfoil;
    qdr_traffic traffic = {0};
    qdr_error error = {""};

    assert_ok(qdr_workload_find("airfoil", &airfoil, NULL));
    assert_int_equal(
        qdr_workload_make(airfoil, input, "points=545", &traffic, &error),
        QDR_ERROR_INPUT);
    assert_string_equal(error.text, words);
}

TEST(refusals)
{
    refuse(32, 9,
           "seed: 9; accepted: the mesh's number, 1 to 8 of 32 parts, 1 "
           "of other numbers of parts");
    refuse(32, 0,
           "seed: 0; accepted: the mesh's number, 1 to 8 of 32 parts, 1 "
           "of other numbers of parts");
    refuse(8, 2,
           "seed: 2; accepted: the mesh's number, 1 to 8 of 32 parts, 1 "
           "of other numbers of parts");
    refuse(8, 1,
           "procs: 8; accepted: 32, because this program does not partition "
           "meshes");
}

static bool rounds_to(double number, double printed, double digit)
{
    return fabs(number - printed) <= digit / 2 + 1e-9;
}

/* The printed counts, exactly or in their last digit, of any seed. */
TEST(random)
{
    static const struct {
        const char *points;
        int max, fewest;
        double average;
        int longest;
        double average_length, digit;
    } printed[] = {{"2800", 15, 3, 9.25, 36, 14.2, 0.1},
                   {"9428", 16, 3, 10.5, 99, 32.04, 0.01},
                   {"53961", 18, 6, 10.81, 276, 93.21, 0.01}};

    for (int i = 0; i < 3; i++)
        for (uint64_t seed = 0; seed < 200; seed++) {
            qdr_traffic traffic = {0};
            const qdr_pattern *pattern = &traffic.pattern;
            qdr_pattern_stats stats;
            qdr_traffic_make("airfoil_random",
                             (qdr_workload_input){.procs = 32, .seed = seed},
                             &traffic, "points=%s", printed[i].points);
            count(&traffic, &stats);
            assert_int_equal(stats.max_out, printed[i].max);
            assert_int_equal(stats.max_in, printed[i].max);
            assert_int_equal(stats.max_partners, printed[i].max);
            assert_int_equal(stats.min_out, printed[i].fewest);
            assert_int_equal(stats.max_bytes, printed[i].longest);
            assert_int_equal(stats.min_bytes, 1);
            assert_true(rounds_to((double)stats.num_messages / 32,
                                  printed[i].average, 0.01));
            assert_true(rounds_to((double)stats.total_bytes /
                                      (double)stats.num_messages,
                                  printed[i].average_length, printed[i].digit));
            for (int64_t m = 0; m < pattern->num_messages; m++)
                assert_true(qdr_pattern_find(pattern, pattern->messages[m].dst,
                                             pattern->messages[m].src) >= 0);
            qdr_traffic_cleanup(&traffic);
        }
}

/* Another seed is other traffic; every pair of ranks has its turn. */
TEST(random_seeds)
{
    int num_seen[32][32] = {{0}};

    for (uint64_t seed = 0; seed < 500; seed++) {
        qdr_traffic traffic = {0};
        qdr_traffic_make("airfoil_random",
                         (qdr_workload_input){.procs = 32, .seed = seed},
                         &traffic, "points=2800");
        for (int64_t m = 0; m < traffic.pattern.num_messages; m++)
            num_seen[traffic.pattern.messages[m].src]
                    [traffic.pattern.messages[m].dst]++;
        qdr_traffic_cleanup(&traffic);
    }
    /* Each in 296 / 992 of 500: 149 with standard deviation 10 or so. */
    for (int a = 0; a < 32; a++)
        for (int b = 0; b < 32; b++)
            if (a != b)
                assert_in_range(num_seen[a][b], 100, 200);
}
