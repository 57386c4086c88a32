// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The libraries as clients find them at run time, and the headers as C.

#include <dlfcn.h>

#include <memory>
#include <string>

#include "tests/aclnn/client.h"

extern "C" int BacklerpHeadersInC(void);

namespace backlerp::testing {
namespace {

struct Close {
  void operator()(void* library) const { dlclose(library); }
};
using Library = std::unique_ptr<void, Close>;

// By path, next to the library that this test runs on: the address sanitizer's
// dlopen does not know the test's own search path.
std::string PathOf(const char* name) {
  Dl_info info{};
  EXPECT_NE(dladdr(reinterpret_cast<void*>(aclCreateTensor), &info), 0);
  const std::string self = info.dli_fname;
  return self.substr(0, self.rfind('/') + 1) + name;
}

Library Open(const char* name) {
  Library library(dlopen(PathOf(name).c_str(), RTLD_LAZY));
  EXPECT_NE(library, nullptr) << dlerror();
  return library;
}

// Frameworks look for the constructors in the operators' library.
TEST(LibraryTest, OperatorLibraryLeadsToTheConstructors) {
  for (const char* name :
       {"libopapi.so", "libopapi_cv.so", "libopapi_math.so"}) {
    const Library library = Open(name);
    ASSERT_NE(library, nullptr);
    for (const char* symbol :
         {"aclCreateTensor", "aclDestroyTensor", "aclCreateIntArray",
          "aclnnUpsampleBilinear2dBackwardV2GetWorkspaceSize",
          "aclnnUpsampleBilinear2dBackwardV2", "aclnnUpsampleBilinear2d"}) {
      EXPECT_NE(dlsym(library.get(), symbol), nullptr) << name << " " << symbol;
    }
  }
}

// One copy of the state: a tensor made through one library is live in another.
TEST(LibraryTest, LibrariesShareTheirHandles) {
  const Library operators = Open("libopapi.so");
  const auto create = reinterpret_cast<decltype(&aclCreateTensor)>(
      dlsym(operators.get(), "aclCreateTensor"));
  ASSERT_NE(create, nullptr);
  const int64_t dim = 1;
  aclTensor* tensor =
      create(&dim, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &dim, 1, nullptr);
  EXPECT_EQ(aclDestroyTensor(tensor), ACLNN_SUCCESS);
}

TEST(LibraryTest, HeadersAreC) { EXPECT_EQ(BacklerpHeadersInC(), 0); }

}  // namespace
}  // namespace backlerp::testing
