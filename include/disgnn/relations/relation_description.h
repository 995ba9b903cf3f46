#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "disgnn/data/dataset.h"
#include "disgnn/relations/relation_model.h"

namespace disgnn::relations {

/// A feature that speaks for a group: members have it so much oftener than all nodes have.
struct SpeakingFeature {
  std::string name;
  double in_group = 0;  ///< times per member
  double overall = 0;   ///< times per node
};

struct GroupDescription {
  double size = 0;                        ///< expected number of members
  double links = 0;                       ///< expected number of links it explains
  std::vector<SpeakingFeature> features;  ///< most telling first
};

struct ExampleLink {
  NodeId source;
  NodeId target;
  double share;  ///< of the relation in the link
};

struct RelationDescription {
  double strength = 0;  ///< share of all links that the relation explains
  /// Share of its links that join nodes of one class, links weighed by its share in them; nothing
  /// without labelled ends.
  std::optional<double> same_class;
  std::vector<GroupDescription> groups;
  std::vector<ExampleLink> examples;  ///< those it explains best
};

struct ModelDescription {
  std::vector<RelationDescription> relations;
  double noise = 0;  ///< share of the links that no relation explains
};

/// Says in numbers and names what was found. O(E * groups + words * groups).
ModelDescription describe_relations(const Dataset& data, const RelationModel& model,
                                    std::int64_t features_per_group = 8,
                                    std::int64_t examples_per_relation = 5);

}  // namespace disgnn::relations
