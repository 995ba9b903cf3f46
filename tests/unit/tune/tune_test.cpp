#include "disgnn/tune/tune.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>

#include "disgnn/data/campus.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace disgnn::tune {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;
using ::testing::Pair;
using ::testing::SizeIs;

std::vector<std::string> options_of(const std::vector<Dimension>& space) {
  std::vector<std::string> names;
  for (const Dimension& dimension : space) names.push_back(dimension.option);
  return names;
}

run::Settings model(const std::string& name) {
  run::Settings settings;
  settings.model = name;
  return settings;
}

TEST(SearchSpace, IsThatOfTheModelWithoutWhatIsFixed) {
  EXPECT_THAT(options_of(search_space(model("gcn"), {})),
              ElementsAre("lr", "dropout", "weight-decay"));
  // Further options are those of extensions.
  EXPECT_THAT(options_of(search_space(model("disgnn"), {"lr", "lambda-edge"})),
              AllOf(IsSupersetOf({"dropout", "weight-decay", "channels", "jumping-knowledge",
                                  "input-dropout", "edge-norm", "weight-average", "lambda-conform",
                                  "lambda-channel", "lambda-self", "pretext-layers"}),
                    Not(Contains("lr")), Not(Contains("lambda-edge"))));
  EXPECT_THAT(options_of(search_space(model("gprgnn"), {"lr", "dropout", "weight-decay"})),
              ElementsAre("alpha", "hops"));
}

TEST(SearchSpace, HasTheWeightOfAFurtherTask) {
  run::Settings base = model("disgnn-base");
  base.pretext = "context=1";
  const auto space = search_space(base, {"lr", "dropout", "weight-decay", "channels"});
  ASSERT_FALSE(space.empty());
  EXPECT_EQ(space.back().option, "pretext");
  EXPECT_THAT(space.back().choices, ElementsAre("context=0.0001", "context=0.01", "context=1",
                                                "context=10", "context=100", "context=1000"));
}

TEST(SearchSpace, LeavesOutWhatWouldChangeNothing) {
  run::Settings base = model("disgnn");
  base.aggregator = "gcn";
  base.layers = 1;
  const auto names = options_of(search_space(base, {}));
  EXPECT_THAT(names, Not(Contains("edge-norm")));
  EXPECT_THAT(names, Not(Contains("pretext-layers")));
  for (const auto& point : starting_points(base, {}, 1)) {
    EXPECT_THAT(point, Not(Contains(Pair("edge-norm", ::testing::_))));
    EXPECT_THAT(point, Not(Contains(Pair("pretext-layers", ::testing::_))));
  }
}

TEST(StartingPoints, AreTheSettingsAsGivenThenProvenOnes) {
  EXPECT_THAT(starting_points(model("gcn"), {}, 1), ElementsAre(IsEmpty()));
  const auto points = starting_points(model("disgnn"), {"dropout", "lr"}, 1);
  ASSERT_THAT(points, SizeIs(4));
  EXPECT_THAT(points[0], IsEmpty());
  EXPECT_THAT(points[1], IsSupersetOf({Pair("edge-norm", "sum"), Pair("input-dropout", "0.5"),
                                       Pair("weight-decay", "0.005"),
                                       Pair("lambda-conform", "0.01"), Pair("lambda-self", "0")}));
  EXPECT_THAT(points[2],
              IsSupersetOf({Pair("jumping-knowledge", "false"), Pair("input-dropout", "0.3"),
                            Pair("weight-decay", "2e-05"), Pair("lambda-conform", "0.01"),
                            Pair("lambda-self", "0"), Pair("pretext-layers", "1")}));
  EXPECT_THAT(points[3], Contains(Pair("lambda-conform", "0.01")));
  for (const auto& point : points) {
    EXPECT_THAT(point, Not(Contains(Pair("dropout", ::testing::_))));
  }
  run::Settings base = model("disgnn-base");
  base.pretext = "context=1";
  for (const auto& point : starting_points(base, {}, 1)) {
    if (!point.empty()) {
      EXPECT_THAT(point.back(), Pair("pretext", ::testing::StartsWith("context=")));
    }
  }
}

TEST(SearchSpace, OfThePaperHoldsNothingBeyondIt) {
  const run::Settings disgnn = model("disgnn");
  std::vector<std::string> names;
  for (const Dimension& left : search_space(disgnn, beyond_the_paper(disgnn))) {
    names.push_back(left.option);
  }
  EXPECT_THAT(names, ElementsAre("lr", "dropout", "weight-decay", "channels", "lambda-edge",
                                 "lambda-conform", "lambda-channel"));
}

TEST(RandomValues, CoverTheirRangeAndDependOnSeedAndTrialAlone) {
  const auto space = search_space(model("disgnn"), {});
  EXPECT_EQ(random_values(space, 1, 5), random_values(space, 1, 5));
  EXPECT_NE(random_values(space, 1, 5), random_values(space, 1, 6));
  EXPECT_NE(random_values(space, 1, 5), random_values(space, 2, 5));
  int low = 0;
  for (std::int64_t trial = 1; trial <= 400; ++trial) {
    const auto values = random_values(space, 1, trial);
    ASSERT_EQ(values[0].first, "lr");
    const double lr = std::stod(values[0].second);
    EXPECT_GE(lr, 1e-3);
    EXPECT_LE(lr, 2e-2);
    low += lr < std::sqrt(1e-3 * 2e-2) ? 1 : 0;  // half of them: the scale is logarithmic
  }
  EXPECT_NEAR(low, 200, 40);
}

TEST(RandomValues, OfOneOptionStayWhenAnotherIsFixed) {
  const auto all = random_values(search_space(model("gcn"), {}), 1, 7);
  const auto fewer = random_values(search_space(model("gcn"), {"lr"}), 1, 7);
  EXPECT_EQ(OptionValues(all.begin() + 1, all.end()), fewer);
}

TEST(PaperGrid, HasAllCombinationsOfTheLambdasThatAreFree) {
  EXPECT_THAT(paper_grid(model("disgnn"), {}), SizeIs(125));
  const auto grid = paper_grid(model("disgnn"), {"lambda-edge", "lambda-channel"});
  ASSERT_THAT(grid, SizeIs(5));
  EXPECT_THAT(grid[1], ElementsAre(std::pair<std::string, std::string>("lambda-conform", "0.01")));
  EXPECT_THAT(paper_grid(model("gcn"), {}), ElementsAre(IsEmpty()));
}

Dataset small_campus() {
  return make_dataset(generate_campus(
      {.nodes = 120, .classes = 3, .words_per_group = 4, .noise_words = 10, .seed = 1}));
}

/// A model that trains in no time.
run::Settings small_base() {
  run::Settings settings = model("gcn");
  settings.hidden = 8;
  settings.epochs = 90;
  settings.steps = 1;
  settings.threads = 1;
  return settings;
}

class Watcher : public TuneObserver {
 public:
  void trial_finished(const TrialRecord& record, const TrialRecord&, std::int64_t, std::int64_t,
                      double) override {
    finished.push_back(record);
  }
  [[nodiscard]] bool stop_requested() const override {
    return stop_after > 0 && finished.size() >= stop_after;
  }
  std::vector<TrialRecord> finished;
  std::size_t stop_after = 0;
};

TEST(Tune, HalvesTheTrialsAndLetsTheBetterGoOnLonger) {
  const TemporaryFolder folder;
  const Dataset data = small_campus();
  Watcher watcher;
  const TuneResult result =
      tune(data, small_base(), {}, {.trials = 9, .folder = folder.path() / "t"}, watcher);
  std::map<std::int64_t, std::vector<TrialRecord>> by_epochs;
  for (const TrialRecord& record : result.records) by_epochs[record.epochs].push_back(record);
  ASSERT_THAT(by_epochs, SizeIs(3));
  EXPECT_THAT(by_epochs[10], SizeIs(9));
  EXPECT_THAT(by_epochs[30], SizeIs(3));
  EXPECT_THAT(by_epochs[90], SizeIs(1));
  EXPECT_EQ(result.best.trial, by_epochs[90][0].trial);
  // Who goes on was among the best three after ten epochs.
  int better = 0;
  for (const TrialRecord& record : by_epochs[10]) {
    if (record.trial == result.best.trial) continue;
    for (const TrialRecord& chosen : by_epochs[10]) {
      if (chosen.trial == result.best.trial &&
          record.validation_accuracy > chosen.validation_accuracy) {
        ++better;
      }
    }
  }
  EXPECT_LE(better, 2);
}

TEST(Tune, GivesTheSameResultInterruptedOrNotAndAtAnyNumberOfJobs) {
  const TemporaryFolder folder;
  const Dataset data = small_campus();
  const auto key = [](const TuneResult& result) {
    return std::pair(result.best.trial, result.best.validation_accuracy);
  };
  Watcher whole;
  const auto expected =
      key(tune(data, small_base(), {}, {.trials = 6, .folder = folder.path() / "a"}, whole));

  Watcher stopped;
  stopped.stop_after = 3;
  const TuneOptions options{.trials = 6, .folder = folder.path() / "b"};
  expect_error(ErrorKind::kInterrupted, {"goes on"},
               [&] { (void)tune(data, small_base(), {}, options, stopped); });
  {
    std::ofstream cut(folder.path() / "b" / "journal.jsonl", std::ios::app);
    cut << "{\"trial\": 3, \"epo";
  }
  Watcher again;
  EXPECT_EQ(key(tune(data, small_base(), {}, options, again)), expected);
  EXPECT_EQ(again.finished.size() + 3, whole.finished.size());

  Watcher parallel;
  EXPECT_EQ(key(tune(data, small_base(), {},
                     {.trials = 6, .jobs = 2, .folder = folder.path() / "c"}, parallel)),
            expected);
}

TEST(Tune, RefusesTheJournalOfAnotherSearch) {
  const TemporaryFolder folder;
  const Dataset data = small_campus();
  Watcher watcher;
  run::Settings base = small_base();
  base.epochs = 2;
  (void)tune(data, base, {}, {.trials = 1, .folder = folder.path()}, watcher);
  base.hidden = 16;
  expect_usage_error({"journal.jsonl", "another search", "--out"}, [&] {
    (void)tune(data, base, {}, {.trials = 1, .folder = folder.path()}, watcher);
  });
}

TEST(Tune, NeverReadsATestLabel) {
  const TemporaryFolder folder;
  const Dataset data = small_campus();
  const Split split = make_random_split(data.labels, {2, 3, 5}, 0);
  Dataset changed = data;
  for (const NodeId v : split.members(Role::kTest)) {
    changed.labels[v] = (data.labels[v] + 1) % data.classes;
  }
  // A split drawn anew would be stratified by the changed labels.
  run::Settings with_file = small_base();
  std::ofstream table(folder.path() / "split.csv");
  table << "id,split\n";
  for (NodeId v = 0; v < data.nodes(); ++v) {
    const Role role = split.role(v);
    table << v << ','
          << (role == Role::kTrain  ? "train"
              : role == Role::kTest ? "test"
                                    : "val")
          << "\n";
  }
  table.close();
  with_file.split = (folder.path() / "split.csv").string();
  Watcher honest;
  Watcher other;
  (void)tune(data, with_file, {}, {.trials = 3, .folder = folder.path() / "b"}, honest);
  (void)tune(changed, with_file, {}, {.trials = 3, .folder = folder.path() / "c"}, other);
  ASSERT_EQ(honest.finished.size(), other.finished.size());
  for (std::size_t i = 0; i < honest.finished.size(); ++i) {
    EXPECT_EQ(honest.finished[i].validation_accuracy, other.finished[i].validation_accuracy);
    EXPECT_EQ(honest.finished[i].validation_loss, other.finished[i].validation_loss);
  }
}

TEST(Tune, CountsATrialThatDivergesAsWorseThanAnyOther) {
  const TemporaryFolder folder;
  const Dataset data = small_campus();
  run::Settings base = small_base();
  base.epochs = 20;
  base.model = "disgnn";
  base.lr = 1e6;  // trial 0, as given, diverges; the others draw a learning rate
  Watcher watcher;
  const TuneResult result =
      tune(data, base, {}, {.strategy = Strategy::kRandom, .trials = 3, .folder = folder.path()},
           watcher);
  EXPECT_NE(result.best.trial, 0);
  EXPECT_FALSE(result.best.diverged);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "trials"));

  const TemporaryFolder other;
  expect_error(ErrorKind::kTraining, {"every trial diverged", "--lr"}, [&] {
    (void)tune(data, base, {"lr"},
               {.strategy = Strategy::kRandom, .trials = 2, .folder = other.path()}, watcher);
  });
}

TEST(CommandLineOf, CanBePasted) {
  EXPECT_EQ(command_line_of({{"lr", "0.003"}, {"dropout", "0.2"}}), "--lr 0.003 --dropout 0.2");
  EXPECT_EQ(command_line_of({}), "");
}

}  // namespace
}  // namespace disgnn::tune
