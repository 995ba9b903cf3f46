// In the place of src/extensions in a program built with -DDISGNN_EXTENSIONS=OFF.

#include "disgnn/model/extension.h"

namespace disgnn::nn {

const std::vector<Extension>& extensions() {
  static const std::vector<Extension> none;
  return none;
}

}  // namespace disgnn::nn
