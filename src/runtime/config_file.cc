// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "runtime/config_file.h"

#include <cstdio>
#include <memory>
#include <utility>

#include "runtime/check.h"
#include "runtime/json.h"

namespace backlerp::runtime {
namespace {

constexpr size_t kMaxBytes = size_t{10} << 20;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

// Up to one byte more than is allowed; false where it cannot be read.
bool ReadFile(const char* path, std::string* text) {
  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path, "rb"));
  if (file == nullptr) return false;
  char chunk[4096];
  size_t length = 0;
  while (text->size() <= kMaxBytes &&
         (length = std::fread(chunk, 1, sizeof(chunk), file.get())) > 0) {
    text->append(chunk, length);
  }
  return std::ferror(file.get()) == 0;
}

}  // namespace

aclError ReadConfigFile(const char* function, const char* path,
                        ConfigFile* config) {
  if (path == nullptr || *path == '\0') return ACL_SUCCESS;
  std::string text;
  if (!ReadFile(path, &text)) {
    return Reject(ACL_ERROR_INVALID_FILE, function, "configPath", path,
                  "a file that can be read");
  }
  if (text.size() > kMaxBytes) {
    return Reject(ACL_ERROR_INVALID_FILE_SIZE, function, "configPath", path,
                  fmt::format("a file of at most {} bytes", kMaxBytes));
  }
  const auto members = ParseJsonObject(text);
  if (!members) {
    return Reject(ACL_ERROR_PARSE_FILE, function, "configPath", path,
                  "a file with one JSON object");
  }
  const auto mode = members->find("err_msg_mode");
  config->errors_process_wide = mode != members->end() && mode->second == "1";
  config->text = std::move(text);
  return ACL_SUCCESS;
}

}  // namespace backlerp::runtime
