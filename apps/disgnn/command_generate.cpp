#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "command_line.h"
#include "disgnn/data/campus.h"
#include "disgnn/data/native_writer.h"
#include "number_range.h"
#include "output.h"

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
  campus->add_option("--out", arguments->out, "folder to write")->capture_default_str();
  for (const CampusOption& option : campus_options()) {
    const auto add = [&](auto field) {
      campus
          ->add_option(fmt::format("--{}", option.name), arguments->campus.*field,
                       fmt::format("{}; {} .. {}", option.help, option.min, option.max))
          ->check(within(option.min, option.max))
          ->capture_default_str();
    };
    std::visit(add, option.field);
  }
  campus->add_flag("--overwrite", arguments->overwrite, "replace a dataset folder of that name");
  campus->add_flag("--json", arguments->json, "print what was written as JSON on stdout");
  campus->callback([arguments] { generate(*arguments); });
}

}  // namespace disgnn::app
