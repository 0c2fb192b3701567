"""Repository rules that find the system's libraries with their own tools.

No file names a path of a machine: mpicc, pkg-config and smpicc report their
headers and libraries. Header directories outside the compiler's own are linked
into the external repository, because Bazel refuses an include path outside its
execution root.
"""

_LIBRARY = """
cc_library(
    name = "{name}",
    hdrs = glob({globs}, allow_empty = True),
    includes = {includes},
    linkopts = {linkopts},
    visibility = ["//visibility:public"],
)
"""

def _ask(ctx, command, what):
    result = ctx.execute(command)
    if result.return_code != 0:
        fail("%s not found (%s failed); see docs/install.md" %
             (what, " ".join(command)))
    return [word for word in result.stdout.strip().split(" ") if word]

def _write_library(ctx, name, include_dirs, linkopts):
    """Links the header directories in and writes the one cc_library."""
    includes = []
    for i, directory in enumerate(include_dirs):
        ctx.symlink(directory, "include%d" % i)
        includes.append("include%d" % i)
    ctx.file("BUILD", _LIBRARY.format(
        name = name,
        globs = [directory + "/**/*.h" for directory in includes],
        includes = includes,
        linkopts = linkopts,
    ))

def _include_dirs(flags):
    return [flag[2:] for flag in flags if flag.startswith("-I")]

def _link_flags(flags):
    return [flag for flag in flags if flag[:2] in ["-L", "-l", "-W", "-p"]]

def _system_mpi(ctx):
    # Open MPI accepts --showme:*, MPICH and Intel MPI accept -show.
    mpicc = ctx.os.environ.get("MPICC", "mpicc")
    if ctx.execute([mpicc, "--showme:version"]).return_code == 0:
        includes = _ask(ctx, [mpicc, "--showme:incdirs"], "MPI")
        links = _ask(ctx, [mpicc, "--showme:link"], "MPI")
    else:
        flags = _ask(ctx, [mpicc, "-show"], "MPI")
        includes = _include_dirs(flags)
        links = flags
    _write_library(ctx, "mpi", includes, _link_flags(links))

def _system_simgrid(ctx):
    if not ctx.which("smpicc"):
        fail("SimGrid not found (no smpicc); see docs/install.md")
    prefix = str(ctx.path(ctx.which("smpicc").realpath).dirname.dirname)
    _write_library(ctx, "smpi", [prefix + "/include/smpi"], ["-lsimgrid"])

def _system_package(ctx):
    package = ctx.attr.package
    includes = _ask(ctx, ["pkg-config", "--cflags-only-I", package], package)
    links = _ask(ctx, ["pkg-config", "--libs", package], package)
    _write_library(ctx, ctx.name, _include_dirs(includes), _link_flags(links))

def _system_library(ctx):
    """A library without a pkg-config file: the compiler finds it."""
    what = ctx.attr.library
    ctx.file("found.c", "#include <%s>\nint main(void) { return 0; }\n" %
                        ctx.attr.header)
    _ask(ctx, ["cc", "found.c", "-o", "found", "-l" + what], what)
    _write_library(ctx, ctx.name, [], ["-l" + what])

_ENVIRONMENT = [
    "PATH",
    "MPICC",
    "MPI_HOME",
    "PKG_CONFIG_PATH",
    "CPATH",
    "LIBRARY_PATH",
]

system_mpi = repository_rule(
    implementation = _system_mpi,
    environ = _ENVIRONMENT,
    local = True,
)

system_simgrid = repository_rule(
    implementation = _system_simgrid,
    environ = _ENVIRONMENT,
    local = True,
)

system_package = repository_rule(
    implementation = _system_package,
    attrs = {"package": attr.string(mandatory = True)},
    environ = _ENVIRONMENT,
    local = True,
)

system_library = repository_rule(
    implementation = _system_library,
    attrs = {
        "header": attr.string(mandatory = True),
        "library": attr.string(mandatory = True),
    },
    environ = _ENVIRONMENT,
    local = True,
)
