#pragma once

#include <CLI/CLI.hpp>

namespace disgnn::app {

/// Refuses what is no number or out of range, and says what is allowed.
CLI::Validator within(double min, double max);

}  // namespace disgnn::app
