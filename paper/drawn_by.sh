#!/usr/bin/env bash
# paper/drawn_by.sh -- what a figure's bytes depend on beside its results.
exec Rscript -e 'cat(paste(R.version.string,
    "ggplot2", packageVersion("ggplot2"), "cairo", grSoftVersion()[["cairo"]]),
    sep = "\n")'
