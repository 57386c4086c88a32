// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "tests/runtime/runtime_test.h"

namespace backlerp::test {
namespace {

class InitTest : public testing::Test {
 protected:
  InitTest() {
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    TakeMessage();
  }
  ~InitTest() override {
    while (aclFinalizeReference(nullptr) == ACL_SUCCESS) {
    }
    unsetenv("BACKLERP_SOC");
    TakeMessage();
    std::error_code ignored;
    for (const auto& file : files_) std::filesystem::remove(file, ignored);
  }

  // A file of this process with that text.
  std::string File(const std::string& text) {
    files_.push_back(std::filesystem::path(testing::TempDir()) /
                     ("backlerp_init_" + ProcessName() + "_" +
                      std::to_string(files_.size()) + ".json"));
    std::ofstream(files_.back()) << text;
    return files_.back().string();
  }

 private:
  // The processes of death tests, which do not come to the destructor, have the
  // name of the one that starts them.
  static std::string ProcessName() {
    setenv("BACKLERP_TEST_PROCESS", std::to_string(getpid()).c_str(),
           /*overwrite=*/0);
    return getenv("BACKLERP_TEST_PROCESS");
  }

  std::vector<std::filesystem::path> files_;
};

TEST_F(InitTest, SecondInitIsCountedAndAnswersRepeat) {
  EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
  EXPECT_REFUSED(ACL_ERROR_REPEAT_INITIALIZE, "initialised already", aclInit,
                 nullptr);
  uint64_t count = 99;
  EXPECT_EQ(aclFinalizeReference(&count), ACL_SUCCESS);
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(aclFinalizeReference(&count), ACL_SUCCESS);
  EXPECT_EQ(count, 0u);
  count = 99;
  EXPECT_REFUSED(ACL_ERROR_REPEAT_FINALIZE, "finalised", aclFinalizeReference,
                 &count);
  EXPECT_EQ(count, 0u);
}

TEST_F(InitTest, FinalizeUndoesEveryInitAtOnce) {
  EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE);
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
  TakeMessage();
  EXPECT_REFUSED(ACL_ERROR_REPEAT_FINALIZE, "finalised", aclFinalize);
  EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
}

TEST_F(InitTest, FinalizeBeforeAnyInitIsNoRepeat) {
  EXPECT_EXIT(std::exit(aclFinalize() == ACL_SUCCESS ? 0 : 1),
              testing::ExitedWithCode(0), "");
}

TEST_F(InitTest, ProcessMayEndWithWorkInFlight) {
  EXPECT_EXIT(
      {
        aclrtSetDevice(0);
        Gate gate;  // exit leaves it closed
        aclrtLaunchHostFunc(nullptr, Gate::Pass, gate.door());
        aclrtLaunchHostFunc(nullptr, Gate::Pass, gate.door());
        gate.AwaitArrival();
        std::exit(aclFinalize() == ACL_SUCCESS ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

TEST_F(InitTest, FinalizeLeavesWorkInFlightAlone) {
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  Gate gate;
  ASSERT_EQ(aclrtLaunchHostFunc(nullptr, Gate::Pass, gate.door()), ACL_SUCCESS);
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
}

TEST_F(InitTest, EmptyPathIsNoFile) { EXPECT_EQ(aclInit(""), ACL_SUCCESS); }

TEST_F(InitTest, RefusesFiles) {
  EXPECT_REFUSED(ACL_ERROR_INVALID_FILE, "configPath", aclInit,
                 "/no/such/file.json");
  EXPECT_REFUSED(ACL_ERROR_INVALID_FILE, "configPath", aclInit, "/");
  const std::string big(size_t{11} << 20, ' ');
  EXPECT_REFUSED(ACL_ERROR_INVALID_FILE_SIZE, "configPath", aclInit,
                 File(big).c_str());
  // No failed call counts as an initialisation.
  EXPECT_EQ(aclFinalizeReference(nullptr), ACL_ERROR_REPEAT_FINALIZE);
}

// A process of its own for each text: the first file decides for its process.
void ExpectAnswer(const std::string& file, aclError code) {
  EXPECT_EXIT(std::exit(aclInit(file.c_str()) == code ? 0 : 1),
              testing::ExitedWithCode(0), "");
}

TEST_F(InitTest, ReadsJson) {
  for (const char* text :
       {"{}", " {\n} ",
        "{\"a\": [1, -2.5e+3, \"x\\u00e9\\n\", true, null, {}]}",
        "{\"dump\":{\"dump_scene\":\"lite_exception\"}}"}) {
    SCOPED_TRACE(text);
    ExpectAnswer(File(text), ACL_SUCCESS);
  }
  for (const std::string& text :
       {std::string(), std::string("[]"), std::string("{"), std::string("{}x"),
        std::string("{\"a\"}"), std::string("{\"a\": 1,}"),
        std::string("{\"a\": 01}"), std::string("{\"a\": tru}"),
        std::string("{\"a\": \"\\x\"}"), std::string("{\"a\": \"\t\"}"),
        std::string("{\"a\": 1.}"), std::string("{\"a\": [1}"),
        "{\"a\": " + std::string(100000, '[')}) {
    SCOPED_TRACE(text.substr(0, 40));
    ExpectAnswer(File(text), ACL_ERROR_PARSE_FILE);
  }
}

TEST_F(InitTest, LaterFileMustSayTheSame) {
  const std::string first = File("{\"a\": 1}");
  const std::string same = File("{\"a\": 1}");
  const std::string other = File("{\"a\": 2}");
  EXPECT_EQ(aclInit(first.c_str()), ACL_SUCCESS);
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
  EXPECT_EQ(aclInit(same.c_str()), ACL_SUCCESS);
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "configPath", aclInit, other.c_str());
  EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
}

TEST_F(InitTest, MessagesOfTheProcess) {
  const std::string file = File("{\"err_msg_mode\": \"1\"}");
  EXPECT_EXIT(
      {
        if (aclInit(file.c_str()) != ACL_SUCCESS) std::exit(2);
        std::thread([] { aclrtFree(nullptr); }).join();
        std::exit(TakeMessage().find("aclrtFree") != std::string::npos ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

TEST_F(InitTest, ReadsTheEnvironmentAgain) {
  EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
  EXPECT_STREQ(aclrtGetSocName(), "Ascend910B");
  setenv("BACKLERP_SOC", "Ascend310P", 1);
  EXPECT_EQ(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE);
  EXPECT_STREQ(aclrtGetSocName(), "Ascend910B");
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
  EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
  EXPECT_STREQ(aclrtGetSocName(), "Ascend310P");
  unsetenv("BACKLERP_SOC");
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
  EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
}

}  // namespace
}  // namespace backlerp::test
