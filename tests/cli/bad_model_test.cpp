#include <gtest/gtest.h>

#include <functional>

#include "campus.h"
#include "files.h"
#include "support/temporary_folder.h"

namespace disgnn {
namespace {

using testing::fs::path;

/// A way to spoil a copy of the shared run folder, and the words the message must hold.
struct Damage {
  std::string name;
  std::function<void(const path& run)> spoil;
  std::vector<std::string> message;
};

void PrintTo(const Damage& damage, std::ostream* stream) {
  *stream << damage.name;
}

/// Replaces one field of model.json.
std::function<void(const path&)> with_field(const std::string& key, const testing::Json& value) {
  return [key, value](const path& run) {
    auto card = testing::json_of(testing::bytes_of(run / "model.json"));
    card[key] = value;
    testing::write_bytes(run / "model.json", card.dump());
  };
}

class DamagedModels : public ::testing::TestWithParam<Damage> {};

TEST_P(DamagedModels, AreRefusedAndNothingIsWritten) {
  const testing::TemporaryFolder folder;
  testing::fs::copy(testing::campus_run(), folder.path() / "run",
                    testing::fs::copy_options::recursive);
  GetParam().spoil(folder.path() / "run");
  folder.write("old.csv", "old");
  const auto before = testing::snapshot(folder.path());
  testing::expect_refusal(testing::disgnn({"predict", "run", "--out", "old.csv"}, folder.path()), 3,
                          GetParam().message);
  EXPECT_EQ(testing::snapshot(folder.path()), before);
}

INSTANTIATE_TEST_SUITE_P(
    , DamagedModels,
    ::testing::Values(
        Damage{"NoRunFolder",
               [](const path& run) { testing::fs::remove_all(run); },
               {"no such run folder", "disgnn train --out"}},
        Damage{"WeightsCutShort",
               [](const path& run) { testing::cut_short(run / "model.safetensors"); },
               {"model.safetensors", "cut short", "train again"}},
        Damage{"WeightsOfAnotherShape",
               with_field("hidden", 16),
               {"model.safetensors", "shape", "expected", "other options"}},
        Damage{"WeightsOfMoreLayers",
               with_field("layers", 1),
               {"model.safetensors", "layer", "the model lacks", "other options"}},
        Damage{"CardIsGarbage",
               [](const path& run) { testing::write_bytes(run / "model.json", "{"); },
               {"model.json", "no JSON", "train again"}},
        Damage{
            "CardWithImpossibleSizes", with_field("channels", 1000000000), {"model.json", "sizes"}},
        Damage{
            "CardWithAnImpossibleReach", with_field("reach", 3000000000), {"model.json", "sizes"}},
        Damage{"CardThatConsultsTooMuch", with_field("consult", 5.0), {"model.json", "sizes"}},
        Damage{"CardThatSpreadsForever", with_field("spread", 1.0), {"model.json"}},
        Damage{"CardOfAModelThatFillsTheMemory",
               with_field("hidden", 16384),
               {"model.safetensors", "shape", "expected"}},
        Damage{"CardWithAnUnknownScorer",
               with_field("scorer", "magic"),
               {"model.json", "scorer", "'magic'"}},
        Damage{"ConfigMissing",
               [](const path& run) { testing::fs::remove(run / "config.toml"); },
               {"config.toml", "cannot be read"}}),
    [](const auto& with) { return with.param.name; });

}  // namespace
}  // namespace disgnn
