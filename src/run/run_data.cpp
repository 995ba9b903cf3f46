#include "disgnn/run/run_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>

#include "disgnn/config/split_text.h"
#include "disgnn/core/error.h"
#include "disgnn/data/campus.h"

namespace disgnn::run {
namespace {

std::vector<std::string> split_at(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

/// public:K is the K-th split, counted from 0; public alone gives run r split r, beginning anew
/// after the last.
Split public_split(const std::string& specification, const Dataset& data, std::uint64_t run) {
  std::size_t number = data.public_splits.empty() ? 0 : run % data.public_splits.size();
  if (specification.starts_with("public:")) {
    const std::string text = specification.substr(7);
    const auto [stop, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failure != std::errc() || stop != text.data() + text.size()) {
      throw usage_error(fmt::format("--split '{}' names no split", specification),
                        "write public:0, public:1, …");
    }
  }
  if (data.public_splits.empty()) {
    throw input_error(fmt::format("the data '{}' comes without public splits", data.name),
                      "use --split 2:3:5 or a split file");
  }
  if (number >= data.public_splits.size()) {
    throw input_error(fmt::format("the data '{}' has {} public splits, numbered from 0; number {} "
                                  "was asked for",
                                  data.name, data.public_splits.size(), number),
                      "choose a smaller number");
  }
  return Split(data.public_splits[number]);
}

/// Nodes without a label can take no part: they lose their role.
Split labelled_part(const Split& split, const Dataset& data) {
  std::vector<Role> roles(split.roles().begin(), split.roles().end());
  for (std::size_t v = 0; v < roles.size(); ++v) {
    if (data.labels[v] < 0) roles[v] = Role::kNone;
  }
  return Split(std::move(roles));
}

/// Words, categories and other flags: 0 or 1 everywhere. Standard columns would make a rare flag
/// the loudest of all.
bool is_indicator(const DenseFeatures& table) {
  return std::ranges::all_of(table.values, [](float value) { return value == 0 || value == 1; });
}

void require_members(const Dataset& data, const Split& split, Role role) {
  if (!split.members(role).empty()) return;
  throw input_error(
      fmt::format("the {} split of '{}' holds no labelled node", to_string(role), data.name),
      "label more nodes or choose another --split");
}

}  // namespace

bool uses_builtin_graph(const Settings& settings) {
  return settings.data.empty() && settings.edge_table.empty();
}

DataSource data_source(const Settings& settings) {
  DataSource source;
  source.path = settings.data;
  source.nodes_file = settings.node_table;
  source.edges_file = settings.edge_table;
  source.features_file = settings.feature_file;
  source.labels_file = settings.label_file;
  source.id_column = settings.id_column;
  source.label_column = settings.label_column;
  source.ignored_columns = split_at(settings.ignore_columns, ',');
  source.feature_columns = split_at(settings.feature_columns, ',');
  source.directed = settings.directed;
  return source;
}

RawDataset load_raw_dataset(const Settings& settings) {
  return uses_builtin_graph(settings) ? generate_campus(CampusOptions{})
                                      : read_dataset(data_source(settings));
}

Dataset load_dataset(const Settings& settings) {
  return make_dataset(load_raw_dataset(settings));
}

Split make_split(const Settings& settings, const Dataset& data, std::uint64_t seed) {
  if (std::none_of(data.labels.begin(), data.labels.end(), [](auto label) { return label >= 0; })) {
    throw input_error(fmt::format("the data '{}' has no labels at all", data.name),
                      "training needs the class of some nodes: name the column with "
                      "--label-column, the file with "
                      "--label-file, or add labels.npy");
  }
  Split split;
  if (const auto ratio = parse_ratio(settings.split)) {
    split = make_random_split(data.labels, *ratio, seed);
  } else if (settings.split == "public" || settings.split.starts_with("public:")) {
    split = public_split(settings.split, data, seed - static_cast<std::uint64_t>(settings.seed));
  } else if (is_per_class(settings.split)) {
    split = make_per_class_split(data.labels, parse_per_class(settings.split), seed);
  } else if (names_split_file(settings.split)) {
    split = read_split_file(settings.split, data.node_ids, data.nodes());
  } else {
    throw usage_error(
        fmt::format("--split '{}' is no ratio train:validation:test", settings.split),
        "write three positive numbers such as 2:3:5, public[:K], per-class:K, or name a file");
  }
  split = labelled_part(split, data);
  for (const Role role : {Role::kTrain, Role::kValidation, Role::kTest}) {
    require_members(data, split, role);
  }
  return split;
}

FeatureNormalizer fit_normalizer(const Settings& settings, const Dataset& data) {
  std::string kind = settings.feature_norm;
  if (kind == "auto") {
    const auto* const table = std::get_if<DenseFeatures>(&data.features);
    const bool measured = table != nullptr && !data.embedded_features && !is_indicator(*table);
    kind = measured ? "standard" : "none";
  }
  return fit_feature_normalizer(kind, data.features);
}

nn::NodeInput model_input(const FeatureNormalizer& normalizer, const Dataset& data) {
  if (normalizer.kind == "none") return nn::NodeInput::borrowed(data.features);
  Features features = data.features;
  normalizer.apply(features);
  return nn::NodeInput(features);
}

nn::NodeInput model_input(const Settings& settings, const Dataset& data) {
  return model_input(fit_normalizer(settings, data), data);
}

std::vector<std::string> classes_without_training(const Dataset& data, const Split& split) {
  std::vector<bool> seen(data.classes, false);
  for (const NodeId v : split.members(Role::kTrain)) {
    if (data.labels[v] >= 0) seen[data.labels[v]] = true;
  }
  std::vector<std::string> missing;
  for (std::int32_t c = 0; c < data.classes; ++c) {
    if (!seen[c]) missing.push_back(data.class_names[c]);
  }
  return missing;
}

}  // namespace disgnn::run
