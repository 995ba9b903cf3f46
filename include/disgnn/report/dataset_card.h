#pragma once

#include <cstdint>
#include <vector>

#include "disgnn/data/audit.h"
#include "disgnn/data/dataset.h"
#include "disgnn/graph/statistics.h"
#include "disgnn/run/json_format.h"

namespace disgnn::report {

/// What there is to know about a graph before anything is trained on it.
struct DatasetCard {
  GraphStatistics graph;
  Homophily homophily;
  std::vector<std::int64_t> class_sizes;
  DatasetAudit audit;
};

DatasetCard dataset_card(const Dataset& data);
/// The document that `disgnn info --json` prints.
run::Json dataset_card_json(const Dataset& data, const DatasetCard& card);

}  // namespace disgnn::report
