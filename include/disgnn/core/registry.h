#pragma once

#include <string>
#include <utility>
#include <vector>

#include "disgnn/core/error.h"

namespace disgnn {

/// Names and what they stand for, in the order in which help texts list them.
template <typename Value>
class Registry {
 public:
  Registry(std::string kind, std::vector<std::pair<std::string, Value>> entries)
      : kind_(std::move(kind)), entries_(std::move(entries)) {}

  [[nodiscard]] const Value& at(const std::string& name) const {
    for (const auto& [known, value] : entries_) {
      if (known == name) return value;
    }
    std::string list;
    for (const auto& known : names()) list += (list.empty() ? "" : ", ") + known;
    throw usage_error("unknown " + kind_ + " '" + name + "'", "choose one of: " + list);
  }

  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> result;
    for (const auto& entry : entries_) result.push_back(entry.first);
    return result;
  }

 private:
  std::string kind_;
  std::vector<std::pair<std::string, Value>> entries_;
};

}  // namespace disgnn
