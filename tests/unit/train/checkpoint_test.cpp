#include "disgnn/train/checkpoint.h"

#include <ATen/ATen.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <cstring>

#include "disgnn/core/atomic_file.h"
#include "disgnn/train/safetensors.h"
#include "support/expect_error.h"
#include "support/small_problem.h"
#include "support/temporary_folder.h"
#include "support/tensors.h"

namespace disgnn::train {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers

/// A trainer after some epochs.
Trainer trained(const TrainerOptions& options, int epochs) {
  Trainer trainer = make_trainer(small_problem(), options);
  for (int i = 0; i < epochs; ++i) trainer.run_epoch();
  return trainer;
}

void expect_same_progress(const Trainer& a, const Trainer& b) {
  EXPECT_EQ(a.epoch(), b.epoch());
  EXPECT_EQ(a.progress().best_epoch, b.progress().best_epoch);
  EXPECT_EQ(a.progress().best.accuracy, b.progress().best.accuracy);
  EXPECT_EQ(a.progress().best.loss, b.progress().best.loss);
  EXPECT_EQ(a.progress().best.macro_f1, b.progress().best.macro_f1);
  EXPECT_EQ(first_difference(a.state(), b.state()), "");
}

/// Training in one go against stopping after `epochs`, saving, loading and going on.
void expect_seamless(const TrainerOptions& options, int epochs) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "checkpoint.safetensors";
  Trainer whole = make_trainer(small_problem(), options);
  const auto records = run_all(whole);
  save_checkpoint(path, trained(options, epochs), "run 1");

  Trainer resumed = make_trainer(small_problem(), options);
  ASSERT_TRUE(load_checkpoint(path, resumed, "run 1"));
  EXPECT_EQ(resumed.epoch(), epochs);
  const auto later = run_all(resumed);
  ASSERT_EQ(later.size() + epochs, records.size());
  for (std::size_t i = 0; i < later.size(); ++i) {
    EXPECT_EQ(later[i].epoch, records[i + epochs].epoch);
    EXPECT_EQ(later[i].best, records[i + epochs].best);
    EXPECT_EQ(later[i].pseudo_labels, records[i + epochs].pseudo_labels);
    EXPECT_EQ(training_losses(later[i]), training_losses(records[i + epochs]));
  }
  expect_same_progress(resumed, whole);
  whole.restore_best();
  resumed.restore_best();
  EXPECT_EQ(first_difference(resumed.model().named_parameters(), whole.model().named_parameters()),
            "");
}

TEST(Checkpoint, ContinuesAsIfNeverInterrupted) {
  for (const int epochs : {1, 4, 8}) {  // before and after pseudo-labels start, and at the end
    SCOPED_TRACE(epochs);
    expect_seamless(all_tasks(), epochs);
  }
}

TEST(Checkpoint, ContinuesJointTrainingWithAveragedWeights) {
  TrainerOptions options = all_tasks();
  options.joint = true;
  options.weight_average = 0.9;
  expect_seamless(options, 4);
}

TEST(Checkpoint, KeepsCountingPatience) {
  TrainerOptions options = all_tasks();
  options.adam = {.learning_rate = 0, .weight_decay = 0};  // the first epoch stays the best
  options.patience = 4;
  expect_seamless(options, 2);
}

TEST(Checkpoint, HoldsAllThatTheTrainerIs) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "checkpoint.safetensors";
  const Trainer saved = trained(all_tasks(), 3);
  save_checkpoint(path, saved, "run 1");
  Trainer loaded = trained(all_tasks(), 5);  // has gone elsewhere before
  ASSERT_TRUE(load_checkpoint(path, loaded, "run 1"));
  expect_same_progress(loaded, saved);
}

TEST(Checkpoint, IsLeftAloneWhenMissingOrOfAnotherRun) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "checkpoint.safetensors";
  Trainer trainer = trained(all_tasks(), 1);
  const nn::NamedTensors before = trainer.state();
  EXPECT_FALSE(load_checkpoint(path, trainer, "run 1"));
  save_checkpoint(path, trained(all_tasks(), 2), "run 1");
  EXPECT_FALSE(load_checkpoint(path, trainer, "run 2"));
  EXPECT_EQ(trainer.epoch(), 1);
  EXPECT_EQ(first_difference(trainer.state(), before), "");
}

TEST(Checkpoint, OfAnotherModelIsRefusedByName) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "checkpoint.safetensors";
  save_checkpoint(path, trained(all_tasks(), 1), "run 1");
  const Problem problem = small_problem();

  nn::ModelConfig wider = small_model(problem);
  wider.hidden = 9;
  Trainer other_shape(problem, wider, all_tasks());
  expect_input_error({"model.classifier_hidden.weight", "shape", "other options"},
                     [&] { (void)load_checkpoint(path, other_shape, "run 1"); });

  nn::ModelConfig deeper = small_model(problem);
  deeper.layers = 3;
  Trainer other_layers(problem, deeper, all_tasks());
  expect_input_error({"lack the tensor", "layer2"},
                     [&] { (void)load_checkpoint(path, other_layers, "run 1"); });

  TrainerOptions base = all_tasks();
  base.tasks = {{"edge", 1.0}};
  save_checkpoint(path, trained(base, 1), "run 1");
  Trainer more_tasks = make_trainer(problem, all_tasks());
  expect_input_error({"lack the tensor", "task.channel"},
                     [&] { (void)load_checkpoint(path, more_tasks, "run 1"); });
}

TEST(Checkpoint, OfAnotherFormatOrWithoutProgressIsRefused) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "checkpoint.safetensors";
  Trainer trainer = trained(all_tasks(), 1);
  const auto refuses = [&](std::map<std::string, std::string> metadata) {
    write_tensor_file(path, {.tensors = trainer.state(), .metadata = std::move(metadata)});
    expect_input_error({"checkpoint.safetensors", "start this run anew"},
                       [&] { (void)load_checkpoint(path, trainer, "run 1"); });
  };
  const auto with_progress = [](const std::string& progress) {
    return std::map<std::string, std::string>{
        {"format", "disgnn-checkpoint-8"}, {"label", "run 1"}, {"progress", progress}};
  };
  const auto numbers = [&](const std::string& epoch, const std::string& best_epoch) {
    return with_progress("{\"epoch\":" + epoch + ",\"best_epoch\":" + best_epoch +
                         ",\"best_accuracy\":0.5,\"best_loss\":1.0,\"best_macro_f1\":0.5}");
  };
  refuses({});
  refuses({{"format", "disgnn-checkpoint-1"}, {"label", "run 1"}});
  refuses(with_progress(""));
  refuses(with_progress("[1]"));
  refuses(with_progress("{}"));
  refuses(with_progress(
      R"({"epoch":1,"best_epoch":1,"best_accuracy":"x","best_loss":1,"best_macro_f1":1})"));
  for (const std::string epoch : {"0", "-1", "1.5", "1e99", "9223372036854775807", "null"}) {
    refuses(numbers(epoch, "1"));
  }
  for (const std::string best_epoch : {"0", "-3", "3", "2.5"}) refuses(numbers("2", best_epoch));
}

// ---- damage -------------------------------------------------------------------------------------

/// Small enough to be tried often.
TrainerOptions brief_options() {
  TrainerOptions options = all_tasks();
  options.class_steps = 0;
  options.epochs = 3;
  return options;
}

Trainer brief_trainer() {
  Graph graph = build_graph(4, std::vector<NodePair>{{0, 1}, {1, 2}, {2, 3}}).graph;
  Problem problem{.graph = std::move(graph),
                  .features = nn::NodeInput(random_tensor({4, 2}, 1, at::kFloat)),
                  .labels = {0, 1, 0, 1},
                  .classes = 2,
                  .split = Split({Role::kTrain, Role::kTrain, Role::kValidation, Role::kTest})};
  return {std::move(problem),
          {.features = 2, .classes = 2, .channels = 2, .hidden = 2, .layers = 1},
          brief_options()};
}

const std::string& checkpoint_bytes() {
  static const std::string kBytes = [] {
    const TemporaryFolder folder;
    Trainer trainer = brief_trainer();
    trainer.run_epoch();
    save_checkpoint(folder.path() / "f", trainer, "run 1");
    return read_file(folder.path() / "f");
  }();
  return kBytes;
}

/// Loads and goes on: works, is refused, or reports divergence; nothing else may happen.
void try_to_resume(const std::string& bytes) {
  const TemporaryFolder folder;
  Trainer trainer = brief_trainer();
  try {
    if (load_checkpoint(folder.write("checkpoint", bytes), trainer, "run 1")) {
      run_all(trainer);
      trainer.restore_best();
    }
  } catch (const Error&) {
  }
}

TEST(Checkpoint, CutShortIsRefused) {
  const std::string& bytes = checkpoint_bytes();
  for (std::size_t size = 0; size < bytes.size(); size += 1 + size / 50) {
    const TemporaryFolder folder;
    Trainer trainer = brief_trainer();
    const std::string path = folder.write("checkpoint", bytes.substr(0, size));
    EXPECT_THROW((void)load_checkpoint(path, trainer, "run 1"), Error) << size;
  }
}

RC_GTEST_PROP(Checkpoint, WithFlippedBytesIsUsedOrRefused, ()) {
  std::string bytes = checkpoint_bytes();
  const auto flips = *rc::gen::inRange(1, 4);
  for (int i = 0; i < flips; ++i) {
    bytes[*rc::gen::resize(1000, rc::gen::inRange<std::size_t>(0, bytes.size()))] =
        *rc::gen::arbitrary<char>();
  }
  try_to_resume(bytes);
}

RC_GTEST_PROP(Checkpoint, WithADamagedHeaderIsUsedOrRefused, ()) {
  // A printable character for another keeps most headers readable: names, types, sizes, offsets
  // and the progress record are hit.
  std::string bytes = checkpoint_bytes();
  std::uint64_t header = 0;
  std::memcpy(&header, bytes.data(), sizeof header);
  const auto position = *rc::gen::resize(1000, rc::gen::inRange<std::size_t>(8, 8 + header));
  const char old = bytes[position];
  bytes[position] = old >= '0' && old <= '9'
                        ? static_cast<char>('0' + *rc::gen::inRange(0, 10))
                        : static_cast<char>(*rc::gen::resize(1000, rc::gen::inRange(32, 127)));
  try_to_resume(bytes);
}

}  // namespace
}  // namespace disgnn::train
