#pragma once

// Parsed once for all tensor code: these headers take seconds each time, all of torch.h twenty.
#include <ATen/ATen.h>
#include <ATen/Dispatch.h>
#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>
