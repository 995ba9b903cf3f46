#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "support/small_problem.h"

namespace disgnn::testing {

/// Expects the same losses with little memory and with the reference kernels as without.
inline void expect_same_steps_in_all_ways(const train::Problem& problem,
                                          const nn::ModelConfig& model) {
  const auto normal = first_losses(problem, model);
  nn::ModelConfig lean = model;
  lean.memory = nn::MemoryUse::kLean;
  nn::ModelConfig reference = model;
  reference.kernels = ops::Kernels::kReference;
  for (const nn::ModelConfig& other : {lean, reference}) {
    const auto losses = first_losses(problem, other);
    ASSERT_EQ(losses.size(), normal.size());
    for (std::size_t i = 0; i < losses.size(); ++i) {
      EXPECT_NEAR(losses[i], normal[i], 2e-3 * std::abs(normal[i])) << "loss " << i;
    }
  }
}

}  // namespace disgnn::testing
