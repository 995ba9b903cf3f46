#include <ATen/ATen.h>

#include "baselines/baseline.h"
#include "baselines/baselines.h"
#include "disgnn/ops/dropout.h"
#include "disgnn/ops/row_softmax.h"
#include "disgnn/ops/weighted_sum.h"
#include "nn/units_per_part.h"

namespace disgnn::nn {
namespace {

/// Velickovic et al., "Graph Attention Networks", ICLR 2018: C heads of about H / C units, side by
/// side. s_vu = LeakyReLU(a . W h_v + b . W h_u), weights softmax over the entries of v,
/// h'_v = ELU(sum_u weight_vu W h_u + bias).
class GatLayer : public Module {
 public:
  GatLayer(const ModelConfig& config, std::int64_t input, std::uint16_t position,
           const ParameterInit& init)
      : heads_(config.channels),
        units_(units_per_part(config)),
        edge_dropout_(config.edge_dropout),
        position_(position),
        weight_(register_parameter(
            "weight", init.xavier("weight", {input, heads_ * units_}, input, heads_ * units_))),
        row_attention_(register_parameter(
            "row_attention", init.xavier("row_attention", {heads_, units_}, units_, 1))),
        column_attention_(register_parameter(
            "column_attention", init.xavier("column_attention", {heads_, units_}, units_, 1))),
        bias_(register_parameter("bias", init.constant({heads_ * units_}, 0))) {}

  static std::int64_t width(const ModelConfig& config) {
    return config.channels * units_per_part(config);
  }
  [[nodiscard]] at::Tensor forward(const NodeInput& h, const ops::PairIndexPtr& edges,
                                   const ForwardMode& mode) const {
    const at::Tensor values = h.project({weight_}, heads_).select(1, 0);  // [N, C, units]
    const at::Tensor of_row = (values * row_attention_).sum(2);           // [N, C]
    const at::Tensor of_column = (values * column_attention_).sum(2);     // [N, C]
    const at::Tensor scores = at::leaky_relu(
        ops::gather_rows(of_row, edges) + ops::gather_columns(of_column, edges), kSlope);
    const at::Tensor weights =
        ops::dropout(ops::row_softmax(scores, edges), mode.training ? edge_dropout_ : 0,
                     mode.stream(RandomPurpose::kEdgeDropout, position_));
    return at::elu(ops::weighted_sum(weights, values, edges).flatten(1) + bias_);
  }

 private:
  static constexpr double kSlope = 0.2;
  std::int64_t heads_;
  std::int64_t units_;
  double edge_dropout_;
  std::uint16_t position_;
  at::Tensor weight_;            // [input, C * units]
  at::Tensor row_attention_;     // [C, units]
  at::Tensor column_attention_;  // [C, units]
  at::Tensor bias_;              // [C * units]
};

}  // namespace

std::shared_ptr<NodeClassifier> make_gat(const ModelConfig& config, const ParameterInit& init) {
  return std::make_shared<StackedBaseline<GatLayer>>(config, init);
}

}  // namespace disgnn::nn
