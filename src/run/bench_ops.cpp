#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>
#include <torch/csrc/autograd/autograd.h>

#include <chrono>
#include <optional>

#include "disgnn/run/bench.h"
#include "disgnn/run/summary.h"
#include "ops/channel_major.h"
#include "run/bench_op_table.h"

namespace disgnn::run {
namespace {

/// Medians.
struct PassTimes {
  double forward_ms;
  double backward_ms;
  // Rates at which rows of the passes' tables could be gathered progress.
  double forward_gather_gb_s;
  double backward_gather_gb_s;
};

double milliseconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

/// Tables of channels lie in memory as a model's do: one channel after the other.
Tensors random_inputs(const BenchOp& op, std::uint64_t seed) {
  const at::Generator generator = at::detail::createCPUGenerator(seed);
  Tensors inputs;
  for (const auto& shape : op.inputs) {
    at::Tensor values = at::randn(shape, generator, at::kFloat);
    if (values.dim() > 2) values = ops::channel_major(values);
    inputs.push_back(values.requires_grad_());
  }
  return inputs;
}

/// The rate at which rows of a pass's table can be gathered just then; 0 where it gathers none.
class PassProbe {
 public:
  explicit PassProbe(const PassCost& cost) {
    if (cost.gathered_values > 0) probe_.emplace(cost.table);
  }
  double gb_s() { return probe_ ? probe_->gb_s() : 0; }

 private:
  std::optional<GatherProbe> probe_;
};

/// Runs and probes take turns, so that both meet the same swings of a shared machine.
PassTimes time_passes(const BenchOp& op, std::uint64_t seed, std::int64_t repetitions) {
  const Tensors inputs = random_inputs(op, seed);
  PassProbe forward_probe(op.forward);
  PassProbe backward_probe(op.backward);
  std::vector<double> forward;
  std::vector<double> backward;
  std::vector<double> forward_gather;
  std::vector<double> backward_gather;
  for (std::int64_t i = 0; i <= repetitions; ++i) {
    Tensors outputs;
    const double forward_ms = milliseconds_of([&] { outputs = op.run(inputs); });
    Tensors cotangents;
    for (const at::Tensor& output : outputs) cotangents.push_back(at::ones_like(output));
    const double backward_ms =
        milliseconds_of([&] { (void)torch::autograd::grad(outputs, inputs, cotangents); });
    if (i == 0) continue;  // to warm up
    forward.push_back(forward_ms);
    backward.push_back(backward_ms);
    forward_gather.push_back(forward_probe.gb_s());
    backward_gather.push_back(backward_probe.gb_s());
  }
  return {median(forward), median(backward), median(forward_gather), median(backward_gather)};
}

OpTimes measured(const BenchOp& op, const PassTimes& times, const Roofline& roofline) {
  const double forward = times.forward_ms / 1000;
  const double backward = times.backward_ms / 1000;
  const double least_forward = roofline.least_seconds(op.forward, times.forward_gather_gb_s);
  const double least_backward = roofline.least_seconds(op.backward, times.backward_gather_gb_s);
  const double flops = op.forward.flops + op.backward.flops;
  const double gathered = op.forward.gathered_values + op.backward.gathered_values;
  return {.name = op.name,
          .forward_ms = times.forward_ms,
          .backward_ms = times.backward_ms,
          .gflops = 1e-9 * flops / (forward + backward),
          .gather_gb_s = 1e-9 * sizeof(float) * gathered / (forward + backward),
          .roofline_share = (least_forward + least_backward) / (forward + backward),
          .forward_share = least_forward / forward,
          .backward_share = least_backward / backward};
}

}  // namespace

std::vector<OpTimes> time_ops(const Dataset& data, const Settings& settings,
                              std::int64_t repetitions, const Roofline& roofline) {
  std::vector<OpTimes> times;
  for (const BenchOp& op : bench_op_table(data, settings)) {
    const auto seed = static_cast<std::uint64_t>(settings.seed);
    times.push_back(measured(op, time_passes(op, seed, repetitions), roofline));
  }
  return times;
}

}  // namespace disgnn::run
