// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Sandbox

/// A command that reads untrusted input, and gives up its rights before anything else.
protocol ConfinedCommand: AsyncParsableCommand, SendableMetatype {
    /// The node's folder.
    var home: String { get }
    /// The network access that it keeps.
    static var network: Sandbox.Network { get }
}

extension ConfinedCommand {
    /// The rights that it keeps.
    ///
    /// In the node's home it can read only the pipelines, because the key and the footage are beside them.
    var sandbox: Sandbox { Sandbox(reading: [home + "/pipelines"], network: Self.network) }
}
