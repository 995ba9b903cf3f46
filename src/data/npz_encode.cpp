#include <fmt/format.h>
#include <zip.h>

#include <memory>

#include "disgnn/core/atomic_file.h"
#include "disgnn/data/npz.h"

namespace disgnn {
namespace {

struct FreeSource {
  void operator()(zip_source_t* source) const { zip_source_free(source); }
};
struct DiscardArchive {
  void operator()(zip_t* archive) const { zip_discard(archive); }
};

/// 1980-01-01, the first date a zip archive can hold.
constexpr zip_uint16_t kFirstDate = 1U << 5U | 1U;

void check(bool worked) {
  if (!worked) throw std::runtime_error("libzip could not build an archive in memory");
}

void add_member(zip_t* archive, const NpzMember& member) {
  zip_source_t* content = zip_source_buffer(archive, member.npy.data(), member.npy.size(), 0);
  check(content != nullptr);
  const zip_int64_t index =
      zip_file_add(archive, (member.name + ".npy").c_str(), content, ZIP_FL_ENC_UTF_8);
  if (index < 0) zip_source_free(content);
  check(index >= 0);
  check(zip_set_file_compression(archive, index, ZIP_CM_DEFLATE, 6) == 0);
  check(zip_file_set_dostime(archive, index, 0, kFirstDate, 0) == 0);
}

std::string read_all(zip_source_t* buffer) {
  zip_stat_t status;
  zip_stat_init(&status);
  check(zip_source_stat(buffer, &status) == 0 && (status.valid & ZIP_STAT_SIZE) != 0);
  std::string bytes(status.size, '\0');
  check(zip_source_open(buffer) == 0);
  const zip_int64_t count = zip_source_read(buffer, bytes.data(), bytes.size());
  zip_source_close(buffer);
  check(count == static_cast<zip_int64_t>(bytes.size()));
  return bytes;
}

}  // namespace

std::string encode_npz(std::span<const NpzMember> members) {
  const std::unique_ptr<zip_source_t, FreeSource> buffer(
      zip_source_buffer_create(nullptr, 0, 0, nullptr));
  check(buffer != nullptr);
  std::unique_ptr<zip_t, DiscardArchive> archive(
      zip_open_from_source(buffer.get(), ZIP_CREATE | ZIP_TRUNCATE, nullptr));
  check(archive != nullptr);
  zip_source_keep(buffer.get());  // the archive now holds a reference of its own
  for (const NpzMember& member : members) add_member(archive.get(), member);
  check(zip_close(archive.get()) == 0);
  static_cast<void>(archive.release());  // a successful close has freed it
  return read_all(buffer.get());
}

void write_npz(const std::filesystem::path& path, std::span<const NpzMember> members) {
  write_file_atomically(path, encode_npz(members));
}

}  // namespace disgnn
