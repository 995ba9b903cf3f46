#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "disgnn/core/error.h"

namespace disgnn::testing {

/// Expects that `action` throws an Error of this kind whose message holds all the parts.
template <typename Action>
void expect_error(ErrorKind kind, const std::vector<std::string>& parts, Action action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    for (const std::string& part : parts) EXPECT_THAT(error.what(), ::testing::HasSubstr(part));
    return;
  }
  ADD_FAILURE() << "expected an Error";
}

template <typename Action>
void expect_input_error(const std::vector<std::string>& parts, Action action) {
  expect_error(ErrorKind::kInput, parts, action);
}

template <typename Action>
void expect_usage_error(const std::vector<std::string>& parts, Action action) {
  expect_error(ErrorKind::kUsage, parts, action);
}

}  // namespace disgnn::testing
