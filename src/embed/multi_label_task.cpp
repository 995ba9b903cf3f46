#include "disgnn/embed/multi_label_task.h"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "data/readers/feature_files.h"
#include "disgnn/core/error.h"
#include "disgnn/core/random.h"
#include "embed/logistic_regression.h"

namespace disgnn::embed {
namespace {

/// Dense 0/1 table [rows, labels] of some nodes.
at::Tensor label_table(const SparseFeatures& labels, const std::vector<std::int64_t>& nodes) {
  at::Tensor table =
      at::zeros({static_cast<std::int64_t>(nodes.size()), labels.columns}, at::kDouble);
  auto* const out = table.data_ptr<double>();
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (std::int64_t k = labels.offsets[nodes[i]]; k < labels.offsets[nodes[i] + 1]; ++k) {
      if (labels.values[k] != 0) {
        out[static_cast<std::int64_t>(i) * labels.columns + labels.column_indices[k]] = 1;
      }
    }
  }
  return table;
}

at::Tensor vector_table(const DenseFeatures& vectors, const std::vector<std::int64_t>& nodes) {
  const at::Tensor all = at::from_blob(const_cast<float*>(vectors.values.data()),
                                       {vectors.rows, vectors.columns}, at::kFloat);
  return all
      .index_select(0, at::from_blob(const_cast<std::int64_t*>(nodes.data()),
                                     {static_cast<std::int64_t>(nodes.size())}, at::kLong))
      .to(at::kDouble);
}

/// The k likeliest labels of each row, k the number of true ones.
at::Tensor likeliest(const at::Tensor& logits, const at::Tensor& truth) {
  at::Tensor chosen = at::zeros_like(truth);
  const at::Tensor order = logits.argsort(1, /*descending=*/true);
  for (std::int64_t row = 0; row < truth.size(0); ++row) {
    const auto count = truth[row].sum().item<std::int64_t>();
    chosen[row].index_fill_(0, order[row].narrow(0, 0, count), 1);
  }
  return chosen;
}

double f1(double right, double chosen, double true_ones) {
  return chosen + true_ones > 0 ? 2 * right / (chosen + true_ones) : 0;
}

}  // namespace

MultiLabelScores multi_label_scores(const DenseFeatures& vectors, const SparseFeatures& labels,
                                    double training_share, std::uint64_t seed) {
  std::vector<std::int64_t> order(vectors.rows);
  std::iota(order.begin(), order.end(), 0);
  RandomStream(seed, RandomPurpose::kSplit).shuffle(std::span(order));
  const auto cut = static_cast<std::ptrdiff_t>(training_share * static_cast<double>(vectors.rows));
  const std::vector<std::int64_t> train(order.begin(), order.begin() + cut);
  const std::vector<std::int64_t> test(order.begin() + cut, order.end());
  const at::Tensor x = vector_table(vectors, train);
  const at::Tensor y = label_table(labels, train);
  const at::Tensor x_test = vector_table(vectors, test);
  at::Tensor logits = at::empty({x_test.size(0), labels.columns}, at::kDouble);
  for (std::int64_t label = 0; label < labels.columns; ++label) {
    const at::Tensor w = logistic_regression(x, y.select(1, label));
    logits.select(1, label).copy_(at::mv(x_test, w.narrow(0, 0, x.size(1))) + w[x.size(1)]);
  }
  const at::Tensor truth = label_table(labels, test);
  const at::Tensor chosen = likeliest(logits, truth);
  const at::Tensor right = (chosen * truth).sum(0);
  MultiLabelScores scores;
  scores.micro_f1 =
      f1(right.sum().item<double>(), chosen.sum().item<double>(), truth.sum().item<double>());
  for (std::int64_t label = 0; label < labels.columns; ++label) {
    scores.macro_f1 += f1(right[label].item<double>(), chosen.select(1, label).sum().item<double>(),
                          truth.select(1, label).sum().item<double>()) /
                       static_cast<double>(labels.columns);
  }
  return scores;
}

RepeatedScores repeated_multi_label_scores(const DenseFeatures& vectors,
                                           const SparseFeatures& labels, double training_share,
                                           std::int64_t times) {
  RepeatedScores repeated;
  for (std::int64_t seed = 0; seed < times; ++seed) {
    const MultiLabelScores scores =
        multi_label_scores(vectors, labels, training_share, static_cast<std::uint64_t>(seed));
    repeated.micro_f1.push_back(scores.micro_f1);
    repeated.macro_f1.push_back(scores.macro_f1);
  }
  return repeated;
}

SparseFeatures read_multi_labels(const std::string& path, std::int64_t nodes) {
  SparseFeatures labels = sparse_features_from_npz(NpzFile(path));
  if (labels.rows != nodes) {
    throw input_error(Where{path},
                      fmt::format("has {} rows, but the graph has {} nodes", labels.rows, nodes),
                      "give a row of labels for every node");
  }
  return labels;
}

}  // namespace disgnn::embed
