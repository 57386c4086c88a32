// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include <pthread.h>

#include <atomic>
#include <thread>

#include "tests/runtime/runtime_test.h"

namespace backlerp::test {
namespace {

class CallbackTest : public RuntimeTest {
 protected:
  static uint64_t ThisThread() { return static_cast<uint64_t>(pthread_self()); }
};

struct Seen {
  std::atomic<int> runs{0};
  std::thread::id thread;
};

void See(void* pointer) {
  auto* const seen = static_cast<Seen*>(pointer);
  seen->thread = std::this_thread::get_id();
  ++seen->runs;
}

TEST_F(CallbackTest, RunsOnTheSubscribedThread) {
  const aclrtStream stream = NewStream();
  ASSERT_EQ(aclrtSubscribeReport(ThisThread(), stream), ACL_SUCCESS);
  Seen seen;
  ASSERT_EQ(aclrtLaunchCallback(See, &seen, ACL_CALLBACK_NO_BLOCK, stream),
            ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(seen.runs, 0);
  EXPECT_EQ(aclrtProcessReport(1000), ACL_SUCCESS);
  EXPECT_EQ(seen.runs, 1);
  EXPECT_EQ(seen.thread, std::this_thread::get_id());
  EXPECT_REFUSED(ACL_ERROR_WAIT_CALLBACK_TIMEOUT, "callback",
                 aclrtProcessReport, 5);
  EXPECT_EQ(aclrtUnSubscribeReport(ThisThread(), stream), ACL_SUCCESS);
}

TEST_F(CallbackTest, BlockingCallbackHoldsTheStream) {
  const aclrtStream stream = NewStream();
  ASSERT_EQ(aclrtSubscribeReport(ThisThread(), stream), ACL_SUCCESS);
  Seen seen;
  ASSERT_EQ(aclrtLaunchCallback(See, &seen, ACL_CALLBACK_BLOCK, stream),
            ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream, 20),
            ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  EXPECT_EQ(aclrtProcessReport(-1), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(seen.runs, 1);
}

TEST_F(CallbackTest, UnsubscribingLetsTheStreamGo) {
  const aclrtStream stream = NewStream();
  ASSERT_EQ(aclrtSubscribeReport(ThisThread(), stream), ACL_SUCCESS);
  Seen seen;
  // One callback on its way, one not yet reached.
  aclrtLaunchCallback(See, &seen, ACL_CALLBACK_BLOCK, stream);
  aclrtLaunchCallback(See, &seen, ACL_CALLBACK_BLOCK, stream);
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_EQ(aclrtUnSubscribeReport(ThisThread(), stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(seen.runs, 0);
}

TEST_F(CallbackTest, Refusals) {
  const aclrtStream stream = NewStream();
  Seen seen;
  EXPECT_REFUSED(ACL_ERROR_THREAD_NOT_SUBSCRIBE, "thread", aclrtProcessReport,
                 1);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "timeout", aclrtProcessReport, -2);
  EXPECT_REFUSED(ACL_ERROR_RT_STREAM_NO_CB_REG, "stream", aclrtLaunchCallback,
                 See, &seen, ACL_CALLBACK_BLOCK, stream);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "fn", aclrtLaunchCallback, nullptr,
                 &seen, ACL_CALLBACK_BLOCK, stream);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "blockType", aclrtLaunchCallback,
                 See, &seen, NoSuch<aclrtCallbackBlockType>(2), stream);
  EXPECT_REFUSED(ACL_ERROR_RT_STREAM_SUBSCRIBE, "threadId",
                 aclrtUnSubscribeReport, ThisThread(), stream);
  ASSERT_EQ(aclrtSubscribeReport(ThisThread(), stream), ACL_SUCCESS);
  EXPECT_REFUSED(ACL_ERROR_RT_STREAM_SUBSCRIBE, "stream", aclrtSubscribeReport,
                 ThisThread(), stream);
  EXPECT_REFUSED(ACL_ERROR_RT_STREAM_SUBSCRIBE, "threadId",
                 aclrtUnSubscribeReport, ThisThread() + 1, stream);
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_HANDLE, "stream", aclrtSubscribeReport,
                 ThisThread(), NoHandle());
}

}  // namespace
}  // namespace backlerp::test
