#include "command_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <new>
#include <string_view>

#include "build_facts.h"
#include "disgnn/core/error.h"
#include "disgnn/core/nearest_word.h"
#include "disgnn/model/extension.h"
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

/// The command on the command line, or the one below it ("generate campus"); null: none.
const CLI::App* named_command(const CLI::App& app) {
  const CLI::App* named = nullptr;
  for (const CLI::App* at = &app; !at->get_subcommands().empty(); named = at) {
    at = at->get_subcommands().back();
  }
  return named;
}

bool takes(const CLI::App& command, const std::string& flag) {
  return command.get_option_no_throw(flag) != nullptr;
}

bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::ranges::find(words, word) != words.end();
}

std::vector<std::string> flags_of(const CLI::App& command) {
  std::vector<std::string> flags;
  for (const CLI::Option* const option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
  }
  return flags;
}

/// What someone may have meant who wrote this where a command belongs.
std::string meant_before_command(const CLI::App& app, const std::string& word) {
  const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
  if (!word.starts_with("--")) {
    std::vector<std::string> names;
    names.reserve(commands.size());
    for (const CLI::App* const command : commands) names.push_back(command->get_name());
    return nearest_word(word, names);
  }
  const bool of_a_command =
      std::ranges::any_of(commands, [&](const CLI::App* command) { return takes(*command, word); });
  return of_a_command ? "disgnn COMMAND " + word : nearest_word(word, flags_of(app));
}

/// What someone may have meant who wrote this after a command.
std::string meant_after_command(const CLI::App& app, const CLI::App& command,
                                const std::string& word) {
  if (takes(command, "--stage") && word.starts_with("--") &&
      contains(nn::stage_names(), word.substr(2))) {
    return "--stage " + word.substr(2);
  }
  if (takes(app, word)) return "disgnn " + word;
  return nearest_word(word, flags_of(command));
}

/// CLI11 asks for a command before it complains about a word that is none.
std::string usage_message(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<std::string> unknown = app.remaining(/*recurse=*/true);
  if (unknown.empty()) return error.what();
  const std::string word = unknown.front().substr(0, unknown.front().find('='));
  const CLI::App* const command = named_command(app);
  const std::string meant = command == nullptr ? meant_before_command(app, word)
                                               : meant_after_command(app, *command, word);
  const bool is_command = command == nullptr && !word.starts_with("-");
  return fmt::format("unknown {} '{}'{}", is_command ? "command" : "argument", word,
                     meant.empty() ? "" : fmt::format("; did you mean {}?", meant));
}

/// Help without what the parser alone needs: "--x{true},--no-x{false}", "INT:INT in [0 - 9]=3".
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
    return without(CLI::Formatter::make_option_name(option, is_positional), '{', '}');
  }
  std::string make_option_opts(const CLI::Option* option) const override {
    return without(CLI::Formatter::make_option_opts(option), ':', ']');  // ranges: see the text
  }

 private:
  /// The text without its parts from `first` to `last`.
  static std::string without(std::string text, char first, char last) {
    for (std::size_t begin = text.find(first); begin != std::string::npos;
         begin = text.find(first)) {
      const std::size_t end = text.find(last, begin);
      if (end == std::string::npos) break;
      text.erase(begin, end - begin + 1);
    }
    return text;
  }
};

}  // namespace

int run_command_line(int argc, char** argv) {
  CLI::App app{
      "disgnn learns the relations behind a graph's edges and classifies its nodes.\n"
      "Start with:  disgnn train            (built-in graph)\n"
      "             disgnn train DATA       (your own)"};
  app.name("disgnn");
  app.formatter(std::make_shared<HelpFormatter>());
  app.set_version_flag("--version", build_facts);
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
  add_relations_command(app);
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
