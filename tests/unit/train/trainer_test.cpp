#include "disgnn/train/trainer.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "disgnn/model/aggregator.h"
#include "disgnn/train/classification_metrics.h"
#include "support/expect_error.h"
#include "support/same_steps.h"
#include "support/small_graphs.h"
#include "support/small_problem.h"
#include "support/tensors.h"

namespace disgnn::train {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

nn::NamedTensors trained_state(const TrainerOptions& options) {
  Trainer trainer = make_trainer(small_problem(), options);
  run_all(trainer);
  return snapshot(trainer.state());
}

/// Most nodes of class 1 are of class 0 instead, so that accuracy and macro-F1 disagree.
Problem with_a_rare_class() {
  Problem problem = small_problem();
  for (std::size_t v = 0; v < problem.labels.size(); ++v) {
    if (problem.labels[v] == 1 && v % 4 != 0) problem.labels[v] = 0;
  }
  return problem;
}

TEST(Trainer, KeepsTheEpochOfTheBestMacroF1IfAskedTo) {
  TrainerOptions options = all_tasks();
  options.epochs = 12;
  bool disagree = false;
  for (options.seed = 1; options.seed <= 4; ++options.seed) {
    std::array<std::int64_t, 2> best{};
    for (const SelectBy by : {SelectBy::kAccuracy, SelectBy::kMacroF1}) {
      options.select_by = by;
      Trainer trainer = make_trainer(with_a_rare_class(), options);
      const std::vector<EpochRecord> records = run_all(trainer);
      const EarlyStopping& progress = trainer.progress();
      best.at(static_cast<std::size_t>(by)) = progress.best_epoch;
      const ValidationScores& kept = records[progress.best_epoch - 1].validation;
      for (const EpochRecord& record : records) {
        EXPECT_LE(progress.measure(record.validation), progress.measure(kept));
      }
    }
    disagree |= best[0] != best[1];
  }
  EXPECT_TRUE(disagree);
}

TEST(Trainer, TellsStagesWhatTrainingKnows) {
  const Problem problem = with_a_rare_class();
  TrainerOptions options;
  EXPECT_FALSE(
      Trainer(problem, small_model(problem), options).labelled_graph().class_weights.defined());
  options.class_balance = 1;
  const Trainer trainer(problem, small_model(problem), options);
  const nn::LabelledGraph known = trainer.labelled_graph();
  std::array<double, 3> sizes{};
  for (NodeId v = 0; v < problem.graph.nodes(); ++v) {
    const bool trains = problem.split.role(v) == Role::kTrain;
    EXPECT_EQ(known.known_labels[v], trains ? problem.labels[v] : -1) << v;
    if (trains) sizes.at(problem.labels[v]) += 1;
  }
  // Classes count by the inverse of their size.
  const at::Tensor weights = known.class_weights.to(at::kDouble);
  for (const std::int64_t c : {1, 2}) {
    EXPECT_NEAR((weights[c] / weights[0]).item<double>(), sizes[0] / sizes.at(c), 1e-5);
  }
  EXPECT_EQ(known.classes, 3);
}

TEST(Trainer, LetsClassesCountTheSame) {
  Problem problem = small_problem();
  // One class with two training nodes, one with all others.
  std::int64_t rare = 0;
  std::int64_t count = 0;
  for (const NodeId v : problem.split.members(Role::kTrain)) {
    problem.labels[v] = rare < 2 ? 2 : 0;
    ++rare;
    ++count;
  }
  nn::ModelConfig model = small_model(problem);
  model.input_dropout = model.dropout = model.edge_dropout = 0;
  for (const double balance : {0.0, 0.5, 1.0}) {
    TrainerOptions options;
    options.class_steps = 0;
    options.epochs = 1;
    options.class_balance = balance;
    Trainer trainer(problem, model, options);
    const at::Tensor p =
        evaluate(trainer.model(), problem.features, problem.graph.index()).probabilities;
    double sum = 0;
    double weights = 0;
    for (const NodeId v : problem.split.members(Role::kTrain)) {
      const double size = problem.labels[v] == 2 ? 2.0 : static_cast<double>(count) - 2.0;
      const double weight = std::pow(size, -balance);
      sum -= weight * std::log(p[v][problem.labels[v]].item<double>());
      weights += weight;
    }
    EXPECT_NEAR(trainer.run_epoch().node_loss, sum / weights, 1e-5) << balance;
  }
}

TEST(Trainer, TakesTheSameStepsWithLittleMemoryAndWithReferenceKernels) {
  const Problem problem = small_problem();
  for (const std::string& aggregator : nn::aggregator_names()) {
    SCOPED_TRACE(aggregator);
    nn::ModelConfig model = small_model(problem);
    model.aggregator = aggregator;
    expect_same_steps_in_all_ways(problem, model);
  }
}

TEST(Trainer, LearnsTheSmallGraph) {
  TrainerOptions options = all_tasks();
  options.epochs = 40;
  Trainer trainer = make_trainer(small_problem(), options);
  const auto records = run_all(trainer);
  EXPECT_LT(records.back().node_loss, 0.6 * records.front().node_loss);
  EXPECT_GT(trainer.progress().best.accuracy, 0.5);  // three classes: chance is a third
}

TEST(Trainer, AlternatesClassStepsAndOneFullStep) {
  TrainerOptions options = all_tasks();
  options.epochs = 2;
  Trainer trainer = make_trainer(small_problem(), options);
  const auto records = run_all(trainer);
  ASSERT_EQ(records.size(), 2U);
  for (const EpochRecord& record : records) {
    EXPECT_EQ(record.class_losses.size(), 2U);
    EXPECT_EQ(record.class_step_ms.size(), 2U);
    ASSERT_EQ(record.task_losses.size(), 4U);
    EXPECT_NEAR(record.full_loss,
                record.node_loss + 0.1 * record.task_losses[0].value +
                    1.0 * record.task_losses[1].value + 0.1 * record.task_losses[2].value +
                    0.5 * record.task_losses[3].value,
                1e-5);
  }
  EXPECT_EQ(records[0].epoch, 1);
  EXPECT_EQ(records[1].epoch, 2);
  EXPECT_EQ(trainer.epoch(), 2);
  // Model weights moved in all 2 * (2 + 1) steps, the discriminators' in the two full ones.
  for (const auto& [name, tensor] : trainer.state()) {
    if (!name.ends_with(".steps")) continue;
    EXPECT_EQ(tensor.item<std::int64_t>(), name.starts_with("adam.task.") ? 2 : 6) << name;
  }
}

TEST(Trainer, TakesAllStepsOnTheFullLossWhenJoint) {
  TrainerOptions options = all_tasks();
  options.epochs = 2;
  options.joint = true;
  Trainer trainer = make_trainer(small_problem(), options);
  for (const EpochRecord& record : run_all(trainer)) {
    EXPECT_TRUE(record.class_losses.empty());
    EXPECT_EQ(record.task_losses.size(), 4U);
  }
  for (const auto& [name, tensor] : trainer.state()) {
    if (name.ends_with(".steps")) {
      EXPECT_EQ(tensor.item<std::int64_t>(), 6) << name;
    }
  }
  // Without tasks there is nothing but the node loss, and class steps cost less.
  options.tasks.clear();
  Trainer alone = make_trainer(small_problem(), options);
  EXPECT_EQ(run_all(alone).front().class_losses.size(), 2U);
}

TEST(Trainer, GivesTheSameBitsForTheSameSeed) {
  TrainerOptions options = all_tasks();
  const nn::NamedTensors first = trained_state(options);
  EXPECT_EQ(first_difference(first, trained_state(options)), "");
  options.seed = 2;
  EXPECT_NE(first_difference(first, trained_state(options)), "");
}

TEST(Trainer, GivesTheSameBitsForTheSameNumberOfThreads) {
  TrainerOptions options = all_tasks();
  options.epochs = 2;
  at::set_num_threads(2);
  const nn::NamedTensors first = trained_state(options);
  const nn::NamedTensors second = trained_state(options);
  at::set_num_threads(1);
  EXPECT_EQ(first_difference(first, second), "");
}

TEST(Trainer, WithTasksOfWeightZeroIsDisgnnBase) {
  TrainerOptions weightless = all_tasks();
  for (WeightedTask& task : weightless.tasks) task.weight = 0;
  TrainerOptions base = all_tasks();
  base.tasks.clear();
  EXPECT_EQ(first_difference(trained_state(weightless), trained_state(base)), "");
}

TEST(Trainer, AppliesTasksToChosenLayersOnly) {
  TrainerOptions options = all_tasks();
  options.pretext.layers = {1};
  options.epochs = 1;
  Trainer trainer = make_trainer(small_problem(), options);
  trainer.run_epoch();
  for (const auto& [name, tensor] : trainer.state()) {
    EXPECT_THAT(name, ::testing::Not(::testing::HasSubstr("discriminator0")));
  }
}

TEST(Trainer, RestoresTheBestValidationEpoch) {
  TrainerOptions options = all_tasks();
  options.epochs = 20;
  options.adam.learning_rate = 0.1;
  Trainer trainer = make_trainer(small_problem(), options);
  nn::NamedTensors best;
  while (!trainer.finished()) {
    const EpochRecord record = trainer.run_epoch();
    if (record.best) best = snapshot(trainer.model().named_parameters());
    EXPECT_EQ(record.best, trainer.progress().best_epoch == record.epoch);
  }
  ASSERT_LT(trainer.progress().best_epoch, 19);  // else there would be nothing to put back
  trainer.restore_best();
  EXPECT_EQ(first_difference(trainer.model().named_parameters(), best), "");
  const Problem& problem = trainer.problem();
  const Evaluation now = evaluate(trainer.model(), problem.features, problem.graph.index());
  EXPECT_EQ(class_counts(problem.labels, now.predictions, problem.split.members(Role::kValidation),
                         problem.classes)
                .accuracy(),
            trainer.progress().best.accuracy);
}

TEST(Trainer, StopsWhenPatienceRunsOut) {
  TrainerOptions options = all_tasks();
  options.epochs = 1000;
  options.patience = 2;
  options.adam.learning_rate = 0;  // nothing ever improves on the first epoch
  options.adam.weight_decay = 0;
  Trainer trainer = make_trainer(small_problem(), options);
  EXPECT_FALSE(trainer.finished());
  EXPECT_EQ(run_all(trainer).size(), 3U);
  EXPECT_EQ(trainer.progress().best_epoch, 1);
}

TEST(Trainer, GivesPseudoLabelsToConfidentNodesAfterTheWarmUp) {
  TrainerOptions options = all_tasks();
  options.epochs = 3;
  const auto pseudo_labels = [&] {
    Trainer trainer = make_trainer(small_problem(), options);
    std::vector<std::int64_t> counts;
    for (const EpochRecord& record : run_all(trainer)) counts.push_back(record.pseudo_labels);
    return counts;
  };
  const Problem problem = small_problem();
  const auto others =
      problem.graph.nodes() - static_cast<std::int64_t>(problem.split.members(Role::kTrain).size());
  options.pseudo_labels = {.enabled = true, .warm_up = 1, .confidence = 0};
  EXPECT_THAT(pseudo_labels(), ::testing::ElementsAre(0, others, others));
  options.pseudo_labels.confidence = 1;
  EXPECT_THAT(pseudo_labels(), ::testing::ElementsAre(0, 0, 0));
  options.pseudo_labels = {.enabled = false, .warm_up = 0, .confidence = 0};
  EXPECT_THAT(pseudo_labels(), ::testing::ElementsAre(0, 0, 0));
}

TEST(Trainer, LeavesUnlabelledNodesOfTheSplitOut) {
  // Masks that come with a graph may name nodes without a label.
  Problem problem = small_problem();
  problem.labels[problem.split.members(Role::kTrain)[0]] = -1;
  problem.labels[problem.split.members(Role::kValidation)[0]] = -1;
  Trainer trainer = make_trainer(problem, all_tasks());
  const EpochRecord record = trainer.run_epoch();
  EXPECT_TRUE(std::isfinite(record.node_loss));
  EXPECT_TRUE(std::isfinite(record.validation.loss));
}

TEST(Trainer, UndoesEpochsWhenAStateIsRestored) {
  TrainerOptions options = all_tasks();
  options.weight_average = 0.9;
  Trainer trainer = make_trainer(small_problem(), options);
  trainer.run_epoch();
  trainer.run_epoch();
  const nn::NamedTensors state = trainer.state();
  const EarlyStopping progress = trainer.progress();
  const EpochRecord expected = trainer.run_epoch();
  trainer.run_epoch();
  trainer.restore(state, progress, 2);
  EXPECT_EQ(trainer.epoch(), 2);
  const EpochRecord again = trainer.run_epoch();
  EXPECT_EQ(training_losses(again), training_losses(expected));
  EXPECT_EQ(again.validation.loss, expected.validation.loss);  // of the averaged weights
}

// ---- divergence ---------------------------------------------------------------------------------

void expect_divergence(const std::vector<std::string>& parts, Trainer& trainer) {
  expect_error(ErrorKind::kTraining, parts, [&] { run_all(trainer); });
}

TEST(Trainer, ReportsInfiniteFeatures) {
  Problem problem = small_problem();
  at::Tensor values = at::ones({problem.graph.nodes(), 3});
  values[5][1] = std::numeric_limits<float>::infinity();
  problem.features = nn::NodeInput(values);
  Trainer trainer = make_trainer(problem, all_tasks());
  expect_divergence({"the node loss", "epoch 1", "--lr"}, trainer);
}

TEST(Trainer, ReportsAnExplodingLearningRate) {
  TrainerOptions options = all_tasks();
  options.adam.learning_rate = 1e30;
  Trainer trainer = make_trainer(small_problem(), options);
  expect_divergence({"lower the learning rate"}, trainer);
}

/// Overwrites one weight so that the next loss is not a number.
void spoil(const Trainer& trainer) {
  const at::NoGradGuard no_gradients;
  trainer.model().named_parameters()[0].second.fill_(std::numeric_limits<float>::quiet_NaN());
}

TEST(Trainer, PutsTheBestWeightsBackBeforeReportingDivergence) {
  Trainer trainer = make_trainer(small_problem(), all_tasks());
  nn::NamedTensors best;
  for (int i = 0; i < 3; ++i) {
    if (trainer.run_epoch().best) best = snapshot(trainer.model().named_parameters());
  }
  spoil(trainer);
  expect_divergence({"epoch 4"}, trainer);
  EXPECT_EQ(first_difference(trainer.model().named_parameters(), best), "");
}

TEST(Trainer, ReportsTheTaskWhoseLossIsNotFinite) {
  TrainerOptions options = all_tasks();
  options.tasks = {{"edge", 1.0}, {"channel", 1.0}};
  options.class_steps = 0;
  Trainer trainer = make_trainer(small_problem(), options);
  // The discriminator alone is spoilt: the node loss stays finite.
  const at::NoGradGuard no_gradients;
  for (const auto& [name, tensor] : trainer.trained_parameters()) {
    if (name.starts_with("task.channel.")) tensor.fill_(std::numeric_limits<float>::quiet_NaN());
  }
  expect_divergence({"'channel'", "no longer finite", "epoch 1"}, trainer);
}

TEST(Trainer, NeverKeepsWeightsThatAreNotFinite) {
  // The only step of the epoch overflows the gradient: its losses are finite, its weights are not.
  TrainerOptions options = all_tasks();
  options.class_steps = 0;
  options.tasks = {{"edge", 3e38}};
  Trainer trainer = make_trainer(small_problem(), options);
  expect_divergence({"epoch 1"}, trainer);
  for (const auto& [name, tensor] : trainer.state()) {
    EXPECT_THAT(name, ::testing::Not(::testing::StartsWith("best.")));
  }
}

}  // namespace
}  // namespace disgnn::train
