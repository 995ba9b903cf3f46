#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <cmath>

#include "disgnn/model/aggregator.h"
#include "support/same_steps.h"
#include "support/small_problem.h"
#include "support/tensors.h"

// Training with parts that go beyond the paper.

namespace disgnn::train {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

TEST(TrainedExtensions, LetParametersLearnByTheRulesOfTheirPart) {
  const Problem problem = small_problem();
  nn::ModelConfig model = small_model(problem);
  model.extensions.set("edge-class-prior", true);
  TrainerOptions options = all_tasks();
  options.class_steps = 0;
  options.adam = {.learning_rate = 0.01, .weight_decay = 0};
  options.weight_average = 0;
  Trainer trainer(problem, model, options);
  const auto value_of = [&](const std::string& name) {
    return find_tensor(trainer.model().named_parameters(), name).detach().clone();
  };
  const auto largest_change = [&](const std::string& name, const at::Tensor& before) {
    return (value_of(name) - before).abs().max().item<double>();
  };
  const at::Tensor guess = value_of("edge_prior.own.bias");
  const at::Tensor fuse = value_of("layer0.fuse.bias");
  trainer.run_epoch();
  // The first step of Adam is the learning rate, whatever the gradient.
  EXPECT_NEAR(largest_change("edge_prior.own.bias", guess), 0.04, 1e-5);
  EXPECT_NEAR(largest_change("layer0.fuse.bias", fuse), 0.01, 1e-5);
}

TEST(TrainedExtensions, TakeTheSameStepsWithLittleMemoryAndWithReferenceKernels) {
  const Problem problem = small_problem();
  for (const std::string& aggregator : nn::aggregator_names()) {
    SCOPED_TRACE(aggregator);
    nn::ModelConfig model = small_model(problem);
    model.aggregator = aggregator;
    model.extensions.set("gpr-hops", std::int64_t{3});
    model.extensions.set("edge-class-prior", true);
    expect_same_steps_in_all_ways(problem, model);
  }
}

TEST(TrainedExtensions, ReportTheAuxiliaryLossBesideThoseOfTheTasks) {
  const Problem problem = small_problem();
  nn::ModelConfig model = small_model(problem);
  model.extensions.set("edge-class-prior", true);
  TrainerOptions options = all_tasks();
  options.class_steps = 0;
  Trainer trainer(problem, model, options);
  const EpochRecord record = trainer.run_epoch();
  ASSERT_EQ(record.task_losses.size(), 5U);
  EXPECT_EQ(record.task_losses.front().name, "auxiliary");
  // The guess starts without evidence on the three classes.
  EXPECT_NEAR(record.task_losses.front().value, std::log(3.0), 1e-6);
}

}  // namespace
}  // namespace disgnn::train
