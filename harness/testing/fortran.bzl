"""Programs and tests in Fortran, for the system's MPI."""

_MODULE = "//kernels/fortran:installed/quadrille.f90"
_ARCHIVE = "//kernels/plan:libquadrille.a"

def fortran_mpi_program(name, srcs, options = [], libraries = []):
    """A program that the MPI library's wrapper of the Fortran compiler builds.

    Bazel 4 has no rules for Fortran.

    Args:
      name: of the program.
      srcs: its sources, modules first.
      options: of the compiler, quoted for the shell.
      libraries: archives.
    """
    native.genrule(
        name = "build_" + name,
        testonly = True,
        srcs = srcs + libraries,
        outs = [name],
        cmd = """
            export HOME=/nonexistent # Open MPI 5 needs one
            why=$$(mpifort --version 2>&1 >/dev/null) || {
                echo "mpifort does not work: $$(head -n 1 <<<"$$why"); \
accepted: an MPI library with Fortran, and gfortran: ./quadrille setup" >&2
                exit 1
            }
            modules=$$(mktemp -d)
            mpifort -O2 -Wall %s -J $$modules $(SRCS) -pthread -lm -o $@
            rm -r $$modules
        """ % " ".join(options),
        executable = True,
        tags = ["requires-fortran"],
    )

def fortran_mpi_test(name, srcs, procs, options = []):
    """A program that uses module quadrille, and tests itself under mpirun.

    Args:
      name: of the test.
      srcs: the program's sources, modules first.
      procs: process counts, one launch each.
      options: of the compiler, quoted for the shell.
    """
    fortran_mpi_program(
        name = name + "_program",
        srcs = [_MODULE] + srcs,
        libraries = [_ARCHIVE],
        options = options,
    )
    native.sh_test(
        name = name,
        size = "medium",
        srcs = ["//harness/testing:run_mpi.sh"],
        args = ["$(location %s_program)" % name] + [str(p) for p in procs],
        data = [name + "_program"],
        # The archive has the sanitizers' calls, and the compiler no sanitizers.
        tags = [
            "cpu:2",
            "unsanitized",
        ],
    )
