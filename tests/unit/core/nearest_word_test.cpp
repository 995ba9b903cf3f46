#include "disgnn/core/nearest_word.h"

#include <gtest/gtest.h>

namespace disgnn {
namespace {

TEST(NearestWord, TakesTheFewestChanges) {
  EXPECT_EQ(nearest_word("chanels", {"hidden", "channels", "layers"}), "channels");
  EXPECT_EQ(nearest_word("--seeds", {"--seed", "--threads"}), "--seed");
}

TEST(NearestWord, SaysNothingWhereNoneIsNear) {
  EXPECT_EQ(nearest_word("zebra", {"channels", "layers"}), "");
  EXPECT_EQ(nearest_word("zebra", {}), "");
}

}  // namespace
}  // namespace disgnn
