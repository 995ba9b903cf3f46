#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "command_line.h"
#include "disgnn/data/campus.h"
#include "disgnn/data/native_writer.h"

namespace disgnn::app {
namespace {

struct GenerateArguments {
  CampusOptions campus;
  std::string out = "campus";
  bool overwrite = false;
  bool json = false;
};

void generate(const GenerateArguments& arguments) {
  const RawDataset data = generate_campus(arguments.campus);
  for (const std::string& text : data.warnings) fmt::print(stderr, "warning: {}\n", text);
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
    fmt::print("{}\n", json.dump(2));
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
  campus->add_option("--nodes", options.nodes, "people")->capture_default_str();
  campus->add_option("--relations", options.relations, "kinds of membership, department included")
      ->capture_default_str();
  campus->add_option("--classes", options.classes, "departments; a person's class is the department")
      ->capture_default_str();
  campus->add_option("--degree", options.degree, "mean edges per person from each relation")
      ->capture_default_str();
  campus->add_option("--noise", options.noise, "mean noise edges per person")
      ->capture_default_str();
  campus->add_option("--words-per-group", options.words_per_group, "words that speak for one group")
      ->capture_default_str();
  campus->add_option("--word-probability", options.word_probability,
                     "chance that a member uses a word of the group")
      ->capture_default_str();
  campus->add_option("--background", options.background, "chance that anyone uses any word")
      ->capture_default_str();
  campus->add_option("--noise-words", options.noise_words, "words that speak for no group")
      ->capture_default_str();
  campus->add_option("--feature-noise", options.feature_noise,
                     "chance that a member's own word is swapped for a random one")
      ->capture_default_str();
  campus->add_option("--seed", options.seed, "seed of all random choices")->capture_default_str();
  campus->add_flag("--overwrite", arguments->overwrite, "replace a dataset folder of that name");
  campus->add_flag("--json", arguments->json, "print what was written as JSON on stdout");
  campus->callback([arguments] { generate(*arguments); });
}

}  // namespace disgnn::app
