#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "command.h"

namespace disgnn::testing {

inline constexpr std::int64_t kCampusNodes = 150;
inline constexpr std::int64_t kSmallEpochs = 4;

/// Flags of a model that trains fast.
Arguments small_model(std::int64_t channels);
/// Flags that let pseudo-labels appear within a few epochs.
Arguments early_pseudo_labels();
/// Flags of a training that is over at once.
Arguments small_training(std::int64_t channels = 2);

/// A campus graph of kCampusNodes people, generated once for all tests, which must not change it.
const std::filesystem::path& campus();
/// Its run folder: small_training(4) and --json, the same for all tests.
const std::filesystem::path& campus_run();
/// What training campus_run() printed.
const Outcome& campus_training();

/// Copies the shared graph to a folder that a test may change.
void copy_campus(const std::filesystem::path& folder);
std::vector<std::int64_t> campus_labels();
void write_labels(const std::filesystem::path& folder, const std::vector<std::int64_t>& labels);

/// Part of node v in the fixed split that write_split_file writes: 2:3:5 by node number.
const char* fixed_part(std::int64_t v);
/// A split file for the shared graph.
void write_split_file(const std::filesystem::path& file);

}  // namespace disgnn::testing
