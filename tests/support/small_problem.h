#pragma once

#include <string>
#include <vector>

#include "disgnn/data/campus.h"
#include "disgnn/data/dataset.h"
#include "disgnn/train/trainer.h"

namespace disgnn::testing {

/// The built-in graph with 160 people in 3 departments, and a fixed split.
inline train::Problem small_problem() {
  Dataset data = make_dataset(generate_campus(
      {.nodes = 160, .classes = 3, .words_per_group = 4, .noise_words = 10, .seed = 1}));
  Split split = make_random_split(data.labels, {}, 1);
  return {.graph = data.graph,
          .features = nn::NodeInput(data.features),
          .labels = data.labels,
          .classes = data.classes,
          .split = std::move(split)};
}

inline nn::ModelConfig small_model(const train::Problem& problem) {
  return {.features = problem.features.columns(),
          .classes = problem.classes,
          .channels = 3,
          .hidden = 8,
          .layers = 2,
          .input_dropout = 0.3,
          .dropout = 0.3,
          .edge_dropout = 0.1};
}

/// All four tasks; pseudo-labels from the third epoch on where they are enabled.
inline train::TrainerOptions all_tasks(bool pseudo_labels = true) {
  return {.class_steps = 2,
          .epochs = 8,
          .patience = 100,
          .adam = {.learning_rate = 0.01},
          .tasks = {{"edge", 0.1}, {"conform", 1.0}, {"channel", 0.1}, {"self", 0.5}},
          .pretext = {.self_confidence = 0.4},
          .pseudo_labels = {.enabled = pseudo_labels, .warm_up = 2, .confidence = 0.4},
          .seed = 1};
}

inline train::Trainer make_trainer(const train::Problem& problem,
                                   const train::TrainerOptions& options) {
  return {problem, small_model(problem), options};
}

/// Runs until the trainer has finished.
inline std::vector<train::EpochRecord> run_all(train::Trainer& trainer) {
  std::vector<train::EpochRecord> records;
  while (!trainer.finished()) records.push_back(trainer.run_epoch());
  return records;
}

/// Every loss that training minimised, in order.
inline std::vector<double> training_losses(const train::EpochRecord& record) {
  std::vector<double> losses = record.class_losses;
  losses.push_back(record.node_loss);
  for (const train::TaskLoss& task : record.task_losses) losses.push_back(task.value);
  losses.push_back(record.full_loss);
  return losses;
}

/// Losses of a few epochs with all tasks.
inline std::vector<double> first_losses(const train::Problem& problem,
                                        const nn::ModelConfig& model) {
  train::TrainerOptions options = all_tasks();
  options.epochs = 4;
  options.pretext.edge_share = 0.5;
  train::Trainer trainer(problem, model, options);
  std::vector<double> all;
  for (const train::EpochRecord& record : run_all(trainer)) {
    for (const double loss : training_losses(record)) all.push_back(loss);
    all.push_back(record.validation.loss);
  }
  return all;
}

}  // namespace disgnn::testing
