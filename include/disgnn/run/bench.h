#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "disgnn/config/settings.h"
#include "disgnn/data/dataset.h"
#include "disgnn/run/roofline.h"

namespace disgnn::run {

/// The work that is timed: the paper's model without dropout and pseudo-labels, all losses with
/// weight 1, a fifth of the nodes in training; the same as `peer_torch.py` does.
Settings bench_settings();

/// Medians of single training steps, after some of each kind to warm up.
struct StepTimes {
  double class_step_ms = 0;  ///< node loss: forward, backward, Adam
  double full_step_ms = 0;   ///< all losses, negatives drawn anew
  double peak_rss_mb = 0;    ///< in MiB, of the process, data included, when the steps were done

  /// An epoch of the paper: five class steps and a full one.
  [[nodiscard]] double epoch_ms() const { return 5 * class_step_ms + full_step_ms; }
};
StepTimes time_steps(const Dataset& data, const Settings& settings, std::int64_t warm_up,
                     std::int64_t repetitions);

/// Medians of one operation alone, and how near it comes to what the machine can do.
struct OpTimes {
  std::string name;
  double forward_ms = 0;
  double backward_ms = 0;
  double gflops = 0;       ///< arithmetic of both passes over their time, in GFLOP/s
  double gather_gb_s = 0;  ///< bytes of gathered rows of both passes over their time, in GB/s
  // Least time the roofline allows / time measured: 1 is perfect.
  double roofline_share = 0;  ///< both passes
  double forward_share = 0;
  double backward_share = 0;
};
std::vector<OpTimes> time_ops(const Dataset& data, const Settings& settings,
                              std::int64_t repetitions, const Roofline& roofline);

}  // namespace disgnn::run
