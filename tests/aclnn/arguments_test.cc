// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Tensors, arrays, scalars and lists: made, read back, changed, destroyed; and
// what a handle answers that is null, dead or of another type.

#include <array>
#include <memory>

#include "tests/aclnn/client.h"

namespace backlerp::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using Getter = aclnnStatus (*)(const aclTensor*, int64_t**, uint64_t*);

// The array comes from new[], so delete[] must do (a sanitizer would tell).
Dims Get(Getter getter, const aclTensor* tensor) {
  int64_t* values = nullptr;
  uint64_t count = 99;
  EXPECT_EQ(getter(tensor, &values, &count), ACLNN_SUCCESS);
  const std::unique_ptr<int64_t[]> owner(values);
  return Dims(values, values + count);
}

TEST(TensorTest, ReadsBackWhatWasGiven) {
  const Dims dims = {2, 3, 4, 5};
  const Dims strides = {-7, 0, 100, 1};
  const Dims storage = {1000};
  float memory = 0;
  aclTensor* tensor =
      aclCreateTensor(dims.data(), 4, ACL_BF16, strides.data(), 17,
                      ACL_FORMAT_NHWC, storage.data(), 1, &memory);
  ASSERT_NE(tensor, nullptr);
  EXPECT_EQ(Get(aclGetViewShape, tensor), dims);
  EXPECT_EQ(Get(aclGetViewStrides, tensor), strides);
  EXPECT_EQ(Get(aclGetStorageShape, tensor), storage);
  int64_t offset = 0;
  EXPECT_EQ(aclGetViewOffset(tensor, &offset), ACLNN_SUCCESS);
  EXPECT_EQ(offset, 17);
  aclFormat format = ACL_FORMAT_UNDEFINED;
  EXPECT_EQ(aclGetFormat(tensor, &format), ACLNN_SUCCESS);
  EXPECT_EQ(format, ACL_FORMAT_NHWC);
  aclDataType dtype = ACL_DT_UNDEFINED;
  EXPECT_EQ(aclGetDataType(tensor, &dtype), ACLNN_SUCCESS);
  EXPECT_EQ(dtype, ACL_BF16);
  void* address = nullptr;
  EXPECT_EQ(aclGetRawTensorAddr(tensor, &address), ACLNN_SUCCESS);
  EXPECT_EQ(address, &memory);
  EXPECT_EQ(aclDestroyTensor(tensor), ACLNN_SUCCESS);
}

TEST(TensorTest, StridesAreRowMajorByDefault) {
  aclTensor* tensor = CreateTensor({.dims = {2, 3, 4, 5}});
  EXPECT_THAT(Get(aclGetViewStrides, tensor), ElementsAre(60, 20, 5, 1));
  EXPECT_EQ(aclDestroyTensor(tensor), ACLNN_SUCCESS);
}

TEST(TensorTest, AcceptsWhatOperatorsRefuse) {
  const int64_t huge = int64_t{1} << 62;
  const Dims dims = {huge, huge, -3, 4};
  aclTensor* tensor =
      aclCreateTensor(dims.data(), 4, static_cast<aclDataType>(31), nullptr, -5,
                      ACL_FORMAT_FRACTAL_NZ, nullptr, 0, nullptr);
  ASSERT_NE(tensor, nullptr);
  EXPECT_EQ(Get(aclGetViewShape, tensor), dims);
  EXPECT_THAT(Get(aclGetStorageShape, tensor), IsEmpty());
  EXPECT_EQ(aclDestroyTensor(tensor), ACLNN_SUCCESS);
}

TEST(TensorTest, RankZeroIsATensor) {
  aclTensor* tensor = aclCreateTensor(nullptr, 0, ACL_FLOAT, nullptr, 0,
                                      ACL_FORMAT_ND, nullptr, 0, nullptr);
  ASSERT_NE(tensor, nullptr);
  EXPECT_THAT(Get(aclGetViewShape, tensor), IsEmpty());
  EXPECT_EQ(aclDestroyTensor(tensor), ACLNN_SUCCESS);
}

TEST(TensorTest, RefusesMissingDims) {
  const Dims dims = {1};
  TakeMessage();
  EXPECT_EQ(aclCreateTensor(nullptr, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND,
                            dims.data(), 1, nullptr),
            nullptr);
  EXPECT_THAT(TakeMessage(), HasSubstr("aclCreateTensor: viewDims: is null"));
  EXPECT_EQ(aclCreateTensor(dims.data(), 1, ACL_FLOAT, nullptr, 0,
                            ACL_FORMAT_ND, nullptr, 1, nullptr),
            nullptr);
  EXPECT_THAT(TakeMessage(), HasSubstr("storageDims: is null"));
}

TEST(TensorTest, ImpossibleCountsAreNullNotACrash) {
  const int64_t dim = 1;
  EXPECT_EQ(aclCreateIntArray(&dim, uint64_t{1} << 62), nullptr);
  EXPECT_EQ(aclCreateTensor(&dim, uint64_t{1} << 62, ACL_FLOAT, nullptr, 0,
                            ACL_FORMAT_ND, &dim, 1, nullptr),
            nullptr);
}

TEST(TensorTest, NullsAreReported) {
  aclTensor* tensor = CreateTensor({.dims = {1}});
  int64_t* values = nullptr;
  uint64_t count = 42;
  for (const Getter getter :
       {aclGetViewShape, aclGetStorageShape, aclGetViewStrides}) {
    EXPECT_EQ(getter(nullptr, &values, &count), ACLNN_ERR_PARAM_NULLPTR);
    EXPECT_EQ(getter(tensor, nullptr, &count), ACLNN_ERR_PARAM_NULLPTR);
    EXPECT_EQ(getter(tensor, &values, nullptr), ACLNN_ERR_PARAM_NULLPTR);
  }
  EXPECT_EQ(values, nullptr);
  EXPECT_EQ(count, 42U);
  int64_t offset = 0;
  EXPECT_EQ(aclGetViewOffset(nullptr, &offset), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(aclGetViewOffset(tensor, nullptr), ACLNN_ERR_PARAM_NULLPTR);
  aclFormat format = ACL_FORMAT_ND;
  EXPECT_EQ(aclGetFormat(nullptr, &format), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(aclGetFormat(tensor, nullptr), ACLNN_ERR_PARAM_NULLPTR);
  aclDataType dtype = ACL_INT8;
  EXPECT_EQ(aclGetDataType(nullptr, &dtype), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(aclGetDataType(tensor, nullptr), ACLNN_ERR_PARAM_NULLPTR);
  void* address = nullptr;
  EXPECT_EQ(aclGetRawTensorAddr(nullptr, &address), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(aclGetRawTensorAddr(tensor, nullptr), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(aclSetRawTensorAddr(nullptr, &offset), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(aclDestroyTensor(tensor), ACLNN_SUCCESS);
}

TEST(TensorTest, RawAddressCanBeChanged) {
  aclTensor* tensor = CreateTensor({.dims = {1}});
  float memory = 0;
  void* address = &memory;
  EXPECT_EQ(aclGetRawTensorAddr(tensor, &address), ACLNN_SUCCESS);
  EXPECT_EQ(address, nullptr);
  EXPECT_EQ(aclSetRawTensorAddr(tensor, &memory), ACLNN_SUCCESS);
  EXPECT_EQ(aclGetRawTensorAddr(tensor, &address), ACLNN_SUCCESS);
  EXPECT_EQ(address, &memory);
  EXPECT_EQ(aclDestroyTensor(tensor), ACLNN_SUCCESS);
}

TEST(TensorTest, InitReplacesWhatIsGiven) {
  float memory = 0;
  aclTensor* tensor = CreateTensor({.dims = {2, 3}, .data = &memory});
  EXPECT_EQ(aclInitTensor(tensor, nullptr, 0, ACL_INT8, nullptr, 3,
                          ACL_FORMAT_ND, nullptr, 0, nullptr),
            ACLNN_SUCCESS);
  EXPECT_THAT(Get(aclGetViewShape, tensor), ElementsAre(2, 3));
  EXPECT_THAT(Get(aclGetViewStrides, tensor), ElementsAre(3, 1));
  EXPECT_THAT(Get(aclGetStorageShape, tensor), ElementsAre(2, 3));
  void* address = nullptr;
  EXPECT_EQ(aclGetRawTensorAddr(tensor, &address), ACLNN_SUCCESS);
  EXPECT_EQ(address, &memory);
  aclDataType dtype = ACL_FLOAT;
  EXPECT_EQ(aclGetDataType(tensor, &dtype), ACLNN_SUCCESS);
  EXPECT_EQ(dtype, ACL_INT8);

  const Dims dims = {4, 5, 6};
  float other = 0;
  EXPECT_EQ(aclInitTensor(tensor, dims.data(), 3, ACL_FLOAT, nullptr, 0,
                          ACL_FORMAT_ND, dims.data(), 1, &other),
            ACLNN_SUCCESS);
  EXPECT_THAT(Get(aclGetViewShape, tensor), ElementsAre(4, 5, 6));
  EXPECT_THAT(Get(aclGetViewStrides, tensor), ElementsAre(30, 6, 1));
  EXPECT_THAT(Get(aclGetStorageShape, tensor), ElementsAre(4));
  EXPECT_EQ(aclGetRawTensorAddr(tensor, &address), ACLNN_SUCCESS);
  EXPECT_EQ(address, &other);
  EXPECT_EQ(aclInitTensor(nullptr, dims.data(), 3, ACL_FLOAT, nullptr, 0,
                          ACL_FORMAT_ND, dims.data(), 3, &other),
            ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(aclDestroyTensor(tensor), ACLNN_SUCCESS);
}

TEST(ArrayTest, SizesReadBack) {
  const int64_t ints[] = {1, 2, 3};
  const float floats[] = {1, 2};
  const bool bools[] = {true, false, true, true};
  uint64_t size = 99;
  aclIntArray* int_array = aclCreateIntArray(ints, 3);
  EXPECT_EQ(aclGetIntArraySize(int_array, &size), ACLNN_SUCCESS);
  EXPECT_EQ(size, 3U);
  aclFloatArray* float_array = aclCreateFloatArray(floats, 2);
  EXPECT_EQ(aclGetFloatArraySize(float_array, &size), ACLNN_SUCCESS);
  EXPECT_EQ(size, 2U);
  aclBoolArray* bool_array = aclCreateBoolArray(bools, 4);
  EXPECT_EQ(aclGetBoolArraySize(bool_array, &size), ACLNN_SUCCESS);
  EXPECT_EQ(size, 4U);
  EXPECT_EQ(aclGetIntArraySize(int_array, nullptr), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(aclGetIntArraySize(nullptr, &size), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(aclGetFloatArraySize(nullptr, &size), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(aclGetBoolArraySize(nullptr, &size), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(aclDestroyIntArray(int_array), ACLNN_SUCCESS);
  EXPECT_EQ(aclDestroyFloatArray(float_array), ACLNN_SUCCESS);
  EXPECT_EQ(aclDestroyBoolArray(bool_array), ACLNN_SUCCESS);
}

TEST(ArrayTest, NullOrNoValuesMakeAnEmptyArray) {
  const int64_t value = 5;
  for (aclIntArray* array :
       {aclCreateIntArray(nullptr, 3), aclCreateIntArray(&value, 0)}) {
    ASSERT_NE(array, nullptr);
    uint64_t size = 99;
    EXPECT_EQ(aclGetIntArraySize(array, &size), ACLNN_SUCCESS);
    EXPECT_EQ(size, 0U);
    EXPECT_EQ(aclDestroyIntArray(array), ACLNN_SUCCESS);
  }
}

TEST(ScalarTest, TakesAnyTypeThatHasASize) {
  std::array<double, 2> value = {1, 2};
  for (const aclDataType dtype : {ACL_FLOAT, ACL_COMPLEX128, ACL_BOOL}) {
    aclScalar* scalar = aclCreateScalar(value.data(), dtype);
    EXPECT_NE(scalar, nullptr);
    EXPECT_EQ(aclDestroyScalar(scalar), ACLNN_SUCCESS);
  }
  TakeMessage();
  EXPECT_EQ(aclCreateScalar(nullptr, ACL_FLOAT), nullptr);
  EXPECT_THAT(TakeMessage(), HasSubstr("aclCreateScalar: value: is null"));
  EXPECT_EQ(aclCreateScalar(value.data(), ACL_STRING), nullptr);
  EXPECT_THAT(TakeMessage(), HasSubstr("dataType: type is ACL_STRING"));
}

TEST(ListTest, DestroyingAListDestroysItsElements) {
  aclTensor* first = CreateTensor({.dims = {1}});
  aclTensor* second = CreateTensor({.dims = {2}});
  const aclTensor* elements[] = {first, second};
  aclTensorList* list = aclCreateTensorList(elements, 2);
  uint64_t size = 0;
  EXPECT_EQ(aclGetTensorListSize(list, &size), ACLNN_SUCCESS);
  EXPECT_EQ(size, 2U);
  EXPECT_EQ(aclDestroyTensorList(list), ACLNN_SUCCESS);
  EXPECT_EQ(aclDestroyTensor(first), ACLNN_ERR_PARAM_INVALID);
  EXPECT_EQ(aclDestroyTensor(second), ACLNN_ERR_PARAM_INVALID);
  EXPECT_EQ(aclDestroyTensorList(list), ACLNN_ERR_PARAM_INVALID);
}

TEST(ListTest, ScalarListsToo) {
  float value = 1;
  const aclScalar* element = aclCreateScalar(&value, ACL_FLOAT);
  aclScalarList* list = aclCreateScalarList(&element, 1);
  uint64_t size = 0;
  EXPECT_EQ(aclGetScalarListSize(list, &size), ACLNN_SUCCESS);
  EXPECT_EQ(size, 1U);
  EXPECT_EQ(aclDestroyScalarList(list), ACLNN_SUCCESS);
  EXPECT_EQ(aclDestroyScalar(element), ACLNN_ERR_PARAM_INVALID);
  aclScalarList* none = aclCreateScalarList(nullptr, 7);
  EXPECT_EQ(aclGetScalarListSize(none, &size), ACLNN_SUCCESS);
  EXPECT_EQ(size, 0U);
  EXPECT_EQ(aclDestroyScalarList(none), ACLNN_SUCCESS);
}

TEST(HandleTest, DestroyingNullIsNoMistake) {
  EXPECT_EQ(aclDestroyTensor(nullptr), ACLNN_SUCCESS);
  EXPECT_EQ(aclDestroyScalar(nullptr), ACLNN_SUCCESS);
  EXPECT_EQ(aclDestroyIntArray(nullptr), ACLNN_SUCCESS);
  EXPECT_EQ(aclDestroyFloatArray(nullptr), ACLNN_SUCCESS);
  EXPECT_EQ(aclDestroyBoolArray(nullptr), ACLNN_SUCCESS);
  EXPECT_EQ(aclDestroyTensorList(nullptr), ACLNN_SUCCESS);
  EXPECT_EQ(aclDestroyScalarList(nullptr), ACLNN_SUCCESS);
}

TEST(HandleTest, DeadAndForeignHandlesAreTold) {
  aclTensor* tensor = CreateTensor({.dims = {1}});
  EXPECT_EQ(aclDestroyTensor(tensor), ACLNN_SUCCESS);
  TakeMessage();
  EXPECT_EQ(aclDestroyTensor(tensor), ACLNN_ERR_PARAM_INVALID);
  EXPECT_THAT(TakeMessage(), HasSubstr("aclDestroyTensor: tensor: is no live "
                                       "handle, expected an aclTensor"));
  int64_t offset = 0;
  EXPECT_EQ(aclGetViewOffset(tensor, &offset), ACLNN_ERR_PARAM_INVALID);
  EXPECT_EQ(aclInitTensor(tensor, nullptr, 0, ACL_FLOAT, nullptr, 0,
                          ACL_FORMAT_ND, nullptr, 0, nullptr),
            ACLNN_ERR_PARAM_INVALID);
  EXPECT_EQ(aclSetRawTensorAddr(tensor, nullptr), ACLNN_ERR_PARAM_INVALID);

  aclIntArray* array = CreateIntArray({1});
  EXPECT_EQ(aclDestroyTensor(reinterpret_cast<aclTensor*>(array)),
            ACLNN_ERR_PARAM_INVALID);
  int on_stack = 0;
  EXPECT_EQ(aclDestroyIntArray(reinterpret_cast<aclIntArray*>(&on_stack)),
            ACLNN_ERR_PARAM_INVALID);
  EXPECT_EQ(aclDestroyIntArray(array), ACLNN_SUCCESS);
}

TEST(BaseTest, InitAndFinalizeAlwaysSucceed) {
  EXPECT_EQ(aclnnInit(nullptr), ACLNN_SUCCESS);
  EXPECT_EQ(aclnnInit("/no/such/file.json"), ACLNN_SUCCESS);
  EXPECT_EQ(aclnnFinalize(), ACLNN_SUCCESS);
  EXPECT_EQ(aclnnFinalize(), ACLNN_SUCCESS);
  EXPECT_EQ(OK, ACLNN_SUCCESS);
}

TEST(BaseTest, DumpingIsNotSupported) {
  TakeMessage();
  EXPECT_EQ(aclDumpOpTensors("type", "name", nullptr, 0, 0, nullptr),
            ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
  EXPECT_THAT(TakeMessage(), HasSubstr("aclDumpOpTensors"));
}

}  // namespace
}  // namespace backlerp::testing
