// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The two phases of the three operators, and their executors.

#include <algorithm>
#include <cstdint>
#include <string>

#include "fuzz/c_api_phases.h"
#include "fuzz/c_api_world.h"
#include "fuzz/require.h"

namespace backlerp::fuzz {
namespace {

// What one run may read or write: more would only be slow.
constexpr uint64_t kMaxElements = 1 << 16;

Arguments AnyArguments(World* world) {
  return {world->Any<aclTensor>(Kind::kTensor),
          world->Any<aclIntArray>(Kind::kIntArray),
          world->Any<aclIntArray>(Kind::kIntArray),
          world->in().OneIn(2),
          world->AnyScale(),
          world->AnyScale(),
          world->Any<aclTensor>(Kind::kTensor)};
}

void PhaseOne(World* world) {
  const int op = static_cast<int>(world->in().Index(kOperators));
  const Arguments arguments =
      world->in().OneIn(4) ? AnyArguments(world)
                           : MatchingArguments(world, /*backward=*/op != 2);
  uint64_t bytes = 12345;
  auto* const untouched = reinterpret_cast<aclOpExecutor*>(&bytes);
  aclOpExecutor* executor = untouched;
  aclGetRecentErrMsg();
  const aclnnStatus code = FirstPhase(op, arguments, &bytes, &executor);
  if (code != 0) {
    Require(bytes == 12345 && executor == untouched,
            "a failure of phase 1 has written its outputs");
    Require(aclGetRecentErrMsg() != nullptr, "phase 1 fails without a message");
    return;
  }
  const Entry* src = world->Find(Kind::kTensor, arguments.src);
  Require(src != nullptr && src->life == Life::kLive,
          "phase 1 takes a tensor that is not live");
  Require(world->IsLive(Kind::kTensor, arguments.dst),
          "phase 1 takes an output that is not live");
  const uint64_t elements = std::max(
      src->elements, world->Find(Kind::kTensor, arguments.dst)->elements);
  Entry* entry = world->Add(Kind::kExecutor, executor);
  entry->elements = elements;
  entry->maker = op;
}

void PhaseOneWithoutOutputs(World* world) {
  const Arguments arguments = AnyArguments(world);
  uint64_t bytes = 0;
  aclOpExecutor* executor = nullptr;
  for (int op = 0; op < kOperators; ++op) {
    Require(FirstPhase(op, arguments, nullptr, &executor) == 161001,
            "a null workspaceSize is accepted");
    Require(FirstPhase(op, arguments, &bytes, nullptr) == 161001,
            "a null executor is accepted");
  }
}

// The code where the state of the executor decides, 0 where it does not.
aclnnStatus ForeseenCode(const Entry* entry, const void* executor, int op,
                         bool null_workspace) {
  if (executor == nullptr) return 161001;
  if (entry == nullptr || entry->life != Life::kLive) return 561000;
  if (entry->maker != op) return 561000;
  return null_workspace ? 161001 : 0;
}

void PhaseTwo(World* world) {
  auto* const executor = world->Any<aclOpExecutor>(Kind::kExecutor);
  Entry* entry = world->Find(Kind::kExecutor, executor);
  const int made_by = entry == nullptr || entry->maker < 0 ? 0 : entry->maker;
  const int op = world->in().OneIn(8)
                     ? static_cast<int>(world->in().Index(kOperators))
                     : made_by;
  // A run over a large tensor of stride 0 is legal, and takes its time.
  if (entry != nullptr && entry->elements > kMaxElements) return;
  size_t room = 0;
  void* workspace = world->in().OneIn(8) ? nullptr : world->AnyAddress(&room);
  const uint64_t bytes =
      world->in().OneIn(4) ? world->in().Take<uint64_t>() : room;
  const bool null_workspace = workspace == nullptr && bytes > 0;
  const aclnnStatus foreseen =
      ForeseenCode(entry, executor, op, null_workspace);
  const aclnnStatus code = SecondPhase(op, workspace, bytes, executor,
                                       world->Any<void>(Kind::kStream));
  Require(foreseen == 0 || code == foreseen,
          "phase 2 answers " + std::to_string(code) + " instead of " +
              std::to_string(foreseen));
  if (entry == nullptr) return;
  const bool destroyed = null_workspace && entry->maker == op;
  if (!entry->repeatable || destroyed) entry->life = Life::kDead;
}

void MakeRepeatable(World* world) {
  auto* const executor = world->Any<aclOpExecutor>(Kind::kExecutor);
  const aclnnStatus code = aclSetAclOpExecutorRepeatable(executor);
  const bool live = world->IsLive(Kind::kExecutor, executor);
  Require(code == (live                  ? 0
                   : executor == nullptr ? 561103
                                         : 561000),
          "aclSetAclOpExecutorRepeatable answers " + std::to_string(code));
  if (live) world->Find(Kind::kExecutor, executor)->repeatable = true;
}

void DestroyExecutor(World* world) {
  auto* const executor = world->Any<aclOpExecutor>(Kind::kExecutor);
  CheckDestroyed(world, Kind::kExecutor, executor,
                 aclDestroyAclOpExecutor(executor));
}

void SetAddress(World* world) {
  static const std::vector<aclnnStatus (*)(aclOpExecutor*, size_t, aclTensor*,
                                           void*)>
      setters = {aclSetInputTensorAddr,  aclSetOutputTensorAddr,
                 aclSetTensorAddr,       AclSetInputTensorAddr,
                 AclSetOutputTensorAddr, AclSetTensorAddr};
  auto* const executor = world->Any<aclOpExecutor>(Kind::kExecutor);
  auto* const tensor = world->Any<aclTensor>(Kind::kTensor);
  const bool live = world->IsLive(Kind::kExecutor, executor) &&
                    world->IsLive(Kind::kTensor, tensor);
  const aclnnStatus code = world->in().Pick(setters)(
      executor, world->in().Take<size_t>(), tensor, world->TensorAddress());
  Require((code == 0) == live,
          "setting an address answers " + std::to_string(code));
}

void SetDynamicAddress(World* world) {
  static const std::vector<aclnnStatus (*)(aclOpExecutor*, size_t, size_t,
                                           aclTensorList*, void*)>
      setters = {aclSetDynamicInputTensorAddr,  aclSetDynamicOutputTensorAddr,
                 aclSetDynamicTensorAddr,       AclSetDynamicInputTensorAddr,
                 AclSetDynamicOutputTensorAddr, AclSetDynamicTensorAddr};
  auto* const executor = world->Any<aclOpExecutor>(Kind::kExecutor);
  auto* const list = world->Any<aclTensorList>(Kind::kTensorList);
  const auto index = static_cast<size_t>(world->AnyNumber());
  const aclnnStatus code =
      world->in().Pick(setters)(executor, world->in().Take<size_t>(), index,
                                list, world->TensorAddress());
  const bool live = world->IsLive(Kind::kExecutor, executor) &&
                    world->IsLive(Kind::kTensorList, list);
  Require(code != 0 || live, "setting an address of a list succeeds");
}

}  // namespace

void CallOperator(World* world) {
  static const std::vector<void (*)(World*)> calls = {
      PhaseOne,   PhaseOne,          PhaseOne,        PhaseOneWithoutOutputs,
      PhaseTwo,   PhaseTwo,          PhaseTwo,        MakeRepeatable,
      SetAddress, SetDynamicAddress, DestroyExecutor, RunLegalCall};
  world->in().Pick(calls)(world);
}

}  // namespace backlerp::fuzz
