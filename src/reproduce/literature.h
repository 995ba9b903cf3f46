#pragma once

#include <string>
#include <vector>

namespace disgnn::reproduce {

/// Test accuracy that somebody printed, in percent.
struct Published {
  double accuracy;
  double label_percent;  ///< share of the nodes whose labels were learned from
  const char* source;
};

/// What is known of a model on Cora, by growing share of labels; empty where nothing is.
std::vector<Published> published_on_cora(const std::string& variant);

}  // namespace disgnn::reproduce
