#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "disgnn/data/dataset.h"
#include "disgnn/explain/relation_scores.h"
#include "disgnn/explain/relation_yardsticks.h"
#include "disgnn/relations/relation_description.h"
#include "disgnn/relations/relation_finder.h"

namespace disgnn::run {

inline constexpr int kRelationsVersion = 1;

/// One row per edge: source, target, the likeliest relation (`noise` where noise is likelier than
/// all of them), the share of every relation, that of noise, and the true relation where known.
void write_relation_edges(const std::filesystem::path& path, const Dataset& data,
                          const relations::RelationModel& model);

/// One row per node and relation: node, relation, likeliest group, its probability.
void write_relation_groups(const std::filesystem::path& path, const Dataset& data,
                           const relations::RelationModel& model);

/// Everything that was found in one document (docs/formats.md, relations.json).
nlohmann::ordered_json relations_json(const Dataset& data, const relations::RelationModel& model,
                                      const relations::ModelDescription& description,
                                      const relations::RelationOptions& options,
                                      const std::optional<RelationScores>& scores,
                                      const RelationYardsticks& yardsticks);

}  // namespace disgnn::run
