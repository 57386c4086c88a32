// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Life cycle, devices, contexts, streams, events and memory. The conventions
// that hold for every function stand at the top of acl_base_rt.h.
//
// "Needs a context" means: 107002 if the calling thread has no current context
// (call aclrtSetDevice or aclrtSetCurrentContext first). "A stream" means a
// live handle or null, which is the default stream of the current context;
// another value is 107017.

#ifndef INC_EXTERNAL_ACL_ACL_RT_H_
#define INC_EXTERNAL_ACL_ACL_RT_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "acl_base.h"
#include "acl_rt_allocator.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ACL_MAJOR_VERSION 1
#define ACL_MINOR_VERSION 17
#define ACL_PATCH_VERSION 0

#define ACL_EVENT_SYNC 0x00000001u
#define ACL_EVENT_CAPTURE_STREAM_PROGRESS 0x00000002u
#define ACL_EVENT_TIME_LINE 0x00000008u
#define ACL_EVENT_DEVICE_USE_ONLY 0x00000010u
#define ACL_EVENT_EXTERNAL 0x00000020u
#define ACL_EVENT_IPC 0x00000040u

#define ACL_STREAM_FAST_LAUNCH 0x00000001u
#define ACL_STREAM_FAST_SYNC 0x00000002u
#define ACL_STREAM_PERSISTENT 0x00000004u
#define ACL_STREAM_HUGE 0x00000008u
#define ACL_STREAM_CPU_SCHEDULE 0x00000010u
#define ACL_STREAM_DEVICE_USE_ONLY 0x00000020u

#define ACL_CONTINUE_ON_FAILURE 0x00000000u
#define ACL_STOP_ON_FAILURE 0x00000001u

#define ACL_PKG_VERSION_MAX_SIZE 128
#define ACL_PKG_VERSION_PARTS_MAX_SIZE 64

// Handles of features that this library does not have; only their names exist.
typedef void* aclrtNotify;
typedef void* aclrtCntNotify;
typedef void* aclrtLabel;
typedef void* aclrtLabelList;
typedef void* aclrtMbuf;
typedef void* aclrtTaskGrp;
typedef void* aclmdlRI;

typedef enum aclrtRunMode { ACL_DEVICE = 0, ACL_HOST = 1 } aclrtRunMode;

typedef enum aclrtMemcpyKind {
  ACL_MEMCPY_HOST_TO_HOST = 0,
  ACL_MEMCPY_HOST_TO_DEVICE = 1,
  ACL_MEMCPY_DEVICE_TO_HOST = 2,
  ACL_MEMCPY_DEVICE_TO_DEVICE = 3,
  ACL_MEMCPY_DEFAULT = 4,
  ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE = 5,
  ACL_MEMCPY_INNER_DEVICE_TO_DEVICE = 6,
  ACL_MEMCPY_INTER_DEVICE_TO_DEVICE = 7
} aclrtMemcpyKind;

typedef enum aclrtMemMallocPolicy {
  ACL_MEM_MALLOC_HUGE_FIRST = 0,
  ACL_MEM_MALLOC_HUGE_ONLY = 1,
  ACL_MEM_MALLOC_NORMAL_ONLY = 2,
  ACL_MEM_MALLOC_HUGE_FIRST_P2P = 3,
  ACL_MEM_MALLOC_HUGE_ONLY_P2P = 4,
  ACL_MEM_MALLOC_NORMAL_ONLY_P2P = 5,
  ACL_MEM_MALLOC_HUGE1G_ONLY = 6,
  ACL_MEM_MALLOC_HUGE1G_ONLY_P2P = 7,
  ACL_MEM_TYPE_LOW_BAND_WIDTH = 0x0100,
  ACL_MEM_TYPE_HIGH_BAND_WIDTH = 0x1000,
  ACL_MEM_ACCESS_USER_SPACE_READONLY = 0x100000
} aclrtMemMallocPolicy;

typedef enum aclrtMemAttr {
  ACL_DDR_MEM = 0,
  ACL_HBM_MEM = 1,
  ACL_DDR_MEM_HUGE = 2,
  ACL_DDR_MEM_NORMAL = 3,
  ACL_HBM_MEM_HUGE = 4,
  ACL_HBM_MEM_NORMAL = 5,
  ACL_DDR_MEM_P2P_HUGE = 6,
  ACL_DDR_MEM_P2P_NORMAL = 7,
  ACL_HBM_MEM_P2P_HUGE = 8,
  ACL_HBM_MEM_P2P_NORMAL = 9,
  ACL_HBM_MEM_HUGE1G = 10,
  ACL_HBM_MEM_P2P_HUGE1G = 11,
  ACL_MEM_NORMAL = 12,
  ACL_MEM_HUGE = 13,
  ACL_MEM_HUGE1G = 14,
  ACL_MEM_P2P_NORMAL = 15,
  ACL_MEM_P2P_HUGE = 16,
  ACL_MEM_P2P_HUGE1G = 17
} aclrtMemAttr;

typedef enum {
  ACL_OPT_DETERMINISTIC = 0,
  ACL_OPT_ENABLE_DEBUG_KERNEL = 1,
  ACL_OPT_STRONG_CONSISTENCY = 2,
  ACL_OPT_ENABLE_KERNEL_EARLY_START = 3
} aclSysParamOpt;

typedef enum aclrtStreamStatus {
  ACL_STREAM_STATUS_COMPLETE = 0,
  ACL_STREAM_STATUS_NOT_READY = 1,
  ACL_STREAM_STATUS_RESERVED = 0xFFFF
} aclrtStreamStatus;

typedef enum aclrtEventStatus {
  ACL_EVENT_STATUS_COMPLETE = 0,
  ACL_EVENT_STATUS_NOT_READY = 1,
  ACL_EVENT_STATUS_RESERVED = 2
} aclrtEventStatus;

// Of the opposite polarity to the two above.
typedef enum aclrtEventRecordedStatus {
  ACL_EVENT_RECORDED_STATUS_NOT_READY = 0,
  ACL_EVENT_RECORDED_STATUS_COMPLETE = 1
} aclrtEventRecordedStatus;

typedef enum aclrtEventWaitStatus {
  ACL_EVENT_WAIT_STATUS_COMPLETE = 0,
  ACL_EVENT_WAIT_STATUS_NOT_READY = 1,
  ACL_EVENT_WAIT_STATUS_RESERVED = 0xFFFF
} aclrtEventWaitStatus;

typedef enum aclrtFloatOverflowMode {
  ACL_RT_OVERFLOW_MODE_SATURATION = 0,
  ACL_RT_OVERFLOW_MODE_INFNAN = 1,
  ACL_RT_OVERFLOW_MODE_UNDEF = 2
} aclrtFloatOverflowMode;

typedef enum aclrtLastErrLevel { ACL_RT_THREAD_LEVEL = 0 } aclrtLastErrLevel;

typedef enum aclrtDevAttr {
  ACL_DEV_ATTR_AICPU_CORE_NUM = 1,
  ACL_DEV_ATTR_AICORE_CORE_NUM = 101,
  ACL_DEV_ATTR_VECTOR_CORE_NUM = 201
} aclrtDevAttr;

typedef enum aclrtCallbackBlockType {
  ACL_CALLBACK_NO_BLOCK = 0,
  ACL_CALLBACK_BLOCK = 1
} aclrtCallbackBlockType;

typedef enum aclrtHostRegisterType {
  ACL_HOST_REGISTER_MAPPED = 0
} aclrtHostRegisterType;

typedef enum aclrtMemLocationType {
  ACL_MEM_LOCATION_TYPE_HOST = 0,
  ACL_MEM_LOCATION_TYPE_DEVICE = 1,
  ACL_MEM_LOCATION_TYPE_UNREGISTERED = 2
} aclrtMemLocationType;

typedef struct aclrtMemLocation {
  uint32_t id;  // of the device
  aclrtMemLocationType type;
} aclrtMemLocation;

typedef struct aclrtPtrAttributes {
  aclrtMemLocation location;
  uint32_t pageSize;  // bytes
  uint32_t rsv[4];
} aclrtPtrAttributes;

typedef enum aclrtMallocAttrType {
  ACL_RT_MEM_ATTR_RSV = 0,
  ACL_RT_MEM_ATTR_MODULE_ID = 1,
  ACL_RT_MEM_ATTR_DEVICE_ID = 2
} aclrtMallocAttrType;

typedef union aclrtMallocAttrValue {
  uint16_t moduleId;
  uint32_t deviceId;
  uint8_t rsv[8];
} aclrtMallocAttrValue;

typedef struct aclrtMallocAttribute {
  aclrtMallocAttrType attr;
  aclrtMallocAttrValue value;
} aclrtMallocAttribute;

typedef struct aclrtMallocConfig {
  aclrtMallocAttribute* attrs;
  size_t numAttrs;
} aclrtMallocConfig;

typedef struct aclrtStreamConfigHandle aclrtStreamConfigHandle;

typedef enum aclCANNPackageName {
  ACL_PKG_NAME_CANN = 0,
  ACL_PKG_NAME_RUNTIME = 1,
  ACL_PKG_NAME_COMPILER = 2,
  ACL_PKG_NAME_HCCL = 3,
  ACL_PKG_NAME_TOOLKIT = 4,
  ACL_PKG_NAME_OPP = 5,
  ACL_PKG_NAME_OPP_KERNEL = 6,
  ACL_PKG_NAME_DRIVER = 7
} aclCANNPackageName;

typedef struct aclCANNPackageVersion {
  char version[ACL_PKG_VERSION_MAX_SIZE];
  char majorVersion[ACL_PKG_VERSION_PARTS_MAX_SIZE];
  char minorVersion[ACL_PKG_VERSION_PARTS_MAX_SIZE];
  char releaseVersion[ACL_PKG_VERSION_PARTS_MAX_SIZE];
  char patchVersion[ACL_PKG_VERSION_PARTS_MAX_SIZE];
  char reserved[ACL_PKG_VERSION_MAX_SIZE];
} aclCANNPackageVersion;

typedef void (*aclrtCallback)(void* userData);
typedef void (*aclrtHostFunc)(void* args);

// ----------------------------------------------------------------- life cycle

// Initialises the process and reads the environment (BACKLERP_*) again.
// `configPath` is null, "", or the path of a file with one JSON object; of its
// members "err_msg_mode": "1" is heeded, which makes error messages
// process-wide. Codes: 100002 already initialised (counted, and as good as
// success), 100003 the file cannot be read, 100005 it is larger than 10 MiB,
// 100006 it is no JSON object, 100000 its content differs from that of the
// first initialisation of the process. After aclFinalize the process may
// initialise again.
ACL_FUNC_VISIBILITY aclError aclInit(const char* configPath);

// Undoes every aclInit at once. Waits for no stream: work in flight goes on,
// and handles and memory stay valid. Code: 100037 already finalised.
ACL_FUNC_VISIBILITY aclError aclFinalize(void);

// Undoes one aclInit, the last of them really; the count that is left goes to
// `*refCount` unless it is null. Code: 100037 not initialised (the count, 0, is
// written all the same).
ACL_FUNC_VISIBILITY aclError aclFinalizeReference(uint64_t* refCount);

// The messages of the calling thread since the last call, one a line, or null
// where there is none. Clears them. The text is valid until the thread's next
// call.
ACL_FUNC_VISIBILITY const char* aclGetRecentErrMsg(void);

// The code of the calling thread's last failed runtime call, 0 if none; Get
// also clears it. `level` must be ACL_RT_THREAD_LEVEL, else 100000.
ACL_FUNC_VISIBILITY aclError aclrtPeekAtLastError(aclrtLastErrLevel level);
ACL_FUNC_VISIBILITY aclError aclrtGetLastError(aclrtLastErrLevel level);

// The version of this interface, ACL_*_VERSION.
ACL_FUNC_VISIBILITY aclError aclrtGetVersion(int32_t* majorVersion,
                                             int32_t* minorVersion,
                                             int32_t* patchVersion);

// The toolkit generation whose interface the library keeps, for the packages
// CANN and RUNTIME. Codes: 100000 null, 100003 another package.
ACL_FUNC_VISIBILITY aclError
aclsysGetCANNVersion(aclCANNPackageName name, aclCANNPackageVersion* version);

// Not supported: 207000 (100000 for null).
ACL_FUNC_VISIBILITY aclError aclsysGetVersionStr(char* pkgName,
                                                 char* versionStr);
ACL_FUNC_VISIBILITY aclError aclsysGetVersionNum(char* pkgName,
                                                 int32_t* versionNum);

// ------------------------------------------------------------ devices,
// contexts

// There is one device, 0: the CPUs of this process. Its memory is the
// process's memory.

// Makes the default context of the device current in this thread, and counts.
// Threads that set the same device share one default context.
// Code: 107001 no such device.
ACL_FUNC_VISIBILITY aclError aclrtSetDevice(int32_t deviceId);

// Undoes one aclrtSetDevice. The last one waits for the default context's
// streams and releases them; their handles are dead afterwards. Memory stays
// until it is freed. Codes: 107001 no such device, 507007 not set.
ACL_FUNC_VISIBILITY aclError aclrtResetDevice(int32_t deviceId);

// Undoes all at once, and drops work that has not begun instead of waiting for
// it. Codes: as aclrtResetDevice.
ACL_FUNC_VISIBILITY aclError aclrtResetDeviceForce(int32_t deviceId);

// The device of the current context. Needs a context.
ACL_FUNC_VISIBILITY aclError aclrtGetDevice(int32_t* deviceId);
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceCount(uint32_t* count);

// Waits for all streams of all contexts of the device, and reports the first
// failure on one of them as aclrtSynchronizeStream does. Needs a context. The
// timeout is in milliseconds, -1 for none; any other value below 1 is 107000,
// expiry 507046.
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeDevice(void);
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout);

// ACL_HOST: host and device have pointers of their own, as far as a client
// need know.
ACL_FUNC_VISIBILITY aclError aclrtGetRunMode(aclrtRunMode* runMode);

// A context of its own, with its own default stream, current in this thread at
// once. Codes: 107001 no such device.
ACL_FUNC_VISIBILITY aclError aclrtCreateContext(aclrtContext* context,
                                                int32_t deviceId);

// Waits for the context's streams and releases them. Threads in which it was
// current have no context afterwards. Codes: 107000 no live context, or a
// device's default one.
ACL_FUNC_VISIBILITY aclError aclrtDestroyContext(aclrtContext context);

// Code: 107000 no live context.
ACL_FUNC_VISIBILITY aclError aclrtSetCurrentContext(aclrtContext context);

// Needs a context.
ACL_FUNC_VISIBILITY aclError aclrtGetCurrentContext(aclrtContext* context);

// The handle of the stream that null stands for. Needs a context. It must not
// be destroyed (107000).
ACL_FUNC_VISIBILITY aclError
aclrtCtxGetCurrentDefaultStream(aclrtStream* stream);

// The number of threads that operators use, for each of the attributes.
// Codes: 107001 `deviceId` not 0, 100000 unknown attribute.
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceInfo(uint32_t deviceId,
                                                aclrtDevAttr attr,
                                                int64_t* value);

// Peers: not supported, 207000.
ACL_FUNC_VISIBILITY aclError aclrtDeviceCanAccessPeer(int32_t* canAccessPeer,
                                                      int32_t deviceId,
                                                      int32_t peerDeviceId);
ACL_FUNC_VISIBILITY aclError aclrtDeviceEnablePeerAccess(int32_t peerDeviceId,
                                                         uint32_t flags);

// INFNAN is how this library computes: success. Other modes: 207000.
ACL_FUNC_VISIBILITY aclError aclrtSetDeviceSatMode(aclrtFloatOverflowMode mode);

// How many seconds later calls of aclrtStreamWaitEvent let a stream wait; 0,
// the default, is without limit.
ACL_FUNC_VISIBILITY aclError aclrtSetOpWaitTimeout(uint32_t timeout);

// Accepted without effect: an operator here cannot hang.
ACL_FUNC_VISIBILITY aclError aclrtSetOpExecuteTimeOut(uint32_t timeout);

// --------------------------------------------------------------------- streams

// A stream runs its tasks in the order of submission, on a thread of its own
// that starts with the first task; submitting returns at once. Only an
// operator's short run (up to 128 KiB of both tensors) is done on the caller's
// thread, before its phase 2 returns, where the stream has nothing to do.
// Different streams are unordered unless events link them. Synchronising from a
// task of the same stream would never end and is refused with 207000.

// In the current context. Codes: 107002; 207001 or 207008 without resources.
ACL_FUNC_VISIBILITY aclError aclrtCreateStream(aclrtStream* stream);

// `priority` is kept and has no effect; unknown bits of `flag` are ignored. On
// a stream with PERSISTENT, CPU_SCHEDULE or DEVICE_USE_ONLY synchronise calls
// return at once. Codes: as aclrtCreateStream.
ACL_FUNC_VISIBILITY aclError aclrtCreateStreamWithConfig(aclrtStream* stream,
                                                         uint32_t priority,
                                                         uint32_t flag);

// `handle` null: as aclrtCreateStream; configurations are not supported,
// 207000.
ACL_FUNC_VISIBILITY aclError
aclrtCreateStreamV2(aclrtStream* stream, const aclrtStreamConfigHandle* handle);

// Waits for the stream's tasks and ends it. Null is 100000 here. Codes: 107017
// no live stream, 107000 a default stream. Force: drops the tasks that have not
// begun, and does not wait for the one that has.
ACL_FUNC_VISIBILITY aclError aclrtDestroyStream(aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclrtDestroyStreamForce(aclrtStream stream);

// Waits for the tasks submitted so far. Answers the code of the first task that
// failed since the last synchronise, and adds that task's message to the
// calling thread's. Needs a context. The timeout is in milliseconds, -1 for
// none; any other value below 1 is 107000, expiry 507046.
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeStream(aclrtStream stream);
ACL_FUNC_VISIBILITY aclError
aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout);

// Whether all tasks submitted so far are done. Never blocks. Needs a context.
ACL_FUNC_VISIBILITY aclError aclrtStreamQuery(aclrtStream stream,
                                              aclrtStreamStatus* status);

// Lets `stream` wait for the latest record of `event` that was submitted before
// this call, if there is one. `timeout` is in milliseconds, 0 for none,
// negative 107000; without it aclrtSetOpWaitTimeout applies. Expiry is a
// failure on the stream, 507047, and the tasks behind it run. Needs a context.
// Codes: 107017 no live event, 107000 an event made without ACL_EVENT_SYNC.
ACL_FUNC_VISIBILITY aclError aclrtStreamWaitEvent(aclrtStream stream,
                                                  aclrtEvent event);
ACL_FUNC_VISIBILITY aclError aclrtStreamWaitEventWithTimeout(aclrtStream stream,
                                                             aclrtEvent event,
                                                             int32_t timeout);

// What the stream was made with, and a number that no other stream of the
// process has had. Need a context.
ACL_FUNC_VISIBILITY aclError aclrtStreamGetId(aclrtStream stream,
                                              int32_t* streamId);
ACL_FUNC_VISIBILITY aclError aclrtStreamGetPriority(aclrtStream stream,
                                                    uint32_t* priority);
ACL_FUNC_VISIBILITY aclError aclrtStreamGetFlags(aclrtStream stream,
                                                 uint32_t* flags);

// ACL_STOP_ON_FAILURE: after a failure the stream runs no further task and
// every synchronise reports it. ACL_CONTINUE_ON_FAILURE, the default: it goes
// on. Needs a context. Codes: 107000 another mode, or a null stream.
ACL_FUNC_VISIBILITY aclError aclrtSetStreamFailureMode(aclrtStream stream,
                                                       uint64_t mode);

// Drops the tasks that have not begun, and waits for the one that has. Needs a
// context.
ACL_FUNC_VISIBILITY aclError aclrtStreamAbort(aclrtStream stream);

// Not supported, 207000: streams are limited by memory only.
ACL_FUNC_VISIBILITY aclError aclrtGetStreamAvailableNum(uint32_t* streamCount);

// Calls `fn(args)` as a task of the stream, on the stream's thread. `fn` must
// not wait for its own stream and must not throw. Needs a context.
ACL_FUNC_VISIBILITY aclError aclrtLaunchHostFunc(aclrtStream stream,
                                                 aclrtHostFunc fn, void* args);

// Calls `fn(userData)` in the order of the stream's tasks, on the thread that
// subscribed to the stream, inside its aclrtProcessReport. With
// ACL_CALLBACK_BLOCK the stream waits for the call's end. Needs a context.
// Codes: 107015 no thread has subscribed, 107000 another `blockType`.
ACL_FUNC_VISIBILITY aclError
aclrtLaunchCallback(aclrtCallback fn, void* userData,
                    aclrtCallbackBlockType blockType, aclrtStream stream);

// Makes the thread `threadId` (pthread_self() of it) the one that runs the
// stream's callbacks. Needs a context. Code: 107011 the stream has one already.
ACL_FUNC_VISIBILITY aclError aclrtSubscribeReport(uint64_t threadId,
                                                  aclrtStream stream);

// Ends that; callbacks not yet run are dropped. Needs a context.
// Code: 107011 `threadId` is not the stream's.
ACL_FUNC_VISIBILITY aclError aclrtUnSubscribeReport(uint64_t threadId,
                                                    aclrtStream stream);

// Waits up to `timeout` milliseconds (-1: without limit) for a callback of the
// streams that the calling thread subscribed to, and runs it. Codes: 107000
// `timeout` below -1, 100035 the thread has subscribed to none, 100036 no
// callback came in time.
ACL_FUNC_VISIBILITY aclError aclrtProcessReport(int32_t timeout);

// ---------------------------------------------------------------------- events

// An event marks a place in a stream. aclrtCreateEvent's serves every call but
// aclrtResetEvent; WithFlag's lacks what its flags lack: ACL_EVENT_SYNC for
// streams to wait for it, ACL_EVENT_TIME_LINE for times. ExWithFlag's cannot be
// used in aclrtResetEvent, aclrtQueryEvent and aclrtQueryEventWaitStatus
// (207000), and counts as complete until it is first recorded. All calls on an
// event answer 107017 where it is no live event. Create needs a context.
ACL_FUNC_VISIBILITY aclError aclrtCreateEvent(aclrtEvent* event);
ACL_FUNC_VISIBILITY aclError aclrtCreateEventWithFlag(aclrtEvent* event,
                                                      uint32_t flag);
ACL_FUNC_VISIBILITY aclError aclrtCreateEventExWithFlag(aclrtEvent* event,
                                                        uint32_t flag);

// Never blocks; records and waits already submitted still happen.
ACL_FUNC_VISIBILITY aclError aclrtDestroyEvent(aclrtEvent event);

// The event now stands for this place in the stream. Needs a context.
ACL_FUNC_VISIBILITY aclError aclrtRecordEvent(aclrtEvent event,
                                              aclrtStream stream);

// As a task of the stream: the event is as if never recorded. Needs a context.
// Codes: 107000 an event made without ACL_EVENT_SYNC, 207000 an Ex event.
ACL_FUNC_VISIBILITY aclError aclrtResetEvent(aclrtEvent event,
                                             aclrtStream stream);

// Waits until the latest record has happened. The timeout is in milliseconds,
// -1 for none; any other value below 1 is 107000, expiry 507047. An event never
// recorded is 507000, an Ex event then succeeds.
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeEvent(aclrtEvent event);
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event,
                                                              int32_t timeout);

// Whether the latest record has happened; aclrtQueryEvent is the older form.
ACL_FUNC_VISIBILITY aclError
aclrtQueryEventStatus(aclrtEvent event, aclrtEventRecordedStatus* status);
ACL_FUNC_VISIBILITY aclError aclrtQueryEvent(aclrtEvent event,
                                             aclrtEventStatus* status);

// Whether all waits of streams for the event are over.
ACL_FUNC_VISIBILITY aclError
aclrtQueryEventWaitStatus(aclrtEvent event, aclrtEventWaitStatus* status);

// Milliseconds from one record to the other, negative where the end came first.
// Timestamp: microseconds of a clock that never goes back. Codes: 507000 never
// recorded, 107006 the record has not happened yet or the event takes no times.
ACL_FUNC_VISIBILITY aclError aclrtEventElapsedTime(float* ms,
                                                   aclrtEvent startEvent,
                                                   aclrtEvent endEvent);
ACL_FUNC_VISIBILITY aclError aclrtEventGetTimestamp(aclrtEvent event,
                                                    uint64_t* timestamp);

// A number that no other event of the process has had.
ACL_FUNC_VISIBILITY aclError aclrtGetEventId(aclrtEvent event,
                                             uint32_t* eventId);

// ---------------------------------------------------------------------- memory

// `size` bytes, not initialised, at an address that is a multiple of 64.
// Readable and writable up to `size` rounded up to 32, and 32 bytes more (not
// with Align32, 1 GB policies, or the product Ascend950). Any `policy` is
// accepted. Needs a context. Codes: 100000 size 0 or too large to round, 207001
// out of memory. Release with aclrtFree.
ACL_FUNC_VISIBILITY aclError aclrtMalloc(void** devPtr, size_t size,
                                         aclrtMemMallocPolicy policy);
ACL_FUNC_VISIBILITY aclError aclrtMallocAlign32(void** devPtr, size_t size,
                                                aclrtMemMallocPolicy policy);
ACL_FUNC_VISIBILITY aclError aclrtMallocCached(void** devPtr, size_t size,
                                               aclrtMemMallocPolicy policy);

// `cfg` may be null; its attributes have no effect but a device id, which must
// be 0 (107001).
ACL_FUNC_VISIBILITY aclError aclrtMallocWithCfg(void** devPtr, size_t size,
                                                aclrtMemMallocPolicy policy,
                                                aclrtMallocConfig* cfg);

// Does not wait for work on the memory. Null is 100000. Code: 107000 not the
// address of a live block of the aclrtMalloc family. WithDevSync first waits
// for the device as aclrtSynchronizeDevice does, leaving failures for the next
// synchronise, and needs a context.
ACL_FUNC_VISIBILITY aclError aclrtFree(void* devPtr);
ACL_FUNC_VISIBILITY aclError aclrtFreeWithDevSync(void* devPtr);

// Host memory that asynchronous copies need not wait for. As aclrtMalloc, but
// without padding. Release with aclrtFreeHost.
ACL_FUNC_VISIBILITY aclError aclrtMallocHost(void** hostPtr, size_t size);
ACL_FUNC_VISIBILITY aclError aclrtMallocHostWithCfg(void** hostPtr,
                                                    uint64_t size,
                                                    aclrtMallocConfig* cfg);
ACL_FUNC_VISIBILITY aclError aclrtFreeHost(void* hostPtr);
ACL_FUNC_VISIBILITY aclError aclrtFreeHostWithDevSync(void* hostPtr);

// Copies `count` bytes before it returns; waits for no stream. Any memory of
// the process is accepted, and overlapping ranges are. In this order: count 0
// is success, whatever else; null 100000; `kind` above 5 100000; destMax 0 or
// below `count` 107000; equal addresses success; no context 107002.
ACL_FUNC_VISIBILITY aclError aclrtMemcpy(void* dst, size_t destMax,
                                         const void* src, size_t count,
                                         aclrtMemcpyKind kind);

// The same as a task of the stream. ACL_MEMCPY_HOST_TO_HOST is 207000. Where
// the host's side (for ACL_MEMCPY_DEFAULT: either side) is not memory of
// aclrtMalloc or aclrtMallocHost, the call waits for the stream and copies
// before it returns.
ACL_FUNC_VISIBILITY aclError aclrtMemcpyAsync(void* dst, size_t destMax,
                                              const void* src, size_t count,
                                              aclrtMemcpyKind kind,
                                              aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclrtMemcpyAsyncWithCondition(
    void* dst, size_t destMax, const void* src, size_t count,
    aclrtMemcpyKind kind, aclrtStream stream);

// Copies `height` rows of `width` bytes, whose starts are a pitch apart. Codes:
// 100000 `kind` above 5, 107000 a pitch below `width` or sizes that overflow;
// 107002. A width or height of 0 is success.
ACL_FUNC_VISIBILITY aclError aclrtMemcpy2d(void* dst, size_t dpitch,
                                           const void* src, size_t spitch,
                                           size_t width, size_t height,
                                           aclrtMemcpyKind kind);

// Sets `count` bytes to the low byte of `value`. In this order: count 0 is
// success, whatever else; null 100000; count above `maxCount` 107000; no
// context 107002.
ACL_FUNC_VISIBILITY aclError aclrtMemset(void* devPtr, size_t maxCount,
                                         int32_t value, size_t count);
ACL_FUNC_VISIBILITY aclError aclrtMemsetAsync(void* devPtr, size_t maxCount,
                                              int32_t value, size_t count,
                                              aclrtStream stream);

// The machine's memory in bytes, the same for every attribute. Needs a context.
// Code: 100000 unknown attribute.
ACL_FUNC_VISIBILITY aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t* free,
                                             size_t* total);

// Where `ptr` points: DEVICE or HOST by the function that allocated it, else
// UNREGISTERED.
ACL_FUNC_VISIBILITY aclError
aclrtPointerGetAttributes(const void* ptr, aclrtPtrAttributes* attributes);

// Not supported: 207000 (100000 for null). Host memory needs no registration
// here: use its address on the device.
ACL_FUNC_VISIBILITY aclError aclrtHostRegister(void* ptr, uint64_t size,
                                               aclrtHostRegisterType type,
                                               void** devPtr);

// Caches are coherent here: nothing to do. Size 0 is 100000.
ACL_FUNC_VISIBILITY aclError aclrtMemFlush(void* devPtr, size_t size);

// --------------------------------------------------------------------- options

// Operators here are deterministic whatever the options say; the values are
// kept for clients that read them back. DETERMINISTIC takes 0 to 3, the others
// 0 and 1 (else 107000); an unknown option is 100000.

// The current context's options; set also sets the process's. Need a context.
// KERNEL_EARLY_START is 100000 here. Get: 107021 never set in this context.
ACL_FUNC_VISIBILITY aclError aclrtCtxSetSysParamOpt(aclSysParamOpt opt,
                                                    int64_t value);
ACL_FUNC_VISIBILITY aclError aclrtCtxGetSysParamOpt(aclSysParamOpt opt,
                                                    int64_t* value);

// The process's options, 0 until set.
ACL_FUNC_VISIBILITY aclError aclrtSetSysParamOpt(aclSysParamOpt opt,
                                                 int64_t value);
ACL_FUNC_VISIBILITY aclError aclrtGetSysParamOpt(aclSysParamOpt opt,
                                                 int64_t* value);

#ifdef __cplusplus
}
#endif

#endif  // INC_EXTERNAL_ACL_ACL_RT_H_
