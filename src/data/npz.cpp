#include "disgnn/data/npz.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <zip.h>

#include <algorithm>

#include "disgnn/core/atomic_file.h"

namespace disgnn {
namespace {

constexpr std::string_view kSuffix = ".npy";

/// Deflate cannot shrink data further than this, so a member claiming more is damaged (or a bomb)
/// and must not make us allocate what it claims.
constexpr std::uint64_t kMostDeflateRatio = 1032;

struct CloseMember {
  void operator()(zip_file_t* file) const { zip_fclose(file); }
};

Error damaged(const std::string& source, const std::string& reason) {
  return input_error(Where{source}, fmt::format("is not a readable .npz archive ({})", reason),
                     "copy the file again or save it with np.savez_compressed");
}

std::uint64_t checked_size(const zip_stat_t& status, const std::string& source) {
  constexpr zip_uint64_t kNeeded = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD;
  if ((status.valid & kNeeded) != kNeeded) throw damaged(source, "no sizes");
  if (status.comp_method != ZIP_CM_STORE && status.comp_method != ZIP_CM_DEFLATE) {
    throw damaged(source, fmt::format("unknown compression method {}", status.comp_method));
  }
  if (status.size / kMostDeflateRatio > status.comp_size) {
    throw damaged(source, "claims more bytes than its compressed data can hold");
  }
  return status.size;
}

}  // namespace

struct NpzFile::Archive {
  std::string bytes;
  std::string source;
  std::vector<std::string> names;
  zip_t* zip = nullptr;

  Archive(std::string content, std::string name)
      : bytes(std::move(content)), source(std::move(name)) {
    if (bytes.empty()) throw damaged(source, "empty file");  // libzip takes it for an archive
    zip_error_t failure;
    zip_error_init(&failure);
    if (zip_source_t* buffer =
            zip_source_buffer_create(bytes.data(), bytes.size(), /*freep=*/0, &failure)) {
      zip = zip_open_from_source(buffer, ZIP_RDONLY, &failure);
      if (zip == nullptr) zip_source_free(buffer);
    }
    const std::string reason = zip_error_strerror(&failure);
    zip_error_fini(&failure);
    if (zip == nullptr) throw damaged(source, reason);
    list_names();
  }

  ~Archive() { zip_discard(zip); }
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;

  void list_names() {
    const zip_int64_t count = zip_get_num_entries(zip, 0);
    for (zip_int64_t i = 0; i < count; ++i) {
      const char* name = zip_get_name(zip, i, ZIP_FL_ENC_RAW);
      if (name == nullptr || !std::string_view(name).ends_with(kSuffix)) continue;
      names.emplace_back(name, std::string_view(name).size() - kSuffix.size());
    }
  }

  [[nodiscard]] std::string inflate(const std::string& member, const std::string& label) const {
    zip_stat_t status;
    zip_stat_init(&status);
    if (zip_stat(zip, member.c_str(), ZIP_FL_ENC_RAW, &status) != 0) {
      throw damaged(label, zip_strerror(zip));
    }
    std::string content(checked_size(status, label), '\0');
    const std::unique_ptr<zip_file_t, CloseMember> file(
        zip_fopen_index(zip, status.index, /*flags=*/0));
    if (!file) throw damaged(label, zip_strerror(zip));
    std::size_t done = 0;
    char beyond = 0;  // reading on to the end is what makes libzip compare the checksum
    while (true) {
      const bool full = done == content.size();
      const zip_int64_t count = zip_fread(file.get(), full ? &beyond : content.data() + done,
                                          full ? 1 : content.size() - done);
      if (count < 0) throw damaged(label, zip_file_strerror(file.get()));
      if (count == 0) break;
      if (full) throw damaged(label, "longer than announced");
      done += count;
    }
    if (done != content.size()) throw damaged(label, "shorter than announced");
    return content;
  }
};

NpzFile::NpzFile(const std::filesystem::path& path) : NpzFile(read_file(path), path.string()) {}

NpzFile::NpzFile(std::string bytes, std::string source)
    : archive_(std::make_unique<Archive>(std::move(bytes), std::move(source))) {}

NpzFile::~NpzFile() = default;
NpzFile::NpzFile(NpzFile&&) noexcept = default;
NpzFile& NpzFile::operator=(NpzFile&&) noexcept = default;

const std::string& NpzFile::source() const {
  return archive_->source;
}

const std::vector<std::string>& NpzFile::names() const {
  return archive_->names;
}

bool NpzFile::contains(std::string_view name) const {
  return std::find(names().begin(), names().end(), name) != names().end();
}

NpyArray NpzFile::read(std::string_view name) const {
  if (!contains(name)) {
    throw input_error(Where{source()},
                      fmt::format("has no member '{}', only: {}", name, fmt::join(names(), ", ")),
                      fmt::format("save it with np.savez_compressed(file, {}=…)", name));
  }
  std::string label = fmt::format("{}({})", source(), name);
  std::string content = archive_->inflate(std::string(name) + std::string(kSuffix), label);
  return parse_npy(std::move(content), std::move(label));
}

}  // namespace disgnn
