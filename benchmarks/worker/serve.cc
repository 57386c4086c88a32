// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "benchmarks/worker/serve.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <iostream>

#include "fmt/core.h"
#include "fmt/format.h"

namespace backlerp::bench {
namespace {

double SecondsOf(Peer* peer, int64_t calls) {
  const auto start = std::chrono::steady_clock::now();
  for (int64_t i = 0; i < calls; ++i) peer->Run();
  const std::chrono::duration<double> elapsed =
      std::chrono::steady_clock::now() - start;
  return elapsed.count();
}

std::string Answer(Peer* peer, const std::string& command,
                   const std::string& arguments) {
  if (command == "describe") return peer->Describe();
  if (command == "prepare") return peer->Prepare(ParseCase(arguments));
  if (command == "run") {
    return fmt::format("{:.9g}", SecondsOf(peer, std::stoll(arguments)));
  }
  if (command == "result") {
    return fmt::format("{:.9g}", fmt::join(peer->Result(), " "));
  }
  throw std::invalid_argument("unknown command: " + command);
}

std::string AnswerLine(Peer* peer, const std::string& line) {
  const size_t space = std::min(line.find(' '), line.size());
  try {
    return "ok " + Answer(peer, line.substr(0, space), line.substr(space));
  } catch (const NotSupported& reason) {
    return std::string("none ") + reason.what();
  } catch (const std::exception& error) {
    return std::string("error ") + error.what();
  }
}

}  // namespace

void Serve(Peer* peer) {
  std::string line;
  while (std::getline(std::cin, line)) {
    std::string answer = AnswerLine(peer, line);
    std::replace(answer.begin(), answer.end(), '\n', ' ');
    std::cout << answer << std::endl;  // the other side waits for it
  }
}

}  // namespace backlerp::bench
