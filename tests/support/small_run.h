#pragma once

#include <filesystem>
#include <string>

#include "disgnn/config/settings.h"
#include "disgnn/data/campus.h"
#include "disgnn/data/native_writer.h"
#include "disgnn/run/experiment.h"

namespace disgnn::testing {

inline constexpr NodeId kSmallRunNodes = 40;

/// Trains one epoch on a graph of 40 nodes, which goes into `folder`, too; the run folder.
inline run::RunFolder small_run(const std::filesystem::path& folder,
                                const std::string& model = "disgnn-base") {
  const RawDataset raw = generate_campus(
      {.nodes = kSmallRunNodes, .classes = 2, .words_per_group = 2, .noise_words = 4, .seed = 1});
  write_native_dataset(raw, folder / "graph");
  run::Settings settings = run::default_settings(model);
  settings.data = (folder / "graph").string();
  settings.channels = 2;
  settings.hidden = 4;
  settings.epochs = 1;
  settings.threads = 1;
  run::resolve(settings);
  const run::RunFolder run(folder / "run");
  run::ExperimentObserver nobody;
  run::run_experiment(make_dataset(raw), settings, run, run::StartMode::kFresh, nobody);
  return run;
}

}  // namespace disgnn::testing
