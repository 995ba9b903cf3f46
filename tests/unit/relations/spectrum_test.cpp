#include "relations/spectrum.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "small_evidence.h"

namespace disgnn::relations {
namespace {

/// H of spectrum.h as a dense matrix of doubles.
at::Tensor dense_affinity(const Evidence& evidence) {
  const std::int64_t n = evidence.nodes();
  const std::int64_t d = evidence.vocabulary();
  at::Tensor a = at::zeros({n, n}, at::kDouble);
  at::Tensor x = at::zeros({n, d}, at::kDouble);
  for (std::int64_t v = 0; v < n; ++v) {
    for (EntryId e = evidence.links->offsets()[v]; e < evidence.links->offsets()[v + 1]; ++e) {
      a[v][evidence.links->columns()[e]] = 1.0;
    }
    for (EntryId e = evidence.words->offsets()[v]; e < evidence.words->offsets()[v + 1]; ++e) {
      x[v][evidence.words->columns()[e]] = evidence.counts[e];
    }
  }
  const double mean = a.sum().item<double>() / static_cast<double>(n);
  const at::Tensor degrees = a.sum(1) + mean;
  const at::Tensor l = degrees.rsqrt().unsqueeze(1) * a * degrees.rsqrt();
  const at::Tensor trivial = degrees.sqrt() / degrees.sum().sqrt();
  const at::Tensor own = trivial.dot(l.mv(trivial));
  const at::Tensor links = l - own * at::outer(trivial, trivial);
  const at::Tensor frequency = x.mean(0).clamp_min(1.0 / static_cast<double>(n));
  const at::Tensor words = (x - x.mean(0)) * frequency.rsqrt();
  const double spread = 1 + std::sqrt(static_cast<double>(d) / static_cast<double>(n));
  return 0.5 * links * std::sqrt(mean) +
         0.5 * words.mm(words.t()) / (static_cast<double>(n) * spread * spread);
}

at::Tensor tensor_of(const NodeTable& table) {
  return at::from_blob(const_cast<float*>(table.values.data()), {table.rows, table.width},
                       at::kFloat)
      .narrow(1, 0, table.columns)
      .to(at::kDouble);
}

TEST(Spectrum, TheOperatorIsTheDenseMatrix) {
  const Evidence evidence = testing::evidence_of(testing::two_triangles());
  NodeTable identity(6, 6);
  for (std::int64_t v = 0; v < 6; ++v) identity.row(v)[v] = 1;
  const at::Tensor expected = dense_affinity(evidence);
  const at::Tensor found = tensor_of(AffinityOperator(evidence).apply(identity));
  EXPECT_TRUE(at::allclose(found, expected, 1e-5, 1e-6)) << found << expected;
}

TEST(Spectrum, HasTheLeadingEigenvaluesAndVectors) {
  const Evidence evidence = testing::evidence_of(testing::small_campus(2));
  const AffinityOperator affinity(evidence);
  const at::Tensor dense = dense_affinity(evidence);
  const at::Tensor values = at::linalg_eigvalsh(dense).flip(0);
  const double edge = values[10].item<double>();
  const Spectrum spectrum = leading_spectrum(affinity, edge, 2, 128, 0, {});
  ASSERT_GE(spectrum.values.size(), 10U);
  for (int i = 0; i < 10; ++i) {
    EXPECT_NEAR(spectrum.values[i], values[i].item<double>(), 4e-3) << i;
  }
  const at::Tensor vectors = tensor_of(spectrum.vectors).narrow(1, 0, 8);
  const at::Tensor wanted = values.narrow(0, 0, 8);
  EXPECT_LT((dense.mm(vectors) - vectors * wanted).abs().max().item<double>(), 5e-3);
  EXPECT_NEAR(largest_eigenvalue(affinity, 0), values[0].item<double>(), 1e-3);
}

TEST(Spectrum, OfShuffledEvidenceHasNoSignals) {
  const Evidence evidence = testing::evidence_of(testing::small_campus(2));
  EXPECT_GT(largest_eigenvalue(AffinityOperator(evidence), 0),
            1.3 * largest_eigenvalue(AffinityOperator(shuffled(evidence, 0)), 0));
}

}  // namespace
}  // namespace disgnn::relations
