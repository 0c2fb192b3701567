# analysis/tests/test-theme.R -- the style of all figures.

test_that("a character is refused as a point shape", {
  points <- data.table(x = 1:2, y = 1:2)
  draw <- function(shape) {
    lay_out(ggplot(points, aes(x, y)) + geom_point(shape = shape))
  }
  expect_s3_class(draw(25), "gtable")
  expect_error(draw("-"), "accepted: 0 to 25")
  expect_error(draw(45), "'45'; accepted: 0 to 25")
})

# The contrast of the Web Content Accessibility Guidelines.
contrast <- function(colours, ground) {
  luminance <- function(colour) {
    share <- col2rgb(colour) / 255
    linear <- ifelse(share <= 0.04045, share / 12.92,
                     ((share + 0.055) / 1.055)^2.4)
    colSums(linear * c(0.2126, 0.7152, 0.0722))
  }
  light <- cbind(luminance(colours), luminance(ground)) + 0.05
  apply(light, 1, max) / apply(light, 1, min)
}

test_that("marks have a contrast of 3 to the page", {
  expect_equal(contrast("#000000", "#FFFFFF"), 21)
  expect_lt(contrast("#E69F00", "#FFFFFF"), 3)
  for (colours in list(palette_colours, paper_colours, curve_styles$colour,
                       stated_colour))
    expect_gte(min(contrast(colours, "#FFFFFF")), 3)
})

test_that("names at curves' ends do not overlap", {
  placed <- move_apart(c(1, 1, 5, 1.1), 0.5)
  expect_gte(min(diff(sort(placed))), 0.5 - 1e-3)
  expect_equal(order(placed)[4], 3)
  expect_equal(move_apart(c(3, 1), 1), c(3, 1))
})
