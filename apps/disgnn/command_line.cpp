#include "command_line.h"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <string_view>

#include "disgnn/core/error.h"
#include "output.h"

namespace disgnn::app {
namespace {

constexpr int kUsageExit = 2;
constexpr int kInputExit = 3;

int complain(const std::string& message, int exit_code) {
  fmt::print(stderr, "disgnn: {}\n", printable(message, /*keep_lines=*/true));
  return exit_code;
}

/// libtorch reports failed allocations by an error of its own that only the text tells apart.
bool is_out_of_memory(const std::exception& error) {
  return dynamic_cast<const std::bad_alloc*>(&error) != nullptr ||
         std::string_view(error.what()).find("can't allocate memory") != std::string_view::npos;
}

/// CLI11 asks for a command before it complains about a word that is none.
std::string usage_message(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<std::string> unknown = app.remaining(/*recurse=*/true);
  const bool lacks_command = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
  return lacks_command && !unknown.empty() ? fmt::format("unknown command '{}'", unknown.front())
                                           : error.what();
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
  add_tune_command(app);
  add_reproduce_command(app);
  add_predict_command(app);
  add_edges_command(app);
  add_report_command(app);
  add_serve_command(app);
  add_info_command(app);
  add_embed_command(app);
  add_generate_command(app);
  add_convert_command(app);
  add_options_command(app);
  add_bench_command(app);

  try {
    app.parse(argc, argv);
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
      return complain("writing to the standard output failed; check the free space", kInputExit);
    }
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    return complain(usage_message(app, error) + "; see --help", kUsageExit);
  } catch (const Error& error) {
    return complain(error.what(), error.exit_code());
  } catch (const std::filesystem::filesystem_error& error) {
    return complain(fmt::format("{}; check the path and its permissions", error.what()),
                    kInputExit);
  } catch (const std::exception& error) {
    if (is_out_of_memory(error)) {
      return complain("out of memory; use fewer --channels or --hidden, or a smaller graph", 1);
    }
    return complain(fmt::format("internal error: {}", error.what()), 1);
  }
  return 0;
}

}  // namespace disgnn::app
