// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/npy.h"

#include <random>
#include <span>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/cli/hostile_files.h"
#include "tests/cli/npy_files.h"

namespace backlerp::cli {
namespace {

using test::HostileFile;
using test::HostileFiles;
using test::NpyDict;
using test::NpyFile;
using test::NpyHeaderBytes;
using testing::ElementsAre;
using testing::HasSubstr;

std::span<const std::byte> Bytes(const std::string& text) {
  return std::as_bytes(std::span(text));
}

NpyHeader Parsed(const std::string& file) {
  NpyHeader header;
  const Status status = ParseNpy(Bytes(file), &header);
  EXPECT_TRUE(status.ok()) << status.message();
  return header;
}

TEST(ParseNpy, ReadsEachVersion) {
  for (const int version : {1, 2, 3}) {
    const NpyHeader header =
        Parsed(NpyFile("<f4", "(1, 2, 3)", std::string(24, 'x'),
                       /*fortran_order=*/false, version));
    EXPECT_EQ(header.kind, 'f');
    EXPECT_EQ(header.item_bytes, 4u);
    EXPECT_FALSE(header.big_endian);
    EXPECT_FALSE(header.fortran_order);
    EXPECT_THAT(header.shape, ElementsAre(1, 2, 3));
    EXPECT_EQ(header.data_bytes, 24u);
    EXPECT_EQ(header.data_offset % 64, 0u);
  }
}

TEST(ParseNpy, ReadsTypesAndOrders) {
  EXPECT_EQ(Parsed(NpyFile("<f8", "(1,)", "12345678")).item_bytes, 8u);
  EXPECT_TRUE(Parsed(NpyFile(">f2", "(1,)", "12")).big_endian);
  EXPECT_EQ(Parsed(NpyFile("<u2", "(1,)", "12")).kind, 'u');
  EXPECT_EQ(Parsed(NpyFile("|V2", "(1,)", "12")).kind, 'V');
  EXPECT_EQ(Parsed(NpyFile("f4", "(1,)", "1234")).kind, 'f');
  EXPECT_TRUE(Parsed(NpyFile("<f4", "(1, 1)", "1234", true)).fortran_order);
}

TEST(ParseNpy, ReadsScalarsAndEmptyTensors) {
  EXPECT_THAT(Parsed(NpyFile("<f4", "()", "1234")).shape, ElementsAre());
  EXPECT_THAT(Parsed(NpyFile("<f4", "(0, 5)", "")).shape, ElementsAre(0, 5));
}

// Spaces, quotes, order of keys and trailing commas as Python takes them; and
// the long integers of Python 2.
TEST(ParseNpy, ReadsWhatPythonWouldRead) {
  for (const char* dict :
       {"{\"shape\":(2,2),\"descr\":\"<f4\",\"fortran_order\":False}",
        " { 'fortran_order' : False , 'shape' : ( 2 , 2 ) , 'descr' : '<f4' } ",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2L, 2L,), }\n"}) {
    const NpyHeader header =
        Parsed(NpyHeaderBytes(dict) + std::string(16, 'x'));
    EXPECT_THAT(header.shape, ElementsAre(2, 2)) << dict;
  }
}

TEST(ParseNpy, TellsWhatIsWrong) {
  for (const HostileFile& file : HostileFiles()) {
    // These are good files, of tensors that the commands have no use for.
    if (file.message == "expected four axes" ||
        file.message.find("type \"") != std::string::npos ||
        file.name == "uint16") {
      continue;
    }
    NpyHeader header;
    header.descr = "untouched";
    const Status status = ParseNpy(Bytes(file.bytes), &header);
    EXPECT_EQ(status.code(), StatusCode::kInvalidArgument) << file.name;
    EXPECT_THAT(status.message(), HasSubstr(file.message)) << file.name;
    EXPECT_EQ(header.descr, "untouched") << file.name;
  }
}

TEST(ParseNpy, FindsEachTruncation) {
  const std::string good = NpyFile("<f4", "(1, 1, 2, 2)", std::string(16, 'x'));
  for (size_t size = 0; size < good.size(); ++size) {
    NpyHeader header;
    EXPECT_FALSE(ParseNpy(Bytes(good.substr(0, size)), &header).ok()) << size;
  }
}

// Whatever the bytes, a header that is accepted is consistent with the file.
TEST(ParseNpy, AcceptsOnlyConsistentFiles) {
  std::vector<std::string> seeds = {
      NpyFile("<f4", "(1, 1, 2, 2)", std::string(16, 'x'))};
  for (const HostileFile& file : HostileFiles()) {
    if (file.bytes.size() < 1000) seeds.push_back(file.bytes);
  }
  constexpr std::string_view kLikely =
      "0123456789(){}[]',: <>|fuVOLTrueFals-\n";
  std::mt19937_64 random(1);
  int accepted = 0;
  for (int round = 0; round < 200000; ++round) {
    std::string file = seeds[round % 2 == 0 ? 0 : random() % seeds.size()];
    for (auto change = random() % 4; change > 0 && !file.empty(); --change) {
      const size_t place = random() % file.size();
      switch (random() % 4) {
        case 0:
          file[place] = kLikely[random() % kLikely.size()];
          break;
        case 1:
          file[place] = static_cast<char>(random());
          break;
        case 2:
          file.erase(place, random() % 4);
          break;
        default:
          file.insert(place, 1, kLikely[random() % kLikely.size()]);
      }
    }
    NpyHeader header;
    if (!ParseNpy(Bytes(file), &header).ok()) continue;
    ++accepted;
    ASSERT_EQ(header.data_offset + header.data_bytes, file.size());
    ASSERT_GT(header.item_bytes, 0u);
    size_t bytes = header.item_bytes;
    for (const int64_t size : header.shape) {
      ASSERT_GE(size, 0);
      bytes *= static_cast<size_t>(size);
    }
    ASSERT_EQ(bytes, header.data_bytes);
  }
  // Else this would be no test.
  EXPECT_GT(accepted, 1000);
}

TEST(FormatNpy, IsWhatNumPyWrites) {
  const std::vector<int64_t> shape = {1, 64, 8, 8};
  const std::vector<int64_t> row = {5};
  EXPECT_EQ(FormatNpy("<f4", shape),
            NpyHeaderBytes(NpyDict("<f4", "(1, 64, 8, 8)")));
  EXPECT_EQ(FormatNpy("<u2", row), NpyHeaderBytes(NpyDict("<u2", "(5,)")));
  EXPECT_EQ(FormatNpy("<f8", {}), NpyHeaderBytes(NpyDict("<f8", "()")));
}

}  // namespace
}  // namespace backlerp::cli
