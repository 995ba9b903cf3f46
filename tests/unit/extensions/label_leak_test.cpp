#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "disgnn/model/extension.h"
#include "support/permuted_labels.h"
#include "support/small_problem.h"
#include "support/tensors.h"

// docs/method.md, "Training": no validation or test label may reach what is trained or fitted.
namespace disgnn::train {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

struct Fitted {
  std::vector<EpochRecord> records;
  nn::NamedTensors weights;
  nn::NamedTensors stages;
  at::Tensor predictions;
};

/// A model with every extension trained for a few epochs, then both stages fitted.
Fitted fit_all(const Problem& problem) {
  nn::ModelConfig config = small_model(problem);
  config.nodes = problem.graph.nodes();
  config.self_term = config.jumping_knowledge = true;
  config.extensions.set("input", std::string("links+structure"));
  config.extensions.set("gpr-hops", std::int64_t{2});
  config.extensions.set("edge-class-prior", true);
  TrainerOptions options = all_tasks();
  options.weight_average = 0.5;
  options.class_balance = 0.5;
  options.epochs = 4;
  Trainer trainer(problem, config, options);
  Fitted result;
  result.records = run_all(trainer);
  result.weights = snapshot(trainer.trained_parameters());
  const nn::PredictionStages stages = nn::make_stages({"krr", "spreading", "groups"}, config, 1);
  for (const auto& stage : stages) stage->fit(trainer.labelled_graph(), {});
  result.stages = snapshot(nn::named_buffers(stages));
  const Evaluation evaluation = evaluate(trainer.model(), problem.features, problem.graph.index());
  result.predictions =
      nn::apply_stages(stages, evaluation.model_probabilities, problem.graph.index());
  return result;
}

TEST(LabelLeakOfExtensions, IsNone) {
  const Problem problem = small_problem();
  const Fitted original = fit_all(problem);
  EXPECT_GT(original.records.back().pseudo_labels, 0);
  EXPECT_EQ(original.records.back().task_losses.size(), 5U);
  EXPECT_GT(find_tensor(original.stages, "krr.log_odds").abs().max().item<double>(), 0);
  for (const Role role : {Role::kTest, Role::kValidation}) {
    const Fitted permuted = fit_all(with_permuted_labels(problem, role));
    EXPECT_EQ(first_difference(original.weights, permuted.weights), "");
    EXPECT_EQ(first_difference(original.stages, permuted.stages), "");
    EXPECT_TRUE(same_bits(original.predictions, permuted.predictions));
    for (std::size_t i = 0; i < original.records.size(); ++i) {
      EXPECT_EQ(training_losses(original.records[i]), training_losses(permuted.records[i]));
    }
  }
}

TEST(LabelLeakOfExtensions, WouldShowInWhatTheStagesHold) {
  const Problem problem = small_problem();
  const Fitted original = fit_all(problem);
  const Fitted permuted = fit_all(with_permuted_labels(problem, Role::kTrain));
  for (const std::string name : {"krr.log_odds", "spreading.labels"}) {
    EXPECT_FALSE(same_bits(find_tensor(original.stages, name), find_tensor(permuted.stages, name)));
  }
}

}  // namespace
}  // namespace disgnn::train
