// SPDX-License-Identifier: Apache-2.0
import CSandbox
import Foundation

/// The reason why a process could not give up its rights.
public struct SandboxError: Error, CustomStringConvertible {
    /// The refused operation, and the system's reason.
    public let description: String

    init(_ what: String, code: Int32) {
        description =
            "this process cannot give up its rights: \(what)"
            + (code == 0 ? "" : ": \(String(cString: strerror(code)))")
    }
}
