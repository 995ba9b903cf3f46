#pragma once

#include "disgnn/config/settings.h"
#include "disgnn/data/dataset.h"
#include "disgnn/data/feature_normalizer.h"
#include "disgnn/data/reader.h"
#include "disgnn/train/trainer.h"

namespace disgnn::run {

/// The data part of the settings as the readers take it.
DataSource data_source(const Settings& settings);
/// True when no data is named: the built-in campus graph is meant.
bool uses_builtin_graph(const Settings& settings);
/// Reads (or generates) the data the settings name.
RawDataset load_raw_dataset(const Settings& settings);
Dataset load_dataset(const Settings& settings);

/// The split of one run. Throws Error on a bad specification and when training, validation or test
/// holds no labelled node.
Split make_split(const Settings& settings, const Dataset& data, std::uint64_t seed);

/// What --feature-norm asks for on this data; auto: standard columns of dense features that came
/// with it and are more than flags, all others as they are.
FeatureNormalizer fit_normalizer(const Settings& settings, const Dataset& data);
/// Features as the model takes them.
nn::NodeInput model_input(const FeatureNormalizer& normalizer, const Dataset& data);
/// The same with the statistics of the data itself.
nn::NodeInput model_input(const Settings& settings, const Dataset& data);

/// Names of the classes that have no training node: the model cannot learn them.
std::vector<std::string> classes_without_training(const Dataset& data, const Split& split);

}  // namespace disgnn::run
