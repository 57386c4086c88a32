// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstdint>
#include <cstring>
#include <limits>
#include <thread>
#include <vector>

#include "tests/runtime/runtime_test.h"

namespace backlerp::test {
namespace {

constexpr auto kPolicy = ACL_MEM_MALLOC_HUGE_FIRST;

class MemoryTest : public RuntimeTest {};

TEST_F(MemoryTest, BlocksAreAlignedAndPadded) {
  for (const size_t size : {size_t{1}, size_t{31}, size_t{32}, size_t{1000},
                            (size_t{4} << 20) + 1}) {
    void* block = nullptr;
    ASSERT_EQ(aclrtMalloc(&block, size, kPolicy), ACL_SUCCESS);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % 64, 0u);
    // The sanitizer knows where the padding ends.
    std::memset(block, 0x5A, (size + 31) / 32 * 32 + 32);
    EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
    ASSERT_EQ(aclrtMallocAlign32(&block, size, kPolicy), ACL_SUCCESS);
    std::memset(block, 0x5A, (size + 31) / 32 * 32);
    EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
  }
}

TEST_F(MemoryTest, AnyPolicyWillDo) {
  for (const int policy : {0, 1, 2, 3, 4, 5, 6, 7, 0x100, 0x1000, 12345}) {
    void* block = nullptr;
    EXPECT_EQ(aclrtMalloc(&block, 100, NoSuch<aclrtMemMallocPolicy>(policy)),
              ACL_SUCCESS);
    EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
  }
}

TEST_F(MemoryTest, RefusesSizes) {
  size_t free = 0;
  size_t total = 0;
  ASSERT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &free, &total), ACL_SUCCESS);
  EXPECT_LE(free, total);
  EXPECT_GT(free, 0u);
  void* block = nullptr;
  constexpr size_t kMax = std::numeric_limits<size_t>::max();
  for (const size_t size : {size_t{0}, kMax, kMax - 62}) {
    EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "size", aclrtMalloc, &block, size,
                   kPolicy);
  }
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "size", aclrtMallocAlign32, &block,
                 kMax, kPolicy);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "size", aclrtMallocHost, &block, 0);
  for (const size_t size : {total + 1, kMax - 64}) {
    EXPECT_REFUSED(ACL_ERROR_RT_MEMORY_ALLOCATION, "size", aclrtMalloc, &block,
                   size, kPolicy);
    EXPECT_REFUSED(ACL_ERROR_RT_MEMORY_ALLOCATION, "size", aclrtMallocHost,
                   &block, size);
  }
  EXPECT_EQ(block, nullptr);
}

TEST_F(MemoryTest, FreeKnowsItsBlocks) {
  void* block = nullptr;
  void* host = nullptr;
  ASSERT_EQ(aclrtMalloc(&block, 100, kPolicy), ACL_SUCCESS);
  ASSERT_EQ(aclrtMallocHost(&host, 100), ACL_SUCCESS);
  constexpr aclError kCode = ACL_ERROR_RT_PARAM_INVALID;
  int mine = 0;
  EXPECT_REFUSED(kCode, "devPtr", aclrtFree, &mine);
  EXPECT_REFUSED(kCode, "devPtr", aclrtFree, static_cast<char*>(block) + 32);
  EXPECT_REFUSED(kCode, "devPtr", aclrtFree, host);
  EXPECT_REFUSED(kCode, "hostPtr", aclrtFreeHost, block);
  EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
  EXPECT_REFUSED(kCode, "devPtr", aclrtFree, block);
  EXPECT_EQ(aclrtFreeHost(host), ACL_SUCCESS);
  EXPECT_REFUSED(kCode, "hostPtr", aclrtFreeHost, host);
}

TEST_F(MemoryTest, NullArguments) {
  constexpr aclError kCode = ACL_ERROR_INVALID_PARAM;
  size_t bytes = 0;
  aclrtPtrAttributes attributes;
  EXPECT_REFUSED(kCode, "devPtr", aclrtMalloc, nullptr, 8, kPolicy);
  EXPECT_REFUSED(kCode, "devPtr", aclrtMallocAlign32, nullptr, 8, kPolicy);
  EXPECT_REFUSED(kCode, "devPtr", aclrtMallocCached, nullptr, 8, kPolicy);
  EXPECT_REFUSED(kCode, "devPtr", aclrtMallocWithCfg, nullptr, 8, kPolicy,
                 nullptr);
  EXPECT_REFUSED(kCode, "hostPtr", aclrtMallocHost, nullptr, 8);
  EXPECT_REFUSED(kCode, "hostPtr", aclrtMallocHostWithCfg, nullptr, 8, nullptr);
  EXPECT_REFUSED(kCode, "devPtr", aclrtFree, nullptr);
  EXPECT_REFUSED(kCode, "devPtr", aclrtFreeWithDevSync, nullptr);
  EXPECT_REFUSED(kCode, "hostPtr", aclrtFreeHost, nullptr);
  EXPECT_REFUSED(kCode, "hostPtr", aclrtFreeHostWithDevSync, nullptr);
  EXPECT_REFUSED(kCode, "free", aclrtGetMemInfo, ACL_HBM_MEM, nullptr, &bytes);
  EXPECT_REFUSED(kCode, "total", aclrtGetMemInfo, ACL_HBM_MEM, &bytes, nullptr);
  EXPECT_REFUSED(kCode, "ptr", aclrtPointerGetAttributes, nullptr, &attributes);
  EXPECT_REFUSED(kCode, "attributes", aclrtPointerGetAttributes, &bytes,
                 nullptr);
  EXPECT_REFUSED(kCode, "devPtr", aclrtMemFlush, nullptr, 8);
}

TEST_F(MemoryTest, OtherFormsOfMalloc) {
  void* block = nullptr;
  EXPECT_EQ(aclrtMallocCached(&block, 8, kPolicy), ACL_SUCCESS);
  EXPECT_EQ(aclrtFreeWithDevSync(block), ACL_SUCCESS);
  aclrtMallocAttribute attribute;
  attribute.attr = ACL_RT_MEM_ATTR_DEVICE_ID;
  attribute.value.deviceId = 0;
  aclrtMallocConfig config = {&attribute, 1};
  EXPECT_EQ(aclrtMallocWithCfg(&block, 8, kPolicy, nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
  EXPECT_EQ(aclrtMallocWithCfg(&block, 8, kPolicy, &config), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
  EXPECT_EQ(aclrtMallocHostWithCfg(&block, 8, &config), ACL_SUCCESS);
  EXPECT_EQ(aclrtFreeHostWithDevSync(block), ACL_SUCCESS);
  attribute.value.deviceId = 1;
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_DEVICEID, "deviceId", aclrtMallocWithCfg,
                 &block, 8, kPolicy, &config);
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_DEVICEID, "deviceId",
                 aclrtMallocHostWithCfg, &block, 8, &config);
}

TEST_F(MemoryTest, FreeWithDevSyncWaits) {
  void* block = nullptr;
  ASSERT_EQ(aclrtMalloc(&block, 8, kPolicy), ACL_SUCCESS);
  Gate gate;
  aclrtLaunchHostFunc(nullptr, Gate::Pass, gate.door());
  ASSERT_EQ(aclrtMemsetAsync(block, 8, 1, 8, nullptr), ACL_SUCCESS);
  std::thread opener([&gate] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    gate.Open();
  });
  EXPECT_EQ(aclrtFreeWithDevSync(block), ACL_SUCCESS);
  aclrtStreamStatus status = ACL_STREAM_STATUS_NOT_READY;
  EXPECT_EQ(aclrtStreamQuery(nullptr, &status), ACL_SUCCESS);
  EXPECT_EQ(status, ACL_STREAM_STATUS_COMPLETE);
  opener.join();
}

TEST_F(MemoryTest, NeedsAContextToAllocateButNotToFree) {
  void* block = nullptr;
  ASSERT_EQ(aclrtMalloc(&block, 8, kPolicy), ACL_SUCCESS);
  std::thread([block] {
    constexpr aclError kCode = ACL_ERROR_RT_CONTEXT_NULL;
    void* other = nullptr;
    size_t bytes = 0;
    EXPECT_REFUSED(kCode, "context", aclrtMalloc, &other, 8, kPolicy);
    EXPECT_REFUSED(kCode, "context", aclrtMallocHost, &other, 8);
    EXPECT_REFUSED(kCode, "context", aclrtGetMemInfo, ACL_HBM_MEM, &bytes,
                   &bytes);
    EXPECT_REFUSED(kCode, "context", aclrtFreeWithDevSync, block);
    EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
  }).join();
}

TEST_F(MemoryTest, PointersAreRecognised) {
  void* block = nullptr;
  void* host = nullptr;
  ASSERT_EQ(aclrtMalloc(&block, 100, kPolicy), ACL_SUCCESS);
  ASSERT_EQ(aclrtMallocHost(&host, 100), ACL_SUCCESS);
  int mine = 0;
  const auto type_of = [](const void* pointer) {
    aclrtPtrAttributes attributes;
    EXPECT_EQ(aclrtPointerGetAttributes(pointer, &attributes), ACL_SUCCESS);
    EXPECT_GE(attributes.pageSize, 4096u);
    return attributes.location.type;
  };
  EXPECT_EQ(type_of(block), ACL_MEM_LOCATION_TYPE_DEVICE);
  EXPECT_EQ(type_of(static_cast<char*>(block) + 99),
            ACL_MEM_LOCATION_TYPE_DEVICE);
  EXPECT_EQ(type_of(static_cast<char*>(host) + 1), ACL_MEM_LOCATION_TYPE_HOST);
  EXPECT_EQ(type_of(&mine), ACL_MEM_LOCATION_TYPE_UNREGISTERED);
  EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
  EXPECT_EQ(type_of(block), ACL_MEM_LOCATION_TYPE_UNREGISTERED);
  EXPECT_EQ(aclrtFreeHost(host), ACL_SUCCESS);
}

TEST_F(MemoryTest, FlushAndUnknownAttributes) {
  int value = 0;
  size_t bytes = 0;
  EXPECT_EQ(aclrtMemFlush(&value, sizeof(value)), ACL_SUCCESS);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "size", aclrtMemFlush, &value, 0);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "attr", aclrtGetMemInfo,
                 NoSuch<aclrtMemAttr>(18), &bytes, &bytes);
}

TEST_F(MemoryTest, ManyThreads) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([] {
      aclrtSetDevice(0);
      for (size_t i = 1; i < 300; ++i) {
        void* block = nullptr;
        ASSERT_EQ(aclrtMalloc(&block, i, kPolicy), ACL_SUCCESS);
        aclrtPtrAttributes attributes;
        EXPECT_EQ(aclrtPointerGetAttributes(block, &attributes), ACL_SUCCESS);
        EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_DEVICE);
        EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace backlerp::test
