/* harness/slurm/job_fate.c -- see job_fate.h. The words are those of the manual
 * page of squeue and of SLURM 20.11 to 25.05. */
#define _GNU_SOURCE /* of FNM_EXTMATCH */
#include "harness/slurm/job_fate.h"

#include <fnmatch.h>
#include <stddef.h>

/* Patterns of bash; the first row that matches counts. A reason NULL is any. */
static const struct {
    const char *state, *reason;
    qdr_fate fate;
} fates[] = {
    {"@(BOOT_FAIL|CANCELLED|COMPLETED|DEADLINE|FAILED|LAUNCH_FAILED|NODE_FAIL|"
     "OUT_OF_MEMORY|PREEMPTED|REVOKED|TIMEOUT)",
     NULL, QDR_FATE_OVER},
    {"COMPLETING", NULL, QDR_FATE_ENDS},
    {"@(CONFIGURING|POWER_UP_NODE|RESIZING|RUNNING|SIGNALING|STAGE_OUT|STOPPED|"
     "SUSPENDED)",
     NULL, QDR_FATE_RUNS},
    {"@(REQUEUED|REQUEUE_FED)", NULL, QDR_FATE_WILL_RUN},
    {"@(REQUEUE_HOLD|RESV_DEL_HOLD|SPECIAL_EXIT)", NULL, QDR_FATE_NEVER},
    {"PENDING", "JobArrayTaskLimit", QDR_FATE_BEHIND},
    {"PENDING", "Dependency", QDR_FATE_AFTER},
    /* Until somebody releases it, or changes a limit. The words of a held job
     * are JobHeldUser, JobHoldMaxRequeue, "launch failed requeued held" ... */
    {"PENDING",
     "@(*[Hh][eo]ld*|*NeverSatisfied|*NotAllowed|*PerJob*|*PerNode*|"
     "BadConstraints|DeadLine|Invalid*|MaxMemPerLimit|PartitionInactive|"
     "Partition*Limit|QOSMin*|Reservation*eleted)",
     QDR_FATE_NEVER},
    {"PENDING",
     "@(|?null?|Assoc*|BeginTime|BurstBuffer*|Cleaning|FrontEndDown|"
     "InactiveLimit|JobLaunchFailure|Licenses|Max*PerAccount|NodeDown|"
     "Nodes required for job*|NonZeroExitCode|None|PartitionConfig|"
     "PartitionDown|Power*|Priority|Prolog|QOS*|RaisedSignal*|"
     "ReqNodeNotAvail*|Reservation|Resources|SchedDefer|SystemFailure|"
     "TimeLimit|WaitingForScheduling)",
     QDR_FATE_WILL_RUN},
};

qdr_fate qdr_job_fate(const char *state, const char *reason)
{
    for (size_t i = 0; i < sizeof fates / sizeof *fates; i++)
        if (fnmatch(fates[i].state, state, FNM_EXTMATCH) == 0 &&
            (fates[i].reason == NULL ||
             fnmatch(fates[i].reason, reason, FNM_EXTMATCH) == 0))
            return fates[i].fate;
    return QDR_FATE_UNKNOWN;
}
