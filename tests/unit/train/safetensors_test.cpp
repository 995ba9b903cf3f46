#include "disgnn/train/safetensors.h"

#include <ATen/ATen.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "disgnn/core/atomic_file.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"
#include "support/tensors.h"

namespace disgnn::train {
namespace {

using namespace disgnn::testing;  // NOLINT: the tests' own helpers
using namespace std::string_literals;

/// Length, header and values as a file.
std::string file_bytes(const std::string& header, const std::string& values = "") {
  std::string bytes;
  for (unsigned i = 0; i < 8; ++i) bytes += static_cast<char>(header.size() >> (8 * i) & 0xFFU);
  return bytes + header + values;
}

TensorFile sample_file() {
  return {.tensors = {{"weight", random_tensor({2, 3}, 1, at::kFloat)},
                      {"moment", random_tensor({4}, 2)},
                      {"steps", at::full({1}, 7, at::kLong)},
                      {"scalar", at::full({}, 2.5, at::kDouble)},
                      {"empty", at::zeros({0, 3})}},
          .metadata = {{"format", "test"}, {"label", "ü \"quoted\"\n"}}};
}

TEST(Safetensors, LayOutAFileByteForByte) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "one.safetensors";
  at::Tensor values = at::empty({1, 2}, at::kFloat);
  values[0][0] = 1.0F;   // 0x3F800000
  values[0][1] = -2.5F;  // 0xC0200000
  write_tensor_file(path, {.tensors = {{"w", values}}, .metadata = {{"k", "v"}}});
  // The header is 81 characters, padded with spaces to a multiple of eight.
  const std::string header =
      R"({"__metadata__":{"k":"v"},"w":{"dtype":"F32","shape":[1,2],"data_offsets":[0,8]}})";
  const std::string padded = header + std::string((8 - header.size() % 8) % 8, ' ');
  EXPECT_EQ(read_file(path), file_bytes(padded, "\x00\x00\x80\x3F\x00\x00\x20\xC0"s));
}

TEST(Safetensors, AlignTheValuesToEightBytes) {
  const TemporaryFolder folder;
  for (const std::string name : {"a", "ab", "abc", "abcd", "abcde", "abcdef", "abcdefg"}) {
    const auto path = folder.path() / name;
    write_tensor_file(path, {.tensors = {{name, at::ones({1})}}, .metadata = {}});
    EXPECT_EQ(read_file(path)[0] % 8, 0);
    EXPECT_EQ(read_tensor_file(path).tensors[0].first, name);
  }
}

TEST(Safetensors, ReadBackWhatWasWritten) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "all.safetensors";
  const TensorFile written = sample_file();
  write_tensor_file(path, written);
  const TensorFile read = read_tensor_file(path);
  EXPECT_EQ(first_difference(read.tensors, written.tensors), "");
  EXPECT_EQ(read.metadata, written.metadata);
}

TEST(Safetensors, WriteTensorsThatAreNotContiguous) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "t.safetensors";
  const at::Tensor transposed = random_tensor({2, 3}, 1).t();
  write_tensor_file(path, {.tensors = {{"t", transposed}}, .metadata = {}});
  EXPECT_EQ(difference(read_tensor_file(path).tensors[0].second, transposed, 0), "");
}

TEST(Safetensors, ReplaceAFileAtOnce) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "model.safetensors";
  write_tensor_file(path, sample_file());
  write_tensor_file(path, {.tensors = {}, .metadata = {{"second", "yes"}}});
  EXPECT_TRUE(read_tensor_file(path).tensors.empty());
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    files += entry.exists() ? 1 : 0;
  }
  EXPECT_EQ(files, 1);  // no temporary file is left behind
}

void expect_refused(const std::string& bytes, const std::string& reason) {
  const TemporaryFolder folder;
  const std::string path = folder.write("bad.safetensors", bytes);
  SCOPED_TRACE(bytes.substr(0, 200));
  expect_input_error({"bad.safetensors", reason}, [&] { (void)read_tensor_file(path); });
}

TEST(Safetensors, RefuseBrokenHeaders) {
  expect_refused("", "shorter than its header");
  expect_refused("\x01\x00\x00"s, "shorter than its header");
  expect_refused("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF{}"s, "shorter than its header");
  expect_refused(file_bytes("not json"), "no JSON object");
  expect_refused(file_bytes("[1,2]"), "no JSON object");
  expect_refused(file_bytes(""), "no JSON object");
  expect_refused(file_bytes(R"({"__metadata__":3})"), "metadata");
  expect_refused(file_bytes(R"({"__metadata__":{"k":3}})"), "'k' is no text");
}

TEST(Safetensors, RefuseTensorsThatDoNotFitTheFile) {
  const auto tensor = [](const std::string& dtype, const std::string& shape,
                         const std::string& offsets) {
    return file_bytes(fmt::format(R"({{"w":{{"dtype":{},"shape":{},"data_offsets":{}}}}})", dtype,
                                  shape, offsets),
                      "01234567");
  };
  expect_refused(file_bytes(R"({"w":3})"), "'w' lacks");
  expect_refused(file_bytes(R"({"w":{"dtype":"F32","shape":[1]}})"), "'w' lacks");
  expect_refused(tensor("3", "[2]", "[0,8]"), "lacks");
  expect_refused(tensor(R"("F32")", "2", "[0,8]"), "lacks");
  expect_refused(tensor(R"("F32")", "[2]", "[0]"), "lacks");
  expect_refused(tensor(R"("BF16")", "[4]", "[0,8]"), "unknown type 'BF16'");
  expect_refused(tensor(R"("F32")", "[-2]", "[0,8]"), "no whole number");
  expect_refused(tensor(R"("F32")", "[2.5]", "[0,8]"), "no whole number");
  expect_refused(tensor(R"("F32")", "[2]", "[0,-8]"), "no whole number");
  expect_refused(tensor(R"("F32")", "[3]", "[0,12]"), "larger than the file");
  expect_refused(tensor(R"("F32")", "[2]", "[4,12]"), "past the end");
  expect_refused(tensor(R"("F32")", "[2]", "[8,0]"), "past the end");
  expect_refused(tensor(R"("F32")", "[2]", "[0,4]"), "disagree");
  expect_refused(tensor(R"("F32")", "[1]", "[0,8]"), "disagree");
  // Products that overflow 64 bits.
  expect_refused(tensor(R"("F32")", "[4294967296,4294967296]", "[0,8]"), "larger than the file");
  expect_refused(tensor(R"("F32")", "[18446744073709551615]", "[0,8]"), "larger than the file");
  expect_refused(tensor(R"("F32")", "[0,4611686018427387904,8]", "[0,0]"), "larger than the file");
}

TEST(Safetensors, NameAMissingFileOrAFolder) {
  const TemporaryFolder folder;
  expect_input_error({"none.safetensors"},
                     [&] { (void)read_tensor_file(folder.path() / "none.safetensors"); });
  expect_input_error({"folder"}, [&] { (void)read_tensor_file(folder.path()); });
}

/// Reads bytes that may be damaged: a result or an Error, nothing else.
void read_damaged(const std::string& bytes) {
  const TemporaryFolder folder;
  try {
    (void)read_tensor_file(folder.write("damaged", bytes));
  } catch (const Error& error) {
    RC_ASSERT(error.kind() == ErrorKind::kInput);
  }
}

std::string sample_bytes() {
  const TemporaryFolder folder;
  write_tensor_file(folder.path() / "f", sample_file());
  return read_file(folder.path() / "f");
}

TEST(Safetensors, RefuseEveryTruncation) {
  const std::string bytes = sample_bytes();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const TemporaryFolder folder;
    const std::string path = folder.write("cut", bytes.substr(0, size));
    EXPECT_THROW((void)read_tensor_file(path), Error) << size;
  }
}

RC_GTEST_PROP(Safetensors, SurviveFlippedBytes, ()) {
  static const std::string kBytes = sample_bytes();
  std::string bytes = kBytes;
  const auto flips = *rc::gen::inRange(1, 5);
  for (int i = 0; i < flips; ++i) {
    bytes[*rc::gen::resize(1000, rc::gen::inRange<std::size_t>(0, bytes.size()))] =
        *rc::gen::arbitrary<char>();
  }
  read_damaged(bytes);
}

RC_GTEST_PROP(Safetensors, SurviveDamagedNumbersInTheHeader, ()) {
  // Digits replaced by digits keep the JSON whole, so that sizes and offsets themselves are tried.
  static const std::string kBytes = sample_bytes();
  std::string bytes = kBytes;
  for (std::size_t i = 8; i < bytes.size(); ++i) {
    const bool digit = bytes[i] >= '0' && bytes[i] <= '9';
    if (digit && *rc::gen::inRange(0, 4) == 0) {
      bytes[i] = static_cast<char>('0' + *rc::gen::inRange(0, 10));
    }
  }
  read_damaged(bytes);
}

}  // namespace
}  // namespace disgnn::train
