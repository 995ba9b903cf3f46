#include "campus.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "disgnn/data/npy.h"
#include "files.h"
#include "support/temporary_folder.h"

namespace disgnn::testing {
namespace {

/// What the tests share; made when first asked for.
struct SharedCampus {
  TemporaryFolder folder;
  fs::path graph = folder.path() / "campus";
  fs::path run = folder.path() / "run";
  Outcome training;

  SharedCampus() {
    const Outcome generated =
        disgnn({"generate", "campus", "--nodes", fmt::format("{}", kCampusNodes), "--out", graph});
    EXPECT_EQ(generated.exit_code, 0) << generated;
    training = disgnn(joined({{"train", graph, "--out", run, "--json"}, small_training(4)}));
    EXPECT_EQ(training.exit_code, 0) << training;
  }
};

const SharedCampus& shared() {
  static const SharedCampus campus;
  return campus;
}

}  // namespace

Arguments small_model(std::int64_t channels) {
  return {"--channels", fmt::format("{}", channels), "--hidden", "8", "--threads", "1"};
}

Arguments early_pseudo_labels() {
  return {"--pseudo-warm-up", "1", "--pseudo-confidence", "0.1"};
}

Arguments small_training(std::int64_t channels) {
  return joined({{"--epochs", fmt::format("{}", kSmallEpochs), "--quiet"}, small_model(channels)});
}

const fs::path& campus() {
  return shared().graph;
}
const fs::path& campus_run() {
  return shared().run;
}
const Outcome& campus_training() {
  return shared().training;
}

void copy_campus(const fs::path& folder) {
  fs::copy(campus(), folder);
}

std::vector<std::int64_t> campus_labels() {
  return parse_npy(bytes_of(campus() / "labels.npy"), "labels.npy").integers();
}

void write_labels(const fs::path& folder, const std::vector<std::int64_t>& labels) {
  write_bytes(folder / "labels.npy",
              encode_npy(labels, {static_cast<std::int64_t>(labels.size())}));
}

const char* fixed_part(std::int64_t v) {
  const std::int64_t tenth = v % 10;
  return tenth < 2 ? "train" : tenth < 5 ? "validation" : "test";
}

void write_split_file(const fs::path& file) {
  std::string text = "id,split\n";
  for (std::int64_t v = 0; v < kCampusNodes; ++v) text += fmt::format("{},{}\n", v, fixed_part(v));
  write_bytes(file, text);
}

}  // namespace disgnn::testing
