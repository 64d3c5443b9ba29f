// SPDX-License-Identifier: Apache-2.0
@testable import Recorder

/// A broken simulated connection; a retry may succeed.
struct SimulatedFailure: CameraConnectionError, Equatable {
    let isTransient = true
    let isNotPaired = false
}
