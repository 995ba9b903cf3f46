#include "disgnn/core/atomic_file.h"

#include <gtest/gtest.h>

#include "disgnn/core/error.h"
#include "support/temporary_folder.h"

namespace disgnn {
namespace {

TEST(AtomicFile, AppearsOnlyWhenCommitted) {
  const testing::TemporaryFolder folder;
  const auto path = folder.path() / "file";
  {
    AtomicFile file(path);
    file.stream() << "new";
    EXPECT_FALSE(std::filesystem::exists(path));
    file.commit();
  }
  EXPECT_EQ(read_file(path), "new");
}

TEST(AtomicFile, LeavesTheOldFileAloneWhenGivenUp) {
  const testing::TemporaryFolder folder;
  const std::string path = folder.write("file", "old");
  { AtomicFile(path).stream() << "new"; }
  EXPECT_EQ(read_file(path), "old");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(AtomicFile, ReplacesWhatALinkPointsTo) {
  const testing::TemporaryFolder folder;
  const std::string path = folder.write("file", "old");
  std::filesystem::create_symlink("file", folder.path() / "link");
  write_file_atomically(folder.path() / "link", "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path() / "link"));
  EXPECT_EQ(read_file(path), "new");
}

TEST(AtomicFile, WritesToDevicesInsteadOfReplacingThem) {
  write_file_atomically("/dev/null", "x");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  EXPECT_THROW(write_file_atomically("/dev/full", std::string(1 << 20, 'x')), Error);
}

TEST(AtomicFile, SaysWhereItCannotWrite) {
  const testing::TemporaryFolder folder;
  try {
    write_file_atomically(folder.path() / "none" / "file", "x");
    FAIL() << "a file was written into a folder that is not there";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    EXPECT_NE(std::string(error.what()).find("none/file"), std::string::npos);
  }
}

}  // namespace
}  // namespace disgnn
