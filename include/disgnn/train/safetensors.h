#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "disgnn/nn/module.h"

namespace disgnn::train {

/// Tensors and text as the safetensors format stores them: an 8-byte header length, a JSON header,
/// raw little-endian values. Readable by every safetensors library.
struct TensorFile {
  nn::NamedTensors tensors;                     ///< float, double or int64
  std::map<std::string, std::string> metadata;  ///< the header's "__metadata__"
};

/// Writes to a temporary name and renames.
void write_tensor_file(const std::filesystem::path& path, const TensorFile& file);

/// Untrusted input: every length and offset is checked against the file's size. Throws Error
/// (kInput) on anything that is not a whole, well-formed file.
TensorFile read_tensor_file(const std::filesystem::path& path);

}  // namespace disgnn::train
