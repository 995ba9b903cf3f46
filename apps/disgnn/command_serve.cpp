#include <fmt/format.h>

#include <memory>

#include "command_line.h"
#include "disgnn/config/threads.h"
#include "disgnn/serve/server.h"
#include "interrupt.h"
#include "output.h"
#include "program_name.h"
#include "utc_time.h"

namespace disgnn::app {
namespace {

struct ServeArguments {
  std::string run;
  serve::ServeOptions options;
  std::int64_t threads = 1;
  bool json = false;
};

void run_server(const ServeArguments& arguments) {
  run::use_threads(arguments.threads);
  catch_interrupts();
  serve::Server server(run::RunFolder(arguments.run), {program_name(), utc_date_time()},
                       arguments.options);
  const int port = server.bind();
  const std::string address = fmt::format("http://{}:{}/", arguments.options.host, port);
  if (arguments.json) {
    print_json({{"run", arguments.run}, {"address", address}, {"port", port}});
  } else {
    fmt::print("{} of {}; Ctrl-C ends it\n", address, arguments.run);
  }
  std::fflush(stdout);
  server.run(interrupt_requested);
}

}  // namespace

void add_serve_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "serve", "Show a run in the browser, live while it trains, and answer questions as JSON");
  auto arguments = std::make_shared<ServeArguments>();
  command->add_option("RUN", arguments->run, "run folder, of a run that may still be training")
      ->required();
  command->add_option("--port", arguments->options.port, "port; 0: any that is free")
      ->check(CLI::Range(0, 65535))
      ->capture_default_str();
  command
      ->add_option("--host", arguments->options.host,
                   "address to listen on; 0.0.0.0 lets other machines in, without any password")
      ->capture_default_str();
  command->add_option("--threads", arguments->threads, "threads for the model; 0: all cores")
      ->check(CLI::Range(0, 4096))
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "print the address as JSON on stdout");
  command->callback([arguments] { run_server(*arguments); });
}

}  // namespace disgnn::app
