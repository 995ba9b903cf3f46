#pragma once

#include <string>
#include <vector>

namespace disgnn {

/// The known word that takes the fewest single-letter changes (Levenshtein distance) to become
/// `word`; empty where none is near.
std::string nearest_word(const std::string& word, const std::vector<std::string>& known);

}  // namespace disgnn
