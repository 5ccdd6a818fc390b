// What the CUDA runtime moves over the same bus: the peer that Ferry's bus rows are held against.
//
//     nvcc -O3 -std=c++17 bench/peers/cuda_copy.cu -o cuda_copy && ./cuda_copy [MIB [ROUNDS]]
//
// Prints one line of JSON for each way: the median and the spread (half the distance between the quartiles, of the
// median) over the rounds. Every byte is compared once.
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <vector>

namespace {

void must(cudaError_t error, const char* call) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "cuda_copy: %s: %s\n", call, cudaGetErrorString(error));
  std::exit(1);
}

void fill(std::vector<std::uint8_t>& bytes, std::uint64_t seed) {
  std::uint64_t state = seed * 0x9e3779b97f4a7c15ull + 1;
  for (std::size_t i = 0; i + 8 <= bytes.size(); i += 8) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    std::memcpy(bytes.data() + i, &state, 8);
  }
}

void measure(const char* name, std::size_t bytes, int rounds, const std::function<void()>& run) {
  run();
  std::vector<double> rates;
  for (int i = 0; i < rounds; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    run();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    rates.push_back(static_cast<double>(bytes) / took.count() / 1e9);
  }
  std::sort(rates.begin(), rates.end());
  const double median = rates[rates.size() / 2];
  const double spread = (rates[rates.size() * 3 / 4] - rates[rates.size() / 4]) / 2 / median;
  std::printf("{\"peer\": \"CUDA runtime\", \"way\": \"%s\", \"mib\": %zu, \"rounds\": %d, \"median_gb_s\": %.2f, \"spread\": %.3f}\n",
              name, bytes >> 20, rounds, median, spread);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t bytes = static_cast<std::size_t>(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1024) << 20;
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 9;
  std::vector<std::uint8_t> pageable(bytes);
  std::vector<std::uint8_t> back(bytes);
  fill(pageable, 1);
  std::uint8_t* pinned = nullptr;
  std::uint8_t* pinned_back = nullptr;
  std::uint8_t* up = nullptr;
  std::uint8_t* down = nullptr;
  must(cudaMallocHost(&pinned, bytes), "cudaMallocHost");
  must(cudaMallocHost(&pinned_back, bytes), "cudaMallocHost");
  must(cudaMalloc(&up, bytes), "cudaMalloc");
  must(cudaMalloc(&down, bytes), "cudaMalloc");
  std::memcpy(pinned, pageable.data(), bytes);
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams) must(cudaStreamCreate(&stream), "cudaStreamCreate");

  must(cudaMemcpy(up, pageable.data(), bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
  must(cudaMemcpy(back.data(), up, bytes, cudaMemcpyDeviceToHost), "cudaMemcpy");
  if (back != pageable) {
    std::fprintf(stderr, "cuda_copy: wrong bytes\n");
    return 1;
  }
  measure("pageable to GPU", bytes, rounds, [&] {
    must(cudaMemcpy(up, pageable.data(), bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
  });
  measure("GPU to pageable", bytes, rounds, [&] {
    must(cudaMemcpy(back.data(), down, bytes, cudaMemcpyDeviceToHost), "cudaMemcpy");
  });
  measure("pinned to GPU", bytes, rounds, [&] {
    must(cudaMemcpyAsync(up, pinned, bytes, cudaMemcpyHostToDevice, streams[0]), "cudaMemcpyAsync");
    must(cudaStreamSynchronize(streams[0]), "cudaStreamSynchronize");
  });
  measure("GPU to pinned", bytes, rounds, [&] {
    must(cudaMemcpyAsync(pinned_back, down, bytes, cudaMemcpyDeviceToHost, streams[1]), "cudaMemcpyAsync");
    must(cudaStreamSynchronize(streams[1]), "cudaStreamSynchronize");
  });
  measure("pinned, both ways at once", bytes * 2, rounds, [&] {
    must(cudaMemcpyAsync(up, pinned, bytes, cudaMemcpyHostToDevice, streams[0]), "cudaMemcpyAsync");
    must(cudaMemcpyAsync(pinned_back, down, bytes, cudaMemcpyDeviceToHost, streams[1]), "cudaMemcpyAsync");
    must(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  });
  return 0;
}
