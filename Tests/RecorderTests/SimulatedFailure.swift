// SPDX-License-Identifier: Apache-2.0
@testable import Recorder

/// A simulated connection that broke; the next attempt may succeed.
struct SimulatedFailure: CameraConnectionError, Equatable {
    let isTransient = true
    let isNotPaired = false
}
