#pragma once

#include <filesystem>
#include <string>

namespace disgnn::run {

/// Where the files of a run lie. Every file is written under a temporary name and renamed.
class RunFolder {
 public:
  explicit RunFolder(std::filesystem::path path) : path_(std::move(path)) {}

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::filesystem::path config() const { return path_ / "config.toml"; }
  [[nodiscard]] std::filesystem::path weights() const { return path_ / "model.safetensors"; }
  [[nodiscard]] std::filesystem::path model() const { return path_ / "model.json"; }
  [[nodiscard]] std::filesystem::path metrics() const { return path_ / "metrics.jsonl"; }
  [[nodiscard]] std::filesystem::path summary() const { return path_ / "summary.json"; }
  [[nodiscard]] std::filesystem::path predictions() const { return path_ / "predictions.csv"; }
  [[nodiscard]] std::filesystem::path checkpoint_folder() const { return path_ / "checkpoint"; }
  [[nodiscard]] std::filesystem::path checkpoint() const {
    return checkpoint_folder() / "state.safetensors";
  }
  /// Results of the runs that are finished, for --resume.
  [[nodiscard]] std::filesystem::path finished_runs() const {
    return checkpoint_folder() / "runs.json";
  }

  /// DeepWalk vectors of a graph without features.
  [[nodiscard]] std::filesystem::path embedding() const { return path_ / "data" / "deepwalk.npy"; }

  /// Tells the graph of the run from others, for --resume.
  [[nodiscard]] std::filesystem::path data_fingerprint() const {
    return checkpoint_folder() / "data.txt";
  }

  /// Holds a run already, finished or not.
  [[nodiscard]] bool in_use() const;

 private:
  std::filesystem::path path_;
};

/// A folder that is not in use: `wished`, or `wished`-2, `wished`-3, …
std::filesystem::path free_run_path(const std::filesystem::path& wished);

}  // namespace disgnn::run
