#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "disgnn/model/extension.h"

namespace disgnn::nn {

/// What tells the classes of a graph's nodes, as far as the known labels can say.
struct InputChoice {
  std::string input = "project";  ///< one of input_names()
  /// Share of known labels that kernel ridge regression gets right from the other ones, reading
  /// the features of nodes and of their neighbours; whom nodes link to; their structure; the
  /// latter two. 0 where it was not looked at.
  double features = 0;
  double links = 0;
  double structure = 0;
  double place = 0;
  double chosen = 0;  ///< of what is chosen
};

/// Chooses what the first layer reads (`--input auto`), from known labels (others: -1) alone: the
/// features, unless the place of the nodes in the graph tells clearly more. Then their structure,
/// or with it their links where these tell clearly more. That is five points, and more where few
/// labels leave more to chance. Graphs of more than five million entries, with more than a hundred
/// thousand features or without known labels get their features without a look.
InputChoice choose_input(const NodeInput& features, const ops::PairIndexPtr& edges,
                         std::span<const std::int32_t> known_labels, std::int64_t classes);

/// The value of --input that leaves the choice to the labels.
inline constexpr const char* kAutoInput = "auto";

/// Replaces --input auto by what it stands for on this graph and says what that is, worth a notice
/// where it is not the features. Says of links that were asked for what they mean; nothing of other
/// values.
std::optional<Choice> settle_input(ModelConfig& config, const LabelledGraph& graph);

}  // namespace disgnn::nn
