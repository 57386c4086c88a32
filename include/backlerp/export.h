// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_EXPORT_H_
#define BACKLERP_EXPORT_H_

// Marks what libbacklerp.so exports; everything else in it is hidden.
#define BACKLERP_API __attribute__((visibility("default")))

#endif  // BACKLERP_EXPORT_H_
