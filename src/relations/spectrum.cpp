#include "relations/spectrum.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "disgnn/core/random.h"
#include "ops/row_chunks.h"
#include "relations/small_matrices.h"

namespace disgnn::relations {
namespace {

/// Columns that span the same space and are orthonormal: y V D^-1/2 of y^T y = V D V^T. Where y
/// spans less, some columns become zero.
NodeTable orthonormal(const NodeTable& y) {
  const std::int64_t n = y.columns;
  Eigen eigen = symmetric_eigen(gram(y, y), n);
  const double least = std::max(eigen.values.back() * 1e-12, 1e-30);
  for (std::int64_t i = 0; i < n * n; ++i) {
    const double value = eigen.values[i % n];
    eigen.vectors[i] *= value > least ? 1 / std::sqrt(value) : 0;
  }
  return multiply(y, eigen.vectors, n);
}

NodeTable random_table(std::int64_t rows, std::int64_t columns, std::uint64_t seed) {
  NodeTable table(rows, columns);
  const RandomStream stream(seed, RandomPurpose::kSpectralStart);
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t i = 0; i < columns; ++i) {
      table.row(r)[i] = static_cast<float>(stream.uniform(r * columns + i) - 0.5);
    }
  }
  return table;
}

/// out = a * x + b * y + c * z
void combine(double a, const NodeTable& x, double b, const NodeTable& y, double c, NodeTable& z) {
  const auto size = static_cast<std::int64_t>(z.values.size());
  at::parallel_for(0, size, 1 << 15, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i) {
      z.values[i] = static_cast<float>(a * x.values[i] + b * y.values[i] + c * z.values[i]);
    }
  });
}

/// Large eigenvalues grow fast in a polynomial: keeps the numbers of both tables small, in the same
/// proportion.
void keep_in_range(NodeTable& x, NodeTable& y) {
  constexpr float kLarge = 1e6F;
  float largest = 0;
  for (const float value : y.values) largest = std::max(largest, std::abs(value));
  if (largest < kLarge) return;
  for (NodeTable* const table : {&x, &y}) {
    for (float& value : table->values) value /= largest;
  }
}

}  // namespace

AffinityOperator::AffinityOperator(const Evidence& evidence) : evidence_(evidence) {
  const auto n = static_cast<double>(evidence.nodes());
  const std::span<const EntryId> offsets = evidence.links->offsets();
  const double mean = static_cast<double>(evidence.links->entries()) / n;
  degrees_.resize(evidence.nodes());
  trivial_.resize(evidence.nodes());
  double norm = 0;
  for (std::int64_t v = 0; v < evidence.nodes(); ++v) {
    const double degree = static_cast<double>(offsets[v + 1] - offsets[v]) + mean;
    degrees_[v] = static_cast<float>(1 / std::sqrt(degree));
    trivial_[v] = std::sqrt(degree);
    norm += degree;
  }
  for (double& value : trivial_) value /= std::sqrt(norm);
  for (std::int64_t v = 0; v < evidence.nodes(); ++v) {
    double sum = 0;
    for (EntryId e = offsets[v]; e < offsets[v + 1]; ++e) {
      const NodeId u = evidence.links->columns()[e];
      sum += trivial_[u] * degrees_[u];
    }
    trivial_value_ += trivial_[v] * degrees_[v] * sum;
  }
  const auto words = static_cast<double>(evidence.vocabulary());
  const double word_part = evidence.words->entries() > 0 ? 0.5 : 0.0;
  word_share_ = word_part / (n * std::pow(1 + std::sqrt(words / n), 2));
  link_share_ = (1 - word_part) / (2 * std::sqrt(mean) / (2 * mean));
  for (const float frequency : evidence.word_frequencies()) {
    const double scale = 1 / std::sqrt(std::max<double>(frequency, 1 / n));
    scales_.push_back(static_cast<float>(scale));
    mean_scaled_.push_back(static_cast<float>(scale * frequency));
  }
}

NodeTable AffinityOperator::apply(const NodeTable& y) const {
  const PairIndex& links = *evidence_.links;
  const PairIndex& words = *evidence_.words;
  const std::int64_t width = y.width;
  NodeTable scaled(y.rows, y.columns);
  // Per chunk of nodes: trivial^T y, then 1^T y.
  std::vector<double> parts(2 * width * (evidence_.node_chunks.size() - 1), 0.0);
  ops::for_each_chunk(evidence_.node_chunks,
                      [&](std::int64_t chunk, std::int64_t first, std::int64_t last) {
                        double* const along = parts.data() + 2 * width * chunk;
                        for (std::int64_t v = first; v < last; ++v) {
                          for (std::int64_t i = 0; i < width; ++i) {
                            const float value = y.row(v)[i];
                            scaled.row(v)[i] = degrees_[v] * value;
                            along[i] += trivial_[v] * value;
                            along[width + i] += value;
                          }
                        }
                      });
  for (std::size_t i = 2 * width; i < parts.size(); ++i) parts[i % (2 * width)] += parts[i];
  const double* const along = parts.data();
  const double* const sums = along + width;

  NodeTable used(words.column_nodes(), y.columns);  // a / w_X * scales * (X^T y, centred)
  ops::for_each_chunk(
      evidence_.word_chunks, [&](std::int64_t, std::int64_t first, std::int64_t last) {
        gather_rows({words.column_offsets().data(), words.column_rows().data(),
                     words.column_entries().data(), evidence_.counts.data(), y.values.data(),
                     used.values.data(), width, false},
                    {first, last});
        for (std::int64_t w = first; w < last; ++w) {
          for (std::int64_t i = 0; i < width; ++i) {
            const double centred = scales_[w] * used.row(w)[i] - mean_scaled_[w] * sums[i];
            used.row(w)[i] = static_cast<float>(word_share_ * scales_[w] * centred);
          }
        }
      });
  std::vector<double> centre(width, 0.0);
  for (std::int64_t w = 0; w < used.rows; ++w) {
    for (std::int64_t i = 0; i < width; ++i) {
      centre[i] += mean_scaled_[w] / scales_[w] * used.row(w)[i];
    }
  }

  NodeTable result(y.rows, y.columns);
  ops::for_each_chunk(evidence_.node_chunks, [&](std::int64_t, std::int64_t first,
                                                 std::int64_t last) {
    gather_rows({links.offsets().data(), links.columns().data(), nullptr, nullptr,
                 scaled.values.data(), result.values.data(), width, false},
                {first, last});
    for (std::int64_t v = first; v < last; ++v) {
      const double own = link_share_ * degrees_[v];
      const double trivial = link_share_ * trivial_value_ * trivial_[v];
      float* const out = result.row(v);
      for (std::int64_t i = 0; i < width; ++i) {
        out[i] = static_cast<float>(own * out[i] - trivial * along[i] - centre[i]);
      }
    }
    gather_rows({words.offsets().data(), words.columns().data(), nullptr, evidence_.counts.data(),
                 used.values.data(), result.values.data(), width, true},
                {first, last});
  });
  return result;
}

double largest_eigenvalue(const AffinityOperator& op, std::uint64_t seed) {
  constexpr int kSteps = 25;
  NodeTable v = random_table(op.nodes(), 1, seed);
  NodeTable before(op.nodes(), 1);
  std::vector<double> diagonal;
  std::vector<double> beside;
  const auto norm = [&] { return std::sqrt(std::max(0.0, gram(v, v)[0])); };
  const auto scale = [&](double factor) {
    for (float& value : v.values) value = static_cast<float>(value * factor);
  };
  scale(1 / norm());
  for (int step = 0; step < kSteps; ++step) {
    NodeTable next = op.apply(v);
    diagonal.push_back(gram(next, v)[0]);
    // next - diagonal * v - beside * before
    combine(-diagonal.back(), v, beside.empty() ? 0 : -beside.back(), before, 1, next);
    before = std::move(v);
    v = std::move(next);
    const double length = norm();
    if (length < 1e-6) break;
    beside.push_back(length);
    scale(1 / length);
  }
  const auto n = static_cast<std::int64_t>(diagonal.size());
  std::vector<double> tridiagonal(n * n, 0.0);
  for (std::int64_t i = 0; i < n; ++i) {
    tridiagonal[i * n + i] = diagonal[i];
    if (i + 1 < n) tridiagonal[i * n + i + 1] = tridiagonal[(i + 1) * n + i] = beside[i];
  }
  return symmetric_eigen(tridiagonal, n).values.back();
}

Spectrum leading_spectrum(const AffinityOperator& op, double edge, std::int64_t least,
                          std::int64_t most, std::uint64_t seed, const ProgressCallback& step) {
  constexpr std::int64_t kSpare = 8;  // columns beyond those asked for converge the last ones
  constexpr std::int64_t kSparePercent = 30;
  constexpr int kRounds = 4;
  constexpr int kDegree = 8;
  most = std::min(most, op.nodes());
  least = std::min(least, most);
  for (std::int64_t columns = std::max<std::int64_t>(48, least + kSpare);;
       columns = std::min(2 * columns, most + kSpare)) {
    columns = std::min({columns, most + kSpare, op.nodes()});
    NodeTable y = orthonormal(random_table(op.nodes(), columns, seed));
    NodeTable image;
    for (int round = 0; round < kRounds; ++round) {
      // T_m(H / edge) y by the recurrence of Chebyshev's polynomials.
      NodeTable before = y;
      NodeTable now = op.apply(y);
      combine(0, y, 0, y, 1 / edge, now);
      for (int degree = 2; degree <= kDegree; ++degree) {
        NodeTable next = op.apply(now);
        combine(-1, before, 0, now, 2 / edge, next);
        before = std::move(now);
        now = std::move(next);
        keep_in_range(before, now);
        if (step) step();
      }
      y = orthonormal(now);
    }
    image = op.apply(y);
    const Eigen eigen = symmetric_eigen(gram(y, image), y.columns);
    const std::vector<double>& ascending = eigen.values;
    std::int64_t kept = std::count_if(ascending.begin(), ascending.end(),
                                      [&](double value) { return value > edge; });
    const bool may_be_more = kept + kept * kSparePercent / 100 + kSpare > columns &&
                             columns < std::min(most + kSpare, op.nodes());
    if (may_be_more) continue;
    kept = std::clamp(std::max(kept + kept * kSparePercent / 100, columns - kSpare),
                      std::min(least, columns), std::min(most, columns));
    std::vector<double> chosen;  // [columns, kept] the last ones, largest first
    for (std::int64_t i = 0; i < y.columns; ++i) {
      const auto row = eigen.vectors.begin() + i * y.columns;
      chosen.insert(chosen.end(), std::make_reverse_iterator(row + y.columns),
                    std::make_reverse_iterator(row + y.columns - kept));
    }
    return {{ascending.rbegin(), ascending.rbegin() + kept}, multiply(y, chosen, kept)};
  }
}

}  // namespace disgnn::relations
