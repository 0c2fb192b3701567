#!/usr/bin/env bash
# `bazel run //paper:make-paper-figures` runs this; Bazel sets the workspace.
exec "${BUILD_WORKSPACE_DIRECTORY:?start it with bazel run}/quadrille" \
    figures "$@"
