#include "disgnn/train/early_stopping.h"

#include <gtest/gtest.h>

namespace disgnn::train {
namespace {

TEST(EarlyStopping, PrefersAccuracyThenLoss) {
  EarlyStopping stopping{.patience = 3};
  EXPECT_TRUE(stopping.update(1, {.accuracy = 0.0, .loss = 5.0}));  // anything beats nothing
  EXPECT_TRUE(
      stopping.update(2, {.accuracy = 0.5, .loss = 9.0}));  // more accurate, whatever the loss
  EXPECT_FALSE(
      stopping.update(3, {.accuracy = 0.4, .loss = 0.1}));  // less accurate, whatever the loss
  EXPECT_FALSE(stopping.update(4, {.accuracy = 0.5, .loss = 9.0}));  // a tie is no improvement
  EXPECT_TRUE(stopping.update(5, {.accuracy = 0.5, .loss = 8.0}));   // equally accurate, lower loss
  EXPECT_EQ(stopping.best_epoch, 5);
  EXPECT_EQ(stopping.best.accuracy, 0.5);
  EXPECT_EQ(stopping.best.loss, 8.0);
}

TEST(EarlyStopping, GoesByMacroF1IfAskedTo) {
  EarlyStopping stopping{.patience = 3, .select_by = SelectBy::kMacroF1};
  EXPECT_TRUE(stopping.update(1, {.accuracy = 0.9, .loss = 1, .macro_f1 = 0.2}));
  EXPECT_TRUE(stopping.update(2, {.accuracy = 0.5, .loss = 2, .macro_f1 = 0.3}));
  EXPECT_FALSE(stopping.update(3, {.accuracy = 0.9, .loss = 1, .macro_f1 = 0.25}));
  EXPECT_TRUE(stopping.update(4, {.accuracy = 0.4, .loss = 1, .macro_f1 = 0.3}));  // a lower loss
  EXPECT_EQ(stopping.best_epoch, 4);
  EXPECT_EQ(stopping.best.accuracy, 0.4);
}

TEST(EarlyStopping, RunsOutOfPatienceAfterThatManyEpochs) {
  EarlyStopping stopping{.patience = 3};
  stopping.update(4, {.accuracy = 0.5, .loss = 1.0});
  EXPECT_FALSE(stopping.exhausted(4));
  EXPECT_FALSE(stopping.exhausted(6));
  EXPECT_TRUE(stopping.exhausted(7));
}

}  // namespace
}  // namespace disgnn::train
