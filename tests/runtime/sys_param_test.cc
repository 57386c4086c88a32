// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include <thread>

#include "tests/runtime/runtime_test.h"

namespace backlerp::test {
namespace {

class SysParamTest : public RuntimeTest {
 protected:
  ~SysParamTest() override {
    aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, 0);
    aclrtSetSysParamOpt(ACL_OPT_STRONG_CONSISTENCY, 0);
  }
  static int64_t OfProcess(aclSysParamOpt option) {
    int64_t value = -1;
    EXPECT_EQ(aclrtGetSysParamOpt(option, &value), ACL_SUCCESS);
    return value;
  }
};

TEST_F(SysParamTest, OfTheProcess) {
  EXPECT_EQ(OfProcess(ACL_OPT_DETERMINISTIC), 0);
  for (const int64_t value : {1, 2, 3, 0}) {
    EXPECT_EQ(aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, value), ACL_SUCCESS);
    EXPECT_EQ(OfProcess(ACL_OPT_DETERMINISTIC), value);
  }
  EXPECT_EQ(aclrtSetSysParamOpt(ACL_OPT_ENABLE_KERNEL_EARLY_START, 1),
            ACL_SUCCESS);
  EXPECT_EQ(OfProcess(ACL_OPT_ENABLE_KERNEL_EARLY_START), 1);
  EXPECT_EQ(aclrtSetSysParamOpt(ACL_OPT_ENABLE_KERNEL_EARLY_START, 0),
            ACL_SUCCESS);
}

TEST_F(SysParamTest, OfAContext) {
  int64_t value = -1;
  EXPECT_REFUSED(ACL_ERROR_RT_SYSPARAMOPT_NOT_SET, "opt",
                 aclrtCtxGetSysParamOpt, ACL_OPT_STRONG_CONSISTENCY, &value);
  EXPECT_EQ(aclrtCtxSetSysParamOpt(ACL_OPT_STRONG_CONSISTENCY, 1), ACL_SUCCESS);
  EXPECT_EQ(aclrtCtxGetSysParamOpt(ACL_OPT_STRONG_CONSISTENCY, &value),
            ACL_SUCCESS);
  EXPECT_EQ(value, 1);
  EXPECT_EQ(OfProcess(ACL_OPT_STRONG_CONSISTENCY), 1);
  aclrtContext other = nullptr;
  ASSERT_EQ(aclrtCreateContext(&other, 0), ACL_SUCCESS);
  EXPECT_REFUSED(ACL_ERROR_RT_SYSPARAMOPT_NOT_SET, "opt",
                 aclrtCtxGetSysParamOpt, ACL_OPT_STRONG_CONSISTENCY, &value);
  EXPECT_EQ(aclrtDestroyContext(other), ACL_SUCCESS);
}

TEST_F(SysParamTest, Refusals) {
  int64_t value = 0;
  for (const int64_t bad : {-1, 4}) {
    EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "value", aclrtSetSysParamOpt,
                   ACL_OPT_DETERMINISTIC, bad);
    EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "value", aclrtCtxSetSysParamOpt,
                   ACL_OPT_DETERMINISTIC, bad);
  }
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "value", aclrtSetSysParamOpt,
                 ACL_OPT_ENABLE_DEBUG_KERNEL, 2);
  for (const int bad : {-1, 4}) {
    const auto option = NoSuch<aclSysParamOpt>(bad);
    EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "opt", aclrtSetSysParamOpt, option,
                   0);
    EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "opt", aclrtGetSysParamOpt, option,
                   &value);
    EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "opt", aclrtCtxSetSysParamOpt,
                   option, 0);
  }
  constexpr auto kEarlyStart = ACL_OPT_ENABLE_KERNEL_EARLY_START;
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "opt", aclrtCtxSetSysParamOpt,
                 kEarlyStart, 1);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "opt", aclrtCtxGetSysParamOpt,
                 kEarlyStart, &value);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "value", aclrtGetSysParamOpt,
                 ACL_OPT_DETERMINISTIC, nullptr);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "value", aclrtCtxGetSysParamOpt,
                 ACL_OPT_DETERMINISTIC, nullptr);
  std::thread([] {
    int64_t got = 0;
    EXPECT_REFUSED(ACL_ERROR_RT_CONTEXT_NULL, "context", aclrtCtxSetSysParamOpt,
                   ACL_OPT_DETERMINISTIC, 1);
    EXPECT_REFUSED(ACL_ERROR_RT_CONTEXT_NULL, "context", aclrtCtxGetSysParamOpt,
                   ACL_OPT_DETERMINISTIC, &got);
    EXPECT_EQ(aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, 1), ACL_SUCCESS);
  }).join();
}

}  // namespace
}  // namespace backlerp::test
