#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <map>

#include "campus.h"
#include "files.h"
#include "support/temporary_folder.h"

namespace disgnn {
namespace {

using ::testing::HasSubstr;
using testing::Json;

std::string base64_decoded(const std::string& text) {
  static const std::string kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    if (c == '=') break;
    bits = bits << 6U | static_cast<std::uint32_t>(kDigits.find(c));
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> static_cast<unsigned>(count) & 255U);
  }
  return bytes;
}

template <typename Value>
std::vector<double> values_of(const std::string& bytes, double scale) {
  std::vector<Value> raw(bytes.size() / sizeof(Value));
  std::memcpy(raw.data(), bytes.data(), bytes.size());
  std::vector<double> values;
  for (const Value value : raw) values.push_back(scale * static_cast<double>(value));
  return values;
}

/// The numbers of a packed column, row by row.
std::vector<double> unpacked(const Json& array) {
  const std::string bytes = base64_decoded(array["data"]);
  const double scale = array.value("scale", 1.0);
  const std::string type = array["type"];
  if (type == "u8") return values_of<std::uint8_t>(bytes, scale);
  if (type == "i16") return values_of<std::int16_t>(bytes, scale);
  if (type == "u16") return values_of<std::uint16_t>(bytes, scale);
  if (type == "u32") return values_of<std::uint32_t>(bytes, scale);
  EXPECT_EQ(type, "f32");
  return values_of<float>(bytes, scale);
}

/// The document of the shared run, written once.
class ReportDocument : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::make_unique<testing::TemporaryFolder>();
    const auto outcome = testing::disgnn(
        {"report", testing::campus_run(), "--data", "report.json", "--json"}, folder_->path());
    ASSERT_EQ(outcome.exit_code, 0) << outcome;
    document_ = testing::json_of(testing::bytes_of(folder_->path() / "report.json"));
    const auto edges =
        testing::disgnn({"edges", testing::campus_run(), "--out", "edges.csv"}, folder_->path());
    ASSERT_EQ(edges.exit_code, 0) << edges;
  }
  static void TearDownTestSuite() { folder_.reset(); }

  static const Json& run() { return document_["runs"][0]; }
  static testing::Table predictions() {
    return testing::table_of(testing::campus_run() / "predictions.csv");
  }
  static testing::Table edges() { return testing::table_of(folder_->path() / "edges.csv"); }

  static std::unique_ptr<testing::TemporaryFolder> folder_;
  static Json document_;
};

std::unique_ptr<testing::TemporaryFolder> ReportDocument::folder_;
Json ReportDocument::document_;

TEST_F(ReportDocument, CarriesTheFilesOfTheRun) {
  EXPECT_EQ(document_["format"], "disgnn-report-1");
  EXPECT_EQ(run()["summary"],
            testing::json_of(testing::bytes_of(testing::campus_run() / "summary.json")));
  const auto info = testing::disgnn({"info", testing::campus(), "--json"});
  EXPECT_EQ(run()["dataset"], testing::json_of(info.out));
  const auto lines = testing::json_lines(testing::campus_run() / "metrics.jsonl");
  const Json& curve = run()["training"][0];
  ASSERT_EQ(curve["epoch"].size(), lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    EXPECT_EQ(curve["val_accuracy"][i], lines[i]["val_accuracy"]);
    EXPECT_EQ(curve["losses"]["full"][i], lines[i]["losses"]["full"]);
  }
  EXPECT_EQ(curve["best_epoch"], run()["summary"]["runs"][0]["best_epoch"]);
  std::map<std::string, Json> settings;
  for (const Json& setting : run()["settings"]) settings[setting["name"]] = setting;
  EXPECT_EQ(settings["epochs"]["changed"], true);
  EXPECT_EQ(settings["lr"]["changed"], false);
}

TEST_F(ReportDocument, HoldsThePredictionsOfEveryNode) {
  const auto table = predictions();
  const Json& nodes = run()["nodes"];
  ASSERT_EQ(nodes["count"], table.rows.size());
  EXPECT_EQ(nodes["total"], nodes["count"]);
  const auto label = unpacked(nodes["label"]);
  const auto predicted = unpacked(nodes["predicted"]);
  const auto probabilities = unpacked(nodes["probabilities"]);
  const auto split = unpacked(nodes["split"]);
  const std::vector<std::string> roles{"none", "train", "validation", "test"};
  const std::vector<std::string> classes = run()["classes"];
  for (std::size_t v = 0; v < table.rows.size(); ++v) {
    EXPECT_EQ(roles.at(static_cast<std::size_t>(split[v])), table.rows[v][1]);
    EXPECT_EQ(classes.at(static_cast<std::size_t>(label[v])), table.rows[v][2]);
    EXPECT_EQ(classes.at(static_cast<std::size_t>(predicted[v])), table.rows[v][3]);
    for (std::size_t k = 0; k < classes.size(); ++k) {
      EXPECT_NEAR(probabilities[v * classes.size() + k], std::stod(table.rows[v][5 + k]), 2e-5);
    }
  }
  const auto position = unpacked(nodes["position"]);
  const auto components = unpacked(nodes["components"]);
  const std::size_t width = nodes["components"]["shape"][1];
  ASSERT_EQ(position.size(), 2 * table.rows.size());
  ASSERT_EQ(components.size(), width * table.rows.size());
  EXPECT_EQ(width, 16U);
  const double step = nodes["components"]["scale"];
  for (std::size_t v = 0; v < table.rows.size(); ++v) {  // the map shows the first two
    EXPECT_NEAR(components[v * width], position[2 * v], 0.51 * step);
    EXPECT_NEAR(components[v * width + 1], position[2 * v + 1], 0.51 * step);
  }
  EXPECT_EQ(unpacked(nodes["parts"]).size(),
            table.rows.size() * run()["channels"]["count"].get<std::size_t>());
}

TEST_F(ReportDocument, HoldsWhatEveryEdgeMeans) {
  const auto table = edges();
  std::map<std::pair<double, double>, std::size_t> row_of;
  const auto from = table.numbers("source");
  const auto to = table.numbers("target");
  for (std::size_t i = 0; i < from.size(); ++i) row_of[{from[i], to[i]}] = i;
  const Json& edges = run()["edges"];
  const auto source = unpacked(edges["source"]);
  const auto target = unpacked(edges["target"]);
  ASSERT_EQ(source.size(), table.rows.size());
  EXPECT_EQ(edges["kept"].get<std::size_t>() * 2, source.size());
  EXPECT_EQ(edges["total"], edges["kept"]);
  const std::size_t channels = run()["channels"]["count"];
  for (std::size_t l = 0; l < edges["layers"].size(); ++l) {
    const auto existence = unpacked(edges["layers"][l]["existence"]);
    const auto weight = unpacked(edges["layers"][l]["weight"]);
    const auto dominant = unpacked(edges["layers"][l]["dominant"]);
    const auto expected = table.numbers(fmt::format("layer{}_dominant", l + 1));
    for (std::size_t c = 0; c < channels; ++c) {
      const auto e = table.numbers(fmt::format("layer{}_channel{}_existence", l + 1, c));
      const auto w = table.numbers(fmt::format("layer{}_channel{}_weight", l + 1, c));
      for (std::size_t i = 0; i < source.size(); ++i) {
        const std::size_t row = row_of.at({source[i], target[i]});
        ASSERT_NEAR(existence[i * channels + c], e[row], 0.5 / 255 + 1e-6);
        ASSERT_NEAR(weight[i * channels + c], w[row], 2e-5);
        ASSERT_EQ(dominant[i], expected[row]);
      }
    }
  }
  for (std::size_t i = 0; i < source.size(); i += 2) {  // directions of an edge are neighbours
    EXPECT_EQ(source[i], target[i + 1]);
    EXPECT_EQ(target[i], source[i + 1]);
  }
}

TEST_F(ReportDocument, CountsWhatChannelsDominate) {
  const auto table = edges();
  const Json& layer = run()["channels"]["layers"][1];
  const auto dominant = table.numbers("layer2_dominant");
  const auto relation = table.column("relation");
  const std::vector<std::string> names = run()["channels"]["relations"];
  for (std::size_t c = 0; c < layer["dominant_share"].size(); ++c) {
    double count = 0;
    std::map<std::string, std::int64_t> by_relation;
    for (std::size_t i = 0; i < dominant.size(); ++i) {
      if (dominant[i] != static_cast<double>(c)) continue;
      ++count;
      ++by_relation[relation[i]];
    }
    EXPECT_NEAR(layer["dominant_share"][c].get<double>(),
                count / static_cast<double>(dominant.size()), 1e-12);
    for (std::size_t r = 0; r < names.size(); ++r) {
      EXPECT_EQ(layer["relation_table"][c][r], by_relation[names[r]]);
    }
  }
}

TEST_F(ReportDocument, AgreesWithTheSummaryOnErrors) {
  const Json& errors = run()["errors"];
  EXPECT_EQ(errors["accuracy"], run()["summary"]["test"]["accuracy"]["mean"]);
  EXPECT_EQ(errors["macro_f1"], run()["summary"]["test"]["macro_f1"]["mean"]);
  std::int64_t all = 0;
  std::int64_t right = 0;
  for (std::size_t k = 0; k < errors["confusion"].size(); ++k) {
    for (std::size_t other = 0; other < errors["confusion"].size(); ++other) {
      all += errors["confusion"][k][other].get<std::int64_t>();
    }
    right += errors["confusion"][k][k].get<std::int64_t>();
  }
  EXPECT_EQ(errors["nodes"], all);
  EXPECT_NEAR(errors["accuracy"].get<double>(),
              static_cast<double>(right) / static_cast<double>(all), 1e-12);
  EXPECT_EQ(static_cast<std::int64_t>(errors["mistakes"].size()),
            std::min<std::int64_t>(100, all - right));
}

TEST(Report, ComparesRunsUnderNamesOfTheirOwn) {
  const testing::TemporaryFolder folder;
  const auto trained = testing::disgnn(
      testing::joined({{"train", testing::campus().string(), "--out", "run", "--model", "gcn"},
                       testing::small_training()}),
      folder.path());
  ASSERT_EQ(trained.exit_code, 0) << trained;
  const auto outcome = testing::disgnn(
      {"report", "run", testing::campus_run(), "run/", "--data", "report.json"}, folder.path());
  ASSERT_EQ(outcome.exit_code, 0) << outcome;
  const Json runs = testing::json_of(testing::bytes_of(folder.path() / "report.json"))["runs"];
  ASSERT_EQ(runs.size(), 3U);
  EXPECT_NE(runs[0]["name"], runs[2]["name"]);
  EXPECT_TRUE(runs[0]["channels"].is_null());
  EXPECT_TRUE(runs[0]["edges"]["layers"].empty());
  EXPECT_TRUE(runs[0]["nodes"]["parts"].is_null());
  EXPECT_FALSE(runs[1]["channels"].is_null());
}

TEST(Report, ShowsCurvesOfARunThatHasNoModelYet) {
  const testing::TemporaryFolder folder;
  testing::fs::copy(testing::campus_run(), folder.path() / "run",
                    testing::fs::copy_options::recursive);
  for (const char* const file : {"model.json", "model.safetensors", "summary.json"}) {
    testing::fs::remove(folder.path() / "run" / file);
  }
  std::string metrics = testing::bytes_of(folder.path() / "run" / "metrics.jsonl");
  testing::write_bytes(folder.path() / "run" / "metrics.jsonl",
                       metrics.substr(0, metrics.size() - 5));  // a line is being written
  const auto outcome = testing::disgnn({"report", "run", "--data", "r.json"}, folder.path());
  ASSERT_EQ(outcome.exit_code, 0) << outcome;
  const Json run = testing::json_of(testing::bytes_of(folder.path() / "r.json"))["runs"][0];
  EXPECT_TRUE(run["nodes"].is_null());
  EXPECT_TRUE(run["summary"].is_null());
  EXPECT_EQ(run["training"][0]["epoch"].size(), testing::kSmallEpochs - 1);
}

TEST(Report, DrawsFiguresForPapers) {
  const testing::TemporaryFolder folder;
  const auto outcome =
      testing::disgnn({"report", testing::campus_run(), "--figures", "f", "--json"}, folder.path());
  ASSERT_EQ(outcome.exit_code, 0) << outcome;
  EXPECT_EQ(testing::json_of(outcome.out)["written"].size(), 2U);
  EXPECT_FALSE(testing::fs::exists(folder.path() / "report.html"));
  const std::string training = testing::bytes_of(folder.path() / "f" / "training.svg");
  EXPECT_THAT(training, HasSubstr("validation</text>"));
  EXPECT_THAT(training, HasSubstr(fmt::format(">{}</text>", testing::kSmallEpochs)));
  EXPECT_THAT(testing::bytes_of(folder.path() / "f" / "channels.svg"),
              HasSubstr("layer 2, existence</text>"));
}

TEST(Report, SaysWhatIsWrongWithARun) {
  const testing::TemporaryFolder folder;
  testing::expect_refusal(testing::disgnn({"report", "none", "--data", "r.json"}, folder.path()), 3,
                          {"none", "holds no run", "disgnn train"});
  testing::fs::copy(testing::campus_run(), folder.path() / "run",
                    testing::fs::copy_options::recursive);
  testing::write_bytes(folder.path() / "run" / "metrics.jsonl", "{\"run\":0}\n");
  testing::expect_refusal(testing::disgnn({"report", "run", "--data", "r.json"}, folder.path()), 3,
                          {"metrics.jsonl:1"});
  testing::write_bytes(folder.path() / "run" / "summary.json", "{");
  testing::expect_refusal(testing::disgnn({"report", "run", "--data", "r.json"}, folder.path()), 3,
                          {"summary.json", "damaged"});
  EXPECT_FALSE(testing::fs::exists(folder.path() / "r.json"));
}

}  // namespace
}  // namespace disgnn
