#!/usr/bin/env bash
# paper/drawn_by.sh -- prints the versions that, with the results, determine a
# figure's bytes.
exec Rscript --vanilla -e 'cat(paste(R.version.string,
    "ggplot2", packageVersion("ggplot2"), "cairo", grSoftVersion()[["cairo"]]),
    sep = "\n")'
