#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "command_line.h"
#include "disgnn/data/campus.h"
#include "disgnn/data/native_writer.h"
#include "output.h"

namespace disgnn::app {
namespace {

struct GenerateArguments {
  CampusOptions campus;
  std::string out = "campus";
  bool overwrite = false;
  bool json = false;
};

constexpr double kMaxSeed = 4e18;

/// Refuses what is no number or out of range, and says what is allowed.
CLI::Validator within(double min, double max) {
  return {[min, max](const std::string& text) {
            double value = 0;
            if (CLI::detail::lexical_cast(text, value) && value >= min && value <= max) {
              return std::string();
            }
            return fmt::format("'{}' is not allowed; give a number {} .. {}", text, min, max);
          },
          ""};
}

void generate(const GenerateArguments& arguments) {
  const RawDataset data = generate_campus(arguments.campus);
  print_warnings(data.warnings);
  write_native_dataset(data, arguments.out,
                       arguments.overwrite ? Overwrite::kReplace : Overwrite::kRefuse);
  if (arguments.json) {
    const nlohmann::ordered_json json = {{"name", data.name},
                                         {"folder", arguments.out},
                                         {"nodes", data.nodes},
                                         {"edges", data.pairs.size()},
                                         {"classes", data.class_names.size()},
                                         {"features", feature_columns(data.features)},
                                         {"relations", data.relation_names}};
    print_json(json);
    return;
  }
  fmt::print("{} nodes and {} edges of {} relations and noise, written to {}\n", data.nodes,
             data.pairs.size(), data.relation_names.size(), arguments.out);
}

}  // namespace

void add_generate_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("generate", "Write a built-in graph as a dataset folder");
  command->require_subcommand(1);
  CLI::App* campus = command->add_subcommand(
      "campus",
      "A social network whose edges come from several hidden memberships (department, club, "
      "dormitory, …); the true relation of every edge is saved in relations.npy");
  auto arguments = std::make_shared<GenerateArguments>();
  CampusOptions& options = arguments->campus;
  campus->add_option("--out", arguments->out, "folder to write")->capture_default_str();
  const auto number = [campus](const std::string& flag, auto& value, double min, double max,
                               const std::string& help) {
    campus->add_option(flag, value, fmt::format("{}; {} .. {}", help, min, max))
        ->check(within(min, max))
        ->capture_default_str();
  };
  number("--nodes", options.nodes, 2, 1e9, "people");
  number("--relations", options.relations, 1, 1000, "kinds of membership, department included");
  number("--classes", options.classes, 2, 1e6, "departments; a person's class is the department");
  number("--degree", options.degree, 0, 1e9, "mean edges per person from each relation");
  number("--noise", options.noise, 0, 1e9, "mean noise edges per person");
  number("--words-per-group", options.words_per_group, 0, 1e4, "words that speak for one group");
  number("--word-probability", options.word_probability, 0, 1,
         "chance that a member uses a word of the group");
  number("--background", options.background, 0, 1, "chance that anyone uses any word");
  number("--noise-words", options.noise_words, 0, 1e6, "words that speak for no group");
  number("--feature-noise", options.feature_noise, 0, 1,
         "chance that a member's own word is swapped for a random one");
  number("--seed", options.seed, 0, kMaxSeed, "seed of all random choices");
  campus->add_flag("--overwrite", arguments->overwrite, "replace a dataset folder of that name");
  campus->add_flag("--json", arguments->json, "print what was written as JSON on stdout");
  campus->callback([arguments] { generate(*arguments); });
}

}  // namespace disgnn::app
