// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// What the program does to files when things go wrong.

#include <signal.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/cli/npy_files.h"
#include "tests/cli/program.h"

namespace backlerp::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Work of many seconds for the slowest kernel on one thread, with a small
// result.
constexpr size_t kSlowBytes = size_t{4} * 64 * 64 * 512 * 256;
const Arguments kSlow = {"grad",         "slow.npy",  "dst.npy",
                         "--input-size", "64,64",     "--kernel",
                         "reference",    "--threads", "1"};

class FilesTest : public testing::Test {
 protected:
  // A file of zeros without blocks.
  void MakeSlowInput() {
    WriteText(folder_ / "slow.npy",
              NpyHeaderBytes(NpyDict("<f4", "(64, 64, 512, 256)")));
    std::filesystem::resize_file(
        folder_ / "slow.npy",
        std::filesystem::file_size(folder_ / "slow.npy") + kSlowBytes);
  }

  bool Eventually(const std::function<bool()>& condition) {
    for (int i = 0; i < 2000; ++i) {
      if (condition()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
  }

  bool HasTemporary() {
    for (const std::string& name : folder_.Names()) {
      if (name.ends_with(".tmp")) return true;
    }
    return false;
  }

  Folder folder_;
};

TEST_F(FilesTest, KilledMidwayLeavesNothing) {
  MakeSlowInput();
  WriteText(folder_ / "dst.npy", "as before");
  for (const int signal_number : {SIGINT, SIGTERM, SIGHUP}) {
    Program program(folder_, kSlow);
    ASSERT_TRUE(Eventually([&] { return HasTemporary(); }));
    // Now at work for certain: memory is being written.
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    kill(program.pid(), signal_number);
    EXPECT_EQ(program.Wait().status, -signal_number);
    EXPECT_THAT(folder_.Names(), ElementsAre("dst.npy", "slow.npy"));
    EXPECT_EQ(ReadText(folder_ / "dst.npy"), "as before");
  }
}

TEST_F(FilesTest, AnInputThatShrinksIsAnError) {
  MakeSlowInput();
  Program program(folder_, kSlow);
  ASSERT_TRUE(Eventually([&] { return HasTemporary(); }));
  std::filesystem::resize_file(folder_ / "slow.npy", 4096);
  const Outcome outcome = program.Wait();
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.errors, HasSubstr("backlerp: slow.npy: became shorter"));
  EXPECT_THAT(folder_.Names(), ElementsAre("slow.npy"));
}

TEST_F(FilesTest, OutputAppearsAtTheEndAndKeepsLinks) {
  WriteText(folder_ / "src.npy",
            NpyFile("<f4", "(1, 1, 2, 2)", std::string(16, '\0')));
  std::filesystem::create_directory(folder_ / "sub");
  WriteText(folder_ / "sub/real.npy", "before");
  std::filesystem::create_symlink("sub/real.npy", folder_ / "link.npy");
  const Arguments grad = {"grad", "src.npy", "link.npy", "--input-size", "1,1"};
  ASSERT_EQ(RunProgram(folder_, grad).status, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "link.npy"));
  EXPECT_EQ(ReadText(folder_ / "sub/real.npy"),
            NpyFile("<f4", "(1, 1, 1, 1)", std::string(4, '\0')));
  EXPECT_THAT(folder_.Names(), ElementsAre("link.npy", "src.npy", "sub"));
}

TEST_F(FilesTest, InputMayBeItsOwnOutput) {
  WriteText(folder_ / "x.npy",
            NpyFile("<f4", "(1, 1, 2, 2)", std::string(16, '\0')));
  ASSERT_EQ(
      RunProgram(folder_, {"grad", "x.npy", "x.npy", "--input-size", "1,1"})
          .status,
      0);
  EXPECT_EQ(ReadText(folder_ / "x.npy"),
            NpyFile("<f4", "(1, 1, 1, 1)", std::string(4, '\0')));
}

TEST_F(FilesTest, WhatTheSystemRefusesIsStatus3) {
  WriteText(folder_ / "src.npy",
            NpyFile("<f4", "(1, 1, 2, 2)", std::string(16, '\0')));
  std::filesystem::create_directory(folder_ / "closed");
  const auto grad = [&](const std::string& from, const std::string& to) {
    return RunProgram(folder_, {"grad", from, to, "--input-size", "1,1"});
  };
  struct Case {
    const char* from;
    const char* to;
    const char* message;
  };
  for (const Case& c : {
           Case{"nix.npy", "dst.npy", "nix.npy: No such file"},
           Case{"closed", "dst.npy", "closed: Is a directory"},
           Case{"src.npy", "closed", "closed: Is a directory"},
           Case{"src.npy", "nix/dst.npy", "nix/dst.npy: cannot be written"},
           // Where not even root may create a file.
           Case{"src.npy", "/proc/dst.npy", "/proc/dst.npy: cannot be written"},
           Case{"src.npy", "/dev/full", "/dev/full: No space left"},
           Case{"src.npy", "src.npy/dst.npy", "Not a directory"},
       }) {
    const Outcome outcome = grad(c.from, c.to);
    EXPECT_EQ(outcome.status, 3) << c.message;
    EXPECT_THAT(outcome.errors, HasSubstr(c.message));
  }
  EXPECT_THAT(folder_.Names(), ElementsAre("closed", "src.npy"));
}

TEST_F(FilesTest, AFullDeviceIsStatus3) {
  WriteText(folder_ / "src.npy",
            NpyFile("<f4", "(1, 1, 2, 2)", std::string(16, '\0')));
  for (const Arguments& arguments :
       {Arguments{"grad", "src.npy", "-", "--input-size", "1,1"},
        Arguments{"compare", "src.npy", "src.npy"}, Arguments{"info"},
        Arguments{"--help"}}) {
    const Outcome outcome = Program(folder_, arguments, "", "/dev/full").Wait();
    EXPECT_EQ(outcome.status, 3);
    EXPECT_THAT(outcome.errors,
                HasSubstr("standard output: No space left on device\n"));
  }
}

// More than any disk has: refused before anything is computed.
TEST_F(FilesTest, AResultWithoutRoomIsStatus3) {
  WriteText(folder_ / "src.npy",
            NpyFile("<f4", "(1, 1, 2, 2)", std::string(16, '\0')));
  const Outcome outcome = RunProgram(
      folder_,
      {"forward", "src.npy", "dst.npy", "--output-size", "3000000,3000000"});
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.errors, HasSubstr("dst.npy: "));
  EXPECT_THAT(folder_.Names(), ElementsAre("src.npy"));
}

TEST_F(FilesTest, NothingIsShownWithoutATerminal) {
  MakeSlowInput();
  Program program(folder_, kSlow);
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  kill(program.pid(), SIGTERM);
  EXPECT_EQ(program.Wait().errors, "");
}

}  // namespace
}  // namespace backlerp::test
