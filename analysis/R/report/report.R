# analysis/R/report/report.R -- the report: one HTML file that needs no other.

# A figure with the claims that it shows and the folders of its results.
html_figure <- function(figure, claims) {
  shown <- claims[id %in% figure$claims]
  tags$figure(
    tags$div(class = "drawing",
             svg_with_label(figure$inline, figure$caption)),
    if (nrow(shown) > 0)
      tags$ul(lapply(seq_len(nrow(shown)), function(i) with(shown[i], tags$li(
        paste0(claim, ", ", if (machine == "printed") "in print" else machine,
               ": "),
        tags$span(verdict, class = verdict_class(verdict)),
        if (found != "") paste0(" (", found, ")"))))),
    tags$figcaption(
      paste0(sub("[.]svg$", "", basename(figure$file)), ": "),
      links_of_figure(figure$file),
      if (length(figure$folders) > 0)
        paste("; of", length(figure$folders),
              if (length(figure$folders) == 1) "sweep" else "sweeps",
              "(names: the first line of the csv)")))
}

# The main figure, and its variant for narrow screens with the words below.
main_figure <- function(parts) {
  narrow <- parts$figures$printed_narrow
  htmltools::tagList(
    tags$div(class = "broad", figures_of(parts, function(names) {
      names == "printed"
    })),
    if (!is.null(narrow)) tags$figure(
      class = "narrow", svg_with_label(narrow$inline, narrow$caption),
      tags$figcaption(paste(narrow$caption, words_of_printed),
                      links_of_figure(narrow$file))))
}

# The papers' figures are in their sections, the others further down.
figures_of <- function(parts, belongs) {
  lapply(parts$figures[belongs(names(parts$figures))], html_figure,
         claims = parts$claims)
}

# A section that the navigation links to, and that a screen reader lists.
section_of <- function(id, title, ...) {
  htmltools::tags$section(id = id, `aria-label` = title,
                          htmltools::tags$h2(title), ...)
}

paper_names <- c(
  ponnusamy1992 =
    "Scheduling Regular and Irregular Communication Patterns on the CM-5",
  wang1993 = paste("Distributed Scheduling of Unstructured Collective",
                   "Communication on the CM-5"),
  barnett1994 = "Building a High-Performance Collective Communication Library",
  ranka1995 = "Many-to-many Personalized Communication with Bounded Traffic")

section_of_paper <- function(paper, parts) {
  first <- sub("[0-9]+$", "", paper)
  section_of(
    paper, paste0(paper, ": ", paper_names[[paper]]),
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
  tags$ul(
    tags$li(with(count_exact(parts$ledger), sprintf(
      paste("Of %d exact numbers (schedules, rounds and costs) %d are equal;",
            "%d contradict, %d of these are errata of the papers."),
      number, exact, contradict, errata))),
    tags$li(paste0(describe_coverage(parts$coverage), ".")))
}

section_today <- function(parts) {
  # A table and how many claims have which verdict.
  with_counts <- function(claims, model) {
    if (!is.null(claims)) htmltools::tagList(
      html_table(model),
      tags$p(paste0(words_of_verdicts(claims), ".")))
  }
  section_of(
    "today", "Which claims hold today",
    tags$p(class = "note", "Frozen in paper/data, with their commands; ",
           "measured and simulated never share a table."),
    with_counts(parts$today, table_elsewhere(parts$today, "today")),
    with_counts(parts$here, table_elsewhere(parts$here, "here")),
    if (!is.null(parts$measured)) htmltools::tagList(
      figures_of(parts, function(names) names == "table11_measured_local"),
      html_table(table_measured(parts$measured)),
      html_table(table_elsewhere(parts$claims[(is_measured)], "measured"))))
}

# What is frozen, because it takes longer than all the rest.
section_frozen <- function(parts) {
  htmltools::tagList(
    if (!is.null(parts$peers)) section_of(
      "peers", "Compared with the algorithms of MPI libraries",
      figures_of(parts, function(names) names == "peers"),
      html_table(table_peers(parts$peers)),
      html_table(table_undivided(parts$undivided)),
      tags$p(class = "note", "./quadrille bench peers; every cell is in ",
             "paper/data/peers.csv, every peer in ",
             "paper/data/peers_libraries.csv.")),
    if (!is.null(parts$model_parts)) section_of(
      "parts", "The effect of each part of the machine model",
      html_table(table_model_parts(parts$model_parts)),
      tags$p(class = "note", "./quadrille reproduce --ablations.")),
    if (!is.null(parts$refitted)) section_of(
      "refits", "Scalars fitted on other cells",
      html_table(table_refits(parts$refitted)),
      tags$p(class = "note", describe_refits(parts$refitted),
             " ./quadrille reproduce --refits.")))
}

section_ledger <- function(parts) {
  section_of(
    "ledger", "Every printed number",
    tags$p(tags$input(id = "find", type = "search",
                      placeholder = "words, or column:word, e.g. table:4 rs_n",
                      `aria-label` = "words that rows must have"),
           ledger_menus(parts$ledger),
           tags$span(id = "count", class = "note", role = "status")),
    html_ledger(parts$ledger))
}

# The accuracy of the models.
section_skill <- function(parts) {
  note <- function(...) htmltools::tags$p(class = "note", ...)
  section_of(
    "skill", "Errors, skill and order, by table",
    if (!is.null(parts$nulls)) htmltools::tagList(
      tags$p(describe_nulls(parts$nulls)),
      html_table(table_nulls(parts$nulls))),
    html_table(table_scores(parts$scores)),
    html_table(table_winners(parts$scores)),
    note("error: |ln(reproduced / published)|. skill: 1 - (our median error / ",
         "the null model's). tau: Kendall's tau-b of the algorithms' order, ",
         "averaged over cases; published times closer than 10% are ties. ",
         "winners: the share of cases in which the published winner, or an ",
         "algorithm within 10% of it, wins."),
    html_table(table_merit(parts$summary, parts$titles)),
    note("null, skill: the model without a schedule, the largest degree times ",
         "(88 us + bytes / 5 MB/s), printed constants alone."),
    html_table(table_first_run(parts$first_run)))
}

section_errata <- function(parts) {
  section_of("errata", "Errata of the papers",
             html_table(table_errata(parts$errata)),
             html_table(table_outliers(parts$outliers)),
             html_table(table_sensitivity(parts$sensitivity)),
             html_table(table_elapsed(parts$elapsed)))
}

section_made <- function(parts) {
  version <- function(package) as.character(packageVersion(package))
  section_of(
    "made", "Made with",
    tags$details(
      tags$summary("Commits, programs, MPI and processors of the results"),
      html_table(table_provenance(parts$provenance)),
      tags$p(class = "note", R.version.string, ", data.table ",
             version("data.table"), ", ggplot2 ", version("ggplot2"), ".")))
}

navigation <- function(papers) {
  tags$nav(`aria-label` = "sections", Map(
    function(where, words) tags$a(href = paste0("#", where), words),
    c("coverage", papers, "ledger", "skill", "beyond", "peers", "today",
      "errata", "made"),
    c("coverage", papers, "every number", "skill", "beyond", "peers", "today",
      "errata", "made with")))
}

report_sections <- function(parts, style_folder, folder) {
  papers <- names(paper_names)
  known <- sub("[0-9]+$", "_", papers)
  htmltools::tagList(
    section_first(parts, style_folder, folder),
    navigation(papers),
    main_figure(parts),
    section_summary(parts),
    section_of(
      "coverage", "What is reproduced",
      html_table(table_coverage(parts$coverage)),
      tags$p(class = "note", "./quadrille reproduce writes the files next to ",
             "this one; docs/ is a folder of the project.")),
    lapply(papers, section_of_paper, parts = parts),
    section_ledger(parts),
    section_skill(parts),
    section_of(
      "beyond", "Beyond the papers",
      figures_of(parts, function(names) {
        !grepl(paste0("^(", paste(known, collapse = "|"), "|table11_|peers$|",
                      "printed)"), names)
      })),
    section_frozen(parts),
    section_today(parts),
    section_disagreements(parts$disagreements),
    section_errata(parts),
    section_made(parts))
}

# `style_folder` has report.css, report.js and the drawings of machines.
write_report <- function(file, parts, style_folder) {
  inline <- inline_figures(parts$figures)
  parts$figures <- inline$figures
  write_page(file, "quadrille: published and reproduced",
             report_sections(parts, style_folder, dirname(file)), inline,
             file.path(style_folder, "report.css"),
             file.path(style_folder, "report.js"))
}
