#include "disgnn/config/option_schema.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "disgnn/config/model_settings.h"
#include "disgnn/config/split_text.h"
#include "disgnn/core/error.h"
#include "disgnn/model/aggregator.h"
#include "disgnn/model/scorer.h"
#include "disgnn/nn/node_classifier.h"

namespace disgnn::run {
namespace {

template <typename... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <typename... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;  // clang-tidy's compiler needs it

constexpr std::int64_t kMany = 1'000'000'000;
constexpr bool kOfChannels = true;

std::string kernels_name(const Settings& settings) {
  return settings.kernels == ops::Kernels::kReference ? "reference" : "fast";
}
void set_kernels(Settings& settings, const std::string& name) {
  settings.kernels = name == "reference" ? ops::Kernels::kReference : ops::Kernels::kFast;
}
std::string memory_name(const Settings& settings) {
  return settings.memory == nn::MemoryUse::kLean ? "lean" : "normal";
}
void set_memory(Settings& settings, const std::string& name) {
  settings.memory = name == "lean" ? nn::MemoryUse::kLean : nn::MemoryUse::kNormal;
}

std::string text_of(const nn::OptionValue& value) {
  return std::visit(Overloaded{[](bool flag) { return std::string(flag ? "true" : "false"); },
                               [](const std::string& text) { return text; },
                               [](auto number) { return fmt::format("{}", number); }},
                    value);
}

bool has_stages() {
  return !nn::stage_names().empty();
}

std::vector<Option> own_options() {
  const auto integer = [](auto member, std::int64_t min, std::int64_t max) {
    return IntegerField{member, min, max};
  };
  const auto real = [](auto member, double min, double max) { return RealField{member, min, max}; };
  const auto text = [](auto member, std::vector<std::string> choices = {}) {
    return TextField{member, std::move(choices)};
  };
  const auto repeated = [](auto member) { return TextField{member, {}, /*repeatable=*/true}; };
  using S = Settings;
  return {
      {"data", "data", text(&S::data),
       "dataset folder or file; nothing named: the built-in campus graph"},
      {"nodes", "data", text(&S::node_table),
       "node table (CSV/TSV, may be gzipped), used with --edges"},
      {"edges", "data", text(&S::edge_table),
       "edge table (CSV/TSV, may be gzipped) or .mtx matrix"},
      {"feature-file", "data", text(&S::feature_file),
       "features beside a .mtx matrix (.mtx, .npy or .npz)"},
      {"label-file", "data", text(&S::label_file),
       "labels beside a .mtx matrix (.txt, .csv or .npy)"},
      {"id-column", "data", text(&S::id_column),
       "node table column with the ids; default: 'id', else the first"},
      {"label-column", "data", text(&S::label_column), "node table column with the class"},
      {"ignore-columns", "data", text(&S::ignore_columns),
       "node table columns that are no features, separated by commas"},
      {"feature-columns", "data", text(&S::feature_columns),
       "node table columns that are the features, separated by commas; default: all that hold "
       "numbers, but for whole numbers that differ in every row, which look like ids"},
      {"directed", "data", FlagField{&S::directed},
       "keep the direction of the edges: messages flow from source to target only"},

      {"model", "model", text(&S::model, model_names()),
       fmt::format("disgnn; disgnn-base: the same without self-supervision; {}",
                   has_stages() ? "a baseline; or none, for --stage alone" : "or a baseline")},
      {"feature-norm", "model", text(&S::feature_norm, {"auto", "none", "row", "standard"}),
       "standard: every column of dense features gets mean 0 and standard deviation 1; row: every "
       "node's features are divided by the sum of their absolute values; auto: standard for dense "
       "features that come with the data, unless all are 0 or 1; none for others"},
      {"channels", "model", integer(&S::channels, 1, 1024),
       "relation channels C; heads of gat, factors of factorgcn"},
      {"hidden", "model", integer(&S::hidden, 1, 65536), "hidden units H per channel and layer"},
      {"layers", "model", integer(&S::layers, 1, 64),
       "layers L (rounds of h2gcn; gcnii and gprgnn have --hops instead)"},
      {"scorer", "model", text(&S::scorer, nn::scorer_names()),
       "how a channel scores an edge from its two ends", kOfChannels},
      {"aggregator", "model", text(&S::aggregator, nn::aggregator_names()),
       "how a channel turns scores into messages", kOfChannels},
      {"edge-norm", "model", text(&S::edge_norm, nn::edge_norm_names()),
       "how existence becomes the weights of a node's edges; softmax: exp(e) over its sum, never "
       "far from uniform; sum: e over its sum; sym: e over the roots of both ends' sums, as "
       "aggregator gcn always does",
       kOfChannels},
      {"self-term", "model", FlagField{&S::self_term},
       "disgnn: a node's own representation has weights of its own in every layer, beside those of "
       "its neighbours",
       kOfChannels},
      {"jumping-knowledge", "model", FlagField{&S::jumping_knowledge},
       "disgnn: the classifier reads the outputs of all layers, not of the last one alone",
       kOfChannels},
      {"dropout", "model", real(&S::dropout, 0, 0.99), "dropout on the output of every layer"},
      {"input-dropout", "model", real(&S::input_dropout, -1, 0.99),
       "dropout on the input features; below 0: as --dropout, the default of baselines"},
      {"edge-dropout", "model", real(&S::edge_dropout, 0, 0.99), "dropout on the edge weights"},
      {"hops", "model", integer(&S::hops, 1, 1024), "propagation steps of gcnii and gprgnn"},
      {"alpha", "model", real(&S::alpha, 0, 1),
       "gcnii, gprgnn: share of a node's own features in every step, at the start of gprgnn"},
      {"theta", "model", real(&S::theta, 0, 1e6),
       "gcnii: the larger, the slower the weights fade with depth"},

      {"lambda-edge", "pretext", real(&S::lambda_edge, 0, 1e9),
       "weight of edge recovery: channels together must tell edges from non-edges", kOfChannels},
      {"lambda-conform", "pretext", real(&S::lambda_conform, 0, 1e9),
       "weight of label conformity: half of the channels for edges inside a class, half for edges "
       "between classes",
       kOfChannels},
      {"lambda-channel", "pretext", real(&S::lambda_channel, 0, 1e9),
       "weight of channel difference: a discriminator must recognise the channels", kOfChannels},
      {"lambda-self", "pretext", real(&S::lambda_self, 0, 1e9),
       "weight of self-training: classes predicted with --self-confidence count as further labels",
       kOfChannels},
      {"pretext", "pretext", repeated(&S::pretext),
       "NAME=WEIGHT of a further task, repeatable: attribute (masked attribute prediction), "
       "distance "
       "(pairwise distance prediction), context (context prediction) and self (self-training) on "
       "any "
       "model; edge, conform and channel on disgnn-base"},
      {"pretext-layers", "pretext", text(&S::pretext_layers),
       "layers the signals act on: all, or numbers from 1 separated by commas", kOfChannels},
      {"edge-share", "pretext", real(&S::edge_share, 1e-6, 1),
       "share of the edges used as positives by edge recovery (the paper's p_e)", kOfChannels},
      {"negatives", "pretext", real(&S::negatives, 0.01, 1000),
       "non-edges per edge drawn by edge recovery", kOfChannels},
      {"edge-union", "pretext", text(&S::edge_union, {"sum", "noisy-or"}),
       "edge recovery: the channels' scores are added up, or an edge needs one channel that "
       "explains "
       "it and a non-edge none",
       kOfChannels},
      {"balanced", "pretext", FlagField{&S::balanced},
       "label conformity: edges inside and between classes count equally", kOfChannels},
      {"pseudo-labels", "pretext", FlagField{&S::pseudo_labels},
       "label conformity and self-training: use nodes whose class is predicted with confidence"},
      {"pseudo-warm-up", "pretext", integer(&S::pseudo_warm_up, 0, kMany),
       "epochs before predictions count as labels"},
      {"pseudo-confidence", "pretext", real(&S::pseudo_confidence, 0, 1),
       "least probability of a predicted class that counts as a label"},
      {"self-confidence", "pretext", real(&S::self_confidence, 0, 1),
       "self-training: least probability of a predicted class that counts as a label, at least "
       "--pseudo-confidence"},

      {"split", "training", text(&S::split),
       "train:validation:test ratio, stratified and drawn from the seed; per-class:K for K "
       "training "
       "nodes of every class and the rest 3:5; public:K for split K "
       "(from 0) of those that come with the data, public for split 0 in the first run, 1 in the "
       "second, …; or a table with the columns id and split"},
      {"steps", "training", integer(&S::steps, 0, 100000),
       "updates before the last of an epoch (n_step): on the node loss, or with --joint on the "
       "full "
       "loss as the last one"},
      {"joint", "training", FlagField{&S::joint},
       "all updates of an epoch are on the full loss, not the last one alone"},
      {"epochs", "training", integer(&S::epochs, 1, kMany),
       "most epochs of --steps + 1 updates each"},
      {"patience", "training", integer(&S::patience, 1, kMany),
       "epochs without a better one (see --select; or as good a one at a lower validation loss) "
       "before training stops"},
      {"lr", "training", real(&S::lr, 1e-12, 1e6),
       "learning rate of Adam; default of baselines: 0.005"},
      {"weight-decay", "training", real(&S::weight_decay, 0, 1e6),
       "L2 penalty on all weights but the few that are shares; default of "
       "baselines: 0.0005"},
      {"weight-average", "training", real(&S::weight_average, 0, 0.9999),
       "evaluate a running mean of the weights over the last updates, of which each counts this "
       "factor less than the next; 0: the weights themselves"},
      {"class-balance", "training", real(&S::class_balance, 0, 1),
       "0: every training node counts the same, 1: every class does, whatever its size; between: "
       "a class counts by its size to the power of 1 minus this; helps macro-F1 where classes "
       "differ in size, often at some cost of accuracy"},
      {"select", "training", text(&S::select, {"accuracy", "macro-f1"}),
       "what validation nodes choose epochs, runs and trials of tune by: accuracy, or macro-f1 "
       "where rare classes matter as much as large ones"},
      {"seed", "training", integer(&S::seed, 0, 4'000'000'000'000'000'000),
       "seed of the first run; decides split, initial weights, dropout and sampling"},
      {"runs", "training", integer(&S::runs, 1, 10000),
       "repeat with seeds seed, seed+1, … and report mean and standard deviation"},
      {"threads", "training", integer(&S::threads, 0, 4096), "threads; 0: all cores"},
      {"checkpoint-every", "training", integer(&S::checkpoint_every, 0, kMany),
       "epochs between checkpoints for --resume; 0: none"},
      {"memory", "training", ChoiceField{memory_name, set_memory, {"normal", "lean"}},
       "normal, or lean: one channel at a time and computed again backward; several times less "
       "memory, some three times slower",
       kOfChannels},
      {"kernels", "training", ChoiceField{kernels_name, set_kernels, {"fast", "reference"}},
       "fast, or reference: plain libtorch operations to check the fast ones against", kOfChannels},
  };
}

std::vector<Option> build_schema() {
  std::vector<Option> schema = own_options();
  std::vector<Option> added;
  if (has_stages()) {
    added.push_back(
        {"stage", "extensions", TextField{&Settings::stage, {}, /*repeatable=*/true},
         fmt::format("what works on the predictions of any model after training, repeatable: {}",
                     fmt::join(nn::stage_names(), ", "))});
  }
  for (const nn::Extension& extension : nn::extensions()) {
    for (const nn::ExtensionOption& option : extension.options) {
      added.push_back({option.name, "extensions", ExtensionField{option, extension.name},
                       option.help, !option.of_stage});
    }
  }
  const auto after_model = std::ranges::find(schema, "pretext", &Option::section);
  schema.insert(after_model, added.begin(), added.end());
  return schema;
}

[[noreturn]] void refuse(const Option& option, const std::string& text) {
  throw usage_error(fmt::format("{} '{}' is not allowed", option.flag(), text),
                    "give " + option.domain());
}

template <typename Number>
Number parse_number(const Option& option, const std::string& text, Number min, Number max) {
  Number value{};
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc() || end != text.data() + text.size() || !(value >= min) ||
      !(value <= max)) {
    refuse(option, text);
  }
  return value;
}

nn::OptionValue parse(const Option& option, const nn::ExtensionOption& owned,
                      const std::string& text) {
  return std::visit(
      Overloaded{[&](bool) -> nn::OptionValue {
                   if (text != "true" && text != "false") refuse(option, text);
                   return text == "true";
                 },
                 [&](const std::string&) -> nn::OptionValue {
                   if (std::ranges::find(owned.choices, text) == owned.choices.end()) {
                     refuse(option, text);
                   }
                   return text;
                 },
                 [&](auto number) -> nn::OptionValue {
                   using Number = decltype(number);
                   return parse_number(option, text, static_cast<Number>(owned.min),
                                       static_cast<Number>(owned.max));
                 }},
      owned.value);
}

}  // namespace

std::vector<std::string> model_names() {
  std::vector<std::string> names = nn::model_kinds();
  names.insert(names.begin() + 1, "disgnn-base");
  if (!has_stages()) std::erase(names, "none");  // it leaves everything to them
  return names;
}

std::string Option::key() const {
  std::string key = name;
  std::replace(key.begin(), key.end(), '-', '_');
  return key;
}

std::string Option::flag() const {
  return name == "data" ? "DATA" : "--" + name;
}

std::string Option::domain() const {
  return std::visit(
      Overloaded{
          [](const IntegerField& f) {
            return fmt::format("a whole number {} .. {}", f.min, f.max);
          },
          [](const RealField& f) { return fmt::format("a number {} .. {}", f.min, f.max); },
          [](const FlagField&) { return std::string("true or false"); },
          [](const TextField& f) {
            return f.choices.empty() ? std::string("text")
                                     : fmt::format("one of {}", fmt::join(f.choices, ", "));
          },
          [](const ChoiceField& f) { return fmt::format("one of {}", fmt::join(f.choices, ", ")); },
          [](const ExtensionField& f) {
            const nn::ExtensionOption& o = f.option;
            return std::visit(
                Overloaded{[](bool) { return std::string("true or false"); },
                           [&](const std::string&) {
                             return fmt::format("one of {}", fmt::join(o.choices, ", "));
                           },
                           [&](std::int64_t) {
                             return fmt::format("a whole number {} .. {}", o.min, o.max);
                           },
                           [&](double) { return fmt::format("a number {} .. {}", o.min, o.max); }},
                o.value);
          }},
      field);
}

bool Option::is_flag() const {
  const auto* const extension = std::get_if<ExtensionField>(&field);
  return extension != nullptr ? std::holds_alternative<bool>(extension->option.value)
                              : std::holds_alternative<FlagField>(field);
}

bool Option::is_text() const {
  const auto* const extension = std::get_if<ExtensionField>(&field);
  return extension != nullptr ? std::holds_alternative<std::string>(extension->option.value)
                              : std::holds_alternative<TextField>(field) ||
                                    std::holds_alternative<ChoiceField>(field);
}

std::string Option::value(const Settings& settings) const {
  return std::visit(
      Overloaded{
          [&](const FlagField& f) { return std::string(settings.*f.member ? "true" : "false"); },
          [&](const TextField& f) { return settings.*f.member; },
          [&](const ChoiceField& f) { return f.get(settings); },
          [&](const ExtensionField& f) {
            return text_of(settings.extensions.value(f.option.name));
          },
          [&](const auto& f) { return fmt::format("{}", settings.*f.member); }},
      field);
}

bool Option::names_path(const Settings& settings) const {
  if (name == "split") return names_split_file(settings.split);
  constexpr std::array kPaths{"data", "nodes", "edges", "feature-file", "label-file"};
  return std::ranges::find(kPaths, name) != kPaths.end();
}

void Option::assign(Settings& settings, const std::string& text) const {
  std::visit(Overloaded{[&](const IntegerField& f) {
                          settings.*f.member = parse_number(*this, text, f.min, f.max);
                        },
                        [&](const RealField& f) {
                          settings.*f.member = parse_number(*this, text, f.min, f.max);
                        },
                        [&](const FlagField& f) {
                          if (text != "true" && text != "false") refuse(*this, text);
                          settings.*f.member = text == "true";
                        },
                        [&](const TextField& f) {
                          if (!f.choices.empty() && std::find(f.choices.begin(), f.choices.end(),
                                                              text) == f.choices.end()) {
                            refuse(*this, text);
                          }
                          settings.*f.member = text;
                        },
                        [&](const ChoiceField& f) {
                          if (std::ranges::find(f.choices, text) == f.choices.end()) {
                            refuse(*this, text);
                          }
                          f.set(settings, text);
                        },
                        [&](const ExtensionField& f) {
                          settings.extensions.set(f.option.name, parse(*this, f.option, text));
                        }},
             field);
}

const std::vector<Option>& option_schema() {
  static const std::vector<Option> schema = build_schema();
  return schema;
}

bool is_basic(const Option& option) {
  constexpr std::array kBasic{"nodes",  "edges", "label-column", "model",  "channels",
                              "hidden", "stage", "split",        "epochs", "patience",
                              "lr",     "seed",  "runs",         "threads"};
  return std::ranges::find(kBasic, option.name) != kBasic.end();
}

bool has_option(const std::string& name) {
  return std::ranges::find(option_schema(), name, &Option::name) != option_schema().end();
}

const Option& find_option(const std::string& name) {
  const auto found = std::ranges::find(option_schema(), name, &Option::name);
  DISGNN_ASSERT(found != option_schema().end());
  return *found;
}

const std::vector<CommandFlag>& train_command_flags() {
  static const std::vector<CommandFlag> flags = {
      {"out", "run folder to write (default: runs/DATA-MODEL, numbered if taken)"},
      {"preset",
       "start from a named setting: default; paper: the paper's own; transductive: all that helps "
       "on one small graph, for a model that need not travel"},
      {"config", "TOML file with settings, for instance a run folder's config.toml"},
      {"resume", "go on with the run in --out after an interruption; starts it if there is none"},
      {"json", "print the summary as one JSON document on stdout"},
      {"quiet", "show no progress"}};
  return flags;
}

const CommandFlag& train_command_flag(const std::string& name) {
  const auto found = std::ranges::find(train_command_flags(), name, &CommandFlag::name);
  DISGNN_ASSERT(found != train_command_flags().end());
  return *found;
}

std::string section_title(const std::string& section) {
  if (section == "data") return "Data";
  if (section == "model") return "Model";
  if (section == "extensions") return "Beyond the paper";
  if (section == "pretext") return "Self-supervision";
  return "Training";
}

}  // namespace disgnn::run
