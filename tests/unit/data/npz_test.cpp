#include "disgnn/data/npz.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>

#include "disgnn/core/atomic_file.h"
#include "robustness.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace disgnn::testing {
namespace {

using Integers = std::vector<std::int64_t>;

std::string encoded(const Integers& items) {
  return encode_npy(std::span(items), {static_cast<std::int64_t>(items.size())});
}

/// Members a = [1, 2, 3] and b = [4].
std::string two_members() {
  const std::vector<NpzMember> members{{"a", encoded({1, 2, 3})}, {"b", encoded({4})}};
  return encode_npz(members);
}

/// Where the text occurs for the last time: in the central directory at the archive's end.
std::size_t last(const std::string& bytes, const std::string& text) {
  return bytes.rfind(text);
}

TEST(Npz, ListsAndReadsMembers) {
  const NpzFile file(two_members(), "x.npz");
  EXPECT_EQ(file.names(), (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(file.contains("b"));
  EXPECT_FALSE(file.contains("b.npy"));
  EXPECT_EQ(file.read("a").integers(), (Integers{1, 2, 3}));
  EXPECT_EQ(file.read("b").integers(), Integers{4});
  EXPECT_EQ(file.read("b").source(), "x.npz(b)");
}

TEST(Npz, WritesFilesThatItReads) {
  const TemporaryFolder folder;
  const std::vector<NpzMember> members{{"a", encoded({7})}};
  write_npz(folder.path() / "x.npz", members);
  EXPECT_EQ(NpzFile(folder.path() / "x.npz").read("a").integers(), Integers{7});
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(Npz, WritesTheSameBytesEveryTime) {
  EXPECT_EQ(two_members(), two_members());
}

TEST(Npz, DeflatesItsMembers) {
  const std::vector<NpzMember> members{{"zeros", encoded(Integers(10000, 0))}};
  EXPECT_LT(encode_npz(members).size(), 1000);
}

TEST(Npz, ReportsAMissingMemberAndListsTheOthers) {
  const NpzFile file(two_members(), "x.npz");
  expect_input_error({"x.npz: ", "no member 'c'", "a, b"},
                     [&] { static_cast<void>(file.read("c")); });
}

TEST(Npz, ReportsMissingFiles) {
  expect_input_error({"nowhere.npz"}, [] { NpzFile(std::filesystem::path("nowhere.npz")); });
}

TEST(Npz, ReportsFilesThatAreNoArchive) {
  expect_input_error({"x.npz: ", "not a readable .npz"}, [] { NpzFile("hello", "x.npz"); });
  expect_input_error({"x.npz: ", "not a readable .npz"}, [] { NpzFile("", "x.npz"); });
}

TEST(Npz, ReportsTruncationAnywhere) {
  const std::string whole = two_members();
  for (std::size_t length = 0; length < whole.size(); ++length) {
    expect_input_error({"x.npz"}, [&] {
      const NpzFile file(whole.substr(0, length), "x.npz");
      static_cast<void>(file.read("a"));
      static_cast<void>(file.read("b"));
    });
  }
}

TEST(Npz, ReportsAWrongChecksum) {
  std::string bytes = two_members();
  const std::size_t entry = last(bytes, "a.npy") - 46;  // its central directory record
  ASSERT_EQ(bytes.substr(entry, 4), "PK\x01\x02");
  bytes[entry + 16] ^= 1;
  const NpzFile file(bytes, "x.npz");
  expect_input_error({"x.npz(a): "}, [&] { static_cast<void>(file.read("a")); });
}

TEST(Npz, RefusesMembersThatClaimMoreThanTheyCanHold) {
  std::string bytes = two_members();
  const std::size_t entry = last(bytes, "a.npy") - 46;
  bytes[entry + 27] = 0x7f;  // uncompressed size: about 2 GB
  const NpzFile file(bytes, "x.npz");
  expect_input_error({"x.npz(a): ", "claims more bytes"},
                     [&] { static_cast<void>(file.read("a")); });
}

TEST(Npz, ReportsMembersThatDisagreeWithTheirHeader) {
  std::string npy = encoded({1, 2, 3});
  npy.resize(npy.size() - 8);
  const std::vector<NpzMember> members{{"a", npy}};
  const NpzFile file(encode_npz(members), "x.npz");
  expect_input_error({"x.npz(a): is cut short"}, [&] { static_cast<void>(file.read("a")); });
}

RC_GTEST_PROP(NpzProperty, ArraysSurviveWritingAndReading,
              (const Integers& first, const Integers& second)) {
  const std::vector<NpzMember> members{{"first", encoded(first)}, {"second", encoded(second)}};
  const NpzFile file(encode_npz(members), "x.npz");
  RC_ASSERT(file.read("first").integers() == first);
  RC_ASSERT(file.read("second").integers() == second);
}

RC_GTEST_PROP(NpzProperty, DamagedArchivesAreReadOrReported, ()) {
  const std::string damaged = damaged_copy(two_members());
  parses_or_reports([&] {
    const NpzFile file(damaged, "x.npz");
    for (const std::string& name : file.names()) static_cast<void>(file.read(name).integers());
  });
}

}  // namespace
}  // namespace disgnn::testing
