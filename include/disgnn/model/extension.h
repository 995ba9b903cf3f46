#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "disgnn/model/ports.h"
#include "disgnn/nn/model_config.h"
#include "disgnn/nn/parameter_init.h"
#include "disgnn/nn/prediction_stage.h"

namespace disgnn::nn {

/// An option that an extension owns: a flag `--NAME`, a key of settings files and of model.json.
struct ExtensionOption {
  std::string name;
  OptionValue value;  ///< default of the program
  OptionValue off;    ///< as in the paper's model
  double min = 0;
  double max = 0;
  std::vector<std::string> choices = {};  ///< of texts
  std::string help;
  bool of_stage = false;  ///< read by a prediction stage, so by every model
};

/// What an extension chose by itself, or what was chosen that people had better know, in words.
struct Choice {
  std::string text;
  bool worth_a_notice = false;  ///< not what people expect
};

/// Something that can be plugged into the model's ports or work on its predictions. Factories may
/// be null, and give null where the options turn the part off.
struct Extension {
  std::string name;
  std::vector<ExtensionOption> options;
  std::function<std::shared_ptr<InputEncoder>(const ModelConfig&, const ParameterInit&)> input = {};
  std::function<std::shared_ptr<ReadoutFeature>(const ModelConfig&, std::int64_t width,
                                                const ParameterInit&)>
      readout = {};
  std::function<std::shared_ptr<EdgePrior>(const ModelConfig&, std::int64_t width,
                                           std::size_t readouts, const ParameterInit&)>
      edge_prior = {};
  std::function<std::shared_ptr<PredictionStage>(const ModelConfig&, const ParameterInit&)> stage =
      {};
  /// Settles options that depend on the graph ("auto"); nothing where there was nothing to choose.
  std::function<std::optional<Choice>(ModelConfig&, const LabelledGraph&)> settle = {};
};

/// All there are; none in a program built without them (-DDISGNN_EXTENSIONS=OFF).
const std::vector<Extension>& extensions();

/// What the extensions plug into the model of this configuration.
ModelParts make_parts(const ModelConfig& config, const ParameterInit& init);
/// Stages by name, in this order. Throws Error (kUsage) on unknown names.
PredictionStages make_stages(const std::vector<std::string>& names, const ModelConfig& config,
                             const ParameterInit& init);
std::vector<std::string> stage_names();

}  // namespace disgnn::nn
