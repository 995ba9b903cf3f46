#include "disgnn/reproduce/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "disgnn/core/atomic_file.h"
#include "disgnn/data/campus.h"
#include "disgnn/data/native_writer.h"
#include "disgnn/report/figures.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace disgnn::reproduce {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

CellResult result_of(const std::string& dataset, const std::string& variant,
                     const std::vector<double>& accuracies) {
  CellResult result{.cell = cell_of(dataset, variant),
                    .runs = {},
                    .tuned = {{"lr", "0.004"}},
                    .settings = {{"model", variant}, {"lr", "0.004"}},
                    .commit = "abc",
                    .trials = 9,
                    .seconds = 12};
  for (std::size_t i = 0; i < accuracies.size(); ++i) {
    run::RunResult run;
    run.seed = i;
    run.test_accuracy = accuracies[i];
    run.test_macro_f1 = accuracies[i] - 0.1;
    result.runs.push_back(run);
  }
  return result;
}

StudyResults results_of(const std::vector<CellResult>& cells) {
  StudyResults results;
  for (const CellResult& cell : cells) {
    results[{cell.cell.dataset, cell.cell.variant}] = cell;
  }
  return results;
}

const Provenance kProvenance{
    "2026-11-16", "abc", "disgnn reproduce table1", "a machine", {"table1"}};

TEST(Report, ShowsOursBesideThePapersAndMarksOnlyWhatIsSignificant) {
  const StudyResults clear = results_of({result_of("cora", "gcn", {0.80, 0.81, 0.82}),
                                         result_of("cora", "gat", {0.70, 0.72, 0.71}),
                                         result_of("cora", "disgnn", {0.85, 0.861, 0.87})});
  const std::string page = markdown_report(clear, {}, {}, kProvenance);
  EXPECT_THAT(page, HasSubstr("| GCN | 81.00 ± 1.00 (p < 0.001) | 71.00 ± 1.00 | 82.25 / 80.57 |"));
  EXPECT_THAT(page, HasSubstr("| DisGNN | **86.03 ± 1.00** | 76.03 ± 1.00 | 83.16 / 81.99 |"));
  EXPECT_THAT(page, HasSubstr("| GAT † |"));
  EXPECT_THAT(page, HasSubstr("| MLP | – | – | 62.39 / 59.24 |"));
  EXPECT_THAT(page, Not(HasSubstr("imdb accuracy")));
  EXPECT_THAT(page, HasSubstr("| cora | gcn | model gcn lr 0.004 | 12 |"));
  for (const std::string part : {"2026-11-16", "abc", "disgnn reproduce table1", "a machine"}) {
    EXPECT_THAT(page, HasSubstr(part));
  }

  const StudyResults close = results_of({result_of("cora", "gcn", {0.80, 0.81, 0.86}),
                                         result_of("cora", "disgnn", {0.85, 0.84, 0.82})});
  EXPECT_THAT(markdown_report(close, {}, {}, kProvenance), Not(HasSubstr("**")));
}

TEST(Report, IsValidJsonAndLatex) {
  const StudyResults results = results_of({result_of("cora", "disgnn", {0.85, 0.86, 0.87}),
                                           result_of("cora_full", "gcn", {0.5, 0.5, 0.6})});
  const auto json = nlohmann::json::parse(results_json(results, {}, {}, kProvenance));
  EXPECT_EQ(json["format"], "disgnn-results-1");
  ASSERT_THAT(json["cells"], SizeIs(2));
  EXPECT_EQ(json["cells"][0]["variant"], "disgnn");
  EXPECT_EQ(json["cells"][0]["runs"][1]["test_accuracy"], 0.86);
  const std::string tex = latex_tables(results, kProvenance);
  EXPECT_THAT(tex, HasSubstr("cora\\_full"));
  EXPECT_THAT(tex, HasSubstr("$86.00_{\\pm1.00}$"));
}

TEST(Report, LeavesOutTablesThatNobodyAskedForUnlessTheyAreWhole) {
  // Both are rows of table1 and table4 too.
  StudyResults results = results_of({result_of("cora", "disgnn", {0.85, 0.86, 0.87}),
                                     result_of("cora", "disgnn-base", {0.8, 0.8, 0.8})});
  const Provenance figure{"2026-11-16", "abc", "a command", "a machine", {"figure-channels"}};
  EXPECT_THAT(markdown_report(results, {}, {}, figure), Not(HasSubstr("## table")));
  for (const std::string task : {"attribute", "distance", "context"}) {
    const CellResult other = result_of("cora", "disgnn-base+" + task, {0.8, 0.8, 0.8});
    results[{"cora", other.cell.variant}] = other;
  }
  EXPECT_THAT(markdown_report(results, {}, {}, figure), HasSubstr("## table4"));
  EXPECT_THAT(markdown_report(results, {}, {}, figure), Not(HasSubstr("## table1")));
}

TEST(Figures, HoldEveryValue) {
  const std::string bars = report::bar_chart("t", {"a", "b"}, {{"cora", {{80, 1}, {70.5, 2}}}});
  EXPECT_THAT(bars, HasSubstr("cora b: 70.50 ± 2.00 %"));
  EXPECT_THAT(report::bar_chart("<t> & \n", {"a"}, {{"<g>", {{80, 1}}}}),
              ::testing::AllOf(HasSubstr("&lt;t> &amp;  <"), HasSubstr("&lt;g> a")));
  const std::string maps = report::heatmaps("t", {{"m", 2, {1, -0.25, -0.25, 1}}});
  EXPECT_THAT(maps, HasSubstr("channels 0 and 1: -0.250"));
  const std::string lines =
      report::line_panels("t", {{"edge", {"0.01", "1"}, {{"disgnn", {{80, 1}, {81, 1}}}}, 79}});
  EXPECT_THAT(lines, HasSubstr("stroke-dasharray"));
  for (const std::string& figure : {bars, maps, lines}) {
    EXPECT_THAT(figure, HasSubstr("<svg xmlns="));
    EXPECT_THAT(figure, HasSubstr("</svg>"));
  }
}

TEST(Report, ShowsBaselinesOnCoraBesideTheLiterature) {
  const StudyResults results = results_of({result_of("cora", "gcn", {0.80, 0.81, 0.82})});
  EXPECT_THAT(markdown_report(results, {}, {}, kProvenance),
              HasSubstr("| GCN | 81.00 ± 1.00 | 81.5 with 5 % of the labels (Kipf and Welling "
                        "2017); 82.2 with 20 % of the labels (the paper's table); 87.3 with 48 %"));
}

TEST(Report, SaysHowGoodTheDeepWalkVectorsAre) {
  const Measurements measured{{}, {{"blogcatalog", {0.404, 0.006}, {0.244, 0.005}}}, {}};
  EXPECT_THAT(markdown_report({}, {}, measured, kProvenance),
              HasSubstr("micro-F1 0.404 ± 0.006, macro-F1 0.244 ± 0.005"));
  const auto json = nlohmann::json::parse(results_json({}, {}, measured, kProvenance));
  EXPECT_EQ(json["deepwalk"][0]["micro_f1"], 0.404);
}

class Watcher : public StudyObserver {
 public:
  void cell_finished(const CellResult& result, std::size_t, std::size_t, double) override {
    finished.push_back(result.cell.variant);
  }
  void skipped(const std::string& what) override { missing.push_back(what); }
  [[nodiscard]] bool stop_requested() const override {
    return stop_after > 0 && finished.size() >= stop_after;
  }
  std::vector<std::string> finished;
  std::vector<std::string> missing;
  std::size_t stop_after = 0;
};

/// A data root with a small graph that calls itself cora, and a place for results.
class SmallStudy {
 public:
  SmallStudy(std::int64_t runs, std::int64_t trials, std::int64_t epochs)
      : options{.data_root = folder_.path() / "data",
                .out = folder_.path() / "out",
                .runs = runs,
                .trials = trials,
                .epochs = epochs} {
    write_native_dataset(generate_campus({.nodes = 90, .classes = 3, .seed = 1}),
                         options.data_root / "cora", Overwrite::kRefuse);
  }

 private:
  TemporaryFolder folder_;

 public:
  StudyOptions options;
};

TEST(Study, ComputesWhatIsNotThereYet) {
  const SmallStudy study(2, 2, 2);
  const StudyOptions& options = study.options;
  const std::vector<Cell> cells{cell_of("cora", "gcn"),        cell_of("cora", "mlp"),
                                cell_of("imdb", "gcn"),        cell_of("cora", "disgnn"),
                                cell_of("cora", "disgnn~dot"), cell_of("cora", "disgnn%8")};
  Watcher stopped;
  stopped.stop_after = 2;
  expect_error(ErrorKind::kInterrupted, {"stopped"},
               [&] { (void)run_study(cells, options, stopped); });
  Watcher again;
  const StudyResults results = run_study(cells, options, again);
  EXPECT_THAT(again.missing, ::testing::ElementsAre(HasSubstr("imdb")));
  EXPECT_THAT(again.finished, ::testing::ElementsAre("disgnn", "disgnn~dot", "disgnn%8"));
  ASSERT_THAT(results, SizeIs(5));
  EXPECT_THAT(results.at({"cora", "gcn"}).runs, SizeIs(2));
  EXPECT_EQ(results.at({"cora", "disgnn~dot"}).tuned, results.at({"cora", "disgnn"}).tuned);

  write_report(results, options, kProvenance);
  for (const std::string name : {"results.json", "RESULTS.md", "tables.tex", "figures/modules.svg",
                                 "configs/cora-gcn.toml"}) {
    // Not all scorers are there, so neither is their figure.
    EXPECT_EQ(std::filesystem::exists(options.out / name), name != "figures/modules.svg") << name;
  }
  const auto cases = channel_cases(results, options);
  ASSERT_THAT(cases, SizeIs(1));
  EXPECT_EQ(cases[0].channels, 8);
  ASSERT_THAT(cases[0].existence, SizeIs(2));
  EXPECT_THAT(cases[0].existence[0], SizeIs(64));

  StudyOptions other = options;
  other.runs = 3;
  expect_usage_error({"cell.json", "'runs'", "--out"},
                     [&] { (void)run_study(cells, other, again); });
}

TEST(Study, DrawsCampusGraphsAndMeasuresTheirRelations) {
  const SmallStudy study(1, 3, 1);
  std::vector<Cell> cells;
  for (const std::string& variant : sweep_variants("campus-2-1")) {
    cells.push_back(cell_of("campus-2-1", variant));
  }
  Watcher watcher;
  const StudyResults results = run_study(cells, study.options, watcher);
  ASSERT_THAT(results, SizeIs(2));
  EXPECT_EQ(results.at({"campus-2-1", "disgnn#4"}).trials, 1);  // no search
  const Measurements measured{{}, {}, relation_sweep(results, study.options)};
  ASSERT_THAT(measured.relations, SizeIs(1));
  EXPECT_EQ(measured.relations[0].dataset, "campus-2-1");
  EXPECT_GT(measured.relations[0].oracle.mean, 0.1);
  EXPECT_THAT(markdown_report(results, study.options, measured, kProvenance),
              HasSubstr("\n| 2 | 1 | 0."));
  const auto json =
      nlohmann::json::parse(results_json(results, study.options, measured, kProvenance));
  EXPECT_EQ(json["relation_sweep"][0]["oracle_nmi"]["mean"], measured.relations[0].oracle.mean);
}

TEST(Study, GivesTheSameWithTwoJobs) {
  const std::vector<Cell> cells{cell_of("cora", "gcn"), cell_of("cora", "mlp"),
                                cell_of("cora", "sage"), cell_of("cora", "disgnn")};
  const auto accuracies = [&](std::int64_t jobs) {
    SmallStudy study(2, 3, 3);
    study.options.jobs = jobs;
    Watcher watcher;
    std::vector<double> values;
    for (const auto& [key, result] : run_study(cells, study.options, watcher)) {
      for (const run::RunResult& run : result.runs) values.push_back(run.test_accuracy);
    }
    return values;
  };
  EXPECT_EQ(accuracies(1), accuracies(2));
}

TEST(Study, StartsARunAnewThatWasBegunWithOtherSettings) {
  const std::vector<Cell> cells{cell_of("cora", "gcn")};
  SmallStudy study(1, 1, 2);
  StudyOptions& options = study.options;
  Watcher watcher;
  (void)run_study(cells, options, watcher);
  // As if killed before the cell was finished.
  std::filesystem::remove(options.out / "cells" / "cora" / "gcn" / "cell.json");
  options.epochs = 4;
  const StudyResults results = run_study(cells, options, watcher);
  EXPECT_EQ(results.at({"cora", "gcn"}).runs[0].epochs, 4);
}

TEST(Study, KeepsFinishedCellsOfOtherExperiments) {
  const SmallStudy study(1, 1, 1);
  const StudyOptions& options = study.options;
  Watcher watcher;
  (void)run_study({cell_of("cora", "gcn")}, options, watcher);
  StudyResults results = run_study({cell_of("cora", "mlp")}, options, watcher);
  EXPECT_THAT(results, SizeIs(1));
  add_stored_cells(results, options);
  EXPECT_THAT(results, SizeIs(2));
}

TEST(Study, ComputesAgainWhatTookOverOtherSettings) {
  const SmallStudy study(1, 1, 1);
  const std::vector<Cell> cells{cell_of("cora", "disgnn"), cell_of("cora", "disgnn~dot")};
  Watcher first;
  (void)run_study(cells, study.options, first);
  // As if the search had found something else.
  const auto file = study.options.out / "cells" / "cora" / "disgnn" / "cell.json";
  auto json = nlohmann::json::parse(read_file(file));
  json["tuned"] = {{"lr", "0.001"}};
  write_file_atomically(file, json.dump());
  Watcher again;
  const StudyResults results = run_study(cells, study.options, again);
  EXPECT_THAT(again.finished, ::testing::ElementsAre("disgnn~dot"));
  EXPECT_EQ(results.at({"cora", "disgnn~dot"}).tuned, results.at({"cora", "disgnn"}).tuned);
}

TEST(Study, RefusesCellsThatStartedFromOtherDefaults) {
  const SmallStudy study(1, 1, 1);
  const std::vector<Cell> cells{cell_of("cora", "mlp")};
  Watcher watcher;
  (void)run_study(cells, study.options, watcher);
  const auto file = study.options.out / "cells" / "cora" / "mlp" / "cell.json";
  auto json = nlohmann::json::parse(read_file(file));
  for (const char* const later : {"select", "joint", "weight-average"}) {  // as before
    json["identity"]["defaults"].erase(later);
  }
  json["identity"]["defaults"]["jumping-knowledge"] = "true";  // mlp does not read it
  write_file_atomically(file, json.dump());
  EXPECT_THAT(run_study(cells, study.options, watcher), SizeIs(1));
  json["identity"]["defaults"]["hidden"] = "63";
  write_file_atomically(file, json.dump());
  expect_usage_error({"'defaults'"}, [&] { (void)run_study(cells, study.options, watcher); });
}

TEST(Study, SkipsGraphsItCannotRead) {
  const SmallStudy study(1, 1, 1);
  std::filesystem::create_directories(study.options.data_root / "imdb");
  Watcher watcher;
  const StudyResults results =
      run_study({cell_of("imdb", "mlp"), cell_of("cora", "mlp")}, study.options, watcher);
  EXPECT_THAT(results, SizeIs(1));
  EXPECT_THAT(watcher.missing, ::testing::ElementsAre(HasSubstr("imdb")));
  expect_input_error({"none of the graphs", "--data-root"}, [&] {
    (void)run_study({cell_of("squirrel", "mlp")}, study.options, watcher);
  });
}

TEST(Study, SaysWhereItLooksForGraphs) {
  Watcher watcher;
  expect_input_error({"/no/where", "--data-root"}, [&] {
    (void)run_study({cell_of("cora", "mlp")}, {.data_root = "/no/where", .out = "/tmp/x"}, watcher);
  });
  expect_usage_error({"--data-root"}, [&] {
    (void)run_study({cell_of("cora", "mlp")}, {.data_root = "", .out = "/tmp/x"}, watcher);
  });
}

TEST(Study, NeedsNoDataRootForGraphsThatItDraws) {
  SmallStudy study(1, 1, 1);
  study.options.data_root.clear();
  Watcher watcher;
  EXPECT_THAT(run_study({cell_of("campus-2-0", "mlp")}, study.options, watcher), SizeIs(1));
}

}  // namespace
}  // namespace disgnn::reproduce
