# Flags every target of ours is built with. No -march: kernels choose their instructions at run time.
add_library(disgnn_compiler INTERFACE)
target_compile_options(disgnn_compiler INTERFACE -Wall -Wextra -Wpedantic)
if(DISGNN_WARNINGS_AS_ERRORS)
  target_compile_options(disgnn_compiler INTERFACE -Werror)
endif()
if(DISGNN_SANITIZE)
  target_compile_options(disgnn_compiler INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  target_link_options(disgnn_compiler INTERFACE -fsanitize=address,undefined)
endif()

# A faster linker where there is one: libtorch's symbol tables are large.
find_program(DISGNN_MOLD mold)
if(DISGNN_MOLD)
  target_link_options(disgnn_compiler INTERFACE -fuse-ld=mold)
endif()
