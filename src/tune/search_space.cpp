#include "disgnn/tune/search_space.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "disgnn/config/model_settings.h"
#include "disgnn/config/option_schema.h"
#include "disgnn/core/random.h"
#include "disgnn/core/text_hash.h"

namespace disgnn::tune {
namespace {

constexpr const char* kInput = "input";  // of an extension, which may be absent

/// Links make a model of one graph: they are searched only where people asked for such a model.
bool may_read_links(const run::Settings& base, ModelFor model_for) {
  if (model_for == ModelFor::kThisGraph) return true;
  if (!run::has_option(kInput)) return false;
  const std::string input = run::find_option(kInput).value(base);
  return input == "auto" || input.starts_with("links");
}

std::vector<Dimension> everything_for(const run::Settings& base, ModelFor model_for) {
  std::vector<Dimension> space = {
      {.option = "lr", .low = 1e-3, .high = 2e-2, .logarithmic = true},
      {.option = "dropout", .choices = {"0", "0.2", "0.4", "0.5", "0.6", "0.7"}},
      {.option = "weight-decay", .low = 1e-5, .high = 5e-3, .logarithmic = true},
  };
  const std::string& model = base.model;
  if (run::has_channels(base) || model == "gat" || model == "factorgcn") {
    space.push_back({.option = "channels", .choices = {"2", "4", "8"}});
  }
  if (run::has_channels(base)) {
    space.push_back({.option = kInput, .choices = {"direct", "project", "structure"}});
    if (may_read_links(base, model_for)) {
      for (const char* const links : {"links", "links+structure"}) {
        space.back().choices.emplace_back(links);
      }
    }
    space.push_back({.option = "jumping-knowledge", .choices = {"true", "false"}});
    space.push_back({.option = "input-dropout", .choices = {"0.1", "0.3", "0.5", "0.7", "0.85"}});
    space.push_back({.option = "edge-norm", .choices = {"softmax", "sum"}});
    space.push_back({.option = "weight-average", .choices = {"0", "0.95"}});
  }
  if (model == "disgnn") {
    space.push_back({.option = "lambda-edge", .low = 1e-4, .high = 1, .logarithmic = true});
    space.push_back({.option = "lambda-conform", .low = 1e-2, .high = 10, .logarithmic = true});
    space.push_back({.option = "lambda-channel", .low = 1e-4, .high = 1, .logarithmic = true});
    space.push_back({.option = "lambda-self", .choices = {"0", "0.5", "1", "2"}});
    space.push_back({.option = "edge-class-prior", .choices = {"true", "false"}});
    if (base.layers > 1) space.push_back({.option = "pretext-layers", .choices = {"all", "1"}});
  }
  if (model == "gcnii" || model == "gprgnn") {
    space.push_back({.option = "alpha", .choices = {"0.1", "0.2", "0.5", "0.9"}});
    space.push_back({.option = "hops", .choices = {"4", "8", "10", "16"}});
  }
  const std::size_t sign = base.pretext.find('=');
  if (sign != std::string::npos && base.pretext.find(',') == std::string::npos) {
    // The paper's weights of other pretext tasks.
    Dimension weight{.option = "pretext"};
    for (const char* const value : {"0.0001", "0.01", "1", "10", "100", "1000"}) {
      weight.choices.push_back(base.pretext.substr(0, sign + 1) + value);
    }
    space.push_back(weight);
  }
  std::erase_if(space, [&](const Dimension& d) {
    return !run::has_option(d.option) || !run::find_option(d.option).is_read_by(base);
  });
  return space;
}

std::string two_digits(double value) {
  const double digits = std::floor(std::log10(value)) - 1;
  const double unit = std::pow(10.0, digits);
  return fmt::format("{:.6g}", std::round(value / unit) * unit);
}

}  // namespace

std::vector<Dimension> search_space(const run::Settings& base, const std::set<std::string>& fixed,
                                    ModelFor model_for) {
  std::vector<Dimension> space = everything_for(base, model_for);
  std::erase_if(space, [&](const Dimension& d) { return fixed.contains(d.option); });
  return space;
}

std::set<std::string> beyond_the_paper(const run::Settings& base) {
  static const std::set<std::string> of_the_paper{
      "lr",          "dropout",        "weight-decay",  "channels",
      "lambda-edge", "lambda-conform", "lambda-channel"};
  std::set<std::string> beyond;
  for (const Dimension& dimension : everything_for(base, ModelFor::kThisGraph)) {
    if (!of_the_paper.contains(dimension.option)) beyond.insert(dimension.option);
  }
  return beyond;
}

std::vector<OptionValues> starting_points(const run::Settings& base,
                                          const std::set<std::string>& fixed, std::uint64_t seed,
                                          ModelFor model_for) {
  std::vector<OptionValues> points{{}};
  if (run::has_channels(base)) {
    // Graphs whose features say little, and whose twins share a class (chameleon).
    points.push_back({{kInput, may_read_links(base, model_for) ? "links+structure" : "structure"},
                      {"edge-norm", "sum"},
                      {"dropout", "0.7"},
                      {"input-dropout", "0.5"},
                      {"lr", "0.005"},
                      {"weight-decay", "0.005"}});
    // Large graphs with few, dense features, which can hardly be overfitted (blogcatalog).
    points.push_back({{kInput, "direct"},
                      {"jumping-knowledge", "false"},
                      {"dropout", "0.6"},
                      {"input-dropout", "0.3"},
                      {"lr", "0.003"},
                      {"weight-decay", "2e-05"}});
    // Graphs of few nodes which are known by their degrees (the filtered chameleon).
    points.push_back({{kInput, "structure"}, {"dropout", "0.7"}});
    // There, too, few edges join nodes of one class, and conformity costs accuracy at weight 1.
    if (base.model == "disgnn") {
      for (std::size_t i = 1; i < points.size(); ++i) {
        points[i].emplace_back("lambda-conform", "0.01");
      }
      // On these two graphs validation says that the model had better not learn from its own
      // guesses.
      points[1].emplace_back("lambda-self", "0");
      points[2].emplace_back("lambda-self", "0");
      points[2].emplace_back("pretext-layers", "1");
    }
  }
  const std::vector<Dimension> space = search_space(base, fixed, model_for);
  const auto is_free = [&](const std::string& option) {
    return std::ranges::any_of(space, [&](const Dimension& d) { return d.option == option; });
  };
  std::vector<Dimension> always_random = space;
  std::erase_if(always_random, [](const Dimension& d) { return d.option != "pretext"; });
  for (std::size_t trial = 1; trial < points.size(); ++trial) {
    OptionValues& point = points[trial];
    std::erase_if(point, [&](const auto& value) { return !is_free(value.first); });
    const OptionValues drawn = random_values(always_random, seed, static_cast<std::int64_t>(trial));
    point.insert(point.end(), drawn.begin(), drawn.end());
  }
  return points;
}

OptionValues random_values(const std::vector<Dimension>& space, std::uint64_t seed,
                           std::int64_t trial) {
  OptionValues values;
  for (const Dimension& dimension : space) {
    // Keyed by the option's name: fixing one option leaves the values of the others as they are.
    const RandomStream stream(seed, RandomPurpose::kSearch, text_hash(dimension.option));
    const auto element = static_cast<std::uint64_t>(trial);
    if (!dimension.choices.empty()) {
      values.emplace_back(dimension.option,
                          dimension.choices[stream.below(element, dimension.choices.size())]);
      continue;
    }
    const double u = stream.uniform(element);
    const double value = dimension.logarithmic
                             ? dimension.low * std::pow(dimension.high / dimension.low, u)
                             : dimension.low + u * (dimension.high - dimension.low);
    values.emplace_back(dimension.option, two_digits(value));
  }
  return values;
}

std::vector<OptionValues> paper_grid(const run::Settings& base,
                                     const std::set<std::string>& fixed) {
  std::vector<OptionValues> grid{{}};
  if (base.model != "disgnn") return grid;
  for (const std::string option : {"lambda-edge", "lambda-conform", "lambda-channel"}) {
    if (fixed.contains(option)) continue;
    std::vector<OptionValues> longer;
    for (const OptionValues& values : grid) {
      for (const std::string weight : {"0.0001", "0.01", "1", "10", "100"}) {
        longer.push_back(values);
        longer.back().emplace_back(option, weight);
      }
    }
    grid = std::move(longer);
  }
  return grid;
}

run::Settings with_values(run::Settings base, const OptionValues& values) {
  for (const run::Option& option : run::option_schema()) {
    for (const auto& [name, value] : values) {
      if (name == option.name) option.assign(base, value);
    }
  }
  return base;
}

}  // namespace disgnn::tune
