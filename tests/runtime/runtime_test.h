// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// What the tests of the runtime share. They know the public headers only.

#ifndef BACKLERP_TESTS_RUNTIME_RUNTIME_TEST_H_
#define BACKLERP_TESTS_RUNTIME_RUNTIME_TEST_H_

#include <chrono>
#include <condition_variable>
#include <cstring>
#include <list>
#include <mutex>
#include <string>

#include "acl/acl.h"
#include "gmock/gmock.h"

namespace backlerp::test {

// An address that no runtime function has handed out as a handle.
inline void* NoHandle() {
  static int object;
  return &object;
}

// A value that the enumeration lacks, as a C program can pass it.
template <typename Enum>
Enum NoSuch(int value) {
  static_assert(sizeof(Enum) == sizeof(value));
  Enum result;
  std::memcpy(&result, &value, sizeof(value));
  return result;
}

inline std::string TakeMessage() {
  const char* const message = aclGetRecentErrMsg();
  return message == nullptr ? std::string() : message;
}

// A call that must answer `code` and leave a message with both words: the
// function's name and the argument's.
inline void ExpectRefusal(aclError answer, aclError code,
                          const std::string& function,
                          const std::string& argument) {
  EXPECT_EQ(answer, code) << function;
  const std::string message = TakeMessage();
  EXPECT_THAT(message, testing::HasSubstr(function));
  EXPECT_THAT(message, testing::HasSubstr(argument));
  EXPECT_EQ(message.find('\n'), message.size() - 1) << "one line: " << message;
}

// Calls `function(arguments...)`.
#define EXPECT_REFUSED(code, word, function, ...) \
  ::backlerp::test::ExpectRefusal(function(__VA_ARGS__), code, #function, word)

// A door that a task waits at until the test opens it. What the task touches
// stays for the life of the process: a test may end before the task does.
class Gate {
 public:
  Gate() : door_(NewDoor()) {}
  ~Gate() { Open(); }
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  void Open() {
    const std::lock_guard lock(door_->mutex);
    door_->open = true;
    door_->changed.notify_all();
  }
  // Until a task stands at the door.
  void AwaitArrival() {
    std::unique_lock lock(door_->mutex);
    door_->changed.wait(lock, [this] { return door_->arrived; });
  }

  // For aclrtLaunchHostFunc, with door() as its argument.
  static void Pass(void* argument) {
    auto* const door = static_cast<Door*>(argument);
    std::unique_lock lock(door->mutex);
    door->arrived = true;
    door->changed.notify_all();
    door->changed.wait(lock, [door] { return door->open; });
  }
  void* door() const { return door_; }

 private:
  struct Door {
    std::mutex mutex;
    std::condition_variable changed;
    bool open = false;
    bool arrived = false;
  };
  static Door* NewDoor() {
    static auto* const doors = new std::list<Door>;
    return &doors->emplace_back();
  }

  Door* const door_;
};

// Device 0 is set in the test's thread, and reset afterwards.
class RuntimeTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    TakeMessage();
    aclrtGetLastError(ACL_RT_THREAD_LEVEL);
  }
  void TearDown() override { aclrtResetDeviceForce(0); }

  static aclrtStream NewStream() {
    aclrtStream stream = nullptr;
    EXPECT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    return stream;
  }
};

}  // namespace backlerp::test

#endif  // BACKLERP_TESTS_RUNTIME_RUNTIME_TEST_H_
