#pragma once

#include "disgnn/data/features.h"

namespace disgnn::embed {

struct MultiLabelScores {
  double micro_f1 = 0;
  double macro_f1 = 0;
};

/// The classic test of node vectors (Perozzi et al., KDD 2014, BlogCatalog): logistic regression,
/// one per label, on a random share of the nodes; every other node gets as many labels as it really
/// has, the likeliest ones. labels[N, L]: a stored value says that the node has the label.
MultiLabelScores multi_label_scores(const DenseFeatures& vectors, const SparseFeatures& labels,
                                    double training_share, std::uint64_t seed);

/// The scores of several random choices of the nodes to learn from.
struct RepeatedScores {
  std::vector<double> micro_f1;
  std::vector<double> macro_f1;
};

/// As above with the seeds 0 .. times-1.
RepeatedScores repeated_multi_label_scores(const DenseFeatures& vectors,
                                           const SparseFeatures& labels, double training_share,
                                           std::int64_t times);

/// A SciPy CSR matrix [nodes, labels]. Throws Error (kInput) when it has another number of rows.
SparseFeatures read_multi_labels(const std::string& path, std::int64_t nodes);

}  // namespace disgnn::embed
