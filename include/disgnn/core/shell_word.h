#pragma once

#include <string>
#include <string_view>

namespace disgnn {

/// The text as one word of a POSIX shell: as it is where that is safe, else in single quotes, for
/// commands that people copy.
std::string shell_word(std::string_view text);

}  // namespace disgnn
