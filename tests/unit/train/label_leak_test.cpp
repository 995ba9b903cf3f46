#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "support/permuted_labels.h"
#include "support/small_problem.h"
#include "support/tensors.h"

// docs/method.md, "Training": no validation or test label may reach what is trained.
namespace disgnn::train {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

struct Trained {
  std::vector<EpochRecord> records;
  nn::NamedTensors last;  ///< model, tasks, optimiser and best weights after the last epoch
  nn::NamedTensors best;  ///< weights that are kept
};

Trained train(const Problem& problem, const TrainerOptions& options) {
  Trainer trainer = make_trainer(problem, options);
  Trained result;
  result.records = run_all(trainer);
  result.last = snapshot(trainer.state());
  trainer.restore_best();
  result.best = snapshot(trainer.model().named_parameters());
  return result;
}

/// Which steps and labels the tasks have.
enum class Kind : std::uint8_t { kTrueLabels, kPseudoLabels, kJoint };

TrainerOptions options_of(Kind kind) {
  TrainerOptions options = all_tasks(kind != Kind::kTrueLabels);
  options.joint = kind == Kind::kJoint;
  if (options.joint) options.pseudo_labels.confidence = options.pretext.self_confidence = 0.34;
  return options;
}

class LabelLeak : public ::testing::TestWithParam<Kind> {};

std::string name_of(const ::testing::TestParamInfo<Kind>& info) {
  constexpr std::array<const char*, 3> kNames{"TrueLabels", "PseudoLabels", "Joint"};
  return kNames.at(static_cast<std::size_t>(info.param));
}

INSTANTIATE_TEST_SUITE_P(OfKind, LabelLeak,
                         ::testing::Values(Kind::kTrueLabels, Kind::kPseudoLabels, Kind::kJoint),
                         name_of);

TEST_P(LabelLeak, PermutingTestLabelsChangesNoWeight) {
  const Problem problem = small_problem();
  const Trained original = train(problem, options_of(GetParam()));
  const Trained permuted =
      train(with_permuted_labels(problem, Role::kTest), options_of(GetParam()));
  EXPECT_EQ(original.records.size(), permuted.records.size());
  EXPECT_EQ(first_difference(original.last, permuted.last), "");
  EXPECT_EQ(first_difference(original.best, permuted.best), "");
}

TEST_P(LabelLeak, PermutingValidationLabelsChangesNoTrainingLoss) {
  const Problem problem = small_problem();
  TrainerOptions options = options_of(GetParam());
  const Trained original = train(problem, options);
  const Trained permuted = train(with_permuted_labels(problem, Role::kValidation), options);
  const std::size_t common = std::min(original.records.size(), permuted.records.size());
  ASSERT_EQ(common, 8U);
  bool selection_differs = false;
  for (std::size_t i = 0; i < common; ++i) {
    // Exact comparison: the same bits.
    EXPECT_EQ(training_losses(original.records[i]), training_losses(permuted.records[i]));
    EXPECT_EQ(original.records[i].pseudo_labels, permuted.records[i].pseudo_labels);
    selection_differs |= original.records[i].validation.loss != permuted.records[i].validation.loss;
  }
  EXPECT_TRUE(selection_differs);  // the permuted labels did reach the selection of the epoch
  // Not even a weight differs before the best epoch is put back.
  for (const auto& [name, tensor] : original.last) {
    if (!name.starts_with("best.")) {
      EXPECT_TRUE(same_bits(tensor, find_tensor(permuted.last, name))) << name;
    }
  }
}

TEST_P(LabelLeak, IsTestedWithEverySignalAtWork) {
  const Trained trained = train(small_problem(), options_of(GetParam()));
  for (const EpochRecord& record : trained.records) {
    ASSERT_EQ(record.task_losses.size(), 4U);
    const bool has_pseudo_labels = GetParam() != Kind::kTrueLabels && record.epoch > 2;
    for (const TaskLoss& task : record.task_losses) {
      EXPECT_EQ(task.value > 0, task.name != "self" || has_pseudo_labels) << task.name;
    }
    EXPECT_EQ(record.pseudo_labels > 0, has_pseudo_labels) << record.epoch;
  }
}

TEST_P(LabelLeak, PermutingTrainingLabelsDoesChangeLossesAndWeights) {
  const Problem problem = small_problem();
  const Trained original = train(problem, options_of(GetParam()));
  const Trained permuted =
      train(with_permuted_labels(problem, Role::kTrain), options_of(GetParam()));
  EXPECT_NE(training_losses(original.records[0]), training_losses(permuted.records[0]));
  EXPECT_NE(first_difference(original.last, permuted.last), "");
}

/// Every kind of model, with all tasks it can have.
class LabelLeakOfModels : public ::testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(ByName, LabelLeakOfModels, ::testing::ValuesIn(nn::model_kinds()),
                         [](const auto& info) { return info.param; });

TEST_P(LabelLeakOfModels, IsNone) {
  const auto train_kind = [&](const Problem& problem) {
    nn::ModelConfig config = small_model(problem);
    config.kind = GetParam();
    config.nodes = problem.graph.nodes();
    config.hops = 2;
    config.self_term = config.jumping_knowledge = true;
    TrainerOptions options = all_tasks();
    options.weight_average = 0.5;
    options.class_balance = 0.5;
    options.epochs = 3;
    if (GetParam() != "disgnn") options.tasks.clear();
    for (const std::string task : {"attribute", "distance", "context"}) {
      options.tasks.push_back({task, 0.1});
    }
    if (GetParam() == "factorgcn") options.tasks.push_back({"factor", 0.5});
    Trainer trainer(problem, config, options);
    const auto records = run_all(trainer);
    EXPECT_EQ(records.front().task_losses.size(), options.tasks.size());
    return std::pair(records, snapshot(trainer.trained_parameters()));
  };
  const Problem problem = small_problem();
  const auto [records, weights] = train_kind(problem);
  for (const Role role : {Role::kTest, Role::kValidation}) {
    const auto [others, other_weights] = train_kind(with_permuted_labels(problem, role));
    EXPECT_EQ(first_difference(weights, other_weights), "");
    for (std::size_t i = 0; i < records.size(); ++i) {
      EXPECT_EQ(training_losses(records[i]), training_losses(others[i]));
    }
  }
}

}  // namespace
}  // namespace disgnn::train
