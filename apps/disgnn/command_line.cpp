#include "command_line.h"

#include <fmt/format.h>

#include <exception>

#include "disgnn/core/error.h"

namespace disgnn::app {
namespace {

constexpr int kUsageExit = 2;

int report(const std::string& message, int exit_code) {
  fmt::print(stderr, "disgnn: {}\n", message);
  return exit_code;
}

}  // namespace

int run_command_line(int argc, char** argv) {
  CLI::App app{
      "disgnn learns the relations behind a graph's edges and classifies its nodes.\n"
      "Start with:  disgnn train            (built-in graph)\n"
      "             disgnn train DATA       (your own)"};
  app.name("disgnn");
  app.set_version_flag("--version", DISGNN_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 ok, 2 usage, 3 bad input, 4 training failed, 130 interrupted.\n"
      "'disgnn COMMAND --help' explains each command.");
  add_train_command(app);
  add_predict_command(app);
  add_edges_command(app);
  add_info_command(app);
  add_generate_command(app);
  add_convert_command(app);
  add_options_command(app);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kUsageExit;
  } catch (const Error& error) {
    return report(error.what(), error.exit_code());
  } catch (const std::bad_alloc&) {
    return report("out of memory; use fewer --channels or --hidden, or a smaller graph", 1);
  } catch (const std::exception& error) {
    return report(fmt::format("internal error: {}", error.what()), 1);
  }
  return 0;
}

}  // namespace disgnn::app
