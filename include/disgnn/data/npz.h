#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "disgnn/data/npy.h"

namespace disgnn {

/// NumPy's .npz: a zip archive whose members are .npy files. Members are inflated one by one when
/// read, after their claimed size has been checked against what their compressed bytes can hold.
class NpzFile {
 public:
  /// Throws Error (kInput) when the file is missing or is no readable zip archive.
  explicit NpzFile(const std::filesystem::path& path);
  /// From bytes in memory; `source` names them in error messages.
  NpzFile(std::string bytes, std::string source);
  ~NpzFile();
  NpzFile(NpzFile&&) noexcept;
  NpzFile& operator=(NpzFile&&) noexcept;

  [[nodiscard]] const std::string& source() const;
  /// Member names without ".npy", in the order of the archive.
  [[nodiscard]] const std::vector<std::string>& names() const;
  [[nodiscard]] bool contains(std::string_view name) const;
  /// Throws Error (kInput) when there is no such member or it is damaged.
  [[nodiscard]] NpyArray read(std::string_view name) const;

 private:
  struct Archive;
  std::unique_ptr<Archive> archive_;
};

struct NpzMember {
  std::string name;  ///< without ".npy"
  std::string npy;   ///< what encode_npy returned
};

/// The bytes of a deflated .npz. The same members always give the same bytes (no time stamps).
std::string encode_npz(std::span<const NpzMember> members);

/// Writes a deflated .npz; an existing file stays untouched until the new one is complete.
void write_npz(const std::filesystem::path& path, std::span<const NpzMember> members);

}  // namespace disgnn
