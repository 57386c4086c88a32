// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_VERSION_H_
#define BACKLERP_VERSION_H_

// The one place of the version; CMakeLists.txt reads it from here.
#define BACKLERP_VERSION_MAJOR 0
#define BACKLERP_VERSION_MINOR 1
#define BACKLERP_VERSION_PATCH 0

#endif  // BACKLERP_VERSION_H_
