// SPDX-License-Identifier: Apache-2.0
package import ControlClient
package import Trust
import Wire

/// The node that tests serve and talk to, as its owner.
package enum OwnNode {
    /// Who it is; made once for each process of tests.
    package static let identity = make()

    /// As whom tests talk to it.
    package static let access = Access(ownerOf: identity)

    /// Gives the body a client of the node at an address like `127.0.0.1:5664`.
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
