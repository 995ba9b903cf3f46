#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <fstream>
#include <sstream>

#include "cli/command.h"
#include "cli/files.h"
#include "support/temporary_folder.h"

/// Short trainings of the program whose results are compared with committed ones
/// (tests/golden/values). They say that a change that should not change any result did not. To keep
/// new values after a change that should: DISGNN_RECORD_GOLDEN=1 ctest -L golden.
namespace disgnn::testing {
namespace {

/// Sums of another instruction set differ in the last bits of a float; three epochs make of that
/// what is well below this. Relative to the size of what is compared.
constexpr double kTolerance = 2e-3;
constexpr std::size_t kPredictedNodes = 24;

struct GoldenCase {
  std::string name;
  Arguments arguments;
};
std::ostream& operator<<(std::ostream& stream, const GoldenCase& golden) {
  return stream << golden.name;
}

fs::path golden_folder() {
  return fs::path(DISGNN_SOURCE_FOLDER) / "tests" / "golden";
}

/// Whether a case names an option of an extension, or trains with the program's defaults, which
/// turn some on.
bool needs_extensions(const GoldenCase& golden) {
  if (golden.name.starts_with("defaults")) return true;
  constexpr std::array kOwned{"--input", "--gpr-hops", "--edge-class-prior", "--stage",
                              "transductive"};
  return std::ranges::any_of(kOwned, [&](const std::string& word) {
    return std::ranges::find(golden.arguments, word) != golden.arguments.end();
  });
}

std::vector<GoldenCase> golden_cases() {
  std::vector<GoldenCase> cases;
  std::ifstream file(golden_folder() / "cases.txt");
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    std::istringstream words(line);
    GoldenCase golden;
    words >> golden.name;
    for (std::string word; words >> word;) golden.arguments.push_back(word);
    if (DISGNN_HAS_EXTENSIONS == 1 || !needs_extensions(golden)) cases.push_back(std::move(golden));
  }
  return cases;
}

/// The graph of all cases, made once.
const fs::path& graph() {
  static const TemporaryFolder folder;
  static const fs::path path = [] {
    fs::path made = folder.path() / "graph";
    const Outcome outcome =
        disgnn({"generate", "campus", "--nodes", "240", "--seed", "3", "--out", made});
    EXPECT_EQ(outcome.exit_code, 0) << outcome;
    return made;
  }();
  return path;
}

/// Numbers that another order of the same values would change: their norm and their sum with the
/// signs and sizes of a cosine.
Json fingerprint_of(const std::vector<float>& values) {
  double squares = 0;
  double turned = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    squares += static_cast<double>(values[i]) * values[i];
    turned += values[i] * std::cos(static_cast<double>(i));
  }
  return Json::array({std::sqrt(squares), turned});
}

/// A fingerprint of each float tensor of a safetensors file (8 bytes of length, JSON, values).
Json weights_of(const fs::path& file) {
  const std::string bytes = bytes_of(file);
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), sizeof length);
  const Json header = Json::parse(bytes.substr(sizeof length, length));
  Json weights;
  for (const auto& [name, tensor] : header.items()) {
    if (name == "__metadata__" || tensor.at("dtype") != "F32") continue;
    const std::uint64_t begin = tensor.at("data_offsets")[0];
    const std::uint64_t end = tensor.at("data_offsets")[1];
    std::vector<float> values((end - begin) / sizeof(float));
    std::memcpy(values.data(), bytes.data() + sizeof length + length + begin, end - begin);
    weights[name] = fingerprint_of(values);
  }
  return weights;
}

Json epochs_of(const fs::path& run) {
  Json epochs = Json::array();
  for (const Json& line : metrics_without_times(run)) {
    epochs.push_back({{"class_losses", line.at("class_losses")},
                      {"losses", line.at("losses")},
                      {"val_loss", line.at("val_loss")}});
  }
  return epochs;
}

Json predictions_of(const fs::path& run) {
  const Table table = table_of(run / "predictions.csv");
  Json rows = Json::array();
  for (std::size_t v = 0; v < kPredictedNodes; ++v) {
    Json row = Json::array();
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
      if (!table.columns[column].starts_with("probability_")) continue;
      row.push_back(std::stod(table.rows[v][column]));
    }
    rows.push_back(row);
  }
  return rows;
}

/// The same structure and texts; numbers within the tolerance, which is absolute below 1: a few
/// steps of Adam move a weight by 1e-3 each, so a wrong one shows, and its rounding does not.
void expect_close(const Json& got, const Json& wanted, const std::string& where) {
  if (wanted.is_number()) {
    ASSERT_TRUE(got.is_number()) << where;
    EXPECT_NEAR(got.get<double>(), wanted.get<double>(),
                kTolerance * std::max(1.0, std::abs(wanted.get<double>())))
        << where;
    return;
  }
  ASSERT_EQ(got.size(), wanted.size()) << where;
  if (wanted.is_array()) {
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      expect_close(got[i], wanted[i], fmt::format("{}[{}]", where, i));
    }
  } else {
    for (const auto& [key, value] : wanted.items()) {
      ASSERT_TRUE(got.contains(key)) << where << " lacks " << key;
      expect_close(got.at(key), value, where + "." + key);
    }
  }
}

class Golden : public ::testing::TestWithParam<GoldenCase> {};

TEST_P(Golden, TrainsAsBefore) {
  const TemporaryFolder folder;
  const fs::path run = folder.path() / "run";
  const Outcome outcome = disgnn(
      joined({{"train", graph()},
              GetParam().arguments,
              {"--epochs", "3", "--hidden", "16", "--threads", "1", "--quiet", "--out", run}}));
  ASSERT_EQ(outcome.exit_code, 0) << outcome;
  const Json got = {{"epochs", epochs_of(run)},
                    {"weights", weights_of(run / "model.safetensors")},
                    {"predictions", predictions_of(run)}};
  const fs::path file = golden_folder() / "values" / (GetParam().name + ".json");
  if (std::getenv("DISGNN_RECORD_GOLDEN") != nullptr) {
    write_bytes(file, got.dump(1) + "\n");
    GTEST_SKIP() << "recorded in " << file;
  }
  expect_close(got, json_of(bytes_of(file)), GetParam().name);
}

INSTANTIATE_TEST_SUITE_P(Cases, Golden, ::testing::ValuesIn(golden_cases()),
                         [](const auto& golden) {
                           std::string name = golden.param.name;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace disgnn::testing
