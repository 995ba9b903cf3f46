#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "disgnn/explain/relation_recovery.h"
#include "disgnn/explain/relation_yardsticks.h"
#include "disgnn/run/summary.h"

namespace disgnn::run {

using Json = nlohmann::ordered_json;

/// Text from data files may be any bytes: what is not UTF-8 is replaced, never thrown at.
inline std::string dump(const Json& json, int indent = 2) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

inline Json optional_json(const std::optional<double>& value) {
  return value ? Json(*value) : Json(nullptr);
}

inline Json optional_list_json(const std::vector<std::optional<double>>& values) {
  Json list = Json::array();
  for (const auto& value : values) list.push_back(optional_json(value));
  return list;
}

inline Json spread_json(const Spread& value) {
  return {{"mean", value.mean}, {"std", value.std}};
}

/// The four figures of a layer's recovery of the true relations.
inline Json recovery_json(const RelationRecovery& recovery) {
  return {{"nmi", recovery.nmi},
          {"ari", recovery.ari},
          {"kmeans_nmi", recovery.kmeans_nmi},
          {"relation_auc", recovery.relation_auc}};
}

/// What those figures have to be compared with; null where it is not known.
inline Json yardsticks_json(const RelationYardsticks& yardsticks) {
  return {{"same_class", optional_json(yardsticks.same_class)},
          {"true_memberships", optional_json(yardsticks.memberships)}};
}

}  // namespace disgnn::run
