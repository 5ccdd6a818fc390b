// tinygltf itself, where there is no library of it. It decodes no pictures and writes none: gltf_parse.cpp
// gives it documents without them. Compiled with exceptions, as that file is.
#define TINYGLTF_IMPLEMENTATION
#include <tiny_gltf.h>
