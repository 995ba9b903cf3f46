#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "disgnn/config/model_settings.h"
#include "disgnn/config/option_schema.h"

// Which options change nothing under some settings, and why.

namespace disgnn::run {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

/// Of the options that some models alone read: these models.
const std::vector<std::string>* readers_of(const std::string& option) {
  static const std::map<std::string, std::vector<std::string>> readers{
      {"channels", {"disgnn", "disgnn-base", "gat", "factorgcn"}},
      {"layers",
       {"disgnn", "disgnn-base", "mlp", "gcn", "sage", "gin", "gat", "factorgcn", "mixhop", "h2gcn",
        "acmgcn"}},
      {"edge-dropout", {"disgnn", "disgnn-base", "gat"}},
      {"hops", {"gcnii", "gprgnn"}},
      {"alpha", {"gcnii", "gprgnn"}},
      {"theta", {"gcnii"}}};
  const auto found = readers.find(option);
  return found == readers.end() ? nullptr : &found->second;
}

bool is_of_none(const Option& option) {
  if (option.section == "model") return option.name == "model" || option.name == "feature-norm";
  if (option.section == "pretext") return false;
  return option.section != "training" ||
         contains({"split", "seed", "runs", "threads", "class-balance"}, option.name);
}

/// Why no signal reads an option of self-supervision.
std::string unread_by_tasks(const std::string& option, const Settings& settings) {
  const std::vector<train::WeightedTask> tasks = pretext_tasks(settings);
  const auto uses = [&](const std::vector<std::string>& names) {
    return std::ranges::any_of(tasks, [&](const train::WeightedTask& task) {
      return task.weight > 0 && contains(names, task.name);
    });
  };
  if (contains({"lambda-edge", "lambda-conform", "lambda-channel", "lambda-self"}, option) &&
      settings.model != "disgnn") {
    return fmt::format("{} has no self-supervision but what --pretext adds", settings.model);
  }
  if (contains({"edge-share", "negatives", "edge-union"}, option) && !uses({"edge"})) {
    return "edge recovery has no weight";
  }
  if (option == "balanced" && !uses({"conform"})) return "label conformity has no weight";
  if (option == "pretext-layers" && !uses({"edge", "conform", "channel"})) {
    return "no signal acts on layers";
  }
  const bool of_guesses = contains({"pseudo-warm-up", "pseudo-confidence"}, option);
  if ((of_guesses || option == "self-confidence" || option == "lambda-self") &&
      !settings.pseudo_labels) {
    return "there are no --pseudo-labels";
  }
  if ((of_guesses || option == "pseudo-labels") && !uses({"conform", "self"})) {
    return "neither label conformity nor self-training has a weight";
  }
  if (option == "self-confidence" && !uses({"self"})) return "self-training has no weight";
  return "";
}

}  // namespace

std::string Option::unread_because(const Settings& settings) const {
  if (of_channels && !has_channels(settings)) {
    return fmt::format("{} has no relation channels", settings.model);
  }
  if (const auto* const extension = std::get_if<ExtensionField>(&field);
      extension != nullptr && extension->option.of_stage &&
      !contains(stage_list(settings), extension->extension)) {
    return "there is no --stage " + extension->extension;
  }
  if (settings.model == "none" && !is_of_none(*this)) return "none is not trained";
  if (const auto* const readers = readers_of(name);
      readers != nullptr && !contains(*readers, settings.model)) {
    return settings.model + " does not read it";
  }
  if (name == "edge-norm" && settings.aggregator == "gcn") {
    return "the aggregator gcn has a norm of its own";
  }
  return section == "pretext" ? unread_by_tasks(name, settings) : "";
}

}  // namespace disgnn::run
