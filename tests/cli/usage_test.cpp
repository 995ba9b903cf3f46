#include <gtest/gtest.h>

#include "campus.h"
#include "command.h"
#include "files.h"
#include "support/temporary_folder.h"

namespace disgnn {
namespace {

struct Mistake {
  testing::Arguments arguments;
  std::vector<std::string> message;
};

void PrintTo(const Mistake& mistake, std::ostream* stream) {
  for (const std::string& word : mistake.arguments) *stream << word << ' ';
}

class Usage : public ::testing::TestWithParam<Mistake> {};

TEST_P(Usage, IsRefusedWithAHint) {
  const testing::TemporaryFolder folder;
  testing::expect_refusal(testing::disgnn(GetParam().arguments, folder.path()), 2,
                          GetParam().message);
  EXPECT_TRUE(testing::fs::is_empty(folder.path()));
}

INSTANTIATE_TEST_SUITE_P(
    , Usage,
    ::testing::Values(
        Mistake{{}, {"--help"}},  //
        Mistake{{"frobnicate"}, {"'frobnicate'", "--help"}},
        Mistake{{"generate", "metropolis"}, {"'metropolis'"}},
        Mistake{{"train", "--frobnicate"}, {"--frobnicate"}},
        Mistake{{"train", "--channels", "0"}, {"--channels", "'0'", "1 .. 1024"}},
        Mistake{{"train", "--lr", "fast"}, {"--lr", "'fast'", "1e-12 .. 1000000"}},
        Mistake{{"train", "--preset", "magic"}, {"'magic'", "default, paper"}},
        Mistake{{"train", "--pretext-layers", "3"}, {"--pretext-layers", "'3'", "1 .. 2"}},
        Mistake{{"train", "--pretext-layers", ""}, {"--pretext-layers", "''", "1 .. 2"}},
        Mistake{{"train", "--pretext-layers", "1,"}, {"--pretext-layers", "'1,'", "1 .. 2"}},
        Mistake{{"train", "--split", "2:3"}, {"--split", "'2:3'", "2:3:5"}},
        Mistake{{"train", ""}, {"empty name", "data"}},
        Mistake{{"predict", "run", "--out", "table.csv.gz"}, {"table.csv.gz", "CSV"}},
        Mistake{{"train", "--directed"}, {"none is named", "--directed"}},
        Mistake{{"train", "--resume"}, {"--resume", "--out"}},
        Mistake{{"generate", "campus", "--nodes", "1"}, {"--nodes", "'1'", "2 .. 1000000000"}},
        Mistake{{"generate", "campus", "--nodes", "many"}, {"--nodes", "'many'", "2 .. "}},
        Mistake{{"tune", "--strategy", "grid", "--trials", "3"}, {"--trials", "whole grid"}},
        Mistake{{"bench", "--density", "2"}, {"--density", "'2'", "0 .. 1"}},
        Mistake{{"bench", "--nodes", "200", "--entries", "100"}, {"100 entries", "200 nodes"}},
        Mistake{{"bench", ""}, {"empty name", "data"}}, Mistake{{"predict"}, {"RUN"}}));

TEST(EdgesUsage, RefusesATableOfUnknownFormat) {
  testing::expect_refusal(testing::disgnn({"edges", testing::campus_run(), "--out", "edges.txt"}),
                          2, {"edges.txt", ".csv", ".npz"});
}

}  // namespace
}  // namespace disgnn
