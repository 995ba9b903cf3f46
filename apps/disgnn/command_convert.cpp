#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "command_line.h"
#include "disgnn/core/error.h"
#include "disgnn/data/native_writer.h"
#include "disgnn/run/run_data.h"
#include "output.h"
#include "settings_flags.h"

namespace disgnn::app {
namespace {

struct ConvertArguments {
  SettingsFlags settings;
  std::string out;
  bool overwrite = false;
  bool json = false;
};

void convert(const ConvertArguments& arguments) {
  if (!arguments.settings.names_data()) {
    throw usage_error("no dataset is named", "name a folder or file, or --nodes and --edges");
  }
  run::Settings settings;
  arguments.settings.apply(settings);
  run::resolve(settings);
  const RawDataset data = run::load_raw_dataset(settings);
  print_warnings(data.warnings);
  write_native_dataset(data, arguments.out,
                       arguments.overwrite ? Overwrite::kReplace : Overwrite::kRefuse);
  if (arguments.json) {
    const nlohmann::ordered_json json = {{"name", data.name},
                                         {"folder", arguments.out},
                                         {"nodes", data.nodes},
                                         {"edges_read", data.pairs.size()},
                                         {"features", feature_columns(data.features)}};
    print_json(json);
    return;
  }
  fmt::print("{} nodes and {} edge pairs of {} written to {}\n", data.nodes, data.pairs.size(),
             data.name, arguments.out);
}

}  // namespace

void add_convert_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "convert", "Read a graph in any known format and write the native dataset folder");
  auto arguments = std::make_shared<ConvertArguments>();
  arguments->settings.add_to(*command, {"data"},
                             "dataset: folder with nodes.csv and edges.csv, .mtx or .npz file, or "
                             "native folder");
  command->add_option("--out", arguments->out, "folder to write")->required();
  command->add_flag("--overwrite", arguments->overwrite, "replace a dataset folder of that name");
  command->add_flag("--json", arguments->json, "print what was written as JSON on stdout");
  command->callback([arguments] { convert(*arguments); });
}

}  // namespace disgnn::app
