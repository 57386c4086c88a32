// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "base/cache_size.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "gtest/gtest.h"

namespace backlerp {
namespace {

namespace fs = std::filesystem;

class CacheSize : public testing::Test {
 protected:
  CacheSize() { fs::create_directories(directory_); }
  ~CacheSize() override { fs::remove_all(directory_); }

  void Add(const std::string& index, const std::string& size) const {
    fs::create_directories(directory_ / index);
    std::ofstream(directory_ / index / "size") << size;
  }
  int64_t Largest() const { return LargestCacheBytes(directory_.string()); }

 private:
  const fs::path directory_ =
      fs::path(testing::TempDir()) /
      ("backlerp_cache_size_" + std::to_string(::getpid()));
};

TEST_F(CacheSize, IsTheLargestOnes) {
  Add("index0", "32K\n");
  Add("index1", "64K\n");
  Add("index2", "512K\n");
  Add("index3", "32768K\n");
  EXPECT_EQ(Largest(), int64_t{32} << 20);
  Add("index4", "256K\n");
  EXPECT_EQ(Largest(), int64_t{32} << 20);
}

TEST_F(CacheSize, WithoutALastLevel) {
  Add("index0", "32K\n");
  Add("index1", "1024K\n");
  EXPECT_EQ(Largest(), int64_t{1} << 20);
}

TEST_F(CacheSize, IsUnknown) {
  EXPECT_EQ(Largest(), 0);
  Add("index0", "\n");
  EXPECT_EQ(Largest(), 0);
}

// Not what the C library tells, which may be a whole socket's.
TEST(LastLevelCache, IsWhatLinuxDescribes) {
  const int64_t described =
      LargestCacheBytes("/sys/devices/system/cpu/cpu0/cache");
  EXPECT_GE(LastLevelCacheBytes(), int64_t{16} << 10);
  EXPECT_LE(LastLevelCacheBytes(), int64_t{8} << 30);
  if (described == 0) GTEST_SKIP() << "this system describes no caches";
  EXPECT_EQ(LastLevelCacheBytes(), described);
}

}  // namespace
}  // namespace backlerp
