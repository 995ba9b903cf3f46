#include "disgnn/reproduce/significance.h"

#include <cmath>
#include <numbers>

#include "disgnn/core/error.h"

namespace disgnn::reproduce {

double student_t_cdf(double t, int freedom) {
  DISGNN_ASSERT(freedom >= 1);
  const double angle = std::atan(t / std::sqrt(static_cast<double>(freedom)));
  const double cosine = std::cos(angle);
  // P(|T| <= |t|) with the sign of t.
  double between = 0;
  if (freedom % 2 == 1) {
    double term = cosine;
    double sum = freedom > 1 ? term : 0;
    for (int k = 3; k <= freedom - 2; k += 2) {
      term *= cosine * cosine * (k - 1) / k;
      sum += term;
    }
    between = 2 / std::numbers::pi * (angle + std::sin(angle) * sum);
  } else {
    double term = 1;
    double sum = term;
    for (int k = 2; k <= freedom - 2; k += 2) {
      term *= cosine * cosine * (k - 1) / k;
      sum += term;
    }
    between = std::sin(angle) * sum;
  }
  return 0.5 + between / 2;
}

std::optional<double> paired_t_test(std::span<const double> a, std::span<const double> b) {
  DISGNN_ASSERT(a.size() == b.size());
  if (a.size() < 2) return std::nullopt;
  const auto count = static_cast<double>(a.size());
  double mean = 0;
  for (std::size_t i = 0; i < a.size(); ++i) mean += (a[i] - b[i]) / count;
  double squares = 0;
  for (std::size_t i = 0; i < a.size(); ++i) squares += std::pow(a[i] - b[i] - mean, 2);
  const double error = std::sqrt(squares / (count - 1) / count);
  constexpr double kNothing = 1e-15;
  if (error < kNothing) return std::abs(mean) < kNothing ? 1.0 : 0.0;
  return 2 * (1 - student_t_cdf(std::abs(mean) / error, static_cast<int>(a.size()) - 1));
}

}  // namespace disgnn::reproduce
