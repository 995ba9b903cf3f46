#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "disgnn/config/settings.h"

namespace disgnn::tune {

/// Values of options by name, as they stand on a command line.
using OptionValues = std::vector<std::pair<std::string, std::string>>;

/// One option that is searched over: a list of values, or a range of numbers.
struct Dimension {
  std::string option;                     ///< schema name
  std::vector<std::string> choices = {};  ///< empty: a range
  double low = 0;
  double high = 0;
  bool logarithmic = false;
};

/// Where the model that is searched for will be used.
enum class ModelFor : bool {
  kAnyGraph,  ///< it must travel, unless the base reads links already
  kThisGraph  ///< it may have values for single nodes
};

/// What is worth searching for the model in `base`; options in `fixed` stay as the user set them.
std::vector<Dimension> search_space(const run::Settings& base, const std::set<std::string>& fixed,
                                    ModelFor model_for = ModelFor::kAnyGraph);

/// What is searched that the paper's layer and training have none of.
std::set<std::string> beyond_the_paper(const run::Settings& base);

/// The first trials of a search: the base itself (no values), then settings that proved good on
/// graphs of very different kinds (experiments/NOTES.md), without what is fixed. The weight of a
/// further pretext task is random in all but the first.
std::vector<OptionValues> starting_points(const run::Settings& base,
                                          const std::set<std::string>& fixed, std::uint64_t seed,
                                          ModelFor model_for = ModelFor::kAnyGraph);

/// Random values, one per dimension, that depend on (seed, trial) alone; numbers have two digits,
/// so that they can be read and typed.
OptionValues random_values(const std::vector<Dimension>& space, std::uint64_t seed,
                           std::int64_t trial);

/// The paper's grid: every lambda of the model in {1e-4, 1e-2, 1, 10, 1e2}, all combinations.
std::vector<OptionValues> paper_grid(const run::Settings& base, const std::set<std::string>& fixed);

/// `base` with these values in place.
run::Settings with_values(run::Settings base, const OptionValues& values);

}  // namespace disgnn::tune
