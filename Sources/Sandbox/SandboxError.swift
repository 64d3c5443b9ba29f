// SPDX-License-Identifier: Apache-2.0
import CSandbox
import Foundation

/// Why a process could not give up its rights.
public struct SandboxError: Error, CustomStringConvertible {
    /// What was refused, and the reason of the system.
    public let description: String

    init(_ what: String, code: Int32) {
        description =
            "this process cannot give up its rights: \(what)"
            + (code == 0 ? "" : ": \(String(cString: strerror(code)))")
    }
}
