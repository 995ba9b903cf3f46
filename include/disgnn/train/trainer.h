#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "disgnn/data/dataset.h"
#include "disgnn/nn/node_classifier.h"
#include "disgnn/nn/prediction_stage.h"
#include "disgnn/pretext/pretext_task.h"
#include "disgnn/train/adam.h"
#include "disgnn/train/early_stopping.h"
#include "disgnn/train/weight_average.h"

namespace disgnn::train {

/// A graph, its features and labels, and the one split that says who may see which label.
struct Problem {
  Graph graph;
  nn::NodeInput features;            ///< [N, d]
  std::vector<std::int32_t> labels;  ///< [N], -1 = unlabelled
  std::int32_t classes = 0;
  Split split;
};

/// A pretext task by name and its weight lambda in the full loss.
struct WeightedTask {
  std::string name;
  double weight = 0;
};

struct PseudoLabelOptions {
  bool enabled = true;
  std::int64_t warm_up = 10;  ///< epochs before the first ones are given
  double confidence = 0.6;    ///< least predicted probability
};

struct TrainerOptions {
  std::int64_t class_steps = 5;  ///< n_step: updates on the node loss before each full update
  bool joint = false;            ///< these, too, are on the full loss if there are tasks
  std::int64_t epochs = 200;
  std::int64_t patience = 100;
  SelectBy select_by = SelectBy::kAccuracy;
  AdamOptions adam;
  double weight_average = 0;        ///< decay of the averaged weights that are evaluated; 0: none
  double class_balance = 0;         ///< 0: training nodes count the same; 1: classes do
  std::vector<WeightedTask> tasks;  ///< empty: the node loss alone
  pretext::PretextOptions pretext;
  PseudoLabelOptions pseudo_labels;
  std::uint64_t seed = 0;
};

struct TaskLoss {
  std::string name;
  double value = 0;
};

/// What one epoch (class_steps updates on the node loss, one on the full loss; joint: all of them
/// on the full loss) showed.
struct EpochRecord {
  std::int64_t epoch = 0;            ///< from 1
  double node_loss = 0;              ///< of the last full step, as all losses below
  std::vector<double> class_losses;  ///< of each class step
  std::vector<TaskLoss> task_losses;
  double full_loss = 0;
  double train_accuracy = 0;
  ValidationScores validation;
  std::int64_t pseudo_labels = 0;  ///< nodes that lent their predicted class to the full step
  bool best = false;               ///< best validation so far
  std::vector<double> class_step_ms;
  double full_step_ms = 0;  ///< joint: mean of the epoch's
};

/// Class probabilities [N, K] and, unless only logits are wanted, scores per layer at given
/// weights, without dropout.
struct Evaluation {
  at::Tensor probabilities;               ///< [N, K]
  at::Tensor model_probabilities;         ///< the model's own, before any prediction stage
  std::vector<std::int32_t> predictions;  ///< [N]
  nn::ModelOutput output;

  /// Puts others in their place; predictions follow.
  void set_probabilities(const at::Tensor& values);
};
Evaluation evaluate(const nn::NodeClassifier& model, const nn::NodeInput& features,
                    const ops::PairIndexPtr& edges,
                    nn::ForwardMode::Wanted wanted = nn::ForwardMode::Wanted::kAll);

/// Trains one model on one split: the paper's Algorithm 1, which alternates updates on the node
/// loss (Eq. 5) with updates on the full loss (Eq. 19). Deterministic: all random numbers are keyed
/// by (seed, step), so a trainer restored from a saved state goes on exactly as the uninterrupted
/// one.
class Trainer {
 public:
  Trainer(Problem problem, const nn::ModelConfig& model, TrainerOptions options);

  [[nodiscard]] bool finished() const;
  /// Throws Error (kTraining) when a loss is not finite; the best weights so far are put back
  /// first.
  EpochRecord run_epoch();
  /// Puts the weights of the best validation epoch back into the model.
  void restore_best();

  [[nodiscard]] const nn::NodeClassifier& model() const { return *model_; }
  [[nodiscard]] const Problem& problem() const { return problem_; }
  [[nodiscard]] const TrainerOptions& options() const { return options_; }
  [[nodiscard]] const EarlyStopping& progress() const { return stopping_; }
  [[nodiscard]] std::int64_t epoch() const { return epoch_; }
  /// The labels that training may know, and how much classes count.
  [[nodiscard]] nn::LabelledGraph labelled_graph() const {
    return {problem_.features, problem_.graph.index(), training_labels_, problem_.classes,
            class_weights_};
  }

  /// What Adam updates: the model's own under "model.", those of the tasks under "task.NAME.".
  [[nodiscard]] nn::NamedTensors trained_parameters() const;
  /// Copies of all tensors the next epochs depend on, under "model.", "task.", "adam.",
  /// "average.", "best.".
  [[nodiscard]] nn::NamedTensors state() const;
  /// Undoes everything since `state()`, `progress` and `epoch` were read.
  void restore(const nn::NamedTensors& state, const EarlyStopping& progress, std::int64_t epoch);

 private:
  /// Cross entropy of the training nodes, given their logits [training nodes, K] (paper, Eq. 5).
  [[nodiscard]] at::Tensor node_loss(const at::Tensor& logits) const;
  double class_step();
  void full_step(EpochRecord& record);
  /// With the averaged weights, which are the weights themselves unless asked for.
  Evaluation evaluate_average();
  void evaluate_epoch(EpochRecord& record);
  void refresh_known_labels();
  /// The paper's Eq. 19. Lets go of the layers' results but for what the backward pass needs.
  at::Tensor full_loss(EpochRecord& record);
  [[nodiscard]] nn::ForwardMode training_mode() const;
  void require_finite(double value, const std::string& what);

  Problem problem_;
  TrainerOptions options_;
  std::vector<std::int32_t> training_labels_;  // [N]; the only labels any loss sees
  std::vector<std::int32_t> known_labels_;     // training labels, then pseudo-labels
  std::vector<float> confidence_;              // [N] of the pseudo-labels among them
  std::vector<NodeId> training_nodes_;         // those with a label
  at::Tensor training_targets_;                // int64 [training nodes]
  at::Tensor class_weights_;                   // [K]; undefined where all count the same
  std::shared_ptr<nn::NodeClassifier> model_;
  ReceptiveField training_field_;  // what class steps compute
  std::vector<std::pair<std::shared_ptr<pretext::PretextTask>, double>> tasks_;
  std::unique_ptr<Adam> adam_;
  std::unique_ptr<WeightAverage> average_;
  nn::NamedTensors best_;
  EarlyStopping stopping_;
  std::int64_t epoch_ = 0;
  std::uint32_t step_ = 0;
};

}  // namespace disgnn::train
