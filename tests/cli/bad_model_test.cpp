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

/// Changes model.json.
std::function<void(const path&)> with_card(const std::function<void(testing::Json&)>& change) {
  return [change](const path& run) {
    auto card = testing::json_of(testing::bytes_of(run / "model.json"));
    change(card);
    testing::write_bytes(run / "model.json", card.dump());
  };
}

/// Replaces an option of the model.
std::function<void(const path&)> with_option(const std::string& key, const testing::Json& value) {
  return with_card([key, value](testing::Json& card) {
    ASSERT_TRUE(card["options"].contains(key)) << key;
    card["options"][key] = value;
  });
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
               with_option("hidden", 16),
               {"model.safetensors", "shape", "expected", "other options"}},
        Damage{"WeightsOfMoreLayers",
               with_option("layers", 1),
               {"model.safetensors", "layer", "the model lacks", "other options"}},
        Damage{"CardIsGarbage",
               [](const path& run) { testing::write_bytes(run / "model.json", "{"); },
               {"model.json", "no JSON", "train again"}},
        Damage{"CardOfAnEarlierFormat",
               with_card([](testing::Json& card) { card["format"] = "disgnn-model-1"; }),
               {"model.json", "written by another version of disgnn", "train again"}},
        Damage{"CardWithAnOptionOutOfItsRange",
               with_option("channels", 1000000000),
               {"model.json", "--channels", "1 .. 1024"}},
        Damage{"CardWithoutAnOption",
               with_card([](testing::Json& card) { card["options"].erase("scorer"); }),
               {"model.json", "lacks a field", "scorer"}},
        Damage{"CardWithImpossibleSizes",
               with_card([](testing::Json& card) { card["classes"] = 0; }),
               {"model.json", "sizes"}},
        Damage{"CardWithAnUnknownStage",
               with_card([](testing::Json& card) { card["stages"] = {"magic"}; }),
               {"model.json", "unknown stage 'magic'"}},
        Damage{"CardOfAModelThatFillsTheMemory",
               with_option("hidden", 16384),
               {"model.safetensors", "shape", "expected"}},
        Damage{"CardWithAnUnknownScorer",
               with_option("scorer", "magic"),
               {"model.json", "scorer", "'magic'"}},
        Damage{"ConfigMissing",
               [](const path& run) { testing::fs::remove(run / "config.toml"); },
               {"config.toml", "cannot be read"}}),
    [](const auto& with) { return with.param.name; });

}  // namespace
}  // namespace disgnn
