# analysis/R/report.R -- the report: one HTML file that needs no other.

# A figure with the claims that it shows and the folders of its results.
html_figure <- function(figure, claims) {
  tags <- htmltools::tags
  shown <- claims[id %in% figure$claims]
  has_data <- if (file.exists(sub("svg$", "csv", figure$file))) ", .csv" else ""
  tags$figure(
    svg_with_label(figure$inline, figure$caption),
    if (nrow(shown) > 0)
      tags$ul(lapply(seq_len(nrow(shown)), function(i) with(shown[i], tags$li(
        paste0(claim, ", ", if (machine == "printed") "in print" else machine,
               ": "),
        tags$span(verdict, class = verdict_class(verdict)),
        if (found != "") paste0(" (", found, ")"))))),
    tags$figcaption(
      paste0("figures/", basename(figure$file), ", .pdf", has_data),
      if (length(figure$folders) > 0)
        paste0("; ./quadrille figures --results DIR, of DIR/",
               paste(figure$folders, collapse = ", DIR/"))))
}

# The papers' figures are in their sections, the others further down.
figures_of <- function(parts, belongs) {
  lapply(parts$figures[belongs(names(parts$figures))], html_figure,
         claims = parts$claims)
}

paper_names <- c(
  ponnusamy1992 =
    "Scheduling Regular and Irregular Communication Patterns on the CM-5",
  wang1993 = paste("Distributed Scheduling of Unstructured Collective",
                   "Communication on the CM-5"),
  barnett1994 = "Building a High-Performance Collective Communication Library",
  ranka1995 = "Many-to-many Personalized Communication with Bounded Traffic")

section_of_paper <- function(paper, parts) {
  tags <- htmltools::tags
  first <- sub("[0-9]+$", "", paper)
  htmltools::tagList(
    tags$h2(id = paper, paste0(paper, ": ", paper_names[[paper]])),
    html_table(table_claims(parts$claims[!(is_measured)], paper)),
    tags$h3("Its figures, redrawn"),
    figures_of(parts, function(names) {
      startsWith(names, paste0(first, "_")) |
        (paper == "ponnusamy1992" & startsWith(names, "table11_cm5"))
    }),
    if (paper %in% parts$brackets$paper) htmltools::tagList(
      tags$h3("Printed times and two surrogates"),
      html_table(table_brackets(parts$brackets, paper))),
    if (paper == "ponnusamy1992") htmltools::tagList(
      tags$h3("Table 11, cell by cell"),
      html_table11(parts$ledger, parts$labels),
      tags$p(class = "note", "* the machine's one fitted scalar was fitted on ",
             "this cell, which does not count as reproduced. Simulated times ",
             "are means over the patterns.")))
}

# A summary that takes a minute to read.
section_summary <- function(parts) {
  tags <- htmltools::tags
  exact <- parts$ledger[role == "exact"]
  tags$ul(
    tags$li("Printed numbers and simulations of the machines of their time: ",
            html_table(table_totals(parts$totals))),
    tags$li(describe_winners(parts$means)),
    tags$li(sprintf(paste("Of %d exact numbers (schedules, rounds and costs)",
                          "%d are equal; %d contradict, %d of these are errata",
                          "of the papers."),
                    nrow(exact), exact[verdict == "exact", .N],
                    exact[verdict == "contradicts", .N],
                    exact[verdict == "contradicts" &
                            startsWith(note, "erratum"), .N])),
    tags$li(paste0(describe_coverage(parts$coverage), ".")))
}

section_today <- function(parts) {
  tags <- htmltools::tags
  # A table and how many claims have which verdict.
  with_counts <- function(claims, model) {
    if (!is.null(claims)) htmltools::tagList(
      html_table(model),
      tags$p(paste0(words_of_verdicts(claims[, .N, by = verdict]), ".")))
  }
  htmltools::tagList(
    tags$h2(id = "today", "Which claims hold today"),
    tags$p(class = "note", "Frozen in paper/data, with their commands; ",
           "measured and simulated never share a table."),
    with_counts(parts$today, table_today(parts$today)),
    with_counts(parts$here, table_here(parts$here)),
    if (!is.null(parts$measured)) htmltools::tagList(
      figures_of(parts, function(names) names == "table11_measured_local"),
      html_table(table_measured(parts$measured)),
      html_table(table_claims_measured(
        parts$claims[(is_measured)]))))
}

# What is frozen, because it takes longer than all the rest.
section_frozen <- function(parts) {
  tags <- htmltools::tags
  htmltools::tagList(
    if (!is.null(parts$peers)) htmltools::tagList(
      tags$h2(id = "peers", "Compared with the MPI libraries' own choices"),
      figures_of(parts, function(names) names == "peers"),
      html_table(table_peers(parts$peers)),
      tags$p(class = "note", "./quadrille bench peers; every cell is in ",
             "paper/data/peers.csv.")),
    if (!is.null(parts$model_parts)) htmltools::tagList(
      tags$h2("The effect of each part of the machine model"),
      html_table(table_model_parts(parts$model_parts)),
      tags$p(class = "note", "./quadrille reproduce --ablations.")),
    if (!is.null(parts$refitted)) htmltools::tagList(
      tags$h2(id = "refits", "Scalars fitted on other cells"),
      html_table(table_refits(parts$refitted)),
      tags$p(class = "note", describe_refits(parts$refitted),
             " ./quadrille reproduce --refits.")))
}

section_ledger <- function(parts) {
  tags <- htmltools::tags
  tags$section(
    id = "ledger",
    tags$h2("Every printed number"),
    tags$p(tags$input(id = "find", type = "search",
                      placeholder = "words, or column:word, e.g. table:4 rs_n",
                      `aria-label` = "words that rows must have"),
           ledger_menus(parts$ledger),
           tags$span(id = "count", class = "note")),
    html_ledger(parts$ledger))
}

# How far the printed times of each paper's tables come back, as words.
describe_tables <- function(ledger, wanted) {
  times <- ledger[role %in% predicted_roles & grepl("time", quantity),
                  .(share = mean(!is.na(reproduced) &
                                   !verdict %in% far_verdicts)),
                  by = .(paper, table)]
  times[wanted(share), paste(table_of(paper, table), collapse = "; ")]
}

# The first screen: what it is about, what comes back and what does not.
section_first <- function(parts) {
  tags <- htmltools::tags
  counts <- parts$claims[!machine %in% c("printed", "none", "local"), .N,
                         by = .(verdict = sub("^fitted, .*", "fitted",
                                              verdict))][order(-N)]
  link <- function(file, words = file) tags$a(href = file, words)
  htmltools::tagList(
    tags$h1("Four papers of 1992 to 1995 on scheduled communication, ",
            "run again"),
    tags$p("Which messages should the processors of a parallel machine send ",
           "at the same time? Four papers asked this of the CM-5 of Thinking ",
           "Machines, nodes below a fat tree, and of the Paragon of Intel, a ",
           "mesh of nodes. Here their experiments run on simulations of these ",
           "machines; each printed number is compared with ours."),
    tags$ul(
      tags$li(tags$b("Times: "),
              paste0(parts$totals[quantities == "times" & (
                cells == "unseen" | models == "present"), paste(sprintf(paste0(
                "of %d %s, %.0f%% within 10%%, %.0f%% within 25%% and %.0f%% ",
                "within 50%%"), number,
                fifelse(cells == "unseen", sprintf(
                  "before anything was chosen from them (models of %s)",
                  models), sprintf("%s, today", cells)), 100 * within_10,
                100 * within_25, 100 * within_50),
                collapse = "; ")], ".")),
      tags$li(tags$b("Comes back: "), "with the present models at least three ",
              "quarters of the times are within 25% in ",
              paste0(describe_tables(parts$ledger,
                                     function(share) share >= 0.75),
                     ". Of the statements that were simulated: ",
                     words_of_verdicts(counts), ".")),
      tags$li(tags$b("Does not: "), "fewer than three quarters in ",
              paste0(describe_tables(parts$ledger,
                                     function(share) share < 0.75),
                     ", which come back in part. ranka1995 prints no ",
                     "times: its statements are below."))),
    tags$p(class = "note", "Colours of verdicts: ",
           tags$span("exact, within 10%, holds;", class = "good"),
           tags$span("within 50%, holds on a range;", class = "fair"),
           tags$span("further off, contradicts.", class = "poor"),
           "Looked at: the times led to a choice of the models. Files next to ",
           "this page:", link("paper.pdf"), link("ledger.csv"),
           link("claims.csv"), link("coverage.csv"),
           link("figures/", "figures")))
}

report_sections <- function(parts) {
  tags <- htmltools::tags
  papers <- names(paper_names)
  drawn <- names(parts$figures)
  known <- sub("[0-9]+$", "_", papers)
  htmltools::tagList(
    section_first(parts),
    tags$nav(`aria-label` = "sections", Map(function(where, words)
                   tags$a(href = paste0("#", where), words),
                 c("coverage", papers, "ledger", "skill", "peers", "today",
                   "errata", "made"),
                 c("coverage", papers, "every number", "skill", "peers",
                   "today", "errata", "made with"))),
    figures_of(parts, function(names) names == "printed"),
    section_summary(parts),
    tags$h2(id = "coverage", "What is reproduced"),
    html_table(table_coverage(parts$coverage)),
    tags$p(class = "note", "./quadrille reproduce writes the files next to ",
           "this one; docs/ is a folder of the project."),
    lapply(papers, section_of_paper, parts = parts),
    section_ledger(parts),
    tags$h2(id = "skill", "Errors, skill and order, by table"),
    html_table(table_scores(parts$scores)),
    html_table(table_winners(parts$scores)),
    tags$p(class = "note", "error: |ln(reproduced / published)|. skill: 1 - ",
           "(our median error / the null model's). tau: Kendall's tau-b of ",
           "the algorithms' order, averaged over cases; published times ",
           "closer than 10% are ties. winners: the share of cases in which ",
           "the published winner, or an algorithm within 10% of it, wins."),
    html_table(table_merit(parts$summary, parts$titles)),
    tags$p(class = "note", "The null model is the largest degree times ",
           "(88 us + bytes / 5 MB/s), printed constants alone."),
    html_table(table_first_run(parts$first_run)),
    tags$h2("Beyond the papers"),
    figures_of(parts, function(names) {
      !grepl(paste0("^(", paste(known, collapse = "|"), "|table11_|peers$|",
                    "printed$)"),
             names)
    }),
    section_frozen(parts),
    section_today(parts),
    section_disagreements(parts$disagreements),
    tags$h2(id = "errata", "Errata of the papers"),
    html_table(table_errata(parts$errata)),
    html_table(table_outliers(parts$outliers)),
    html_table(table_sensitivity(parts$sensitivity)),
    tags$h2(id = "made", "Made with"),
    html_table(table_provenance(parts$provenance)),
    tags$p(class = "note", R.version.string, ", data.table ",
           as.character(packageVersion("data.table")), ", ggplot2 ",
           as.character(packageVersion("ggplot2")), ". The same numbers as ",
           "csv: coverage.csv, ledger.csv, claims.csv, measured.csv."))
}

# `style_folder` has report.css and report.js.
write_report <- function(file, parts, style_folder) {
  inline <- inline_svgs(vapply(parts$figures, `[[`, "", "file"))
  parts$figures <- Map(function(figure, svg) c(figure, inline = svg),
                       parts$figures, inline$figures)
  write_page(file, "quadrille: published and reproduced",
             report_sections(parts), inline,
             file.path(style_folder, "report.css"),
             file.path(style_folder, "report.js"))
}
