// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The arguments of aclnn operators: tensors, arrays, scalars, lists, and the
// executors that connect the two phases of an operator.
//
// A handle is a number that the library checks, not an address: whatever is not
// a live handle of the right type is answered with a code, never with a crash.
// The codes of this file, unless a function says otherwise:
//   0       done
//   161001  a required argument is null
//   161002  a handle is not live (destroyed, of another type, never created) or
//           an index is out of range
//   561000  no memory, or an executor handle is not live
// On any failure the outputs are untouched and aclGetRecentErrMsg() tells which
// argument was refused and why. opdev/op_errno.h names the codes.
//
// Every function may be called from any thread. One handle may be used by
// several threads at once, as long as none of them destroys it.

#ifndef OP_API_OP_API_COMMON_INC_EXTERNAL_ACL_META_H
#define OP_API_OP_API_COMMON_INC_EXTERNAL_ACL_META_H

#ifdef __cplusplus
#include <cstdint>
#include <cstdlib>
#else
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#endif

#include "acl/acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

// A client that brings its own declarations of these names defines ACLNN_META.
#ifndef ACLNN_META
#define ACLNN_META
typedef struct aclOpExecutor aclOpExecutor;
typedef struct aclTensor aclTensor;
typedef struct aclScalar aclScalar;
typedef struct aclIntArray aclIntArray;
typedef struct aclFloatArray aclFloatArray;
typedef struct aclBoolArray aclBoolArray;
typedef struct aclTensorList aclTensorList;
typedef struct aclScalarList aclScalarList;

typedef int32_t aclnnStatus;
#ifdef __cplusplus
constexpr aclnnStatus OK = 0;
#endif
#endif  // ACLNN_META

// ---------------------------------------------------------------------------
// Making arguments. Every Create function returns null on failure.

// Describes a view of memory that the caller owns. Element (i0, i1, ...) is at
//   tensorData + (offset + i0 * stride[0] + i1 * stride[1] + ...) * element
//   size
// so strides and `offset` count elements. The three arrays are copied.
//   viewDims, viewDimsNum        the shape; null only where the number is 0
//   stride                       viewDimsNum entries, any sign, 0 to repeat an
//                                element; null: row-major without gaps
//   format                       what the dimensions mean: ACL_FORMAT_NCHW, ...
//   storageDims, storageDimsNum  describe the allocation; kept, never relied on
//   tensorData                   may be null and set later; must stay valid
//                                until the work that uses it has finished
// Null where an array is null and its number is not 0, or without memory. What
// the values mean is the operators' business: they check them, not this.
ACL_FUNC_VISIBILITY aclTensor* aclCreateTensor(
    const int64_t* viewDims, uint64_t viewDimsNum, aclDataType dataType,
    const int64_t* stride, int64_t offset, aclFormat format,
    const int64_t* storageDims, uint64_t storageDimsNum, void* tensorData);

// Describes an existing tensor anew. dataType, offset and format are always
// taken; null or 0 dims keep the old ones, a null address the old address. New
// dims without strides are row-major; old dims without strides keep theirs.
// Executors made before keep the description that phase 1 saw, but use the new
// address.
ACL_FUNC_VISIBILITY aclnnStatus
aclInitTensor(aclTensor* tensor, const int64_t* viewDims, uint64_t viewDimsNum,
              aclDataType dataType, const int64_t* stride, int64_t offset,
              aclFormat format, const int64_t* storageDims,
              uint64_t storageDimsNum, void* tensorDataAddr);

// A copy of the value that `value` points to, of dataType's size.
// Null where `value` is null or the type has no size.
ACL_FUNC_VISIBILITY aclScalar* aclCreateScalar(void* value,
                                               aclDataType dataType);

// Copies of `size` values. A null `value` or a size of 0 makes an empty array.
ACL_FUNC_VISIBILITY aclIntArray* aclCreateIntArray(const int64_t* value,
                                                   uint64_t size);
ACL_FUNC_VISIBILITY aclFloatArray* aclCreateFloatArray(const float* value,
                                                       uint64_t size);
ACL_FUNC_VISIBILITY aclBoolArray* aclCreateBoolArray(const bool* value,
                                                     uint64_t size);

// A list of `size` handles, which it owns from then on: destroying the list
// destroys them too. A null `value` or a size of 0 makes an empty list.
ACL_FUNC_VISIBILITY aclTensorList* aclCreateTensorList(
    const aclTensor* const* value, uint64_t size);
ACL_FUNC_VISIBILITY aclScalarList* aclCreateScalarList(
    const aclScalar* const* value, uint64_t size);

// ---------------------------------------------------------------------------
// Destroying arguments. Null is fine and does nothing. A handle may be
// destroyed at any time after phase 1: executors keep what they need of it. The
// memory of a tensor is the caller's and stays.

ACL_FUNC_VISIBILITY aclnnStatus aclDestroyTensor(const aclTensor* tensor);
ACL_FUNC_VISIBILITY aclnnStatus aclDestroyScalar(const aclScalar* scalar);
ACL_FUNC_VISIBILITY aclnnStatus aclDestroyIntArray(const aclIntArray* array);
ACL_FUNC_VISIBILITY aclnnStatus
aclDestroyFloatArray(const aclFloatArray* array);
ACL_FUNC_VISIBILITY aclnnStatus aclDestroyBoolArray(const aclBoolArray* array);
// The list and every element of it that is still live.
ACL_FUNC_VISIBILITY aclnnStatus
aclDestroyTensorList(const aclTensorList* array);
ACL_FUNC_VISIBILITY aclnnStatus
aclDestroyScalarList(const aclScalarList* array);

// ---------------------------------------------------------------------------
// Reading back.

// *viewDims (and its like) becomes an array of *viewDimsNum entries made with
// C++ new[]; the caller releases it with delete[].
ACL_FUNC_VISIBILITY aclnnStatus aclGetViewShape(const aclTensor* tensor,
                                                int64_t** viewDims,
                                                uint64_t* viewDimsNum);
ACL_FUNC_VISIBILITY aclnnStatus aclGetStorageShape(const aclTensor* tensor,
                                                   int64_t** storageDims,
                                                   uint64_t* storageDimsNum);
ACL_FUNC_VISIBILITY aclnnStatus aclGetViewStrides(const aclTensor* tensor,
                                                  int64_t** stridesValue,
                                                  uint64_t* stridesNum);
// In elements.
ACL_FUNC_VISIBILITY aclnnStatus aclGetViewOffset(const aclTensor* tensor,
                                                 int64_t* offset);
ACL_FUNC_VISIBILITY aclnnStatus aclGetFormat(const aclTensor* tensor,
                                             aclFormat* format);
ACL_FUNC_VISIBILITY aclnnStatus aclGetDataType(const aclTensor* tensor,
                                               aclDataType* dataType);

ACL_FUNC_VISIBILITY aclnnStatus aclGetIntArraySize(const aclIntArray* array,
                                                   uint64_t* size);
ACL_FUNC_VISIBILITY aclnnStatus aclGetFloatArraySize(const aclFloatArray* array,
                                                     uint64_t* size);
ACL_FUNC_VISIBILITY aclnnStatus aclGetBoolArraySize(const aclBoolArray* array,
                                                    uint64_t* size);
ACL_FUNC_VISIBILITY aclnnStatus
aclGetTensorListSize(const aclTensorList* tensorList, uint64_t* size);
ACL_FUNC_VISIBILITY aclnnStatus
aclGetScalarListSize(const aclScalarList* scalarList, uint64_t* size);

// The address that the tensor describes (`tensorData` above). The next phase 2
// of an executor that knows the tensor uses a new address. 161001 for a null
// tensor and a null pointer to the result; `addr` itself may be null.
ACL_FUNC_VISIBILITY aclnnStatus aclSetRawTensorAddr(aclTensor* tensor,
                                                    void* addr);
ACL_FUNC_VISIBILITY aclnnStatus aclGetRawTensorAddr(const aclTensor* tensor,
                                                    void** addr);

// ---------------------------------------------------------------------------
// Executors. Phase 1 of an operator makes one, phase 2 consumes it, also where
// phase 2 fails, unless the executor was made repeatable.
//   561103  the executor (or tensor, or list) is null
//   561000  the executor is not live: consumed, destroyed, never made

// From now on phase 2 may be called any number of times, until the executor is
// destroyed. Runs may use other workspaces and other addresses.
ACL_FUNC_VISIBILITY aclnnStatus
aclSetAclOpExecutorRepeatable(aclOpExecutor* executor);

// Needed for executors that are repeatable or that phase 2 never got. Work that
// is already on a stream goes on.
ACL_FUNC_VISIBILITY aclnnStatus
aclDestroyAclOpExecutor(aclOpExecutor* executor);

// Gives `tensor` the address `addr` for the following runs. `index` is not
// looked at: an executor uses the tensors that phase 1 was given. The tensor
// gets its address also where the executor is refused.
ACL_FUNC_VISIBILITY aclnnStatus aclSetInputTensorAddr(aclOpExecutor* executor,
                                                      const size_t index,
                                                      aclTensor* tensor,
                                                      void* addr);
ACL_FUNC_VISIBILITY aclnnStatus aclSetOutputTensorAddr(aclOpExecutor* executor,
                                                       const size_t index,
                                                       aclTensor* tensor,
                                                       void* addr);
ACL_FUNC_VISIBILITY aclnnStatus aclSetTensorAddr(aclOpExecutor* executor,
                                                 const size_t index,
                                                 aclTensor* tensor, void* addr);

// The same for element `relativeIndex` of a list; 161002 beyond its end.
ACL_FUNC_VISIBILITY aclnnStatus aclSetDynamicInputTensorAddr(
    aclOpExecutor* executor, size_t irIndex, const size_t relativeIndex,
    aclTensorList* tensors, void* addr);
ACL_FUNC_VISIBILITY aclnnStatus aclSetDynamicOutputTensorAddr(
    aclOpExecutor* executor, size_t irIndex, const size_t relativeIndex,
    aclTensorList* tensors, void* addr);
ACL_FUNC_VISIBILITY aclnnStatus aclSetDynamicTensorAddr(
    aclOpExecutor* executor, size_t irIndex, const size_t relativeIndex,
    aclTensorList* tensors, void* addr);

// Old spellings of the six functions above.
ACL_FUNC_VISIBILITY aclnnStatus AclSetInputTensorAddr(aclOpExecutor* executor,
                                                      const size_t index,
                                                      aclTensor* tensor,
                                                      void* addr);
ACL_FUNC_VISIBILITY aclnnStatus AclSetOutputTensorAddr(aclOpExecutor* executor,
                                                       const size_t index,
                                                       aclTensor* tensor,
                                                       void* addr);
ACL_FUNC_VISIBILITY aclnnStatus AclSetTensorAddr(aclOpExecutor* executor,
                                                 const size_t index,
                                                 aclTensor* tensor, void* addr);
ACL_FUNC_VISIBILITY aclnnStatus AclSetDynamicInputTensorAddr(
    aclOpExecutor* executor, size_t irIndex, const size_t relativeIndex,
    aclTensorList* tensors, void* addr);
ACL_FUNC_VISIBILITY aclnnStatus AclSetDynamicOutputTensorAddr(
    aclOpExecutor* executor, size_t irIndex, const size_t relativeIndex,
    aclTensorList* tensors, void* addr);
ACL_FUNC_VISIBILITY aclnnStatus AclSetDynamicTensorAddr(
    aclOpExecutor* executor, size_t irIndex, const size_t relativeIndex,
    aclTensorList* tensors, void* addr);

// Not supported here: always 207000 (ACL_ERROR_RT_FEATURE_NOT_SUPPORT). Tensors
// are ordinary memory; a debugger or a copy shows them.
ACL_FUNC_VISIBILITY aclnnStatus aclDumpOpTensors(
    const char* opType, const char* opName, aclTensor** tensors,
    size_t inputTensorNum, size_t outputTensorNum, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OP_API_OP_API_COMMON_INC_EXTERNAL_ACL_META_H
