// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Memory: made, freed, freed again, copied and set. Addresses are taken on
// trust by the library, so what is read and written here is real; sizes that
// are not must be refused for what they are.

#include <algorithm>
#include <string>

#include "fuzz/c_api_world.h"
#include "fuzz/require.h"

namespace backlerp::fuzz {
namespace {

using ShortBlock = World::ShortBlock;

// Small, or more than any machine has: what lies between would be given.
size_t AnySize(World* world) {
  switch (world->in().Between(0, 7)) {
    case 0:
      return 0;
    case 1:
      return SIZE_MAX - world->in().Index(100);
    case 2:
      return SIZE_MAX / 2 - world->in().Index(100);
    case 3:
      return size_t{1} << 50;
    default:
      return world->in().Index(5000);
  }
}

aclError AllocateBy(World* world, size_t size, bool host, void** data) {
  const auto policy = EnumOf<aclrtMemMallocPolicy>(
      world->in().OneIn(4) ? world->AnyNumber() : 0);
  aclrtMallocAttribute attribute{};
  attribute.attr = ACL_RT_MEM_ATTR_DEVICE_ID;
  attribute.value.deviceId = world->in().OneIn(8) ? 1 : 0;
  aclrtMallocConfig config = {&attribute, world->in().Index(2)};
  const bool configured = world->in().OneIn(4);
  if (host) {
    return configured ? aclrtMallocHostWithCfg(data, size, &config)
                      : aclrtMallocHost(data, size);
  }
  if (configured) return aclrtMallocWithCfg(data, size, policy, &config);
  static const std::vector<aclError (*)(void**, size_t, aclrtMemMallocPolicy)>
      functions = {aclrtMalloc, aclrtMallocAlign32, aclrtMallocCached};
  return world->in().Pick(functions)(data, size, policy);
}

void Allocate(World* world) {
  const size_t size = AnySize(world);
  const bool host = world->in().OneIn(3);
  void* data = world;
  const aclError code = AllocateBy(world, size, host, &data);
  if (code != ACL_SUCCESS) {
    Require(data == world, "a failed allocation has written its output");
    return;
  }
  Require(size > 0 && size <= 5000, "a size that there is not is given");
  Require(reinterpret_cast<uintptr_t>(data) % 64 == 0, "not aligned to 64");
  std::memset(data, 0x5A, size);
  world->short_blocks().push_back({data, size, host, true});
}

void* AnyAddressToFree(World* world) {
  const auto& blocks = world->short_blocks();
  switch (world->in().Between(0, 7)) {
    case 0:
      return nullptr;
    case 1:
      return LastingBlocks()[4].data + 64;  // inside of a block
    case 2:
      return world;  // not ours
    default:
      return blocks.empty() ? nullptr : world->in().Pick(blocks).data;
  }
}

void Free(World* world) {
  void* const data = AnyAddressToFree(world);
  const bool host = world->in().OneIn(3);
  const bool wait = world->in().OneIn(4);
  aclrtContext context = nullptr;
  const bool may = !wait || aclrtGetCurrentContext(&context) == ACL_SUCCESS;
  const aclError code =
      host   ? wait ? aclrtFreeHostWithDevSync(data) : aclrtFreeHost(data)
        : wait ? aclrtFreeWithDevSync(data)
             : aclrtFree(data);
  auto& blocks = world->short_blocks();
  const auto block =
      std::find_if(blocks.begin(), blocks.end(), [&](const ShortBlock& b) {
        return b.data == data && b.live && b.host == host;
      });
  const bool legal = block != blocks.end() && may;
  Require((code == ACL_SUCCESS) == legal,
          "freeing answers " + std::to_string(code));
  if (legal) block->live = false;
}

// Real memory: of this run where nothing is left to do after the call.
Block AnyMemory(World* world, bool lasting) {
  const auto& blocks = world->short_blocks();
  if (!lasting && !blocks.empty() && world->in().OneIn(2)) {
    const ShortBlock& block = world->in().Pick(blocks);
    if (block.live) return {static_cast<std::byte*>(block.data), block.bytes};
  }
  static std::byte foreign[512];
  if (world->in().OneIn(4)) return {foreign, sizeof(foreign)};
  size_t bytes = 0;
  std::byte* const data = world->AnyAddress(&bytes);
  return {data, bytes};
}

// Sizes that are real, or that must be refused before memory is touched.
struct CopySizes {
  size_t room;
  size_t count;
};
CopySizes AnySizes(World* world, size_t real) {
  size_t count = world->in().Between(0, 3) == 0 ? world->in().Take<size_t>()
                                                : world->in().Index(real + 1);
  size_t room = real;
  if (world->in().OneIn(8)) room = world->in().Index(real + 1);
  return {room, count};
}

void Copy(World* world) {
  const bool async = world->in().OneIn(2);
  Block dst = AnyMemory(world, async);
  Block src = AnyMemory(world, async);
  const CopySizes sizes = AnySizes(world, std::min(dst.bytes, src.bytes));
  if (world->in().OneIn(16)) dst.data = nullptr;
  if (world->in().OneIn(16)) src.data = nullptr;
  const auto kind = EnumOf<aclrtMemcpyKind>(
      world->in().OneIn(4) ? world->AnyNumber() : world->in().Between(0, 4));
  aclError code = ACL_SUCCESS;
  if (async) {
    const auto copy =
        world->in().OneIn(4) ? aclrtMemcpyAsyncWithCondition : aclrtMemcpyAsync;
    code = copy(dst.data, sizes.room, src.data, sizes.count, kind,
                world->Any<void>(Kind::kStream));
  } else {
    code = aclrtMemcpy(dst.data, sizes.room, src.data, sizes.count, kind);
  }
  Require(code != ACL_SUCCESS || sizes.count <= sizes.room,
          "a copy beyond the destination succeeds");
}

void Copy2d(World* world) {
  const Block dst = AnyMemory(world, /*lasting=*/false);
  const Block src = AnyMemory(world, /*lasting=*/false);
  const size_t pitch = world->in().Index(64) + 1;
  const size_t height =
      world->in().Index(std::min(dst.bytes, src.bytes) / pitch + 1);
  const size_t width = world->in().Index(pitch + 1);
  const auto kind = EnumOf<aclrtMemcpyKind>(world->AnyNumber());
  aclrtMemcpy2d(dst.data, pitch, src.data, pitch, width, height, kind);
  Require(aclrtMemcpy2d(dst.data, width, src.data, pitch, width + 1, 2, kind) !=
              ACL_SUCCESS,
          "a pitch below the width is accepted");
  Require(aclrtMemcpy2d(dst.data, SIZE_MAX / 2, src.data, SIZE_MAX / 2, 1, 4,
                        kind) != ACL_SUCCESS,
          "sizes that overflow are accepted");
}

void Set(World* world) {
  const bool async = world->in().OneIn(2);
  Block block = AnyMemory(world, async);
  const CopySizes sizes = AnySizes(world, block.bytes);
  if (world->in().OneIn(16)) block.data = nullptr;
  const auto value = world->in().Take<int32_t>();
  const aclError code =
      async ? aclrtMemsetAsync(block.data, sizes.room, value, sizes.count,
                               world->Any<void>(Kind::kStream))
            : aclrtMemset(block.data, sizes.room, value, sizes.count);
  Require(code != ACL_SUCCESS || sizes.count <= sizes.room,
          "setting beyond the end succeeds");
}

void Ask(World* world) {
  const Block block = AnyMemory(world, /*lasting=*/false);
  aclrtPtrAttributes attributes;
  aclrtPointerGetAttributes(block.data, &attributes);
  aclrtPointerGetAttributes(
      reinterpret_cast<void*>(world->in().Take<uintptr_t>()),  // NOLINT
      &attributes);
  size_t free = 0;
  size_t total = 0;
  aclrtGetMemInfo(EnumOf<aclrtMemAttr>(world->AnyNumber()), &free, &total);
  aclrtMemFlush(block.data, world->in().Index(3));
  void* mapped = nullptr;
  aclrtHostRegister(block.data, block.bytes, ACL_HOST_REGISTER_MAPPED, &mapped);
}

}  // namespace

void CallMemory(World* world) {
  static const std::vector<void (*)(World*)> calls = {
      Allocate, Allocate, Free, Free, Copy, Copy, Copy2d, Set, Ask};
  world->in().Pick(calls)(world);
}

}  // namespace backlerp::fuzz
