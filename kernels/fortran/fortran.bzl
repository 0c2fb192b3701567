"""Tests in Fortran, for the system's MPI."""

def fortran_mpi_test(name, srcs, procs, options = []):
    """A program that uses module quadrille, and tests itself under mpirun.

    Bazel 4 has no rules for Fortran: the MPI library's wrapper of the compiler
    builds the module and the program as users do.

    Args:
      name: of the test.
      srcs: the program's, modules first.
      procs: process counts, one launch each.
      options: of the compiler, quoted for the shell.
    """
    sources = ["//kernels/fortran:installed/quadrille.f90"] + srcs
    archive = "//kernels/plan:libquadrille.a"
    native.genrule(
        name = name + "_build",
        testonly = True,
        srcs = sources + [archive],
        outs = [name + "_program"],
        cmd = """
            mpifort --version >/dev/null 2>&1 || {
                echo 'mpifort does not work; accepted: an MPI library with \
Fortran, and gfortran: ./quadrille setup' >&2
                exit 1
            }
            modules=$$(mktemp -d)
            mpifort %s -J $$modules %s -pthread -lm -o $@
            rm -r $$modules
        """ % (
            " ".join(options),
            " ".join(["$(location %s)" % s for s in sources + [archive]]),
        ),
        executable = True,
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
