# analysis/tests/test-figures_of_papers.R -- what a reader needs of every
# figure, drawn from the frozen results.

frozen_file <- function(...) file.path(root, "paper", "data", ...)
listed <- read_figures(file.path(root, "paper", "figures.yaml"))
frozen_results <- open_results(frozen_file("results.tar.xz"))
drawn <- lapply(listed, draw_figure, frozen_results, published)
plots <- c(lapply(drawn, `[[`, "plot"), list(
  hybrids = figure_hybrids(read_frozen(frozen_file("barnett_prime.csv")), "p"),
  peers = figure_peers(read_frozen(frozen_file("peers.csv")))))

# Its fonts measure the words.
figure_devices$svg$open(tempfile(), family = figure_font)
built <- lapply(plots, ggplot_build)
labels_of <- function(name) {
  unlist(lapply(built[[name]]$data, function(layer) layer$label))
}

# The sizes of all letters of a grob, in points.
type_of <- function(grob, inherited = 12) {
  if (!is.null(grob$gp$fontsize))
    inherited <- grob$gp$fontsize
  c(if (inherits(grob, "text")) inherited,
    unlist(lapply(c(unclass(grob$children), grob$grobs), type_of, inherited)))
}

legend_of <- function(built) {
  scale <- built$plot$scales$get_scales("colour")
  if (is.null(scale) || identical(scale$guide, "none")) character()
  else scale$get_limits()
}

test_that("no letter is below 7 pt, as wide as the paper draws it", {
  expect_equal(min(type_of(lay_out(ggplot(data.table(x = 1), aes(x, x)) +
                                     geom_text(label = "a", size = 2)))),
               2 * .pt)
  for (name in names(plots))
    expect_gte(min(type_of(ggplot_gtable(built[[name]]))), min_type_pt - 1e-9,
               label = name)
  paper <- readLines(file.path(root, "paper", "paper.tex"))
  expect_false(any(grepl("[{][0-9]*[.][0-9]+.linewidth[}].*Drawn", paper)))
  margin <- grep("margin=[0-9.]+cm.*geometry", paper, value = TRUE)
  text_cm <- 21 - 2 * as.numeric(sub(".*margin=([0-9.]+)cm.*", "\\1", margin))
  expect_gte(text_cm / 2.54, figure_width_in)
})

test_that("no words and no legend are wider than the page", {
  width_in <- function(words, element) {
    style <- calc_element(element, theme_quadrille())
    lines <- strsplit(words, "\n")[[1]]
    max(vapply(lines, function(line) {
      grid::convertWidth(grid::grobWidth(grid::textGrob(line, gp = grid::gpar(
        fontsize = style$size, fontfamily = figure_font))), "in", TRUE)
    }, 0))
  }
  expect_gt(width_in(strrep("w", 150), "plot.caption"), figure_width_in)
  for (name in names(plots)) {
    words <- plots[[name]]$labels
    for (one in intersect(c("title", "subtitle", "caption"),
                          names(Filter(Negate(is.null), words))))
      expect_lt(width_in(words[[one]], paste0("plot.", one)),
                figure_width_in - 0.15, label = paste(name, one))
    whole <- ggplot_gtable(built[[name]])
    box <- whole$grobs[whole$layout$name == "guide-box"]
    for (one in box)
      expect_lt(grid::convertWidth(sum(one$widths), "in", TRUE),
                figure_width_in, label = paste(name, "legend"))
  }
})

test_that("the title is the finding, the subtitle what is shown", {
  for (name in names(plots)) {
    words <- plots[[name]]$labels
    expect_match(words$title, "[0-9]", label = name)
    expect_false(grepl("did not run|\\bNA\\b|NaN|Inf", words$title),
                 label = name)
    expect_true(nzchar(words$subtitle), label = name)
    expect_false(words$title == words$subtitle, label = name)
  }
})

test_that("a title is made from the numbers", {
  figure <- listed$ponnusamy_figure10
  runs <- runs_of_figure(figure, frozen_results)
  samples <- runs[[1]]$samples
  before <- evaluate_finding(figure$finding, runs)
  samples[algorithm == "reb" & bytes < 4096, time_ns := time_ns * 100L]
  after <- evaluate_finding(figure$finding, runs)
  expect_match(before, "from 1 KB on")
  expect_match(after, "from 4 KB on")
  runs[[1]]$samples <- samples[algorithm != "reb"]
  expect_match(evaluate_finding(figure$finding, runs), "did not run")
})

test_that("the alternative text has more numbers than the title", {
  count <- function(text) lengths(regmatches(text, gregexpr("[0-9.]+", text)))
  for (name in names(plots)) {
    alt <- alt_of_figure(plots[[name]])
    expect_gt(count(alt), count(plots[[name]]$labels$title), label = name)
    expect_false(grepl("\\bNA\\b|NaN|Inf", alt), label = name)
  }
})

test_that("a legend has six entries; of more curves each has its name", {
  for (name in names(drawn))
    expect_lte(length(legend_of(built[[name]])), max_legend, label = name)
  expect_gt(uniqueN(plots$ranka_figure9$data$curve), max_legend)
  expect_setequal(trimws(labels_of("ranka_figure9")),
                  unique(plots$ranka_figure9$data$curve))
})

test_that("each panel of a figure with printed numbers has them", {
  for (name in names(Filter(function(one) !is.null(one$printed), listed))) {
    file <- tempfile(fileext = ".csv")
    write_figure_data(file, data_of_figure(plots[[name]]), "a")
    rows <- fread(file, skip = 1)
    titles <- vapply(listed[[name]]$panels, `[[`, "", "title")
    expect_setequal(rows[!is.na(printed_us), unique(panel)], titles)
    expect_equal(rows$ratio, rows$median_us / rows$printed_us)
  }
})

test_that("what a paper states is in its figure, named as printed", {
  for (name in grep("ponnusamy", names(drawn), value = TRUE)) {
    shown <- labels_of(name)
    given <- unlist(lapply(listed[[name]]$panels, function(panel) {
      vapply(panel$stated, `[[`, "", "text")
    }))
    expect_gt(length(given), 0, label = name)
    for (text in given)
      expect_true(any(startsWith(shown, paste0("printed: ", text))),
                  label = name)
    stated <- unlist(lapply(listed[[name]]$panels, function(panel) {
      vapply(panel$stated, function(one) as.character(one$claim), "")
    }))
    expect_true(all(stated %in% names(claims)), label = name)
  }
})

test_that("no figure of 1992 has MPI's name of a broadcast", {
  for (name in grep("ponnusamy", names(drawn), value = TRUE))
    expect_false(any(grepl("MPI_", c(unlist(plots[[name]]$labels),
                                     as.character(plots[[name]]$data$curve)))),
                 label = name)
})

test_that("ranka1995's figures state k and l of their traffic", {
  for (name in c("ranka_figure9", "ranka_figure10")) {
    traffic <- runs_of_figure(listed[[name]],
                              frozen_results)[[1]]$samples
    expect_match(plots[[name]]$labels$subtitle, sprintf(
      "k = %d, non-uniformity l = 1/%d", unique(traffic$fan_out),
      as.integer(1 / unique(traffic$non_uniformity))))
  }
})

test_that("a figure has one source of its title", {
  file <- tempfile(fileext = ".yaml")
  one <- listed$ponnusamy_figure5
  for (wrong in list(one[names(one) != "finding"],
                     c(one, list(printed = list(table = "4",
                                                quantity = "time"))))) {
    writeLines(yaml::as.yaml(list(wrong)), file)
    expect_error(read_figures(file), "figure ponnusamy_figure5: accepted: find")
  }
})

invisible(dev.off())
