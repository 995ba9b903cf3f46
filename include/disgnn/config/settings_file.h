#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "disgnn/config/settings.h"

namespace disgnn::run {

/// All settings as TOML, one table per section, every value with its help text beside it.
std::string to_toml(const Settings& settings);

/// Overwrites the settings that the file names and returns the names of these options. Throws Error
/// (kInput) with file, line and column on bad TOML, unknown keys and values out of range, and where
/// the file says that another version wrote it.
std::set<std::string> read_settings_file(const std::filesystem::path& path, Settings& settings);

/// The same for what to_toml wrote, which names its version.
std::set<std::string> read_written_settings(const std::filesystem::path& path, Settings& settings);

}  // namespace disgnn::run
