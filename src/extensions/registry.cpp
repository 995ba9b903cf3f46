// Every extension there is, and the options each one owns. To remove one: its folder and its entry.

#include "disgnn/model/extension.h"
#include "extensions/edge_class_prior/edge_class_prior.h"
#include "extensions/gpr_readout/gpr_propagation.h"
#include "extensions/groups/groups_stage.h"
#include "extensions/input/input_choice.h"
#include "extensions/input/projected_input.h"
#include "extensions/krr/krr_stage.h"
#include "extensions/label_spreading/label_spreading.h"

namespace disgnn::nn {
namespace {

using namespace std::string_literals;  // NOLINT: an option's text is a std::string

constexpr std::int64_t kMostHops = 1024;

Extension projected_input() {
  std::vector<std::string> choices{kAutoInput};
  choices.insert(choices.end(), input_names().begin(), input_names().end());
  return {
      .name = "input",
      .options = {{.name = "input",
                   .value = "project"s,
                   .off = "direct"s,
                   .choices = choices,
                   .help = "what the first layer reads; direct: the features; project: a linear "
                           "map of them; structure: project plus what degrees, PageRank, "
                           "clustering and the volume of the features say; links: project plus a "
                           "linear map of the node's row of the adjacency matrix (such a model "
                           "fits its own graph only); links+structure: both; auto: project, or "
                           "where training labels follow from links or structure clearly better, "
                           "these"}},
      .input = [](const ModelConfig& config,
                  const ParameterInit& init) -> std::shared_ptr<InputEncoder> {
        if (config.extensions.text("input") == "direct") return nullptr;
        return std::make_shared<ProjectedInput>(config, init.scope("input"));
      },
      .settle = settle_input};
}

/// The key of the initial weights is older than the name of the part.
Extension gpr_readout() {
  return {.name = "gpr",
          .options = {{.name = "gpr-hops",
                       .value = std::int64_t{10},
                       .off = std::int64_t{0},
                       .min = 0,
                       .max = kMostHops,
                       .help = "the classifier also reads features gathered from up to so many "
                               "hops away, each hop with a learned share (generalised PageRank); "
                               "0: what the layers bring alone"}},
          .readout = [](const ModelConfig& config, std::int64_t width,
                        const ParameterInit& init) -> std::shared_ptr<ReadoutFeature> {
            if (config.extensions.integer("gpr-hops") == 0) return nullptr;
            return std::make_shared<GprPropagation>(config, width, init.scope("reach"));
          }};
}

/// Here, too, the key of the initial weights is older than the name.
Extension edge_class_prior() {
  return {.name = "edge class prior",
          .options = {{.name = "edge-class-prior",
                       .value = false,
                       .off = false,
                       .help = "edge scores also read whether both ends seem to be of one class, "
                               "by a first guess from what is known before any layer"}},
          .edge_prior = [](const ModelConfig& config, std::int64_t width, std::size_t readouts,
                           const ParameterInit& init) -> std::shared_ptr<EdgePrior> {
            if (!config.extensions.flag("edge-class-prior")) return nullptr;
            return std::make_shared<EdgeClassPrior>(config, width, readouts, init.scope("beliefs"));
          }};
}

Extension krr() {
  return {.name = KrrStage::kName,
          .options = {{.name = "krr-weight",
                       .value = 1.0,
                       .off = 1.0,
                       .min = 0,
                       .max = 4,
                       .help = "--stage krr: how much the regression counts; 1: as much as the "
                               "model; --class-balance holds for it, too",
                       .of_stage = true}},
          .stage = [](const ModelConfig& config,
                      const ParameterInit& init) -> std::shared_ptr<PredictionStage> {
            return std::make_shared<KrrStage>(config, init);
          }};
}

Extension label_spreading() {
  return {.name = LabelSpreading::kName,
          .options = {{.name = "spreading-share",
                       .value = 0.5,
                       .off = 0.5,
                       .min = 0.01,
                       .max = 0.95,
                       .help = "--stage spreading: the share of a node's neighbours in what is "
                               "said of it",
                       .of_stage = true}},
          .stage = [](const ModelConfig& config,
                      const ParameterInit& init) -> std::shared_ptr<PredictionStage> {
            return std::make_shared<LabelSpreading>(config, init);
          }};
}

Extension groups() {
  return {.name = GroupsStage::kName,
          .options = {},
          .stage = [](const ModelConfig& config,
                      const ParameterInit& init) -> std::shared_ptr<PredictionStage> {
            return std::make_shared<GroupsStage>(config, init);
          }};
}

}  // namespace

const std::vector<Extension>& extensions() {
  static const std::vector<Extension> all{
      projected_input(), gpr_readout(), edge_class_prior(), krr(), label_spreading(), groups()};
  return all;
}

}  // namespace disgnn::nn
