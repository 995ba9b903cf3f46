#pragma once

#include <ATen/ATen.h>

#include <cmath>
#include <string>
#include <vector>

#include "disgnn/graph/graph.h"
#include "disgnn/model/disentangled_layer.h"
#include "support/tensors.h"

namespace disgnn::testing {

using Vector = std::vector<double>;
using Table = std::vector<Vector>;

inline Table table_of(const at::Tensor& matrix) {
  const at::Tensor values = matrix.detach().to(at::kDouble);
  Table rows(values.size(0), Vector(values.size(1)));
  for (std::int64_t i = 0; i < values.size(0); ++i) {
    for (std::int64_t j = 0; j < values.size(1); ++j) rows[i][j] = values[i][j].item<double>();
  }
  return rows;
}

inline double sigmoid_of(double x) {
  return 1 / (1 + std::exp(-x));
}
inline double leaky_of(double x) {
  return x > 0 ? x : 0.01 * x;
}

/// The layer of docs/method.md written down with plain loops over nodes, channels and hidden units.
/// It shares nothing with the library but the parameters' names and layouts.
class LoopLayer {
 public:
  LoopLayer(const nn::NamedTensors& parameters, const nn::LayerConfig& config)
      : scorer_(config.scorer),
        aggregator_(config.aggregator),
        norm_(config.aggregator == "gcn" ? "sym" : config.edge_norm),
        inputs_(config.sizes.input),
        channels_(config.sizes.channels),
        hidden_(config.sizes.hidden) {
    for (const auto& [name, tensor] : parameters) {
      // All but biases are read as matrices; [d, C, H] is [d, C*H] in memory.
      matrices_.emplace_back(
          name, table_of(tensor.detach().reshape({tensor.dim() == 1 ? 1 : tensor.size(0), -1})));
    }
  }

  /// s_vu^i for any two feature vectors.
  [[nodiscard]] double score(const Vector& h_v, const Vector& h_u, std::int64_t i) const {
    double sum = 0;
    for (std::int64_t k = 0; k < hidden_; ++k) {
      const std::int64_t unit = i * hidden_ + k;
      if (scorer_ == "mlp") {
        sum += matrix("scorer.output_weight")[i][k] *
               leaky_of(column("scorer.row_weight", h_v, unit) +
                        column("scorer.column_weight", h_u, unit));
      } else if (scorer_ == "linear") {
        sum += matrix("scorer.row_attention")[i][k] * column("scorer.weight", h_v, unit) +
               matrix("scorer.column_attention")[i][k] * column("scorer.weight", h_u, unit);
      } else {
        sum += column("scorer.weight", h_v, unit) * column("scorer.weight", h_u, unit);
      }
    }
    return sum;
  }

  /// h'[N, H] and, on the way, messages z[N][C*H].
  [[nodiscard]] Table forward(const Table& h, const Graph& graph, Table* messages) const {
    messages->assign(h.size(), Vector(channels_ * hidden_, 0.0));
    Table output(h.size(), Vector(hidden_));
    for (NodeId v = 0; v < graph.nodes(); ++v) {
      for (std::int64_t i = 0; i < channels_; ++i) {
        for (std::int64_t k = 0; k < hidden_; ++k) {
          (*messages)[v][i * hidden_ + k] = message(h, graph, v, i, i * hidden_ + k);
        }
      }
      for (std::int64_t k = 0; k < hidden_; ++k) {
        output[v][k] =
            leaky_of(column("fuse.weight", (*messages)[v], k) + matrix("fuse.bias")[0][k]);
      }
    }
    return output;
  }

 private:
  [[nodiscard]] double existence(const Table& h, NodeId v, NodeId u, std::int64_t i) const {
    return sigmoid_of(score(h[v], h[u], i));
  }

  [[nodiscard]] double degree(const Table& h, const Graph& graph, NodeId v, std::int64_t i) const {
    double sum = 0;
    for (const NodeId u : graph.neighbours(v)) sum += existence(h, v, u, i);
    return sum;
  }

  [[nodiscard]] double message(const Table& h, const Graph& graph, NodeId v, std::int64_t i,
                               std::int64_t unit) const {
    double normaliser = 0;
    for (const NodeId u : graph.neighbours(v)) normaliser += std::exp(existence(h, v, u, i));
    Vector mixed(inputs_, 0.0);  // sum_u weight_vu h_u
    for (const NodeId u : graph.neighbours(v)) {
      const double e = existence(h, v, u, i);
      const double weight = norm_ == "sym"
                                ? e / std::sqrt(degree(h, graph, v, i) * degree(h, graph, u, i))
                            : norm_ == "sum" ? e / degree(h, graph, v, i)
                                             : std::exp(e) / normaliser;
      for (std::int64_t j = 0; j < inputs_; ++j) mixed[j] += weight * h[u][j];
    }
    if (aggregator_ != "sage") return column("aggregator.feature_weight", mixed, unit);
    return column("aggregator.self_weight", h[v], unit) +
           column("aggregator.neighbour_weight", mixed, unit);
  }

  /// (x W)[unit]
  [[nodiscard]] double column(const std::string& name, const Vector& x, std::int64_t unit) const {
    const Table& weight = matrix(name);
    double sum = 0;
    for (std::size_t j = 0; j < x.size(); ++j) sum += x[j] * weight[j][unit];
    return sum;
  }

  [[nodiscard]] const Table& matrix(const std::string& name) const {
    for (const auto& [known, values] : matrices_) {
      if (known == name) return values;
    }
    throw std::out_of_range("no parameter is called " + name);
  }

  std::string scorer_;
  std::string aggregator_;
  std::string norm_;
  std::int64_t inputs_;
  std::int64_t channels_;
  std::int64_t hidden_;
  std::vector<std::pair<std::string, Table>> matrices_;
};

}  // namespace disgnn::testing
