# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

# Completion of the command backlerp in bash.

# The words that may follow an option; "FILES" for names of files, "ANY" for
# values that only the user knows.
_backlerp_values() {
  case $1 in
    --layout) echo NCHW NHWC ;;
    --dtype) echo float32 float16 float64 bfloat16 fp32 fp16 fp64 bf16 ;;
    --coordinates) echo float32 float64 ;;
    --op) echo v1 v2 ;;
    --kernel)
      backlerp info --kernels 2> /dev/null |
        sed -n '/^kernels/,$ { s/^kernels//; p; }'
      ;;
    --picture) echo FILES ;;
    --input-size | --output-size | --scales | --shape | --threads | --atol | \
      --rtol | --allow | --worst | --plane | --seconds) echo ANY ;;
  esac
}

_backlerp_options() {
  local shared='--help --layout --dtype --shape'
  local computed='--scales --align-corners --coordinates --threads --kernel'
  case $1 in
    grad) echo "$shared $computed --input-size --op --quiet" ;;
    forward) echo "$shared $computed --output-size --op --quiet" ;;
    compare)
      echo "$shared --atol --rtol --allow --worst --json --picture --plane" \
        --quiet
      ;;
    bench) echo "$shared $computed --input-size --forward --seconds --json" ;;
    info) echo --help --kernels --json ;;
  esac
}

_backlerp() {
  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
  local words
  COMPREPLY=()
  if (( COMP_CWORD == 1 )); then
    words='grad forward compare bench info --help --version'
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    return
  fi
  words=$(_backlerp_values "$previous")
  case $words in
    ANY) return ;;
    FILES | '') ;;
    *)
      mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
      return
      ;;
  esac
  if [[ -z $words && $word == -* ]]; then
    words=$(_backlerp_options "${COMP_WORDS[1]}")
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    return
  fi
  compopt -o filenames
  mapfile -t COMPREPLY < <(compgen -f -- "$word")
}

complete -F _backlerp backlerp
