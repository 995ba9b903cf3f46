#pragma once

#include <optional>
#include <string>
#include <vector>

#include "disgnn/config/settings.h"
#include "disgnn/data/dataset.h"
#include "disgnn/explain/relation_yardsticks.h"
#include "disgnn/run/summary.h"

namespace disgnn::app {

/// Rows of text set in columns, the first row underlined.
std::string aligned_table(std::vector<std::vector<std::string>> rows);

/// "0.123", or a dash where there is none.
std::string figure(const std::optional<double>& value);

/// Rows for what a relation NMI has to be compared with, where it is known.
void append_yardsticks(const RelationYardsticks& yardsticks,
                       std::vector<std::vector<std::string>>& rows);

/// What `train` prints: test scores and disentanglement.
std::string result_table(const Dataset& data, const run::Settings& settings,
                         const std::vector<run::RunResult>& runs);

}  // namespace disgnn::app
