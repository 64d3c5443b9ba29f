// SPDX-License-Identifier: Apache-2.0
import Wire

/// The node whose events a command followed sends no more of them.
struct NodeGone: Error, CustomStringConvertible {
    let address: NodeAddress
    /// The home of the node that was given, if any.
    let home: String?

    var description: String {
        "The node at \(address) was stopped, or the connection to it is lost. `longshot doctor\(NodeHome.addition(home))` says "
            + "what is wrong; when the node answers again, repeat the command."
    }
}
