#!/usr/bin/env bash
# paper/drawn_by.sh -- the versions that determine a figure's bytes, besides its
# results.
exec Rscript -e 'cat(paste(R.version.string,
    "ggplot2", packageVersion("ggplot2"), "cairo", grSoftVersion()[["cairo"]]),
    sep = "\n")'
