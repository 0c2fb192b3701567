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
