#include "disgnn/train/trainer.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>

#include "disgnn/core/error.h"
#include "disgnn/train/classification_metrics.h"
#include "ops/pair_index_tensors.h"
#include "train/named_tensors.h"

namespace disgnn::train {
namespace {

double milliseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

ClassCounts counts_of(const Problem& problem, const std::vector<std::int32_t>& predictions,
                      Role role) {
  return class_counts(problem.labels, predictions, problem.split.members(role), problem.classes);
}

/// Nodes of one role that have a label: masks that come with a graph may name others as well.
std::vector<NodeId> labelled_members(const Problem& problem, Role role) {
  std::vector<NodeId> nodes;
  for (const NodeId v : problem.split.members(role)) {
    if (problem.labels[v] >= 0) nodes.push_back(v);
  }
  return nodes;
}

/// [K]: of a class with n_k of n training nodes (n / n_k)^balance; 0 where it has none.
at::Tensor weights_of_classes(const at::Tensor& targets, std::int64_t classes, double balance) {
  const at::Tensor counts = at::bincount(targets, {}, classes).to(at::kFloat);
  const at::Tensor shares = counts / counts.sum();
  return at::where(counts > 0, shares.pow(-balance), at::zeros_like(shares));
}

std::vector<std::int64_t> all_layers(std::int64_t count) {
  std::vector<std::int64_t> layers;
  for (std::int64_t i = 0; i < count; ++i) layers.push_back(i);
  return layers;
}

/// The model has its averaged weights as long as this lives.
class AveragedWeights {
 public:
  explicit AveragedWeights(WeightAverage& average) : average_(average) { average_.swap(); }
  ~AveragedWeights() { average_.swap(); }
  AveragedWeights(const AveragedWeights&) = delete;
  AveragedWeights& operator=(const AveragedWeights&) = delete;

 private:
  WeightAverage& average_;
};

}  // namespace

void Evaluation::set_probabilities(const at::Tensor& values) {
  probabilities = values;
  const at::Tensor predicted = values.argmax(1).to(at::kInt).contiguous();
  const auto* const data = predicted.data_ptr<std::int32_t>();
  predictions.assign(data, data + predicted.numel());
}

Evaluation evaluate(const nn::NodeClassifier& model, const nn::NodeInput& features,
                    const ops::PairIndexPtr& edges, nn::ForwardMode::Wanted wanted) {
  const at::NoGradGuard no_gradients;
  Evaluation result;
  result.output = model.forward(features, edges, nn::ForwardMode{.wanted = wanted});
  result.model_probabilities = at::softmax(result.output.logits, 1);
  result.set_probabilities(result.model_probabilities);
  return result;
}

Trainer::Trainer(Problem problem, const nn::ModelConfig& model, TrainerOptions options)
    : problem_(std::move(problem)),
      options_(std::move(options)),
      training_labels_(problem_.split.training_labels(problem_.labels)),
      known_labels_(training_labels_),
      confidence_(training_labels_.size(), 0),
      training_nodes_(labelled_members(problem_, Role::kTrain)),
      model_(nn::make_model(model, options_.seed)),
      training_field_(
          receptive_field(*problem_.graph.index(), training_nodes_, model_->field_depth())) {
  for (const Role role : {Role::kTrain, Role::kValidation}) {
    if (!labelled_members(problem_, role).empty()) continue;
    throw input_error(fmt::format("the {} part of the split holds no labelled node",
                                  role == Role::kTrain ? "training" : "validation"),
                      "label more nodes or split them otherwise");
  }
  for (const std::int64_t layer : options_.pretext.layers) {
    DISGNN_ASSERT(layer >= 0 && layer < model.layers);
  }
  training_targets_ =
      ops::index_tensor(training_labels_).index_select(0, ops::index_tensor(training_nodes_));
  if (options_.class_balance > 0) {
    class_weights_ =
        weights_of_classes(training_targets_, problem_.classes, options_.class_balance);
  }
  if (options_.pretext.layers.empty()) options_.pretext.layers = all_layers(model.layers);
  for (const WeightedTask& task : options_.tasks) {
    if (task.weight == 0) continue;
    tasks_.emplace_back(
        pretext::make_pretext_task(task.name, options_.pretext, *model_, options_.seed),
        task.weight);
  }
  std::map<std::string, nn::ParamGroup> param_groups;
  for (const auto& [name, tensor] : model_->named_parameters()) {
    param_groups.emplace("model." + name, model_->param_group_of(name));
  }
  adam_ = std::make_unique<Adam>(trained_parameters(), options_.adam, param_groups);
  average_ = std::make_unique<WeightAverage>(model_->named_parameters(), options_.weight_average);
  stopping_.patience = options_.patience;
  stopping_.select_by = options_.select_by;
}

bool Trainer::finished() const {
  return epoch_ >= options_.epochs || (epoch_ > 0 && stopping_.exhausted(epoch_));
}

/// One round of Algorithm 1.
EpochRecord Trainer::run_epoch() {
  EpochRecord record;
  record.epoch = epoch_ + 1;
  const bool joint = options_.joint && !tasks_.empty();
  for (std::int64_t i = 0; i < (joint ? 0 : options_.class_steps); ++i) {
    const auto start = std::chrono::steady_clock::now();
    record.class_losses.push_back(class_step());
    record.class_step_ms.push_back(milliseconds_since(start));
  }
  const auto start = std::chrono::steady_clock::now();
  const bool labels_are_used = std::any_of(tasks_.begin(), tasks_.end(), [](const auto& task) {
    return task.first->uses_known_labels();
  });
  if (options_.pseudo_labels.enabled && epoch_ >= options_.pseudo_labels.warm_up &&
      labels_are_used) {
    refresh_known_labels();
  }
  const std::int64_t full_steps = joint ? options_.class_steps + 1 : 1;
  for (std::int64_t i = 0; i < full_steps; ++i) full_step(record);
  record.full_step_ms = milliseconds_since(start) / static_cast<double>(full_steps);
  for (std::size_t v = 0; v < known_labels_.size(); ++v) {
    record.pseudo_labels += known_labels_[v] >= 0 && training_labels_[v] < 0 ? 1 : 0;
  }
  evaluate_epoch(record);
  ++epoch_;
  return record;
}

/// Eq. 5, as a mean.
at::Tensor Trainer::node_loss(const at::Tensor& logits) const {
  return at::cross_entropy_loss(logits, training_targets_, class_weights_);
}

double Trainer::class_step() {
  adam_->clear_gradients();
  const at::Tensor loss =
      node_loss(model_->logits_of(training_nodes_, training_field_, problem_.features,
                                  problem_.graph.index(), training_mode()));
  const auto value = loss.item<double>();
  require_finite(value, "the node loss");
  loss.backward();
  adam_->step();
  average_->update();
  ++step_;
  return value;
}

void Trainer::full_step(EpochRecord& record) {
  adam_->clear_gradients();
  full_loss(record).backward();
  adam_->step();
  average_->update();
  ++step_;
}

/// Eq. 19.
at::Tensor Trainer::full_loss(EpochRecord& record) {
  nn::ForwardMode mode = training_mode();
  mode.wanted = nn::ForwardMode::Wanted::kLayers;
  const nn::ModelOutput output = model_->forward(problem_.features, problem_.graph.index(), mode);
  const at::Tensor of_training = output.hidden.index_select(0, ops::index_tensor(training_nodes_));
  at::Tensor loss = node_loss(model_->classify(of_training));
  record.node_loss = loss.item<double>();
  require_finite(record.node_loss, "the node loss");
  const pretext::PretextContext context{.model = *model_,
                                        .output = output,
                                        .features = problem_.features,
                                        .graph = problem_.graph,
                                        .known_labels = known_labels_,
                                        .confidence = confidence_,
                                        .class_weights = class_weights_,
                                        .seed = options_.seed,
                                        .step = step_};
  record.task_losses.clear();
  if (output.auxiliary_logits.defined()) {
    const at::Tensor term =
        node_loss(output.auxiliary_logits.index_select(0, ops::index_tensor(training_nodes_)));
    record.task_losses.push_back({"auxiliary", term.item<double>()});
    require_finite(record.task_losses.back().value, "the loss of the auxiliary classifier");
    loss = loss + term;
  }
  for (const auto& [task, weight] : tasks_) {
    const at::Tensor term = task->loss(context);
    record.task_losses.push_back({task->name(), term.item<double>()});
    require_finite(record.task_losses.back().value, "the loss of '" + task->name() + "'");
    loss = loss + weight * term;
  }
  record.full_loss = loss.item<double>();
  require_finite(record.full_loss, "all tasks together");
  return loss;
}

Evaluation Trainer::evaluate_average() {
  const AveragedWeights averaged(*average_);
  return evaluate(*model_, problem_.features, problem_.graph.index(),
                  nn::ForwardMode::Wanted::kLogits);
}

void Trainer::evaluate_epoch(EpochRecord& record) {
  const Evaluation now = evaluate_average();
  record.train_accuracy = counts_of(problem_, now.predictions, Role::kTrain).accuracy();
  const ClassCounts counts = counts_of(problem_, now.predictions, Role::kValidation);
  // A step may have spoilt the weights although its own loss was finite: these must never be best.
  require_finite(now.output.logits.sum().item<double>(), "the model's output");
  const at::Tensor validation = ops::index_tensor(labelled_members(problem_, Role::kValidation));
  record.validation = {
      .accuracy = counts.accuracy(),
      .loss = at::cross_entropy_loss(now.output.logits.index_select(0, validation),
                                     ops::index_tensor(problem_.labels).index_select(0, validation))
                  .item<double>(),
      .macro_f1 = counts.macro_f1()};
  record.best = stopping_.update(record.epoch, record.validation);
  if (!record.best) return;
  const AveragedWeights averaged(*average_);
  if (best_.empty()) {
    best_ = cloned(model_->named_parameters());
  } else {
    copy_values(model_->named_parameters(), best_);
  }
}

/// A node counts as labelled with its predicted class where the prediction is confident; training
/// nodes keep their true label (docs/method.md, label conformity).
void Trainer::refresh_known_labels() {
  const AveragedWeights averaged(*average_);
  const at::NoGradGuard no_gradients;
  const nn::ModelOutput now = model_->forward(problem_.features, problem_.graph.index(),
                                              {.wanted = nn::ForwardMode::Wanted::kLogits});
  const auto [confidence, predicted] = at::softmax(now.logits, 1).to(at::kFloat).max(1);
  const auto* const classes = predicted.data_ptr<std::int64_t>();
  const auto* const sure = confidence.data_ptr<float>();
  for (std::size_t v = 0; v < known_labels_.size(); ++v) {
    if (training_labels_[v] >= 0) continue;
    const bool known = sure[v] > options_.pseudo_labels.confidence;
    known_labels_[v] = known ? static_cast<std::int32_t>(classes[v]) : -1;
    confidence_[v] = known ? sure[v] : 0;
  }
}

nn::ForwardMode Trainer::training_mode() const {
  return {.training = true, .seed = options_.seed, .step = step_};
}

nn::NamedTensors Trainer::trained_parameters() const {
  nn::NamedTensors all = with_prefix("model.", model_->named_parameters());
  for (const auto& [task, weight] : tasks_) {
    append(all, with_prefix("task." + task->name() + ".", task->named_parameters()));
  }
  return all;
}

void Trainer::restore_best() {
  if (!best_.empty()) copy_values(best_, model_->named_parameters());
}

nn::NamedTensors Trainer::state() const {
  nn::NamedTensors all = trained_parameters();
  append(all, with_prefix("adam.", adam_->state()));
  append(all, with_prefix("average.", average_->state()));
  append(all, with_prefix("best.", best_));
  return cloned(all);
}

void Trainer::restore(const nn::NamedTensors& state, const EarlyStopping& progress,
                      std::int64_t epoch) {
  copy_values(state, trained_parameters());
  adam_->restore(without_prefix("adam.", state));
  average_->restore(without_prefix("average.", state));
  best_.clear();
  if (progress.best_epoch > 0) {
    best_ = cloned(model_->named_parameters());
    copy_values(without_prefix("best.", state), best_);
  }
  stopping_ = progress;
  epoch_ = epoch;
  step_ = static_cast<std::uint32_t>(epoch * (options_.class_steps + 1));
  known_labels_ = training_labels_;
  confidence_.assign(training_labels_.size(), 0);
}

void Trainer::require_finite(double value, const std::string& what) {
  if (std::isfinite(value)) return;
  restore_best();
  throw Error(ErrorKind::kTraining,
              fmt::format("training diverged: {} is no longer finite in epoch {}; lower the "
                          "learning rate (--lr) or the weights of the self-supervision "
                          "(--lambda-…)",
                          what, epoch_ + 1));
}

}  // namespace disgnn::train
