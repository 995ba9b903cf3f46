#include "disgnn/explain/disentanglement.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "disgnn/data/dataset.h"

namespace disgnn {
namespace {

TEST(Disentanglement, MeasuresTheAgreementOfThePredictions) {
  // Path 0 - 1 - 2 - 3 with classes 0 0 1 1: the edge in the middle crosses classes. p(class 0) =
  // 0.9, 0.8, 0.7, 0.1: p_v . p_u = 0.74, 0.62 and 0.34, and one of two edges inside a class comes
  // before the one between.
  RawDataset raw;
  raw.nodes = 4;
  raw.pairs = {{0, 1}, {1, 2}, {2, 3}};
  raw.labels = {0, 0, 1, 1};
  const Dataset data = make_dataset(std::move(raw));
  nn::ModelOutput output;
  output.layers.resize(1, {.input = nn::NodeInput(at::zeros({4, 1}))});
  output.layers[0].scores = at::zeros({data.graph.entries(), 2});
  const at::Tensor p = at::tensor({0.9, 0.1, 0.8, 0.2, 0.7, 0.3, 0.1, 0.9}).view({4, 2});
  const std::vector<NodeId> all{0, 1, 2, 3};
  EXPECT_DOUBLE_EQ(*measure_disentanglement(data, output, p, all, all).prediction_auc, 0.5);
  EXPECT_EQ(measure_disentanglement(data, {}, p, all, all).prediction_auc, std::nullopt);
}

}  // namespace
}  // namespace disgnn
