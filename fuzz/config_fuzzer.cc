// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The JSON file of aclInit: any bytes are refused or read, and what else must
// hold of whatever is read.

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "acl/acl.h"
#include "fuzz/require.h"
#include "runtime/config_file.h"
#include "runtime/json.h"

namespace backlerp::fuzz {
namespace {

using runtime::ParseJsonObject;

constexpr std::string_view kSpace = " \t\r\n";

// A file in memory that has a path.
class MemoryFile {
 public:
  MemoryFile() : descriptor_(memfd_create("config", 0)) {
    Require(descriptor_ >= 0, "no file in memory (not the library's fault)");
  }
  std::string path() const {
    return "/proc/self/fd/" + std::to_string(descriptor_);
  }
  void Write(std::string_view text) const {
    const bool written = ftruncate(descriptor_, 0) == 0 &&
                         pwrite(descriptor_, text.data(), text.size(), 0) ==
                             static_cast<ssize_t>(text.size());
    Require(written, "the file was not written (not the library's fault)");
  }

 private:
  int descriptor_;
};

// What was read stands in the text, between quotes.
void CheckMembers(const std::string& text) {
  const auto members = ParseJsonObject(text);
  if (!members) return;
  for (const auto& [name, value] : *members) {
    for (const std::string& part : {name, value}) {
      Require(text.find('"' + part + '"') != std::string::npos,
              "a string that is not in the text");
      Require(std::none_of(
                  part.begin(), part.end(),
                  [](char c) { return static_cast<unsigned char>(c) < 0x20; }),
              "a control character in a string");
    }
  }
}

void CheckSpaceIsFree(const std::string& text) {
  Require(ParseJsonObject(text) == ParseJsonObject("\r\n" + text + " \t"),
          "space around the object makes a difference");
}

// An object stays one as a value, and what is none does not become one.
void CheckNesting(const std::string& text) {
  const bool is_object = ParseJsonObject(text).has_value();
  const auto outer =
      ParseJsonObject(R"({"before":"1","inner":)" + text + R"(,"after":"2"})");
  const bool begins_as_object =
      text.find_first_not_of(kSpace) != std::string::npos &&
      text[text.find_first_not_of(kSpace)] == '{';
  if (outer && is_object) {
    Require(outer->size() == 2 && outer->at("before") == "1" &&
                outer->at("after") == "2",
            "members of an inner object count as the outer one's");
  }
  const bool deep = std::count(text.begin(), text.end(), '{') +
                        std::count(text.begin(), text.end(), '[') >
                    60;
  if (is_object && !deep) Require(outer.has_value(), "an object is no value");
  // Two values with a comma in between would be members of the outer object.
  const bool one = text.find(',') == std::string::npos;
  if (!is_object && begins_as_object && one) {
    Require(!outer, "a value that is no object alone");
  }
}

void CheckPrefixes(const std::string& text) {
  if (!ParseJsonObject(text)) return;
  const size_t end = text.find_last_not_of(kSpace);
  Require(!ParseJsonObject(text.substr(0, end)),
          "an object without its end is one");
  Require(!ParseJsonObject(text + "}"), "an object with two ends is one");
}

void CheckFile(const std::string& text) {
  static const auto& file = *new MemoryFile;
  file.Write(text);
  runtime::ConfigFile config;
  const aclError code =
      runtime::ReadConfigFile("aclInit", file.path().c_str(), &config);
  const auto members = ParseJsonObject(text);
  if (!members) {
    Require(code == ACL_ERROR_PARSE_FILE, "no object, but another code");
    Require(config.text.empty() && !config.errors_process_wide,
            "a failure has changed the configuration");
    return;
  }
  Require(code == ACL_SUCCESS, "an object, but a failure");
  const auto mode = members->find("err_msg_mode");
  Require(config.text == text, "the text is another one");
  Require(config.errors_process_wide ==
              (mode != members->end() && mode->second == "1"),
          "err_msg_mode is not heeded");
}

}  // namespace
}  // namespace backlerp::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  setenv("BACKLERP_LOG", "off", /*replace=*/0);
  const std::string text(reinterpret_cast<const char*>(data), size);
  backlerp::fuzz::CheckMembers(text);
  backlerp::fuzz::CheckSpaceIsFree(text);
  backlerp::fuzz::CheckNesting(text);
  backlerp::fuzz::CheckPrefixes(text);
  backlerp::fuzz::CheckFile(text);
  return 0;
}
