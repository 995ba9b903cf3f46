#pragma once

#include <optional>
#include <span>

namespace disgnn::reproduce {

/// Two-sided p-value of Student's paired t-test: how likely differences as large as these are if
/// the two had the same mean. Nothing for fewer than two pairs. All differences equal: 0, or 1 if
/// they are zero.
std::optional<double> paired_t_test(std::span<const double> a, std::span<const double> b);

/// P(T <= t) of Student's t distribution with `freedom` degrees, by its closed form for whole
/// numbers (Abramowitz and Stegun 26.7.3 and 26.7.4).
double student_t_cdf(double t, int freedom);

}  // namespace disgnn::reproduce
