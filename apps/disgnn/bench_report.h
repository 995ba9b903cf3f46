#pragma once

#include <optional>
#include <vector>

#include "disgnn/config/settings.h"
#include "disgnn/data/dataset.h"
#include "disgnn/run/bench.h"

namespace disgnn::app {

/// What `bench` measured, on what.
struct BenchReport {
  const Dataset& data;
  const run::Settings& settings;
  std::int64_t repetitions = 0;
  run::StepTimes steps;
  std::optional<run::Roofline> roofline;  ///< none: steps only
  std::vector<run::OpTimes> ops;
};

/// One document on stdout; the step times under the same keys as those of `peer_torch.py`.
void print_bench_json(const BenchReport& report);
void print_bench_text(const BenchReport& report);

}  // namespace disgnn::app
