#!/usr/bin/env bash
# What `bazel run //paper:make-paper-figures` starts; Bazel names the workspace.
exec "${BUILD_WORKSPACE_DIRECTORY:?start it with bazel run}/quadrille" \
    figures "$@"
