#include "disgnn/nn/prediction_stage.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "support/small_graphs.h"
#include "support/tensors.h"

namespace disgnn::nn {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

/// P' = factor P + offset
class LinearStage : public PredictionStage {
 public:
  LinearStage(std::string name, double factor, double offset) : name_(std::move(name)) {
    coefficients_ = register_buffer("coefficients", tensor_of({factor, offset}, {2}));
  }
  [[nodiscard]] std::string name() const override { return name_; }
  void fit(const LabelledGraph& /*graph*/, const ProgressCallback& /*progress*/) override {}
  [[nodiscard]] at::Tensor apply(const at::Tensor& probabilities,
                                 const ops::PairIndexPtr& /*edges*/) const override {
    return probabilities * coefficients_[0] + coefficients_[1];
  }

 private:
  std::string name_;
  at::Tensor coefficients_;
};

const PredictionStages kTwo{std::make_shared<LinearStage>("double", 2, 0),
                            std::make_shared<LinearStage>("raise", 1, 3)};

TEST(PredictionStages, WorkOneAfterTheOther) {
  const at::Tensor p = tensor_of({1, 5}, {1, 2});
  EXPECT_EQ(difference(apply_stages(kTwo, p, path(1).index()), tensor_of({5, 13}, {1, 2}), 0), "");
  const PredictionStages reversed{kTwo[1], kTwo[0]};
  EXPECT_EQ(difference(apply_stages(reversed, p, path(1).index()), tensor_of({8, 16}, {1, 2}), 0),
            "");
  EXPECT_TRUE(apply_stages({}, p, path(1).index()).is_same(p));
}

TEST(PredictionStages, KeepTheirTensorsUnderTheirNames) {
  const NamedTensors tensors = named_buffers(kTwo);
  ASSERT_EQ(tensors.size(), 2U);
  EXPECT_EQ(difference(find_tensor(tensors, "double.coefficients"), tensor_of({2, 0}, {2}), 0), "");
  EXPECT_EQ(difference(find_tensor(tensors, "raise.coefficients"), tensor_of({1, 3}, {2}), 0), "");
}

}  // namespace
}  // namespace disgnn::nn
