#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "disgnn/data/split.h"

namespace disgnn::run {

/// "2:3:5", or nothing when the text is no ratio.
std::optional<SplitRatio> parse_ratio(const std::string& text);
/// per-class:K gives every class K training nodes; throws Error (kUsage) where K is no number.
bool is_per_class(const std::string& text);
std::int64_t parse_per_class(const std::string& text);
/// True when a --split value is neither a ratio, public[:K] nor per-class:K.
bool names_split_file(const std::string& split);

}  // namespace disgnn::run
