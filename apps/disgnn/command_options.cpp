#include <fmt/format.h>

#include <memory>

#include "command_line.h"
#include "disgnn/config/option_schema.h"
#include "disgnn/config/settings_file.h"

namespace disgnn::app {

void add_options_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "options", "Print all settings of 'train' with their defaults as a TOML file");
  auto markdown = std::make_shared<bool>(false);
  auto model = std::make_shared<std::string>(run::Settings{}.model);
  CLI::Option* const page =
      command->add_flag("--markdown", *markdown, "print docs/options.md instead");
  command->add_option("--model", *model, "the defaults of this model")
      ->check(CLI::IsMember(run::model_names()))
      ->capture_default_str()
      ->excludes(page);
  command->callback([markdown, model] {
    fmt::print("{}", *markdown
                         ? run::options_markdown()
                         : run::to_toml(run::default_settings(*model), run::OffExtensions::kWrite));
  });
}

}  // namespace disgnn::app
