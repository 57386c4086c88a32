// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "base/handle_table.h"

#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace backlerp {
namespace {

struct Opaque;
using Table = HandleTable<int, Opaque*, 0xA7>;

TEST(HandleTable, GivesBackWhatWasInserted) {
  Table table;
  Opaque* handle = table.Insert(std::make_shared<int>(7));
  ASSERT_NE(handle, nullptr);
  EXPECT_EQ(*table.Get(handle), 7);
  EXPECT_EQ(*table.Take(handle), 7);
}

TEST(HandleTable, RefusesWhatIsNotLive) {
  Table table;
  Opaque* handle = table.Insert(std::make_shared<int>(7));
  int local = 0;
  EXPECT_EQ(table.Get(nullptr), nullptr);
  EXPECT_EQ(table.Get(&local), nullptr);
  HandleTable<int, Opaque*, 0xA8> other;
  EXPECT_EQ(table.Get(other.Insert(std::make_shared<int>(1))), nullptr);
  table.Take(handle);
  EXPECT_EQ(table.Get(handle), nullptr);
  EXPECT_EQ(table.Take(handle), nullptr);
}

TEST(HandleTable, ADeadHandleStaysDeadWhenItsSlotIsReused) {
  Table table;
  Opaque* dead = table.Insert(std::make_shared<int>(0));
  table.Take(dead);
  for (int i = 1; i < 100; ++i) {
    Opaque* live = table.Insert(std::make_shared<int>(i));
    EXPECT_NE(live, dead);
    EXPECT_EQ(table.Get(dead), nullptr);
    EXPECT_EQ(*table.Take(live), i);
  }
}

TEST(HandleTable, KeepsAnObjectForItsHolders) {
  Table table;
  Opaque* handle = table.Insert(std::make_shared<int>(3));
  const std::shared_ptr<int> held = table.Get(handle);
  table.Take(handle);
  EXPECT_EQ(*held, 3);
  EXPECT_EQ(held.use_count(), 1);
}

TEST(HandleTable, ServesThreads) {
  Table table;
  std::vector<std::jthread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&table, t] {
      for (int i = 0; i < 1000; ++i) {
        Opaque* handle = table.Insert(std::make_shared<int>(t * 1000 + i));
        ASSERT_EQ(*table.Get(handle), t * 1000 + i);
        ASSERT_NE(table.Take(handle), nullptr);
      }
    });
  }
}

}  // namespace
}  // namespace backlerp
