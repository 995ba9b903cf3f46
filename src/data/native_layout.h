#pragma once

#include <array>
#include <string_view>

/// The files of a native dataset folder: the one place the reader and the writer agree on.
namespace disgnn::native_file {

inline constexpr std::string_view kEdges = "edges.npy";
inline constexpr std::string_view kLabels = "labels.npy";
inline constexpr std::string_view kDenseFeatures = "features.npy";
inline constexpr std::string_view kSparseFeatures = "features.npz";
inline constexpr std::string_view kSplits = "splits.npz";
inline constexpr std::string_view kRelations = "relations.npy";
inline constexpr std::string_view kMemberships = "memberships.npy";
inline constexpr std::string_view kIds = "ids.csv";
inline constexpr std::string_view kClasses = "classes.csv";
inline constexpr std::string_view kFeatureNames = "feature_names.csv";
inline constexpr std::string_view kMeta = "meta.json";
inline constexpr std::array kAll{kEdges,   kLabels,       kDenseFeatures, kSparseFeatures,
                                 kSplits,  kRelations,    kMemberships,   kIds,
                                 kClasses, kFeatureNames, kMeta};

}  // namespace disgnn::native_file
