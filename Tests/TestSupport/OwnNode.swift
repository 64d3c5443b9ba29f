// SPDX-License-Identifier: Apache-2.0
package import ControlClient
package import Trust
import Wire

/// The node that tests run and access as its owner.
package enum OwnNode {
    /// The identity of the node; created once per process.
    package static let identity = make()

    /// The owner's access to the node.
    package static let access = Access(ownerOf: identity)

    /// Runs the body with a client of the node at an address like `127.0.0.1:5664`.
    package static func withClient<Result>(
        at address: String, _ body: (ControlClient) async throws -> Result
    ) async throws -> Result {
        try await ControlClient.withClient(try NodeAddress(address), access, body)
    }

    private static func make() -> NodeIdentity {
        do {
            return try NodeIdentity()
        } catch {
            preconditionFailure("no identity: \(error)")
        }
    }
}
