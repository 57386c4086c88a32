# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

# Completion of the command backlerp in fish.

function __backlerp_kernels
    backlerp info --kernels 2>/dev/null | string match -r '\S+$' |
        string match -r '^(?:copy|reference|.*_.*_.*)$'
end

set -l commands grad forward compare bench info
complete -c backlerp -n "not __fish_seen_subcommand_from $commands" -f
complete -c backlerp -n "not __fish_seen_subcommand_from $commands" -a grad -d 'Compute the gradient of bilinear upsampling'
complete -c backlerp -n "not __fish_seen_subcommand_from $commands" -a forward -d 'Upsample images bilinearly'
complete -c backlerp -n "not __fish_seen_subcommand_from $commands" -a compare -d 'Say how far two tensors are apart'
complete -c backlerp -n "not __fish_seen_subcommand_from $commands" -a bench -d 'Time the operator against a copy'
complete -c backlerp -n "not __fish_seen_subcommand_from $commands" -a info -d 'Show version, instruction sets, libraries'
complete -c backlerp -n "not __fish_seen_subcommand_from $commands" -l version -d 'Show the version'
complete -c backlerp -s h -l help -d 'Show help'

set -l tensors '__fish_seen_subcommand_from grad forward compare bench'
complete -c backlerp -n $tensors -l layout -x -a 'NCHW NHWC' -d 'Order of axes'
complete -c backlerp -n $tensors -l dtype -x -a 'float32 float16 float64 bfloat16 fp32 fp16 fp64 bf16' -d 'Type of elements'
complete -c backlerp -n $tensors -l shape -x -d 'Shape of raw files'

set -l computed '__fish_seen_subcommand_from grad forward bench'
complete -c backlerp -n $computed -l scales -x -d 'Factors H,W'
complete -c backlerp -n $computed -l align-corners -d 'Corner pixels map to corner pixels'
complete -c backlerp -n $computed -l coordinates -x -a 'float32 float64' -d 'Precision of coordinates'
complete -c backlerp -n $computed -l threads -x -d 'Threads to use'
complete -c backlerp -n $computed -l kernel -x -a '(__backlerp_kernels)' -d 'Kernel to use'

complete -c backlerp -n '__fish_seen_subcommand_from grad bench' -l input-size -x -d 'Size H,W of the images'
complete -c backlerp -n '__fish_seen_subcommand_from forward' -l output-size -x -d 'Size H,W of the upsampled images'
complete -c backlerp -n '__fish_seen_subcommand_from grad forward' -l op -x -a 'v1 v2' -d "Call CANN's operator"
complete -c backlerp -n '__fish_seen_subcommand_from grad forward compare' -s q -l quiet -d 'No progress'

set -l compare '__fish_seen_subcommand_from compare'
complete -c backlerp -n $compare -l atol -x -d 'Absolute tolerance'
complete -c backlerp -n $compare -l rtol -x -d 'Tolerance relative to B'
complete -c backlerp -n $compare -l allow -x -d 'Share that may be beyond'
complete -c backlerp -n $compare -l worst -x -d 'How many places to show'
complete -c backlerp -n $compare -l picture -r -d 'Draw a plane into this PNG file'
complete -c backlerp -n $compare -l plane -x -d 'Plane n,c to draw'

set -l bench '__fish_seen_subcommand_from bench'
complete -c backlerp -n $bench -l forward -d 'Time upsampling'
complete -c backlerp -n $bench -l seconds -x -d 'How long to measure'
complete -c backlerp -n '__fish_seen_subcommand_from compare bench info' -l json -d 'Print JSON'
complete -c backlerp -n '__fish_seen_subcommand_from info' -l kernels -d 'List all kernels'
