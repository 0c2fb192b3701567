# analysis/R/report/first_screen.R -- the top of the report: what it is about,
# what comes back and what does not, the machines, and the files.

shape_network <- shape_record(list(node_bandwidth_mb_s = shape_number),
                              list(link_bandwidth_mb_s = shape_number),
                              others = TRUE)

# The hardware files of the machines that are drawn, by name.
read_networks <- function(root) {
  sapply(c("cm5", "paragon"), function(name) {
    read_shaped_yaml(file.path(root, "configs", "machines", "hardware",
                               paste0(name, ".yaml")), shape_network)
  }, simplify = FALSE)
}

words_of_drawings <- c(
  cm5 = paste(
    "16 nodes of the CM-5, in four groups of four below the switches of a fat",
    "tree, whose links are wider towards the root. Among its four a node has",
    "20 MB/s, among the 16 it has 10 MB/s, beyond them 5 MB/s. A binary tree,",
    "the control network, joins the same nodes: barrier, sum, broadcast."),
  paragon = paste(
    "The Paragon, a mesh of 16 rows of 32 nodes, each linked to its",
    "neighbours. A message goes along its row, then along the column."))

# The machines, drawn by hand in `folder`; the rates are those simulated.
figure_of_machines <- function(folder, networks) {
  drawing <- function(name) {
    text <- readLines(file.path(folder, paste0(name, ".svg")))
    htmltools::HTML(sub("@label@", words_of_drawings[[name]], text,
                        fixed = TRUE))
  }
  tags$figure(
    class = "machines", drawing("cm5"), drawing("paragon"),
    tags$figcaption(sprintf(paste(
      "Rates of the fat tree as printed; 32 to 256 nodes ran. The processor of",
      "a node moves its data itself, at %.3g MB/s (wang1993, Table 2). On the",
      "Paragon a node moves %.4g MB/s (fitted), a link %.3g MB/s (assumed)."),
      networks$cm5$node_bandwidth_mb_s, networks$paragon$node_bandwidth_mb_s,
      networks$paragon$link_bandwidth_mb_s)))
}

# The tables whose printed times come back, or do not, as words, with how many
# of their cells constants were fitted on.
describe_tables <- function(ledger, agrees) {
  times <- predicted_times(ledger)[, .(
    share = mean(!is.na(reproduced) & !verdict %in% far_verdicts),
    after = ""), by = .(paper, table)]
  fitted <- unique(ledger[role == "calibration"], by = ledger_keys)[
    , .N, by = .(paper, table)]
  times[fitted, on = .(paper, table), after := fifelse(
    i.N == 1, " (after a constant was fitted on one of its cells)",
    sprintf(" (after constants were fitted on %d of its cells)", i.N))]
  times[(share >= agreeing_share) == agrees,
        paste0(table_of(paper, table), after, collapse = "; ")]
}

# The shares of the printed times that come back, and of the winners.
tables_of_findings <- function(parts) {
  htmltools::tagList(
    html_table(table_totals(parts$totals[quantities == "times"])),
    tags$p(paste0(describe_gain(parts$totals), describe_unseen(parts$ledger))),
    html_table(table_once(parts$winners)))
}

# What is left to test the models with.
describe_unseen <- function(ledger) {
  paste0(if (!any(predicted_times(ledger)$seen == "unseen"))
    " By now a review of all numbers has used them.",
    " Out of sample are the blind rows of paper/data/predictions.csv, of ",
    "measurements that nobody here has looked up (docs/predictions.md).")
}

# Which tables come back, and which do not.
list_of_findings <- function(parts) {
  tags$ul(
    tags$li(tags$b("Comes back: "), "three quarters of the times or more are ",
            "within 25% in ",
            paste0(describe_tables(parts$ledger, TRUE), ".")),
    tags$li(tags$b("In part: "), "fewer are in ",
            paste0(describe_tables(parts$ledger, FALSE),
                   ". ranka1995 prints no times.")),
    tags$li(tags$b("Statements: "),
            paste0(describe_claim_counts(parts$claims), ".")))
}

words_of_files <- c(
  ledger.csv = "every printed number and ours",
  totals.csv = "the shares above",
  claims.csv = "every statement",
  disagreements.csv = "statements whose frozen verdict is another",
  coverage.csv = "every table and figure of the papers",
  scores.csv = "errors, skill and order",
  nulls.csv = "null models, by table",
  elapsed.csv = "long runs: printed and simulated times, and bytes",
  timesharing.csv = "simulated times as if nodes were shared",
  brackets.csv = "printed times and two surrogates",
  sensitivity.csv = "the shares without some of the times",
  ablations.csv = "the effect of single factors",
  first_run.csv = "the first results and the present ones",
  measured.csv = "measured on this machine",
  provenance.csv = "what the results were made with")

link_to <- function(file, words = basename(file))
  htmltools::tags$a(href = file, words)

# The files of a figure in folder `figures`, as links.
links_of_figure <- function(file) {
  files <- paste0(sub("svg$", "", file), c("svg", "pdf", "csv"))
  there <- files[file.exists(files)]
  lapply(there, function(one) {
    list(link_to(paste0("figures/", basename(one)),
                 sub(".*[.]", "", one)), " ")
  })
}

# Links to the files in `folder`, which has the report.
list_of_files <- function(parts, folder) {
  there <- Filter(function(name) file.exists(file.path(folder, name)),
                  names(words_of_files))
  tags$details(
    class = "files",
    tags$summary("All csv files, and each figure's data"),
    tags$ul(lapply(there, function(name) {
      tags$li(link_to(name), paste0("(", words_of_files[[name]], ")"))
    })),
    tags$ul(class = "columns", lapply(names(parts$figures), function(name) {
      tags$li(paste0(name, ": "), links_of_figure(parts$figures[[name]]$file))
    })))
}

# As docs/data-dictionary.md has them.
words_of_roles <- c(
  exact = "a count or a formula, which must be equal",
  prediction = "nothing was fitted on the number or taken from it",
  surrogate = "a prediction whose traffic substitutes for lost traffic",
  calibration = "a constant was fitted on it; it does not count",
  input = "a constant or the traffic was taken from it; it does not count",
  shown = "counts on another machine or with other traffic",
  beyond = "by a method that the paper does not use; it does not count",
  undescribed = "the vendor's library, which the paper does not describe")

# What the short names in tables mean, by name.
list_of_names <- function(parts) {
  items <- function(words) tags$ul(class = "columns", Map(function(name, what) {
    tags$li(tags$b(paste0(name, ":")), what)
  }, names(words), words))
  tags$details(
    class = "names",
    tags$summary("Names of roles, machines and algorithms in the tables"),
    items(words_of_roles), items(parts$titles),
    tags$p("Algorithms have the papers' names, such as lex, linear exchange: ",
           tags$code("./quadrille list"), " describes each."))
}

section_first <- function(parts, style_folder, folder) {
  htmltools::tagList(
    tags$h1("Four papers of 1992 to 1995 on scheduled communication, ",
            "run again"),
    tags$div(
      class = "first",
      tags$div(
        tags$p("Which messages should the processors of a parallel machine ",
               "send at the same time? Four papers studied this on the CM-5 ",
               "of Thinking Machines, nodes below a fat tree, and on the ",
               "Paragon of Intel, a mesh of nodes. Here their experiments run ",
               "on simulations of these machines; each printed number is ",
               "compared with ours."),
        tables_of_findings(parts), list_of_findings(parts)),
      figure_of_machines(style_folder, parts$networks)),
    tags$p(class = "note", "Colours of verdicts: ",
           tags$span("exact, within 10%, holds;", class = "good"),
           tags$span("within 50%, holds on a range;", class = "fair"),
           tags$span("further off, contradicts.", class = "poor"),
           "Files next to this page: ", link_to("paper.pdf"),
           link_to("ledger.csv"), link_to("claims.csv"),
           link_to("coverage.csv")),
    list_of_files(parts, folder), list_of_names(parts))
}
