# analysis/R/figures/figure_map.R -- a map of the recommended algorithm of any
# sweep.

max_maps <- 12 # more are hard to read

# The factors of the map: across, down (the two with the most values; sizes go
# across), and the rest, a map for each of their values.
axes_of_map <- function(cases, factors) {
  numbers <- Filter(function(name) is.numeric(cases[[name]]), factors)
  first <- intersect(c("bytes", numbers[order(-levels_of(cases, numbers))]),
                     factors)[1]
  if (is.na(first))
    first <- factors[order(-levels_of(cases, factors))][1]
  left <- setdiff(factors, c(first, "procs"))
  if (length(left) == 0)
    left <- setdiff(factors, first)
  second <- left[order(-levels_of(cases, left))][1]
  list(across = first, down = second,
       rest = setdiff(factors, c(first, second)))
}

# Whether a map says more than a line of text, and can be read.
has_map <- function(recommended) {
  if (is.null(recommended) || nrow(recommended$cases) < 2)
    return(FALSE)
  rest <- axes_of_map(recommended$cases, recommended$factors)$rest
  nrow(unique(recommended$cases[, rest, with = FALSE])) <= max_maps
}

# Values as texts in their order.
in_their_order <- function(values) {
  words <- if (is.numeric(values)) format_plain else as.character
  levels <- sort(unique(values))
  factor(match(values, levels), seq_along(levels),
         make.unique(shorten(words(levels), 24)))
}

height_map_in <- function(cases, axes) {
  maps <- max(1, nrow(unique(cases[, axes$rest, with = FALSE])))
  down <- if (is.na(axes$down)) 1 else uniqueN(cases[[axes$down]])
  1.9 + ceiling(maps / columns_of_maps(maps)) * (0.5 + 0.36 * down)
}
columns_of_maps <- function(maps) min(maps, 2)

# `recommended` is from recommend().
figure_map <- function(recommended, labels, parameters, title) {
  cases <- copy(recommended$cases)
  axes <- axes_of_map(cases, recommended$factors)
  rest <- name_levels(cases, axes$rest, "")
  cases[, `:=`(
    x = in_their_order(get(axes$across)),
    y = if (is.na(axes$down)) factor("") else in_their_order(get(axes$down)),
    map = factor(rest, levels(rest), make.unique(shorten(levels(rest), 60))),
    is_known = known %in% c("faster", "pattern"),
    name = short_label(label_variant(choice, labels)))]
  won <- intersect(recommended$ranked$variant, cases$choice)
  across <- uniqueN(cases$x) * columns_of_maps(nlevels(cases$map))
  cases[, text := shorten(name, max(4, 60 %/% across))]
  cases[(is_known), text := sprintf("%s\n%s", text, format_gain(gain))]
  drawn <- ggplot(cases, aes(x, y, fill = factor(choice, won))) +
    geom_tile(aes(alpha = is_known), colour = "white") +
    geom_text(aes(label = text), size = 2.5, lineheight = 0.9,
              family = figure_font) +
    scale_alpha_manual(values = c("TRUE" = 0.55, "FALSE" = 0.18),
                       guide = "none") +
    scale_fill_manual(NULL, values = colours_of(won),
                      labels = shorten(label_variant(won, labels), 40)) +
    guides(fill = guide_legend(ncol = 2)) +
    scale_x_discrete(label_factor(axes$across, parameters)) +
    scale_y_discrete(if (!is.na(axes$down))
      label_factor(axes$down, parameters)) +
    theme_quadrille() + theme(panel.grid = element_blank()) +
    labs(title = describe_map(cases, labels), subtitle = shorten(title, 90),
         caption = wrap_caption(paste(
      "Number: the time of the next algorithm divided by that of this one.",
      "Pale: no difference from another could be shown, or there are too few",
      "launches; of those that cannot be distinguished, the one that is best",
      "over all cases.")))
  if (length(axes$rest) > 0)
    drawn <- drawn + facet_wrap(~map, ncol = columns_of_maps(
      nlevels(cases$map)))
  drawn
}

# The title: the recommendation of most cases.
describe_map <- function(cases, labels) {
  most <- cases[, .N, by = choice][which.max(N)]
  sprintf("%s in %d of %d cases",
          shorten(label_variant(most$choice, labels), 60), most$N, nrow(cases))
}

# Three decimals where two would be 1.00.
format_gain <- function(gain) {
  fifelse(abs(gain - 1) < 0.1 & gain != 1, sprintf("%.3f", gain),
          sprintf("%.2f", gain))
}

# "bytes", "delay us [us]".
label_factor <- function(name, parameters) {
  if (name == "procs")
    return("processes")
  unit <- parameters$unit[match(name, parameters$name)]
  paste0(gsub("_", " ", name),
         if (!unit %in% c(NA, "", name)) paste0(" [", unit, "]"))
}
