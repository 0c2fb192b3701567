"""One source, two MPIs.

Each rule here makes its target twice: `name` for the system's MPI and
`name_simulated` for SimGrid. `deps` are libraries without MPI, compiled once
and linked into both; `mpi_deps` are themselves made by mpi_library.
"""

# Programs search their own folder for libraries first. A build for a cluster
# puts libraries there that a compute node may lack.
BESIDE = ["-Wl,--disable-new-dtags,-rpath,$$ORIGIN/lib"]

def mpi_library(
        name,
        srcs,
        hdrs = [],
        deps = [],
        mpi_deps = [],
        real_srcs = [],
        **kwargs):
    """A library that calls MPI; real_srcs are not in its simulated twin."""
    native.cc_library(
        name = name,
        srcs = srcs + real_srcs,
        hdrs = hdrs,
        deps = deps + mpi_deps + ["@mpi"],
        **kwargs
    )
    native.cc_library(
        name = name + "_simulated",
        srcs = srcs,
        hdrs = hdrs,
        deps = deps + [dep + "_simulated" for dep in mpi_deps] +
               ["@simgrid//:smpi"],
        **kwargs
    )

def mpi_program(
        name,
        srcs,
        deps = [],
        mpi_deps = [],
        real_deps = [],
        simulated_deps = [],
        linkopts = [],
        **kwargs):
    """A program; its simulated twin is the shared object that smpirun loads."""
    native.cc_binary(
        name = name,
        srcs = srcs,
        linkopts = BESIDE + linkopts,
        deps = deps + mpi_deps + real_deps + ["@mpi"],
        **kwargs
    )
    native.cc_binary(
        name = name + "_simulated.so",
        srcs = srcs,
        deps = deps + [dep + "_simulated" for dep in mpi_deps] +
               simulated_deps + ["@simgrid//:smpi"],
        linkopts = linkopts,
        linkshared = True,
        **kwargs
    )

def mpi_test(
        name,
        srcs,
        deps = [],
        mpi_deps = [],
        real_deps = [],
        simulated_deps = [],
        procs = [],
        simulated_procs = [],
        linkopts = [],
        slow = False,
        simulated_slow = False):
    """A program that tests itself, under mpirun and in the simulator.

    Args:
      name: of the test; name_simulated is its twin.
      srcs: the program.
      deps: libraries without MPI.
      mpi_deps: libraries made by mpi_library.
      real_deps: libraries of the program under mpirun only.
      simulated_deps: libraries of the program in the simulator only.
      procs: process counts under mpirun, one launch each.
      simulated_procs: process counts in the simulator.
      linkopts: of the program.
      slow: only `./quadrille test --all` runs it.
      simulated_slow: the same of its twin.
    """
    mpi_program(
        name = name + "_program",
        srcs = srcs,
        testonly = True,
        deps = deps,
        mpi_deps = mpi_deps,
        real_deps = real_deps,
        linkopts = linkopts,
        simulated_deps = ["//harness/simulator:machine_layer"] +
                         simulated_deps,
    )
    if procs:
        native.sh_test(
            name = name,
            size = "medium",
            srcs = ["//harness/testing:run_mpi.sh"],
            args = ["$(location %s_program)" % name] + [str(p) for p in procs],
            data = [name + "_program"],
            # Ranks that share cores with another test are very slow.
            tags = ["cpu:2"] + (["slow"] if slow else []),
        )
    if not simulated_procs:
        return
    simulated = [
        "//harness/simulator:platform.so",
        name + "_program_simulated.so",
        "//configs:machines/hardware/cm5.yaml",
        "//configs:machines/software/cmmd1.yaml",
    ]
    native.sh_test(
        name = name + "_simulated",
        size = "medium",
        srcs = ["//harness/testing:run_simulated.sh"],
        args = ["$(location %s)" % label for label in simulated] +
               [str(p) for p in simulated_procs],
        data = simulated + ["//harness/simulator:simgrid_options.txt"],
        # The sanitizers cannot enter the simulator's shared objects.
        tags = ["unsanitized"] + (["slow"] if simulated_slow else []),
    )
