#pragma once

#include <rapidcheck.h>

#include <string>

#include "disgnn/core/error.h"

namespace disgnn::testing {

/// A valid file with one byte changed or its end cut off.
inline std::string damaged_copy(std::string bytes) {
  const auto at = *rc::gen::inRange<std::size_t>(0, bytes.size());
  if (*rc::gen::arbitrary<bool>()) {
    bytes.resize(at);
  } else {
    bytes[at] = *rc::gen::arbitrary<char>();
  }
  return bytes;
}

/// Runs `parse`, letting pass the one exception that bad input may cause.
template <typename Parse>
void parses_or_reports(Parse parse) {
  try {
    parse();
  } catch (const Error& error) {
    RC_ASSERT(error.kind() == ErrorKind::kInput);
  }
}

}  // namespace disgnn::testing
