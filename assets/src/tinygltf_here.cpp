// tinygltf itself, where there is no library of it. It decodes no pictures and writes none: gltf_parse.cpp
// gives it documents without them. Compiled with exceptions, as that file is.
#define TINYGLTF_IMPLEMENTATION
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#define TINYGLTF_NO_EXTERNAL_IMAGE
#include <tiny_gltf.h>
