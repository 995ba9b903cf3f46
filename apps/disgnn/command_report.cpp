#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "command_line.h"
#include "disgnn/core/atomic_file.h"
#include "disgnn/core/error.h"
#include "disgnn/report/document.h"
#include "disgnn/report/page.h"
#include "disgnn/run/threads.h"
#include "output.h"
#include "program_name.h"
#include "utc_time.h"

namespace disgnn::app {
namespace {

struct ReportArguments {
  std::vector<std::string> runs;
  std::string out = "report.html";
  std::string data;
  std::int64_t threads = 0;
  bool json = false;
};

void write_report(const ReportArguments& arguments) {
  // Without a page there is no use in computing what it would show.
  if (arguments.data.empty()) (void)report::page_with("null");
  run::use_threads(arguments.threads);
  std::vector<run::RunFolder> folders(arguments.runs.begin(), arguments.runs.end());
  const std::string document = report::report_document(folders, {program_name(), utc_date_time()});
  const bool page = arguments.data.empty();
  const std::string& out = page ? arguments.out : arguments.data;
  const std::string text = page ? report::page_with(document) : document;
  write_file_atomically(out, text);
  if (arguments.json) {
    print_json({{"runs", arguments.runs}, {"out", out}, {"bytes", text.size()}});
    return;
  }
  fmt::print("{} written ({:.1f} MB){}\n", out, static_cast<double>(text.size()) / 1e6,
             page ? "; open it in a browser" : "");
}

}  // namespace

void add_report_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "report", "Write a page to look at runs: training, channels, graph explorer, errors");
  auto arguments = std::make_shared<ReportArguments>();
  command
      ->add_option("RUN", arguments->runs, "run folders that 'train' wrote; several are compared")
      ->required();
  CLI::Option* const out =
      command
          ->add_option("--out", arguments->out, "page to write: one file that needs nothing else")
          ->capture_default_str();
  command
      ->add_option("--data", arguments->data,
                   "write what the page shows as JSON instead (docs/report-data.md)")
      ->excludes(out);
  command->add_option("--threads", arguments->threads, "threads; 0: all cores")
      ->check(CLI::Range(0, 4096))
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "print what was written as JSON on stdout");
  command->callback([arguments] { write_report(*arguments); });
}

}  // namespace disgnn::app
