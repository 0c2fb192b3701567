"""Programs in Fortran, for the system's MPI."""

def fortran_mpi_program(name, src, options = []):
    """A program that the MPI library's wrapper of the Fortran compiler builds.

    Bazel 4 has no rules for Fortran.

    Args:
      name: of the program.
      src: its source.
      options: of the compiler, quoted for the shell.
    """
    native.genrule(
        name = "build_" + name,
        testonly = True,
        srcs = [src],
        outs = [name],
        cmd = """
            mpifort --version >/dev/null 2>&1 || {
                echo 'mpifort does not work; accepted: an MPI library with \
Fortran, and gfortran: ./quadrille setup' >&2
                exit 1
            }
            modules=$$(mktemp -d)
            mpifort -O2 -Wall %s -J $$modules $< -o $@
            rm -r $$modules
        """ % " ".join(options),
        executable = True,
        tags = ["requires-fortran"],
    )
