#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "disgnn/core/random.h"
#include "disgnn/train/trainer.h"

namespace disgnn::testing {

/// The same problem with the labels of one role shuffled among its nodes.
inline train::Problem with_permuted_labels(train::Problem problem, Role role) {
  const auto members = problem.split.members(role);
  std::vector<std::int32_t> labels;
  for (const NodeId v : members) labels.push_back(problem.labels[v]);
  RandomStream(7, RandomPurpose::kSplit).shuffle(std::span<std::int32_t>(labels));
  int changed = 0;
  for (std::size_t i = 0; i < members.size(); ++i) {
    changed += problem.labels[members[i]] != labels[i] ? 1 : 0;
    problem.labels[members[i]] = labels[i];
  }
  EXPECT_GT(changed, 5);
  return problem;
}

}  // namespace disgnn::testing
