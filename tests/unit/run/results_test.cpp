#include <ATen/ATen.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "disgnn/run/finished_runs.h"
#include "disgnn/run/metrics_log.h"
#include "disgnn/run/model_settings.h"
#include "disgnn/run/summary.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace disgnn::run {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

TEST(Spread, IsMeanAndSampleDeviation) {
  EXPECT_DOUBLE_EQ(spread({1, 2, 3, 6}).mean, 3);
  EXPECT_DOUBLE_EQ(spread({1, 2, 3, 6}).std, std::sqrt((4 + 1 + 0 + 9) / 3.0));
  EXPECT_EQ(spread({5}).std, 0);
  EXPECT_EQ(spread({}).mean, 0);
}

TEST(Median, TakesTheMiddleOrTheMeanOfTheTwo) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 2, 3}), 2.5);
  EXPECT_EQ(median({}), 0);
}

RunResult result(double homophily_auc, double first_auc, double last_auc) {
  RunResult run;
  run.disentanglement.homophily_auc = {homophily_auc, std::nullopt};
  run.disentanglement.validation_auc = {0.5, std::nullopt};
  run.disentanglement.prediction_auc = 0.75;
  run.disentanglement.first_layer =
      RelationRecovery{.nmi = 0.5, .relation_auc = first_auc, .channel_of_relation = {}};
  run.disentanglement.last_layer =
      RelationRecovery{.nmi = 0.25, .relation_auc = last_auc, .channel_of_relation = {}};
  return run;
}

TEST(RelationScores, AreThoseOfTheLayerThatIsBetterOnAverage) {
  const std::vector<RunResult> runs = {result(0.8, 0.9, 0.7), result(0.6, 0.5, 0.8)};
  const auto best = best_recovery(runs);
  ASSERT_TRUE(best);
  EXPECT_DOUBLE_EQ(best->relation_auc, 0.75);  // last layer: (0.7 + 0.8) / 2 against 0.7
  EXPECT_DOUBLE_EQ(best->nmi, 0.25);
  EXPECT_FALSE(best_recovery({RunResult{}}));
}

TEST(BestHomophilyAuc, IsOfTheLayerThatIsBestOnValidationEdges) {
  std::vector<RunResult> runs(2);
  runs[0].disentanglement.homophily_auc = {0.9, 0.6};
  runs[1].disentanglement.homophily_auc = {0.9, 0.8};
  runs[0].disentanglement.validation_auc = {0.6, 0.7};
  runs[1].disentanglement.validation_auc = {0.6, std::nullopt};
  EXPECT_DOUBLE_EQ(*best_homophily_auc(runs), 0.7);  // the second layer, although the first has 0.9
  for (RunResult& run : runs) run.disentanglement.validation_auc = {std::nullopt, std::nullopt};
  EXPECT_DOUBLE_EQ(*best_homophily_auc(runs), 0.9);  // nothing to choose by: the first
  EXPECT_EQ(best_homophily_auc({RunResult{}}), std::nullopt);
}

TEST(FinishedRuns, ComeBackAsTheyWere) {
  RunResult run = result(0.1 + 0.2, 0.9, 0.7);
  run.seed = 7;
  run.epoch_ms = 12.5;
  run.disentanglement.first_layer->channel_of_relation = {1, -1, 0};
  const auto read = runs_from_json(runs_to_json({run}), "runs.json");
  ASSERT_THAT(read, SizeIs(1));
  EXPECT_EQ(read[0].seed, 7U);
  EXPECT_EQ(read[0].epoch_ms, 12.5);
  EXPECT_EQ(read[0].disentanglement.homophily_auc, run.disentanglement.homophily_auc);
  EXPECT_EQ(read[0].disentanglement.validation_auc, run.disentanglement.validation_auc);
  EXPECT_EQ(read[0].disentanglement.prediction_auc, run.disentanglement.prediction_auc);
  EXPECT_THAT(read[0].disentanglement.first_layer->channel_of_relation, ElementsAre(1, -1, 0));
}

TEST(FinishedRuns, AreRefusedWhenDamaged) {
  RunResult shorter = result(1, 1, 1);
  shorter.disentanglement.homophily_auc.pop_back();
  for (const std::string& text : {std::string("{"), std::string("{\"runs\": [{\"seed\": \"x\"}]}"),
                                  std::string("[]"), runs_to_json({result(1, 1, 1), shorter})}) {
    testing::expect_input_error({"runs.json", "damaged"},
                                [&] { (void)runs_from_json(text, "runs.json"); });
  }
}

TEST(MetricsLog, RewindsToTheCheckpointAndDropsDamagedLines) {
  const testing::TemporaryFolder folder;
  const auto line = [](int run, int epoch) {
    return fmt::format(
        "{{\"run\":{},\"epoch\":{},\"class_step_ms\":1,\"full_step_ms\":2,\"epoch_ms\":{},"
        "\"seconds\":4}}\n",
        run, epoch, 10 * epoch);
  };
  const std::string damaged = "{\"run\":\"x\",\"epoch\":1}\n{\"run\":1,\"epo";
  const std::string path = folder.write(
      "metrics.jsonl", line(0, 1) + line(0, 2) + line(1, 1) + line(1, 2) + line(1, 3) + damaged);
  const auto times = MetricsLog(path).rewind(1, 2);
  ASSERT_THAT(times, SizeIs(2));
  EXPECT_EQ(times[1].epoch_ms, 20);
  std::ifstream stream(path);
  const std::string kept{std::istreambuf_iterator<char>(stream), {}};
  EXPECT_EQ(kept, line(0, 1) + line(0, 2) + line(1, 1) + line(1, 2));
}

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

TEST(Settings, AgreeWithTheDefaultsOfTheLibrary) {
  const Settings settings;
  const nn::ModelConfig model = model_config(settings, Dataset{});
  EXPECT_EQ(model.channels, nn::ModelConfig{}.channels);
  EXPECT_EQ(model.hidden, nn::ModelConfig{}.hidden);
  EXPECT_EQ(model.layers, nn::ModelConfig{}.layers);
  EXPECT_EQ(model.scorer, nn::ModelConfig{}.scorer);
  EXPECT_EQ(model.aggregator, nn::ModelConfig{}.aggregator);
  const train::TrainerOptions options = trainer_options(settings, 0);
  EXPECT_EQ(options.class_steps, train::TrainerOptions{}.class_steps);
  EXPECT_EQ(options.epochs, train::TrainerOptions{}.epochs);
  EXPECT_EQ(options.patience, train::TrainerOptions{}.patience);
}

TEST(Settings, OfABaselineAreRegularisedLess) {
  const Settings gcn = default_settings("gcn");
  EXPECT_EQ(gcn.model, "gcn");
  EXPECT_EQ(gcn.weight_decay, train::AdamOptions{}.weight_decay);
  EXPECT_EQ(gcn.lr, train::AdamOptions{}.learning_rate);
  EXPECT_LT(gcn.weight_decay, default_settings("disgnn").weight_decay);
  EXPECT_LT(gcn.input_dropout, 0);  // as --dropout
  EXPECT_EQ(gcn.weight_average, 0);
  EXPECT_FALSE(gcn.joint);
  EXPECT_EQ(default_settings("disgnn-base").weight_decay, Settings{}.weight_decay);
}

TEST(Settings, OfThePaperHaveNothingThatGoesBeyondIt) {
  Settings settings;
  apply_preset(settings, "paper");
  const nn::ModelConfig model = model_config(settings, Dataset{});
  const nn::ModelConfig plain;  // the library's defaults are the paper's layer
  EXPECT_EQ(model.input, plain.input);
  EXPECT_EQ(model.self_term, plain.self_term);
  EXPECT_EQ(model.jump, plain.jump);
  EXPECT_EQ(model.reach, plain.reach);
  EXPECT_EQ(model.beliefs, plain.beliefs);
  EXPECT_EQ(model.label_votes, plain.label_votes);
  EXPECT_EQ(model.edge_norm, plain.edge_norm);
  const train::TrainerOptions options = trainer_options(settings, 0);
  EXPECT_FALSE(options.joint);
  EXPECT_EQ(options.weight_average, 0);
  EXPECT_EQ(options.pretext.edge_share, 1);
  EXPECT_FALSE(options.pretext.balanced);
  EXPECT_FALSE(options.pseudo_labels.enabled);
  EXPECT_EQ(options.tasks.back().name, "self");
  EXPECT_EQ(options.tasks.back().weight, 0);
}

TEST(Settings, OfTheBaseHaveNoTasksWhateverTheWeights) {
  Settings settings;
  EXPECT_THAT(trainer_options(settings, 0).tasks, SizeIs(4));
  settings.model = "disgnn-base";
  EXPECT_THAT(trainer_options(settings, 0).tasks, SizeIs(0));
}

}  // namespace
}  // namespace disgnn::run
