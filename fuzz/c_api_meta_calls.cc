// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Tensors, arrays, scalars and lists: made of anything, read back, destroyed.

#include <memory>

#include "fuzz/c_api_world.h"
#include "fuzz/require.h"

namespace backlerp::fuzz {
namespace {

struct Description {
  std::vector<int64_t> dims;
  std::vector<int64_t> strides;
  std::vector<int64_t> storage;
  bool has_strides;
  aclDataType dtype;
  aclFormat format;
  int64_t offset;
  void* address;

  const int64_t* stride_data() const {
    return has_strides ? strides.data() : nullptr;
  }
};

std::vector<int64_t> AnyNumbers(World* world, size_t count) {
  std::vector<int64_t> numbers(count);
  for (int64_t& number : numbers) number = world->AnyNumber();
  return numbers;
}

Description AnyDescription(World* world) {
  Input& in = world->in();
  // Mostly four.
  const size_t rank = in.OneIn(6) ? in.Index(12) : 4;
  Description d;
  d.dims = AnyNumbers(world, rank);
  d.has_strides = in.OneIn(2);
  d.strides = AnyNumbers(world, rank);
  d.storage = AnyNumbers(world, in.Index(6));
  d.dtype =
      EnumOf<aclDataType>(in.OneIn(4) ? world->AnyNumber() : in.Between(0, 1));
  d.format =
      EnumOf<aclFormat>(in.OneIn(4) ? world->AnyNumber() : in.Between(0, 1));
  d.offset = in.OneIn(4) ? world->AnyNumber() : 0;
  d.address = world->TensorAddress();
  return d;
}

void CreateTensor(World* world) {
  const Description d = AnyDescription(world);
  const aclTensor* tensor = aclCreateTensor(
      d.dims.data(), d.dims.size(), d.dtype, d.stride_data(), d.offset,
      d.format, d.storage.data(), d.storage.size(), d.address);
  Require(tensor != nullptr, "aclCreateTensor refuses what it need not check");
  world->Add(Kind::kTensor, tensor)->elements = ProductOf(d.dims);
}

void InitTensor(World* world) {
  const Description d = AnyDescription(world);
  auto* const tensor = world->Any<aclTensor>(Kind::kTensor);
  const aclnnStatus code = aclInitTensor(
      tensor, d.dims.data(), d.dims.size(), d.dtype, d.stride_data(), d.offset,
      d.format, d.storage.data(), d.storage.size(), d.address);
  Require((code == 0) == world->IsLive(Kind::kTensor, tensor),
          "aclInitTensor answers " + std::to_string(code));
  if (code == 0 && !d.dims.empty()) {
    world->Find(Kind::kTensor, tensor)->elements = ProductOf(d.dims);
  }
}

void CreateScalar(World* world) {
  std::array<std::byte, 16> value{};
  for (std::byte& byte : value) byte = world->in().Take<std::byte>();
  const auto* scalar =
      aclCreateScalar(world->in().OneIn(8) ? nullptr : value.data(),
                      EnumOf<aclDataType>(world->AnyNumber()));
  if (scalar != nullptr) world->Add(Kind::kScalar, scalar);
}

void CreateIntArray(World* world) {
  const auto values = AnyNumbers(
      world, world->in().Pick<size_t>({0, 1, 2, 2, 2, 3, 4, 4, 4, 9}));
  const auto* array = aclCreateIntArray(values.data(), values.size());
  Require(array != nullptr, "aclCreateIntArray answers null");
  world->Add(Kind::kIntArray, array);
}

void CreateFloatArray(World* world) {
  const float values[2] = {world->in().Take<float>(), 1};
  const auto* array = aclCreateFloatArray(values, world->in().Index(3));
  Require(array != nullptr, "aclCreateFloatArray answers null");
  world->Add(Kind::kFloatArray, array);
}

void CreateBoolArray(World* world) {
  const bool values[2] = {world->in().OneIn(2), true};
  const auto* array = aclCreateBoolArray(values, world->in().Index(3));
  Require(array != nullptr, "aclCreateBoolArray answers null");
  world->Add(Kind::kBoolArray, array);
}

// The members of the list, which the list owns if there is one.
template <typename Member>
std::vector<const Member*> AnyMembers(World* world, Kind kind) {
  std::vector<const Member*> members(world->in().Index(4));
  for (const Member*& member : members) member = world->Any<Member>(kind);
  return members;
}

template <typename Member, typename List>
void CreateList(World* world, Kind member, Kind kind,
                List* (*create)(const Member* const*, uint64_t)) {
  const auto members = AnyMembers<Member>(world, member);
  const List* list = create(members.data(), members.size());
  if (list == nullptr) return;
  Entry* entry = world->Add(kind, list);
  for (const Member* one : members) {
    entry->members.push_back(const_cast<Member*>(one));
  }
}

void CreateTensorList(World* world) {
  CreateList(world, Kind::kTensor, Kind::kTensorList, aclCreateTensorList);
}

void CreateScalarList(World* world) {
  CreateList(world, Kind::kScalar, Kind::kScalarList, aclCreateScalarList);
}

void ReadTensor(World* world) {
  const auto* tensor = world->Any<aclTensor>(Kind::kTensor);
  const bool live = world->IsLive(Kind::kTensor, tensor);
  for (const auto read :
       {aclGetViewShape, aclGetViewStrides, aclGetStorageShape}) {
    int64_t* numbers = nullptr;
    uint64_t count = 0;
    const aclnnStatus code = read(tensor, &numbers, &count);
    const std::unique_ptr<int64_t[]> owner(numbers);
    Require((code == 0) == live, "a tensor's description: wrong code");
    Require(live || (numbers == nullptr && count == 0),
            "a failure has written an output");
  }
  int64_t offset = 0;
  aclFormat format = ACL_FORMAT_ND;
  aclDataType dtype = ACL_BOOL;
  void* address = nullptr;
  Require((aclGetViewOffset(tensor, &offset) == 0) == live, "view offset");
  Require((aclGetFormat(tensor, &format) == 0) == live, "format");
  Require((aclGetDataType(tensor, &dtype) == 0) == live, "data type");
  Require((aclGetRawTensorAddr(tensor, &address) == 0) == live, "address");
}

template <typename T>
void ReadSize(World* world, Kind kind,
              aclnnStatus (*read)(const T*, uint64_t*)) {
  const auto* handle = world->Any<T>(kind);
  uint64_t size = 77;
  const aclnnStatus code = read(handle, &size);
  Require((code == 0) == world->IsLive(kind, handle), "a size: wrong code");
  Require(code == 0 || size == 77, "a failure has written the size");
}

void ReadSizes(World* world) {
  ReadSize(world, Kind::kIntArray, aclGetIntArraySize);
  ReadSize(world, Kind::kFloatArray, aclGetFloatArraySize);
  ReadSize(world, Kind::kBoolArray, aclGetBoolArraySize);
  ReadSize(world, Kind::kTensorList, aclGetTensorListSize);
  ReadSize(world, Kind::kScalarList, aclGetScalarListSize);
}

void SetRawAddress(World* world) {
  auto* const tensor = world->Any<aclTensor>(Kind::kTensor);
  const aclnnStatus code = aclSetRawTensorAddr(tensor, world->TensorAddress());
  Require((code == 0) == world->IsLive(Kind::kTensor, tensor),
          "aclSetRawTensorAddr: wrong code");
}

void DestroyOne(World* world) {
  const auto kind = static_cast<Kind>(
      world->in().Index(static_cast<size_t>(Kind::kExecutor)));
  auto* const handle = world->Any<void>(kind);
  const Entry* entry = world->Find(kind, handle);
  const bool was_live = entry != nullptr && entry->life == Life::kLive;
  CheckDestroyed(world, kind, handle, Destroy(kind, handle));
  const Kind member = kind == Kind::kTensorList ? Kind::kTensor : Kind::kScalar;
  if (!was_live) return;
  for (void* one : world->Find(kind, handle)->members) world->Kill(member, one);
}

}  // namespace

void CallMeta(World* world) {
  static const std::vector<void (*)(World*)> calls = {
      CreateTensor,     CreateTensor,     InitTensor,      CreateScalar,
      CreateIntArray,   CreateFloatArray, CreateBoolArray, CreateTensorList,
      CreateScalarList, ReadTensor,       ReadSizes,       SetRawAddress,
      DestroyOne};
  world->in().Pick(calls)(world);
}

}  // namespace backlerp::fuzz
