#pragma once

#include <ATen/core/Tensor.h>

#include <functional>
#include <string>
#include <vector>

#include "disgnn/config/settings.h"
#include "disgnn/data/dataset.h"
#include "disgnn/run/roofline.h"

namespace disgnn::run {

using Tensors = std::vector<at::Tensor>;

/// An operation of the first layer to be timed alone.
struct BenchOp {
  std::string name;
  std::vector<std::vector<std::int64_t>> inputs;  ///< shapes; every input gets a gradient
  PassCost forward;
  PassCost backward;
  std::function<Tensors(const Tensors&)> run;  ///< inputs -> outputs
};

/// One line per operation, for the sizes of these data and settings.
std::vector<BenchOp> bench_op_table(const Dataset& data, const Settings& settings);

}  // namespace disgnn::run
