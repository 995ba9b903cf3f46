#include "disgnn/nn/kernel_votes.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <algorithm>
#include <cmath>

#include "disgnn/core/error.h"
#include "disgnn/core/random.h"
#include "disgnn/graph/structure_features.h"

namespace disgnn::nn {
namespace {

constexpr std::size_t kMostAnchors = 4096;
constexpr double kRidge = 0.3;

/// The nodes with a known label that the regression uses, ascending.
std::vector<NodeId> anchors_among(std::span<const std::int32_t> known_labels) {
  std::vector<NodeId> anchors;
  for (std::size_t v = 0; v < known_labels.size(); ++v) {
    if (known_labels[v] >= 0) anchors.push_back(static_cast<NodeId>(v));
  }
  if (anchors.size() <= kMostAnchors) return anchors;
  RandomStream(0, RandomPurpose::kLabelAnchors).shuffle(std::span(anchors));
  anchors.resize(kMostAnchors);
  std::ranges::sort(anchors);
  return anchors;
}

/// Rows k(v, anchors) of the kernel.
class Kernel {
 public:
  Kernel(const LinkSimilarity& similarity, const PairIndex& edges, std::vector<NodeId> anchors)
      : similarity_(similarity),
        structure_(structure_features(edges)),
        anchors_(std::move(anchors)),
        position_(edges.nodes(), -1),
        is_anchor_(edges.nodes(), 0) {
    for (std::size_t i = 0; i < anchors_.size(); ++i) {
      position_[anchors_[i]] = static_cast<std::int64_t>(i);
      is_anchor_[anchors_[i]] = 1;
    }
  }

  [[nodiscard]] const std::vector<NodeId>& anchors() const { return anchors_; }
  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(anchors_.size()); }
  [[nodiscard]] std::int64_t position(NodeId v) const { return position_[v]; }  ///< -1: no anchor

  void row(NodeId v, LinkSimilarity::Scratch& scratch, double* out) const {
    for (std::size_t i = 0; i < anchors_.size(); ++i) out[i] = structural(v, anchors_[i]);
    for (const auto& [u, cosine] : similarity_.similar_to(v, is_anchor_, scratch)) {
      out[position_[u]] += cosine + std::pow(cosine, 4);
    }
    if (position_[v] >= 0) out[position_[v]] += 2;  // it is as similar to itself as can be
  }

 private:
  [[nodiscard]] double structural(NodeId v, NodeId u) const {
    const float* const a = structure_.data() + v * kStructureFeatures;
    const float* const b = structure_.data() + u * kStructureFeatures;
    double squares = 0;
    for (std::int64_t k = 0; k < kStructureFeatures; ++k) squares += (a[k] - b[k]) * (a[k] - b[k]);
    return std::exp(-squares / 2);
  }

  const LinkSimilarity& similarity_;
  std::vector<float> structure_;  // [N, 7]
  std::vector<NodeId> anchors_;
  std::vector<std::int64_t> position_;  // among the anchors
  std::vector<char> is_anchor_;
};

/// [rows, A] in double precision.
template <typename NodeOf>
at::Tensor kernel_rows(const Kernel& kernel, const LinkSimilarity& similarity, std::int64_t rows,
                       const NodeOf& node_of) {
  at::Tensor table = at::empty({rows, kernel.size()}, at::kDouble);
  auto* const out = table.data_ptr<double>();
  at::parallel_for(0, rows, 256, [&](std::int64_t begin, std::int64_t end) {
    LinkSimilarity::Scratch scratch = similarity.scratch();
    for (std::int64_t r = begin; r < end; ++r) {
      kernel.row(node_of(r), scratch, out + r * kernel.size());
    }
  });
  return table;
}

}  // namespace

at::Tensor kernel_votes(const LinkSimilarity& similarity, const PairIndex& edges,
                        std::span<const std::int32_t> known_labels, std::int32_t classes) {
  DISGNN_ASSERT(static_cast<NodeId>(known_labels.size()) == edges.nodes());
  at::Tensor votes = at::zeros({edges.nodes(), classes}, at::kFloat);
  const Kernel kernel(similarity, edges, anchors_among(known_labels));
  const std::int64_t count = kernel.size();
  if (count == 0) return votes;
  // Targets do not depend on the other labels, so that leaving one out leaves nothing of it behind.
  at::Tensor targets = at::full({count, classes}, -1.0 / classes, at::kDouble);
  for (std::int64_t i = 0; i < count; ++i) {
    targets[i][known_labels[kernel.anchors()[i]]] += 1;
  }
  const at::Tensor gram =
      kernel_rows(kernel, similarity, count, [&](std::int64_t i) { return kernel.anchors()[i]; }) +
      kRidge * at::eye(count, at::kDouble);
  const at::Tensor inverse = at::cholesky_inverse(at::linalg_cholesky(gram));
  const at::Tensor dual = at::mm(inverse, targets);  // [A, K]
  constexpr std::int64_t kRowsAtOnce = 1024;
  for (std::int64_t first = 0; first < edges.nodes(); first += kRowsAtOnce) {
    const std::int64_t rows = std::min<std::int64_t>(kRowsAtOnce, edges.nodes() - first);
    const at::Tensor k = kernel_rows(
        kernel, similarity, rows, [&](std::int64_t r) { return static_cast<NodeId>(first + r); });
    votes.narrow(0, first, rows).copy_(at::mm(k, dual));
  }
  // What the regression says of an anchor without its label: y_i - dual_i / inverse_ii.
  const at::Tensor without = targets - dual / inverse.diagonal().unsqueeze(1);
  for (std::int64_t i = 0; i < count; ++i) votes[kernel.anchors()[i]].copy_(without[i]);
  return votes;
}

}  // namespace disgnn::nn
