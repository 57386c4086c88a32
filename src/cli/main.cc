// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The program: finds the sub-command, and turns every end into one line on
// stderr and an exit status.

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <map>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>

#include "CLI/CLI.hpp"
#include "backlerp/version.h"
#include "cli/commands.h"
#include "cli/failure.h"
#include "cli/signals.h"
#include "fmt/core.h"

namespace backlerp::cli {
namespace {

constexpr const char* kFooter =
    "Exit status: 0 done (compare: equal), 1 compare: different, 2 bad usage "
    "or\n"
    "input, 3 I/O error or out of memory. man backlerp has the details.\n"
    "\n"
    "Examples:\n"
    "  backlerp grad grad_out.npy grad_in.npy --input-size 128,128\n"
    "  backlerp compare grad_in.npy expected.npy --rtol 1e-5\n"
    "  backlerp COMMAND --help";

int Report(ExitCode code, std::string line) {
  // One line whatever a message or a file's name holds.
  while (line.ends_with('\n')) line.pop_back();
  std::replace(line.begin(), line.end(), '\n', ' ');
  fmt::print(stderr, "backlerp: {}\n", line);
  return code;
}

class Program {
 public:
  Program() : app_("Bilinear 2-D upsampling and its gradient, in files.") {
    app_.name("backlerp");
    app_.footer(kFooter);
    app_.set_version_flag(
        "--version",
        fmt::format("backlerp {}.{}.{}", BACKLERP_VERSION_MAJOR,
                    BACKLERP_VERSION_MINOR, BACKLERP_VERSION_PATCH));
    app_.require_subcommand(1);
    AddGrad(&app_, &commands_["grad"]);
    AddForward(&app_, &commands_["forward"]);
    AddCompare(&app_, &commands_["compare"]);
    AddBench(&app_, &commands_["bench"]);
    AddInfo(&app_, &commands_["info"]);
  }

  int Run(int argc, char** argv) {
    if (argc == 1) {
      fmt::print("{}", app_.help());
      return kDone;
    }
    // CLI11 would say no more than that there is no sub-command.
    const std::string_view first = argv[1];
    if (!first.starts_with('-') && !commands_.contains(std::string(first))) {
      return Report(kBadInput,
                    fmt::format("\"{}\" is no command, expected grad, forward, "
                                "compare, bench or info",
                                first));
    }
    try {
      app_.parse(argc, argv);
    } catch (const CLI::Success& end) {  // --help, --version
      return app_.exit(end);
    } catch (const CLI::ParseError& error) {
      return Report(kBadInput, std::string(error.what()) +
                                   " (backlerp --help tells more)");
    }
    return commands_.at(app_.get_subcommands().front()->get_name())();
  }

 private:
  CLI::App app_;
  std::map<std::string, Command> commands_;
};

int Main(int argc, char** argv) {
  try {
    const int code = Program().Run(argc, argv);
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
      return Report(kIoError,
                    std::string("standard output: ") + std::strerror(errno));
    }
    return code;
  } catch (const Failure& failure) {
    return Report(failure.code(), failure.what());
  } catch (const std::bad_alloc&) {
    return Report(kIoError, "out of memory");
  } catch (const std::length_error&) {  // more than any memory
    return Report(kIoError, "out of memory");
  } catch (const std::exception& error) {
    return Report(kIoError, error.what());
  }
}

}  // namespace
}  // namespace backlerp::cli

int main(int argc, char** argv) {
  backlerp::cli::InstallSignalHandlers();
  return backlerp::cli::Main(argc, argv);
}
