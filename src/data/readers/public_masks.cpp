#include "public_masks.h"

#include <fmt/format.h>

#include <optional>

#include "disgnn/core/error.h"

namespace disgnn {
namespace {

using Splits = std::vector<std::vector<Role>>;

/// How many splits a mask array describes; checks its shape.
std::size_t split_count(const NpyArray& mask, NodeId nodes) {
  const auto& shape = mask.shape();
  const bool fits = !shape.empty() && shape.size() <= 2 && shape.back() == nodes;
  if (!fits) {
    throw input_error(Where{mask.source()},
                      fmt::format("has shape {}, masks need [{}] or [splits, {}]",
                                  mask.shape_text(), nodes, nodes),
                      "save one row of nodes per split");
  }
  return shape.size() == 1 ? 1 : shape[0];
}

/// Gives the role to every node of the mask that has none; returns how many had one.
std::int64_t add_mask(const NpyArray& mask, Role role, NodeId nodes, Splits& splits) {
  if (split_count(mask, nodes) != splits.size()) {
    throw input_error(Where{mask.source()},
                      fmt::format("has shape {}, but the training mask has {} splits",
                                  mask.shape_text(), splits.size()),
                      "give all masks the same shape");
  }
  const std::vector<std::int64_t> values = mask.integers();
  std::int64_t taken = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t split = i / nodes;
    const std::size_t node = i % nodes;
    if (values[i] == 0) continue;
    if (values[i] != 1) {
      throw input_error(
          Where{mask.source()},
          fmt::format("node {} of split {} is {}, masks hold 0 and 1", node, split, values[i]),
          "save it as booleans");
    }
    Role& found = splits[split][node];
    if (found == Role::kNone) {
      found = role;
    } else {
      ++taken;
    }
  }
  return taken;
}

/// The part of a member's name that its companions share: "20_mask" of "train20_mask".
std::optional<std::string> suffix_of_training_mask(std::string_view name) {
  constexpr std::string_view kPrefix = "train";
  if (!name.starts_with(kPrefix)) return std::nullopt;
  if (!name.ends_with("_mask") && !name.ends_with("_masks")) return std::nullopt;
  return std::string(name.substr(kPrefix.size()));
}

}  // namespace

Splits public_splits_from_npz(const NpzFile& file, NodeId nodes,
                              std::vector<std::string>& warnings) {
  Splits splits;
  for (const std::string& name : file.names()) {
    const auto suffix = suffix_of_training_mask(name);
    if (!suffix) continue;
    const NpyArray train = file.read(name);
    Splits group(split_count(train, nodes), std::vector<Role>(nodes, Role::kNone));
    add_mask(train, Role::kTrain, nodes, group);
    for (const auto& [prefix, role] :
         {std::pair{"val", Role::kValidation}, std::pair{"test", Role::kTest}}) {
      const std::string companion = prefix + *suffix;
      if (!file.contains(companion)) {
        warnings.push_back(
            fmt::format("{}: '{}' comes without '{}'", file.source(), name, companion));
        continue;
      }
      const NpyArray mask = file.read(companion);
      const std::int64_t taken = add_mask(mask, role, nodes, group);
      if (taken == 0) continue;
      warnings.push_back(
          fmt::format("{}: {} nodes are left out because another part of the split holds them",
                      mask.source(), taken));
    }
    splits.insert(splits.end(), group.begin(), group.end());
  }
  return splits;
}

}  // namespace disgnn
