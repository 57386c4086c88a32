// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The graph engine's codes. No function of this library answers one; the file
// exists because clients include it.

#ifndef INC_EXTERNAL_ACL_ERROR_CODES_GE_ERROR_CODES_H_
#define INC_EXTERNAL_ACL_ERROR_CODES_GE_ERROR_CODES_H_

#endif  // INC_EXTERNAL_ACL_ERROR_CODES_GE_ERROR_CODES_H_
