#pragma once

#include <filesystem>
#include <string>

namespace disgnn {

/// Whole content of a text file, gunzipped if it is gzipped, without a UTF-8 byte order mark.
/// Throws Error (kInput) when it is missing, damaged or not text (holds NUL bytes).
std::string read_text_file(const std::filesystem::path& path);

}  // namespace disgnn
