# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

# Adds up JUnit files, of CTest and of pytest. An entry of CTest that is a
# GoogleTest program counts as the tests that the program reports, any other
# entry as one. An entry that fails although its program reports no failed test
# (a crash, a time-out) counts as one failure, a stage that was skipped as one
# skipped test.

function finish_entry() {
  if (!in_entry) return
  in_entry = 0
  if (status == "fail" && entry_failed == 0) entry_failed = 1
  if (entry_passed + entry_failed + entry_skipped == 0) {
    if (status == "run") entry_passed = 1
    else if (status == "disabled" || told_to_skip) entry_skipped = 1
    else entry_failed = 1
  }
  passed += entry_passed
  failed += entry_failed
  skipped += entry_skipped
  if (entry_failed > 0) failed_entries[++failed_count] = run ": " entry
}

FNR == 1 {
  run = FILENAME
  sub(/.*\//, "", run)
  sub(/\.xml$/, "", run)
}
# pytest's file has its sums in front, and many entries on a line.
FNR == 1 { of_pytest = 0 }
/<testsuite name="pytest"/ {
  of_pytest = 1
  lost = attribute("errors") + attribute("failures")
  passed += attribute("tests") - lost - attribute("skipped")
  failed += lost
  skipped += attribute("skipped")
}
of_pytest {
  entries = split($0, entry_text, "<testcase ")
  for (i = 2; i <= entries; ++i) {
    match(entry_text[i], / name="[^"]*"/)
    name = run ": " substr(entry_text[i], RSTART + 7, RLENGTH - 8)
    if (entry_text[i] ~ /><skipped /) skips[++skip_count] = name
    if (entry_text[i] ~ /><(failure|error) /) {
      failed_entries[++failed_count] = name
    }
  }
  next
}
/<testcase / {
  match($0, / name="[^"]*"/)
  entry = substr($0, RSTART + 7, RLENGTH - 8)
  match($0, / status="[^"]*"/)
  status = substr($0, RSTART + 9, RLENGTH - 10)
  entry_passed = entry_failed = entry_skipped = 0
  told_to_skip = 0
  in_entry = 1
}
/\[  PASSED  \] [0-9]+ test/ { entry_passed += count_in($0) }
/\[  FAILED  \] [0-9]+ test/ { entry_failed += count_in($0) }
/\[  SKIPPED \] [0-9]+ test/ { entry_skipped += count_in($0) }
# A test that asked to be skipped; others that CTest did not run lack something.
/<skipped message="SKIP_/ { told_to_skip = 1 }
# The list of names at the program's end has no times.
/\[  SKIPPED \] [^ ]+$/ {
  name = $0
  sub(/.*\] /, "", name)
  if (!((run, name) in seen)) {
    seen[run, name] = 1
    skips[++skip_count] = run ": " name
  }
}
/<\/testcase>/ { finish_entry() }

function attribute(name) {
  match($0, " " name "=\"[0-9]+\"")
  return substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4) + 0
}

function count_in(line) {
  sub(/.*\] /, "", line)
  return line + 0
}

END {
  # A stage can also fail without a test: format, a compiler's error.
  if (failed_stage != "" && failed == 0) {
    failed = 1
    failed_entries[++failed_count] = "stage " failed_stage
  }
  stages = split(skipped_stages, names, " ")
  for (i = 1; i <= stages; ++i) skips[++skip_count] = "stage " names[i]
  skipped += stages
  for (i = 1; i <= skip_count; ++i) print "skipped  " skips[i]
  for (i = 1; i <= failed_count; ++i) print "failed   " failed_entries[i]
  total = passed + failed
  percent = total > 0 ? int(100 * passed / total) : 0
  printf "\n%d%% tests passed, %d tests failed out of %d\n\n", \
         percent, failed, total
  printf "Total Test time (real) = %.2f sec\n", seconds
  printf "%d passed, %d failed", passed, failed
  if (skipped > 0) printf ", %d skipped", skipped
  printf "\n"
}
